import type { PaymentAttempt } from '#server/database/schema.ts';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Snapshot } from './provider/provider.ts';

export type AttemptStatus = Selectable<PaymentAttempt>['status'];

/** How a snapshot changes an attempt. `captured`: minor units added to the customer's cash. */
export type Transition =
  | { to: AttemptStatus }
  | { to: 'captured'; captured: bigint }
  | { to: 'review'; foreign: { amount: bigint; currency: string } }
  | { refused: 'livemode' }
  | 'unchanged';

const live = new Set<AttemptStatus>(['creating', 'open', 'processing']);
const dead = new Set<AttemptStatus>(['failed', 'expired', 'canceled']);
const settled = new Set<AttemptStatus>(['captured', 'review']);

/** Whether the attempt isn't final yet: it can still be paid, or its payment is processing. */
export const isLive = (status: AttemptStatus): boolean => live.has(status);
/** `isLive` as SQL on a column; the same statuses as in the index payment_attempt_one_live. */
export const isLiveIn = (status: string): RawBuilder<boolean> =>
  sql`${sql.ref(status)} in ('creating', 'open', 'processing')`;

/** Whether the attempt ended without money. Money can still be received for it later. */
export const isDead = (status: AttemptStatus): boolean => dead.has(status);

/**
 * The only reducer of payment attempts. It is pure: its result depends only on the attempt's status and the provider's
 * current snapshot, not on the order or number of webhook events.
 */
export function reduceSnapshot(
  attempt: { status: AttemptStatus; livemode: boolean; currency: string },
  snapshot: Snapshot,
): Transition {
  if (snapshot.livemode !== attempt.livemode) return { refused: 'livemode' };
  if (settled.has(attempt.status)) return 'unchanged';
  // received money counts even if the attempt was given up
  if (snapshot.state === 'paid' && snapshot.captured > 0n)
    return snapshot.currency === attempt.currency
      ? { to: 'captured', captured: snapshot.captured }
      : { to: 'review', foreign: { amount: snapshot.captured, currency: snapshot.currency } };
  if (!live.has(attempt.status)) return 'unchanged';
  switch (snapshot.state) {
    case 'expired':
    case 'failed':
    case 'canceled':
      return { to: snapshot.state };
    case 'processing':
      return attempt.status === 'processing' ? 'unchanged' : { to: 'processing' };
    default:
      return attempt.status === 'creating' ? { to: 'open' } : 'unchanged';
  }
}
