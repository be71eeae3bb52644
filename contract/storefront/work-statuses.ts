/** The progress of an order line's work. */
export const workStatuses = [
  'waiting',
  'queued',
  'inProgress',
  'needsInfo',
  'delivered',
  'revisionRequested',
  'completed',
  'cancelled',
] as const;
