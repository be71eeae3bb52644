/** How far the work on an order line is. */
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
