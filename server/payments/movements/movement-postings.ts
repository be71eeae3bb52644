import type { Posting, PostingKind, Transfer } from '#server/ledger/post.ts';
import { posting } from '#server/ledger/postings.ts';
import type { MadeBy } from '#server/payments/provider/find-provider.ts';
import { type Explanation, explainedAccounts } from '#contract/desk/money-lists.ts';
import type { MovementKind } from '#contract/desk/money.ts';
import type { Booking } from '#server/ledger/postings.ts';
import { type RawBuilder, sql } from 'kysely';

/** A movement of a provider's balance, as stored. Minor units; a positive amount increases the balance. */
export type StoredMovement = MadeBy & {
  id: string;
  kind: MovementKind;
  currency: string;
  amount: bigint;
  fee: bigint;
  original_currency: string;
  original: bigint;
};

/** The source of a movement's postings: its provider, mode and id. */
const sourceOf = ({ provider, livemode, id }: StoredMovement): string =>
  `${provider}:${livemode ? 'live' : 'test'}:${id}`;
/** SQL: `sourceOf` for entry `e`. */
export const sourceOfEntry = sql<string>`(e.provider || ':' || case when e.livemode then 'live' else 'test' end || ':' || e.id)`;

const isExchanged = ({ currency, original_currency: original }: StoredMovement) => currency !== original;
/**
 * Whether the dispute already booked this movement's fee. Only Stripe reports the fee with the dispute; a movement in an
 * exchanged currency books it itself.
 */
const hasBookedFee = (moved: StoredMovement) =>
  moved.kind === 'dispute' && moved.provider === 'stripe' && !isExchanged(moved);

/** The part of a movement that is a fee. SQL: `feeOfEntry`. */
function feeOf(moved: StoredMovement): bigint {
  if (moved.kind === 'fee') return moved.fee - moved.amount;
  return hasBookedFee(moved) ? 0n : moved.fee;
}
/** The part that the shop books with the payment, the refund or the dispute itself. SQL: `ownOfEntry`. */
const ownOf = (moved: StoredMovement): bigint => moved.amount - (hasBookedFee(moved) ? moved.fee : 0n);

const hasBookedFeeSql = sql`(e.kind = 'dispute' and e.provider = 'stripe' and e.currency = e.original_currency)`;
/** SQL: the part of entry `e` that is a fee, in its currency. */
export const feeOfEntry: RawBuilder<bigint> = sql`(case when e.kind = 'fee' then e.fee - e.amount when ${hasBookedFeeSql} then 0 else e.fee end)`;
/** SQL: the part of entry `e` that the shop books with the payment, the refund or the dispute itself, in its currency. */
export const ownOfEntry: RawBuilder<bigint> = sql`(e.amount - case when ${hasBookedFeeSql} then e.fee else 0 end)`;
/** SQL: `ownOfEntry` in the payment's currency. */
export const originalOfEntry: RawBuilder<bigint> = sql`(case when e.currency = e.original_currency then ${ownOfEntry} else e.original end)`;
/** SQL: whether the owner of entry `e` is known. */
export const isOwned: RawBuilder<boolean> = sql`(num_nonnulls(e.attempt_id, e.refund_id, e.dispute_id) > 0)`;
/** SQL: whether entry `e` is booked as unexplained or explained by staff, and has no owner. */
const isBookedAlone: RawBuilder<boolean> = sql`(e.unexplained_at is not null and not ${isOwned})`;
/** SQL: whether entry `e` is booked as unexplained, and nobody has explained it. */
export const isUnexplained: RawBuilder<boolean> = sql`(${isBookedAlone} and e.explained_at is null)`;
/** SQL: the amount of entry `e` that is booked to staff's explanation; only to `explanation`, when given. */
export const explainedPart = (
  explanation?: Explanation,
): RawBuilder<bigint> => sql`(case when ${isBookedAlone}
  and ${explanation === undefined ? sql`e.explained_at is not null` : sql`e.explained_as = ${explanation}`} then ${ownOfEntry} else 0 end)`;
/** SQL: whether the books have the exchange of entry `e` from the payment's currency into the balance's. */
export const isExchangedEntry: RawBuilder<boolean> = sql`(e.currency <> e.original_currency and ${isOwned})`;
/** SQL: the effect of all postings of entry `e` on the provider's clearing account, in the balance's currency. */
export const effectOfEntry: RawBuilder<bigint> = sql`(case when e.kind = 'payout' or ${isExchangedEntry} then e.amount else 0 end
  + case when ${isBookedAlone} then ${ownOfEntry} else 0 end - ${feeOfEntry})`;

/** A transfer of `amount`; below zero, in the opposite direction. */
const move = (from: Transfer['from'], to: Transfer['to'], amount: bigint): Transfer =>
  amount < 0n ? { from: to, to: from, amount: -amount } : { from, to, amount };

function booked(moved: StoredMovement, kind: PostingKind, at: Date, transfer: Transfer, currency?: string) {
  const owner = { customerId: null, currency: currency ?? moved.currency, livemode: moved.livemode };
  const by = { kind: 'provider', id: moved.provider } as const;
  return posting(kind, sourceOf(moved), owner, { by, at }, [transfer]);
}

/** Books an unexplained movement to the account of staff's explanation. */
export const explanationPostings = (
  moved: StoredMovement,
  explanation: Explanation,
  booking: Booking,
): Posting[] =>
  posting('explained_by_staff', sourceOf(moved), { customerId: null, ...moved }, booking, [
    move('suspense', explainedAccounts[explanation], ownOf(moved)),
  ]);

const held = ({ provider }: StoredMovement) => `clearing:${provider}` as const;

/** The postings of a movement at its import: its fee, a payout, and a movement of an unknown kind. */
export function importPostings(moved: StoredMovement, at: Date): Posting[] {
  const { kind, amount } = moved;
  return [
    ...booked(moved, 'provider_fee', at, move('provider_fee', held(moved), feeOf(moved))),
    ...(kind === 'payout'
      ? booked(moved, amount < 0n ? 'payout' : 'payout_returned', at, move('bank', held(moved), -amount))
      : []),
    ...(kind === 'other' ? unexplainedPostings(moved, at) : []),
  ];
}

/** Books a movement that nothing in the shop explains. */
export const unexplainedPostings = (moved: StoredMovement, at: Date): Posting[] =>
  booked(moved, 'unexplained', at, move(held(moved), 'suspense', ownOf(moved)));

/**
 * The postings of a movement whose owner has become known: reverses staff's explanation and the booking as unexplained, and
 * books the currency exchange if there was one. `was`: whether it was booked as unexplained, and staff's explanation.
 */
export function ownedPostings(
  moved: StoredMovement,
  was: { unexplained: boolean; explained: Explanation | null },
  at: Date,
): Posting[] {
  return [
    ...(was.explained === null
      ? []
      : booked(
          moved,
          'explanation_undone',
          at,
          move(explainedAccounts[was.explained], 'suspense', ownOf(moved)),
        )),
    ...(was.unexplained ? booked(moved, 'explained', at, move('suspense', held(moved), ownOf(moved))) : []),
    ...(isExchanged(moved)
      ? [
          ...booked(
            moved,
            'exchanged_from',
            at,
            move('exchange', held(moved), moved.original),
            moved.original_currency,
          ),
          ...booked(moved, 'exchanged_to', at, move(held(moved), 'exchange', moved.amount)),
        ]
      : []),
  ];
}
