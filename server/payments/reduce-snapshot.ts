import type { PaymentAttempt } from '#server/database/schema.ts';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Snapshot } from './provider/provider.ts';

export type AttemptStatus = Selectable<PaymentAttempt>['status'];

/** What a snapshot makes of an attempt. `captured`: minor units that arrive in the customer's cash. */
export type Transition =
  | { to: AttemptStatus }
  | { to: 'captured'; captured: bigint }
  | { to: 'review'; foreign: { amount: bigint; currency: string } }
  | { refused: 'livemode' }
  | 'unchanged';

const live = new Set<AttemptStatus>(['creating', 'open', 'processing']);
const dead = new Set<AttemptStatus>(['failed', 'expired', 'canceled']);
const settled = new Set<AttemptStatus>(['captured', 'review']);

/** Still able to be paid at the provider's page. */
export const isLive = (status: AttemptStatus): boolean => live.has(status);
/** `isLive` in SQL, of a column; the same words as the index payment_attempt_one_live. */
export const isLiveIn = (status: string): RawBuilder<boolean> =>
  sql`${sql.ref(status)} in ('creating', 'open', 'processing')`;

/** Given up; money may arrive all the same. */
export const isDead = (status: AttemptStatus): boolean => dead.has(status);

/**
 * The one reducer of payment attempts. Pure, and deaf to order and number of notices: it sees only where the attempt
 * stands and what the provider says now.
 */
export function reduceSnapshot(
  attempt: { status: AttemptStatus; livemode: boolean; currency: string },
  snapshot: Snapshot,
): Transition {
  if (snapshot.livemode !== attempt.livemode) return { refused: 'livemode' };
  if (settled.has(attempt.status)) return 'unchanged';
  // money that arrived counts even where the attempt was given up
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
