import { least } from '#contract/money.ts';
import { enqueue, type NewJob } from '#server/jobs/job.ts';
import type { Posting, PostingKind, Transfer } from '#server/ledger/post.ts';
import { earned, posting } from '#server/ledger/postings.ts';
import { system } from '#server/process/actor.ts';
import { type RawBuilder, sql } from 'kysely';
import { disputeEmail } from './dispute-emails.mail.ts';
import type { CapturedPayment } from '#server/payments/refunds/lock-captured-payment.ts';
import type { LinkHandler, OrderStanding } from '#server/payments/payment-deps.ts';
import type { ProviderDispute } from '#server/payments/provider/provider.ts';
import { earnedOf } from '#server/payments/order-price.ts';
import { refundToBalance } from '#server/payments/refunds/refund-to-balance.ts';

/** A dispute as stored. Minor units. */
export type KeptDispute = {
  id: bigint;
  status: ProviderDispute['state'];
  evidence_due_at: Date | null;
  withdrawn: bigint;
  reinstated: bigint;
  fee: bigint;
  steps: number;
  /**
   * The amount in dispute now. Its parts: from the order's price (`from_order`), set aside on the balance (`held`), and the rest,
   * which the customer had already spent.
   */
  receivable: bigint;
  from_order: bigint;
  held: bigint;
  /** The amount that the shop lost. */
  borne: bigint;
};

export type DisputeEffects = { postings: Posting[]; writes: RawBuilder<unknown>[] };

/** The disputed amounts, updated after each movement of money. */
type Parts = Pick<KeptDispute, 'receivable' | 'from_order' | 'held' | 'borne'>;
/** A movement of money: its transfers (one of zero or less isn't posted), and the disputed amounts after it. */
type Move = { transfers: Transfer[]; after: Parts };

// The provider debited money: takes it from the order's price first, and sets the rest aside on the balance, so that the customer
// can't spend it.
function withdraw(payment: CapturedPayment, parts: Parts, amount: bigint, fee: bigint): Move {
  const { provider, left, cash, isForeign } = payment;
  const fromOrder = least(amount, left);
  const held = isForeign ? 0n : least(amount - fromOrder, cash);
  return {
    transfers: [
      { from: 'dispute_receivable', to: `clearing:${provider}`, amount },
      { from: 'provider_fee', to: `clearing:${provider}`, amount: fee },
      { from: 'cash', to: 'disputed', amount: held },
    ],
    after: {
      ...parts,
      receivable: parts.receivable + amount,
      from_order: parts.from_order + fromOrder,
      held: parts.held + held,
    },
  };
}

// The provider returned money: releases what was set aside. Money that is returned after a loss goes to whom the loss was
// charged, the shop first.
function reinstate(
  { provider, debt, isForeign }: CapturedPayment,
  parts: Parts,
  amount: bigint,
  fee: bigint,
): Move {
  const undecided = least(amount, parts.receivable);
  const receivable = parts.receivable - undecided;
  const fromOrder = least(parts.from_order, receivable);
  const held = least(parts.held, receivable - fromOrder);
  const toShop = least(amount - undecided, parts.borne);
  const toCash = amount - undecided - toShop;
  const repaid = isForeign ? 0n : least(toCash, -debt);
  return {
    transfers: [
      { from: `clearing:${provider}`, to: 'dispute_receivable', amount: undecided },
      { from: `clearing:${provider}`, to: 'chargeback_loss', amount: toShop },
      { from: `clearing:${provider}`, to: 'provider_fee', amount: fee },
      { from: `clearing:${provider}`, to: isForeign ? 'suspense' : 'cash', amount: toCash },
      { from: 'cash', to: 'debt', amount: repaid },
      { from: 'disputed', to: 'cash', amount: parts.held - held },
    ],
    after: { receivable, from_order: fromOrder, held, borne: parts.borne - toShop },
  };
}

// The dispute is lost. The order's part is the shop's loss when work was delivered; otherwise that work is no longer owed, and
// none of it was earned. The rest is debited from the balance, and a shortfall becomes a debt. `cash`: the balance's cash at
// this step.
function lose({ isForeign }: CapturedPayment, parts: Parts, cash: bigint, wasDelivered: boolean): Move {
  const spent = parts.receivable - parts.from_order - parts.held;
  const fromCash = isForeign ? 0n : least(spent, cash);
  return {
    transfers: [
      {
        from: wasDelivered ? 'chargeback_loss' : 'unearned',
        to: 'dispute_receivable',
        amount: parts.from_order,
      },
      { from: 'disputed', to: 'dispute_receivable', amount: parts.held },
      { from: 'cash', to: 'dispute_receivable', amount: fromCash },
      { from: isForeign ? 'suspense' : 'debt', to: 'dispute_receivable', amount: spent - fromCash },
    ],
    after: {
      receivable: 0n,
      from_order: 0n,
      held: 0n,
      borne: parts.borne + (wasDelivered ? parts.from_order : 0n),
    },
  };
}

const isFinal = (status: KeptDispute['status']) => status === 'won' || status === 'lost';

/** Whether the report is older than the stored dispute: the totals only grow, and a final status stays. */
const isStale = (kept: KeptDispute, theirs: ProviderDispute) =>
  theirs.withdrawn < kept.withdrawn ||
  theirs.reinstated < kept.reinstated ||
  (isFinal(kept.status) &&
    !isFinal(theirs.state) &&
    theirs.withdrawn === kept.withdrawn &&
    theirs.reinstated === kept.reinstated);

const isSame = (kept: KeptDispute, theirs: ProviderDispute) =>
  kept.steps > 0 &&
  theirs.withdrawn === kept.withdrawn &&
  theirs.reinstated === kept.reinstated &&
  theirs.fee === kept.fee &&
  theirs.state === kept.status &&
  theirs.evidenceDueAt?.getTime() === kept.evidence_due_at?.getTime();

/** A lost dispute is final: the order stays charged back even when the money is returned later. */
function standing(isChargedBack: boolean, disputed: bigint): OrderStanding {
  if (isChargedBack) return 'chargedBack';
  return disputed > 0n ? 'disputed' : 'paid';
}

/**
 * The change that is emailed; undefined when none is. A win is emailed once, when the money is back, whether the money or the
 * provider's status arrives first.
 */
function newsOf({ kept, theirs }: Step, after: Parts, moved: boolean): ProviderDispute['state'] | undefined {
  if (theirs.state !== 'lost' && kept.receivable > 0n && after.receivable === 0n) return 'won';
  if (theirs.state === kept.status && kept.steps > 0) return undefined;
  if (theirs.state !== 'won') return theirs.state;
  const wasBack = kept.status !== 'lost' && kept.withdrawn > 0n && kept.receivable === 0n;
  return after.receivable > 0n || (wasBack && !moved) ? undefined : 'won';
}

type Step = { kept: KeptDispute; theirs: ProviderDispute; wasDelivered: boolean };

/** The movements of money of one report: debited, returned, lost, in this order. */
function movesOf(payment: CapturedPayment, { kept, theirs, wasDelivered }: Step): [PostingKind, Move][] {
  const moves: [PostingKind, Move][] = [];
  let parts: Parts = kept;
  const make = (kind: PostingKind, move: Move) => {
    moves.push([kind, move]);
    parts = move.after;
  };
  const fee = theirs.fee - kept.fee;
  const taken = theirs.withdrawn - kept.withdrawn;
  const returned = theirs.reinstated - kept.reinstated;
  if (taken > 0n || fee > 0n) make('dispute_withdrawn', withdraw(payment, parts, taken, fee));
  if (returned > 0n || fee < 0n) make('dispute_reinstated', reinstate(payment, parts, returned, -fee));
  if (theirs.state === 'lost' && parts.receivable > 0n) {
    // Cash less what earlier movements of this report set aside. No other movement has changed cash yet, because money
    // returns to cash only when nothing is disputed any more.
    const cash = payment.cash - (parts.held - kept.held);
    make('dispute_lost', lose(payment, parts, cash, wasDelivered));
  }
  return moves;
}

/** The increase of the customer's cash by the movements: credits, less what was set aside. */
function freed(moves: readonly [PostingKind, Move][]): bigint {
  let sum = 0n;
  for (const [, { transfers }] of moves)
    for (const { from, to, amount } of transfers) {
      if (to === 'cash') sum += amount;
      if (from === 'cash' && to === 'disputed') sum -= amount;
    }
  return sum;
}

/** The disputed payment's amounts after a step, and the consequences for the order. Minor units. */
type Position = {
  moves: [PostingKind, Move][];
  after: Parts;
  /** The disputed amounts just before the loss; equal to `after` without a loss. */
  atStake: Parts;
  /** Whether a lost dispute took part of the order's price: the order ends. */
  endsOrder: boolean;
  isChargedBack: boolean;
  /** The part of the order's price that was lost: its work is no longer owed. */
  lost: bigint;
  /** The part of the order's price that moves to the balance because the order ended. */
  rest: bigint;
  /** The part of the order's price that is earned because all work is delivered. */
  earnings: bigint;
};

function nextPosition(payment: CapturedPayment, step: Step): Position {
  const { kept, wasDelivered } = step;
  const isOrder = payment.purpose === 'order';
  const moves = movesOf(payment, step);
  const after = moves.at(-1)?.[1].after ?? kept;
  const isLost = moves.at(-1)?.[0] === 'dispute_lost';
  const atStake = isLost ? (moves.at(-2)?.[1].after ?? kept) : after;
  const endsOrder = isLost && atStake.from_order > 0n;
  const lost = endsOrder && !wasDelivered ? atStake.from_order : 0n;
  const left = payment.left - (after.from_order - kept.from_order) - lost;
  const hasEnded = endsOrder || payment.chargedBackAt !== null;
  return {
    moves,
    after,
    atStake,
    endsOrder,
    isChargedBack: isLost && !payment.isForeign && (endsOrder || !isOrder),
    lost,
    // work on a charged-back order stops: the rest of its price goes back to the customer
    rest: isOrder && !payment.isForeign && !wasDelivered && hasEnded && left > 0n ? left : 0n,
    // the rest of a delivered order's price is earned, because the order has ended and no work is left
    earnings: endsOrder && wasDelivered ? payment.price.left - earnedOf(payment.price) : 0n,
  };
}

/**
 * The order's status before and after the report, with the disputes of its other payments. `disputed`: the increase of the link's
 * disputed amount.
 */
function standingOf(payment: CapturedPayment, kept: KeptDispute, { after, endsOrder }: Position) {
  const ofDeposit = payment.isForeign ? 0n : after.receivable - kept.receivable;
  const disputed = payment.purpose === 'order' ? after.from_order - kept.from_order : ofDeposit;
  const wasChargedBack = payment.chargedBackAt !== null;
  return {
    disputed,
    was: standing(wasChargedBack, payment.disputed),
    is: standing(wasChargedBack || endsOrder, payment.disputed + disputed),
  };
}

/** The email about this report, if any. */
function emailOf(
  payment: CapturedPayment,
  step: Step,
  { moves, after, atStake }: Position,
  { was, is }: ReturnType<typeof standingOf>,
  now: Date,
): NewJob[] {
  const about = newsOf(step, after, moves.length > 0);
  if (about === undefined) return [];
  const { kept, wasDelivered } = step;
  const [ofOrder, ofBalance] =
    about === 'won'
      ? [was === 'disputed' && is === 'paid' ? kept.from_order : 0n, freed(moves)]
      : [atStake.from_order, payment.isForeign ? 0n : atStake.receivable - atStake.from_order];
  return [
    disputeEmail.at(now, {
      disputeId: String(kept.id),
      about,
      ofOrder: Number(ofOrder),
      ofBalance: Number(ofBalance),
      isDelivered: Number(wasDelivered),
      step: kept.steps + 1,
    }),
  ];
}

/**
 * The effects of a provider's report of a dispute; undefined when the report is outdated or changes nothing. `wasDelivered`:
 * whether any part of the order was delivered.
 */
export function disputeEffects(
  payment: CapturedPayment,
  step: Step,
  handler: LinkHandler,
  now: Date,
): DisputeEffects | undefined {
  const { kept, theirs } = step;
  if (isStale(kept, theirs) || isSame(kept, theirs)) return undefined;
  const { linkId: id, number, customerId, currency, livemode, price } = payment;
  const owner = { customerId, currency, livemode };
  const by = { kind: 'provider', id: payment.provider } as const;
  const booking = { by, at: now };
  const steps = kept.steps + 1;
  const position = nextPosition(payment, step);
  const { moves, after, lost, rest, earnings, isChargedBack } = position;
  const standings = standingOf(payment, kept, position);
  const { disputed, was, is } = standings;
  const refund =
    rest > 0n
      ? refundToBalance(
          { ...owner, linkId: id, price: { ...price, left: price.left - lost } },
          { amount: rest, by: system, reason: 'The bank reversed another part of the payment' },
          now,
        )
      : { postings: [], writes: [] };
  return {
    postings: [
      ...moves.flatMap(([kind, { transfers }]) =>
        posting(kind, `${kept.id}:${steps}`, owner, booking, transfers),
      ),
      ...refund.postings,
      ...earned(number, owner, booking, earnings),
    ],
    writes: [
      sql`update dispute set status = ${theirs.state}, evidence_due_at = ${theirs.evidenceDueAt}, amount = ${theirs.amount},
        withdrawn = ${theirs.withdrawn}, reinstated = ${theirs.reinstated}, fee = ${theirs.fee}, steps = ${steps},
        receivable = ${after.receivable}, from_order = ${after.from_order}, held = ${after.held}, borne = ${after.borne}
        where id = ${kept.id}`,
      sql`update payment_link set disputed = disputed + ${disputed}, lost = lost + ${lost}, refunded = refunded + ${rest},
        charged_back_at = coalesce(charged_back_at, ${isChargedBack ? now : null}) where id = ${id}`,
      ...refund.writes,
      ...(payment.purpose === 'order' && was !== is
        ? handler.onDisputeChanged(number, { was, is, by }, now)
        : []),
      enqueue(emailOf(payment, step, position, standings, now)),
    ],
  };
}
