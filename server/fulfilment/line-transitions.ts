import type { WorkStatus } from '#contract/storefront/orders.ts';

/** The transitions of a paid line: who may make them, from which states, and the next state. */
export const lineTransitions = {
  start: { by: 'operator', from: ['queued'], to: 'inProgress' },
  /** The automatic report is delivered, and a person then adds to it. */
  report: { by: 'system', from: ['queued'], to: 'inProgress' },
  ask: { by: 'operator', from: ['queued', 'inProgress', 'revisionRequested'], to: 'needsInfo' },
  deliver: { by: 'operator', from: ['queued', 'inProgress', 'revisionRequested'], to: 'delivered' },
  /** The customer answered outside the shop (phone, email), and the operator resumes the work. */
  resume: { by: 'operator', from: ['needsInfo'], to: 'inProgress' },
  /** Delivers an improved version that the customer did not request. It uses no revision round. */
  improve: { by: 'operator', from: ['delivered'], to: 'delivered' },
  answer: { by: 'customer', from: ['needsInfo'], to: 'inProgress' },
  revise: { by: 'customer', from: ['delivered'], to: 'revisionRequested' },
  /** Extends the review, at most once per version. */
  extend: { by: 'customer', from: ['delivered'], to: 'delivered' },
  accept: { by: 'customer', from: ['delivered'], to: 'completed' },
  /** The review ended without a reaction of the customer, so the version is accepted. */
  lapse: { by: 'system', from: ['delivered'], to: 'completed' },
} as const satisfies Record<
  string,
  { by: 'operator' | 'customer' | 'system'; from: readonly WorkStatus[]; to: WorkStatus }
>;
export type LineTransition = keyof typeof lineTransitions;
