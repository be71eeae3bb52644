import { randomBytes } from 'node:crypto';
import type { Clock } from '#server/process/clock.ts';
import { ApiRefusal } from './fake-api-server.ts';
import type { FakePayment } from './mollie-fake.ts';
import type { FakeAccount } from './provider-fake.ts';

type Amount = { currency: string; value: string };
type Context = Record<string, string>;
/** A balance transaction in minor units of the balance's currency. `deductions`: zero or negative. */
type Moved = {
  id: string;
  type: string;
  currency: string;
  initial: number;
  deductions: number;
  details: Record<string, number>;
  context: Context;
  at: Date;
};
/** A movement of the account itself. `details`: parts of the deductions. */
type Other = { type: string; amount: number; details?: Record<string, number>; context?: Context };

export type FakeBalances = FakeAccount & {
  /** Every movement of every balance, oldest first. */
  moved: Moved[];
  /** The permissions of the organization's token. Tests remove some of them. */
  permissions: Set<string>;
  /** Later payments arrive in a balance of another currency. `rate`: the value of one unit of their currency in it. */
  settleIn(currency: string, rate: number): void;
  /** Adds the movements of payments, refunds and chargebacks since the last call. */
  record(): void;
  add(other: Other): Moved;
  /** Cancels a payout before it is sent. */
  cancelPayout(payout: { id: string }): void;
  carryOut(route: BalanceRoute, id: string, query: URLSearchParams): unknown;
};

export const balanceRoutes = [
  'GET /v2/balances',
  'GET /v2/balances/:id/transactions',
  'GET /v2/settlements/:id/payments',
  'GET /v2/settlements/:id/captures',
  'GET /v2/settlements/:id/refunds',
  'GET /v2/settlements/:id/chargebacks',
] as const;
export type BalanceRoute = (typeof balanceRoutes)[number];

/** The permissions that each list needs, https://docs.mollie.com/reference/list-settlement-payments. */
const permissionsFor: Record<BalanceRoute, string[]> = {
  'GET /v2/balances': ['balances.read'],
  'GET /v2/balances/:id/transactions': ['balances.read'],
  'GET /v2/settlements/:id/payments': ['settlements.read', 'payments.read'],
  'GET /v2/settlements/:id/captures': ['settlements.read', 'payments.read'],
  'GET /v2/settlements/:id/refunds': ['settlements.read', 'refunds.read'],
  'GET /v2/settlements/:id/chargebacks': ['settlements.read', 'payments.read'],
};

const newId = (prefix: string) => `${prefix}_${randomBytes(8).toString('hex')}`;
const minor = ({ value }: Amount) => Math.round(Number(value) * 100);
const shownAmount = (amount: number, currency: string): Amount => ({
  currency: currency.toUpperCase(),
  value: (amount / 100).toFixed(2),
});
/** The fees: a card from the EEA costs 1.8% and 25 minor units, a refund 25, a chargeback 1500. */
const feeOf = (amount: number) => Math.round(amount * 0.018) + 25;
const refundFee = 25;
const chargebackFee = 1_500;

const shown = ({ id, type, currency, initial, deductions, details, context, at }: Moved) => ({
  resource: 'balance-transaction',
  id,
  type,
  resultAmount: shownAmount(initial + deductions, currency),
  initialAmount: shownAmount(initial, currency),
  ...(deductions === 0
    ? {}
    : {
        deductions: shownAmount(deductions, currency),
        deductionDetails: Object.fromEntries(
          Object.entries(details).map(([name, part]) => [name, shownAmount(part, currency)]),
        ),
      }),
  createdAt: at.toISOString().replace(/\.\d+Z$/, '+00:00'),
  context,
});

/** A page of a list as Mollie answers it: `from` is the first item of the page. */
function pageOf(path: string, name: string, items: { id: string }[], query: URLSearchParams) {
  for (const key of query.keys())
    if (!['from', 'limit', 'testmode'].includes(key)) throw new ApiRefusal(400, `Unknown parameter ${key}`);
  const limit = Number(query.get('limit') ?? 50);
  if (!Number.isInteger(limit) || limit < 1 || limit > 250) throw new ApiRefusal(400, 'Invalid limit');
  const from = query.get('from');
  const first = from === null ? 0 : items.findIndex(({ id }) => id === from);
  if (first < 0) throw new ApiRefusal(400, 'The from parameter is not an ID of this list');
  const next = items[first + limit];
  const page = items.slice(first, first + limit);
  return {
    count: page.length,
    _embedded: { [name]: page },
    _links: {
      self: { href: `https://api.mollie.com/v2${path}?limit=${limit}`, type: 'application/hal+json' },
      previous: null,
      next: next
        ? {
            href: `https://api.mollie.com/v2${path}?from=${next.id}&limit=${limit}`,
            type: 'application/hal+json',
          }
        : null,
    },
  };
}

/**
 * The organization's balances at the fake Mollie. They are computed from the payments' states, so that they reflect every act.
 */
export function openBalances({
  clock,
  livemode,
  payments,
}: {
  clock: Clock;
  livemode: boolean;
  payments: () => Iterable<FakePayment>;
}): FakeBalances {
  const moved: Moved[] = [];
  const balances = new Map([['usd', newId('bal')]]);
  const known = new Set<string>();
  const inSettlement = new Map<string, string>();
  let settled: { currency: string; rate: number } | undefined;

  type Written = Omit<Other, 'amount'> & { initial: number; fee?: number };
  function write({ type, initial, fee = 0, details = {}, context = {} }: Written, currency: string): Moved {
    const parts = { ...(fee === 0 ? {} : { fees: -fee }), ...details };
    const deductions = Object.values(parts).reduce((sum, part) => sum + part, 0);
    const id = newId('baltr');
    const one = { id, type, currency, initial, deductions, details: parts, context, at: clock() };
    moved.push(one);
    return one;
  }

  /** Adds a movement of a payment once, exchanged if its currency has no balance. */
  function writeOnce(key: string, amount: number, written: Omit<Written, 'initial'>): void {
    if (known.has(key)) return;
    known.add(key);
    const initial = settled ? Math.round(amount * settled.rate) : amount;
    write({ ...written, initial }, settled?.currency ?? 'usd');
  }

  function recordPayment({ id: paymentId, status, amount, refunds, chargebacks }: FakePayment): void {
    if (status !== 'paid') return;
    const paid = minor(amount);
    writeOnce(paymentId, paid, { type: 'payment', fee: feeOf(paid), context: { paymentId } });
    for (const { id: refundId, status: state, amount: back } of refunds) {
      const context = { paymentId, refundId };
      const isOver = state === 'failed' || state === 'canceled';
      // a queued refund waits for enough balance; one that is canceled while queued moves nothing
      if (state !== 'queued' && !isOver)
        writeOnce(refundId, -minor(back), { type: 'refund', fee: refundFee, context });
      if (isOver && known.has(refundId))
        writeOnce(`${refundId} back`, minor(back), { type: 'returned-refund', context });
    }
    for (const { id: chargebackId, amount: back, reversedAt } of chargebacks) {
      const context = { paymentId, chargebackId };
      writeOnce(chargebackId, -minor(back), { type: 'chargeback', fee: chargebackFee, context });
      if (reversedAt !== null)
        writeOnce(`${chargebackId} back`, minor(back), { type: 'chargeback-reversal', context });
    }
  }

  const currencyNow = () => settled?.currency ?? 'usd';
  const transfer = (id: string) =>
    moved.find(({ type, context }) => type === 'outgoing-transfer' && context['settlementId'] === id)!;
  function giveBack(type: string, { id }: { id: string }): void {
    const { initial, currency, context } = transfer(id);
    write({ type, initial: -initial, context }, currency);
  }

  const self: FakeBalances = {
    moved,
    permissions: new Set(Object.values(permissionsFor).flat()),
    settleIn(currency, rate) {
      settled = { currency, rate };
      if (!balances.has(currency)) balances.set(currency, newId('bal'));
    },
    record() {
      for (const payment of payments()) recordPayment(payment);
    },
    add: ({ amount, ...other }) => write({ ...other, initial: amount }, currencyNow()),
    held(currency = 'usd') {
      self.record();
      return moved.reduce(
        (sum, one) => sum + (one.currency === currency ? one.initial + one.deductions : 0),
        0,
      );
    },
    chargeFee(amount) {
      self.add({ type: 'invoice-compensation', amount: -amount, context: { invoiceId: newId('inv') } });
    },
    payOut() {
      self.record();
      const currency = currencyNow();
      const waiting = moved.filter((one) => one.currency === currency && !inSettlement.has(one.id));
      const amount = waiting.reduce((sum, { initial, deductions }) => sum + initial + deductions, 0);
      if (amount <= 0) return undefined;
      const id = newId('stl');
      for (const one of waiting) inSettlement.set(one.id, id);
      const context = { settlementId: id, transferId: newId('trf') };
      inSettlement.set(write({ type: 'outgoing-transfer', initial: -amount, context }, currency).id, id);
      return { id };
    },
    failPayout: (payout) => giveBack('returned-transfer', payout),
    cancelPayout: (payout) => giveBack('canceled-outgoing-transfer', payout),
    carryOut(route, id, query) {
      const missing = permissionsFor[route].filter((permission) => !self.permissions.has(permission));
      if (missing.length > 0)
        throw new ApiRefusal(403, `The access token lacks the permissions: ${missing.join(', ')}`);
      const isTest = query.get('testmode') === 'true';
      self.record();
      if (route === 'GET /v2/balances') {
        const listed = [...balances].map(([currency, balance]) => ({
          resource: 'balance',
          id: balance,
          mode: livemode ? 'live' : 'test',
          currency: currency.toUpperCase(),
          description: `${currency} balance`,
          status: 'active',
        }));
        return pageOf('/balances', 'balances', isTest === livemode ? [] : listed, query);
      }
      if (route === 'GET /v2/balances/:id/transactions') {
        const [currency] = [...balances].find(([, balance]) => balance === id) ?? [];
        if (currency === undefined || isTest === livemode)
          throw new ApiRefusal(404, `No balance exists with token ${id}.`);
        const listed = moved.filter((one) => one.currency === currency).toReversed();
        return pageOf(`/balances/${id}/transactions`, 'balance_transactions', listed.map(shown), query);
      }
      if (query.has('testmode')) throw new ApiRefusal(400, 'Unknown parameter testmode');
      if (transfer(id) === undefined) throw new ApiRefusal(404, `No settlement exists with token ${id}.`);
      const name = route.split('/').at(-1)!;
      const has = { payments: 'payment', refunds: 'refund', chargebacks: 'chargeback' }[name];
      const listed = moved
        .filter((one) => one.type === has && inSettlement.get(one.id) === id)
        .map(({ context: { paymentId, refundId, chargebackId } }) => ({
          id: (chargebackId ?? refundId ?? paymentId)!,
          paymentId,
        }));
      return pageOf(`/settlements/${id}/${name}`, name, listed, query);
    },
  };
  return self;
}
