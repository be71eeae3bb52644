import type { WorkStatus } from '#contract/orders.ts';

/** What can happen to a paid line: who may do it, from which states, and where it leads. */
export const lineTransitions = {
  start: { by: 'operator', from: ['queued'], to: 'inProgress' },
  /** What the shop makes itself is there; a person goes on. */
  report: { by: 'system', from: ['queued'], to: 'inProgress' },
  ask: { by: 'operator', from: ['queued', 'inProgress', 'revisionRequested'], to: 'needsInfo' },
  deliver: { by: 'operator', from: ['queued', 'inProgress', 'revisionRequested'], to: 'delivered' },
  answer: { by: 'customer', from: ['needsInfo'], to: 'inProgress' },
  revise: { by: 'customer', from: ['delivered'], to: 'revisionRequested' },
  accept: { by: 'customer', from: ['delivered'], to: 'completed' },
  /** The time to check has run out. */
  lapse: { by: 'system', from: ['delivered'], to: 'completed' },
} as const satisfies Record<
  string,
  { by: 'operator' | 'customer' | 'system'; from: readonly WorkStatus[]; to: WorkStatus }
>;
export type LineTransition = keyof typeof lineTransitions;
