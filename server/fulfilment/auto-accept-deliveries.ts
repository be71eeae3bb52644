import { ProblemReply } from '#server/http/refusal.ts';
import type { JobHandlers } from '#server/jobs/job.ts';
import type { OrderDeps } from '#server/orders/order-deps.ts';
import { system } from '#server/process/actor.ts';
import { moveLine } from './move-line.ts';
import { lapseReview } from './review-timers.ts';

/** Accepts a version whose review ended without an objection, unless the line has changed since. */
export function autoAcceptDeliveries(deps: OrderDeps): JobHandlers {
  return lapseReview.handledBy(async ({ number, position, version }) => {
    try {
      await moveLine(deps, { number, position, version, move: 'lapse', by: system });
    } catch (error) {
      if (!(error instanceof ProblemReply && error.status === 409)) throw error;
    }
  });
}
