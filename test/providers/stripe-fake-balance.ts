import type Stripe from 'stripe';
import type { Clock } from '#server/process/clock.ts';
import { ApiRefusal } from './fake-api-server.ts';
import type { FakeAccount } from './provider-fake.ts';
import { type FakePayment, newId } from './stripe-fake-payment.ts';

type Moved = Stripe.BalanceTransaction;
/** A movement of the account itself. */
type Other = { type: Moved['type']; amount: number; fee?: number; category?: string; source?: object };

export type FakeBalance = Omit<FakeAccount, 'payOut'> & {
  /** Every movement, oldest first. */
  moved: Moved[];
  /**
   * Later payments are exchanged to another currency, in which the balance is paid out. `rate`: the value of one unit of their
   * currency in it.
   */
  settleIn(currency: string, rate: number): void;
  /** Adds the movements of payments, refunds and disputes since the last call. */
  record(): void;
  /** Adds a movement of the account itself. */
  add(other: Other): Moved;
  payOut(options?: { automatic?: boolean }): Stripe.Payout | undefined;
  /** The movements, newest first. */
  list(params: Stripe.BalanceTransactionListParams): Moved[];
};

/** The fee of a European card at Stripe: 2.9% and 30 minor units. */
const feeOf = (amount: number) => Math.round(amount * 0.029) + 30;
const daySeconds = 86_400;

/** The account's balance at the fake Stripe. It is computed from the payments' states, so that it reflects every act. */
export function openBalance({
  clock,
  payments,
}: {
  clock: Clock;
  payments: () => Iterable<FakePayment>;
}): FakeBalance {
  const moved: Moved[] = [];
  const sources = new Map<string, object>();
  const inPayout = new Map<string, string>();
  let settled: { currency: string; rate: number } | undefined;
  let currencyOfAccount = 'usd';
  const known = new Set<string>();

  /** Adds a movement of `amount` in `currency`, exchanged if the account settles in another currency. */
  function write(
    key: string,
    { type, amount, fee = 0, category = type, source }: Other & { source?: { id: string } | undefined },
    currency: string,
  ): Moved {
    known.add(key);
    const rate = settled && settled.currency !== currency ? settled.rate : null;
    const seconds = Math.floor(clock().getTime() / 1000);
    const own = rate === null ? amount : Math.round(amount * rate);
    const one: Moved = {
      id: newId('txn'),
      object: 'balance_transaction',
      amount: own,
      available_on: seconds + 2 * daySeconds,
      balance_type: 'payments',
      created: seconds,
      currency: rate === null ? currency : settled!.currency,
      description: null,
      exchange_rate: rate,
      fee,
      fee_details: [],
      net: own - fee,
      reporting_category: category,
      source: source?.id ?? null,
      status: 'pending',
      type,
    };
    if (source) sources.set(source.id, source);
    moved.push(one);
    return one;
  }

  function recordPayment({ intent, session, metadata, refunds, disputes }: FakePayment): void {
    if (!intent || session.payment_status !== 'paid') return;
    const { amount_received: amount, currency } = intent;
    const charge = { id: `ch_${intent.id}`, object: 'charge', amount, currency, metadata };
    if (!known.has(charge.id))
      write(charge.id, { type: 'charge', amount, fee: feeOf(amount), source: charge }, currency);
    for (const refund of refunds) {
      if (!known.has(refund.id))
        write(refund.id, { type: 'refund', amount: -refund.amount, source: refund }, currency);
      const isBack = refund.status === 'failed' || refund.status === 'canceled';
      if (isBack && !known.has(`${refund.id} back`))
        write(
          `${refund.id} back`,
          { type: 'refund_failure', amount: refund.amount, source: refund },
          currency,
        );
    }
    for (const dispute of disputes)
      for (const [index, taken] of dispute.balance_transactions.entries())
        if (!known.has(taken.id)) {
          const { id, amount: own, fee, reporting_category: category } = taken;
          const one = write(
            id,
            { type: 'adjustment', category, amount: own, fee, source: dispute },
            taken.currency,
          );
          one.id = id;
          // a dispute lists its movements in the balance's currency
          dispute.balance_transactions[index] = one;
        }
  }

  const balance: FakeBalance = {
    moved,
    settleIn(currency, rate) {
      settled = { currency, rate };
      currencyOfAccount = currency;
    },
    record: () => {
      for (const payment of payments()) recordPayment(payment);
    },
    add({ source, ...other }) {
      const own = source && { id: newId('src'), ...source };
      return write(own?.id ?? newId('key'), { ...other, ...(own ? { source: own } : {}) }, currencyOfAccount);
    },
    payOut({ automatic = true } = {}) {
      balance.record();
      const waiting = moved.filter(({ id, currency }) => !inPayout.has(id) && currency === currencyOfAccount);
      const amount = waiting.reduce((sum, { net }) => sum + net, 0);
      if (amount <= 0) return undefined;
      const payout = {
        id: newId('po'),
        object: 'payout',
        amount,
        currency: currencyOfAccount,
        automatic,
        arrival_date: Math.floor(clock().getTime() / 1000) + 2 * daySeconds,
        metadata: {},
      } as Stripe.Payout;
      for (const { id } of waiting) inPayout.set(id, payout.id);
      const own = write(payout.id, { type: 'payout', amount: -amount, source: payout }, currencyOfAccount);
      inPayout.set(own.id, payout.id);
      return payout;
    },
    held(currency = 'usd') {
      balance.record();
      return moved.reduce((sum, one) => sum + (one.currency === currency ? one.net : 0), 0);
    },
    chargeFee: (amount) => void balance.add({ type: 'stripe_fee', amount: -amount }),
    failPayout({ id }) {
      const payout = sources.get(id) as Stripe.Payout;
      write(
        `${payout.id} back`,
        { type: 'payout_failure', amount: payout.amount, source: payout },
        payout.currency,
      );
    },
    list({ created, payout, expand }) {
      balance.record();
      const shows = expand?.includes('data.source') ?? false;
      if (payout !== undefined && (sources.get(payout) as Stripe.Payout | undefined)?.automatic !== true)
        throw new ApiRefusal(400, 'Balance transaction history can only be filtered on automatic transfers');
      const { gte = 0 } = (created ?? {}) as Stripe.RangeQueryParam;
      return moved
        .filter((one) => (payout === undefined ? one.created >= gte : inPayout.get(one.id) === payout))
        .toReversed()
        .map((one) => {
          const source = shows && typeof one.source === 'string' ? sources.get(one.source) : undefined;
          return source ? { ...one, source: structuredClone(source) as Moved['source'] } : one;
        });
    },
  };
  return balance;
}
