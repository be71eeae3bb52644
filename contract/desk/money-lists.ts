import * as z from 'zod/mini';
import { book, idleGroup, period } from './books.ts';
import { movementKinds } from './money.ts';
import type { DeskEndpoint } from './endpoint.ts';
import { pageLimit } from '#contract/page-limit.ts';
import { addProblem, text } from '#contract/text.ts';

/** Whether a text is a cursor: the last entry's time and ID. */
const isCursor = (typed: string): boolean => {
  const [at, id, ...more] = typed.split('_');
  return more.length === 0 && z.safeParse(z.iso.datetime(), at).success && /^[\w-]{1,60}$/.test(id ?? '');
};

/** How an order was paid: by card, from the balance, or with both. Deposits are paid by card. */
export const paidWays = ['card', 'balance', 'mixed'] as const;
export type PaidWay = (typeof paidWays)[number];

/**
 * Sales of one product, paid in one way through one provider. Minor units. `product`: null for deposits. `provider`: null for
 * orders paid from the balance. `count`: number of order lines or deposits.
 */
const saleGroup = z.object({
  product: z.nullable(z.string()),
  provider: z.nullable(z.string()),
  way: z.enum(paidWays),
  count: z.int(),
  paid: z.int(),
  refunded: z.int(),
});
export type SaleGroup = z.output<typeof saleGroup>;

/**
 * A provider's payments, refunds and so on, in minor units. `disputed`: debited for disputes less what was returned. `paidOut`:
 * paid out to the bank less what was returned. `other`: currency exchanges, and movements booked without a payment. `net`: the
 * change of the provider's clearing account.
 */
const providerTotals = z.object({
  provider: z.string(),
  payments: z.int(),
  received: z.int(),
  refunded: z.int(),
  disputed: z.int(),
  fees: z.int(),
  paidOut: z.int(),
  other: z.int(),
  net: z.int(),
});
export type ProviderTotals = z.output<typeof providerTotals>;

/** A closed day's orders and deposits, in minor units. `count`: number of order lines and deposits. */
const dayTotals = z.object({
  day: z.string(),
  count: z.int(),
  orders: z.int(),
  deposits: z.int(),
  refunded: z.int(),
});

const shownTotals = z.object({
  /** The first and the last closed day (ISO dates) of the period; null when none is closed. */
  firstClosed: z.nullable(z.string()),
  lastClosed: z.nullable(z.string()),
  books: z.array(
    z.extend(book, {
      groups: z.array(saleGroup),
      providers: z.array(providerTotals),
      /** Oldest first. */
      days: z.array(dayTotals),
      /** Whether the orders' paid and refunded sums equal those in the closes. */
      matches: z.boolean(),
    }),
  ),
});
export type ShownTotals = z.output<typeof shownTotals>;

/** The sides of a roll-forward: deferred revenue, and all customers' balances. */
export const rollSides = ['unearned', 'balances'] as const;
export type RollSide = (typeof rollSides)[number];

/** A roll-forward, in minor units. `changes`: by kind of posting; a positive change increases the amount. */
const roll = z.object({
  opening: z.int(),
  changes: z.array(z.object({ kind: z.string(), amount: z.int() })),
  closing: z.int(),
});
export type Roll = z.output<typeof roll>;

const shownRolls = z.object({
  firstClosed: z.nullable(z.string()),
  lastClosed: z.nullable(z.string()),
  books: z.array(
    z.extend(book, {
      sides: z.array(
        z.object({
          side: z.enum(rollSides),
          whole: roll,
          /** Oldest first. */
          days: z.array(z.extend(roll, { day: z.string() })),
        }),
      ),
    }),
  ),
});
export type ShownRolls = z.output<typeof shownRolls>;

const shownIdle = z.object({
  /** The last closed day of the period; null when none is. */
  day: z.nullable(z.string()),
  /** `groups`: null for a day that was closed together with later ones: only the newest day's balances are counted. */
  books: z.array(z.extend(book, { groups: z.nullable(z.array(idleGroup)) })),
});
export type ShownIdle = z.output<typeof shownIdle>;

/** The accountant's lists: refunds, disputes, and goodwill (credits, debits and late surcharges). */
export const moneyLists = ['refunds', 'disputes', 'goodwill'] as const;
export type MoneyList = (typeof moneyLists)[number];

/** A refund, a dispute, a credit or debit by staff, or a refunded express surcharge. Amounts in minor units. */
const moneyEntry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  kind: z.enum(['refund', 'dispute', 'credit', 'debit', 'surcharge']),
  /** The number of the order or deposit. */
  number: z.nullable(z.string()),
  /** The name; null for staff without the permission `customer.see`. */
  customer: z.nullable(z.string()),
  customerId: z.string(),
  amount: z.int(),
  currency: z.string(),
  livemode: z.boolean(),
  /** The destination of a refund. */
  to: z.nullable(z.enum(['card', 'balance'])),
  provider: z.nullable(z.string()),
  status: z.nullable(z.string()),
  reason: z.string(),
  /** The actor; of a dispute, who answered it. */
  by: z.nullable(z.string()),
  /** Of a dispute: the chargeback less what was reversed. */
  lost: z.nullable(z.int()),
  fee: z.nullable(z.int()),
});
export type MoneyEntry = z.output<typeof moneyEntry>;

/** Entries of one kind in the period, added up; minor units. */
const entryTotals = z.extend(book, { kind: z.string(), count: z.int(), amount: z.int() });

const entryPage = z.object({
  entries: z.array(moneyEntry),
  nextCursor: z.nullable(z.string()),
  /** Of the whole period; null after the first page. */
  totals: z.nullable(z.array(entryTotals)),
});

/**
 * A provider's balance, in minor units: by the books (`booked`) and by its movements (`held`). The difference consists of
 * `notImported` (booked, but not listed by the provider yet), `notBooked` (listed, but not booked yet) and `other`.
 */
const tie = z.extend(book, {
  provider: z.string(),
  checkedAt: z.iso.datetime(),
  booked: z.int(),
  held: z.int(),
  notImported: z.int(),
  notBooked: z.int(),
  other: z.int(),
});
export type ProviderBalanceComparison = z.output<typeof tie>;

/**
 * A payout to the bank, or its return. `amount` is positive, in minor units. `state`: `returned` is a payout that was returned
 * later, `back` is the return itself. `arrivesOn`: when the bank should receive it.
 */
const payout = z.extend(book, {
  id: z.string(),
  provider: z.string(),
  reference: z.nullable(z.string()),
  at: z.iso.datetime(),
  amount: z.int(),
  arrivesOn: z.nullable(z.iso.datetime()),
  state: z.enum(['sent', 'returned', 'back']),
});
export type Payout = z.output<typeof payout>;

/** Fees of one kind of movement in a period; minor units. */
const feeTotals = z.extend(book, {
  provider: z.string(),
  kind: z.enum(movementKinds),
  count: z.int(),
  amount: z.int(),
});
export type FeeTotals = z.output<typeof feeTotals>;

/**
 * How staff explain a movement that matches nothing in the shop. `owner`: money of the owner or of the owner's other business.
 */
export const explanations = ['fee', 'bank', 'owner', 'other'] as const;
export type Explanation = (typeof explanations)[number];
/** The account to which each explanation is booked. */
export const explainedAccounts = {
  fee: 'provider_fee',
  bank: 'bank',
  owner: 'owner',
  other: 'other',
} as const satisfies Record<Explanation, string>;
/** Maximum length in code points. */
export const explanationNote = { max: 500 };

/** A movement booked as unexplained. `amount`: without its fee, in minor units; positive when the provider's balance grew. */
const unexplainedMovement = z.extend(book, {
  provider: z.string(),
  id: z.string(),
  kind: z.enum(movementKinds),
  /** The provider's own word for the kind of movement. */
  word: z.string(),
  amount: z.int(),
  at: z.iso.datetime(),
  /** The provider's reference of the movement's payment, refund, dispute or payout. */
  about: z.nullable(z.string()),
});
export type UnexplainedMovement = z.output<typeof unexplainedMovement>;

/**
 * `by`: who explained it. `number`: the order or deposit that was found later to be its owner, which reversed the explanation.
 */
const explainedMovement = z.extend(unexplainedMovement, {
  explanation: z.enum(explanations),
  note: z.string(),
  by: z.string(),
  explainedAt: z.iso.datetime(),
  number: z.nullable(z.string()),
});
export type ExplainedMovement = z.output<typeof explainedMovement>;

const explanationFields = {
  explanation: z.enum(explanations, { error: 'Choose what the transaction was' }),
  note: text({ label: 'Note', max: explanationNote.max, lines: true }),
};
const noteOfOther = z.check<{ explanation: Explanation; note: string }>((context) => {
  const { explanation, note } = context.value;
  if (explanation === 'other' && note === '')
    addProblem(context, ['note'], 'Enter a note that says what the transaction was');
});
/** A person's explanation of a movement. `other` needs a note. */
export const explanationForm = z.strictObject(explanationFields).check(noteOfOther);
const explainBody = z
  .strictObject({
    provider: text({ label: 'Provider', min: 1, max: 40, emptyMessage: 'Choose a transaction' }),
    livemode: z.boolean({ error: '“livemode” must be true or false' }),
    id: text({ label: 'Transaction', min: 1, max: 255, emptyMessage: 'Choose a transaction' }),
    ...explanationFields,
  })
  .check(noteOfOther);

const shownPayouts = z.object({
  ties: z.array(tie),
  /** The time up to which each provider's movements are imported. `failure`: why the last import failed. */
  imports: z.array(
    z.object({
      provider: z.string(),
      livemode: z.boolean(),
      importedTo: z.nullable(z.iso.datetime()),
      failure: z.nullable(z.string()),
    }),
  ),
  /** Configured providers whose movements the shop can't list. */
  withoutImport: z.array(z.object({ provider: z.string(), livemode: z.boolean() })),
  fees: z.array(feeTotals),
  /** Newest first. */
  payouts: z.array(payout),
  /** Whether the period has more payouts than are listed. */
  hasMore: z.boolean(),
  /** All unexplained movements, not only the period's, newest first. `total` counts also those that aren't listed. */
  unexplained: z.object({ total: z.int(), rows: z.array(unexplainedMovement) }),
  /** The movements that staff explained in the period, newest first. */
  explained: z.array(explainedMovement),
});
export type ShownPayouts = z.output<typeof shownPayouts>;

/** The reports that can be downloaded as CSV. */
export const reports = ['totals', 'providers', 'roll-forward', 'idle', ...moneyLists, 'payouts'] as const;
export type Report = (typeof reports)[number];

/** The calls of the accountant's reports and lists, for the desk's table. */
export const moneyListEndpoints = {
  showTotals: {
    method: 'GET',
    path: '/api/desk/books/totals',
    may: 'money.see',
    summary: 'Show what was sold on the closed days of a period, by product, provider and payment method',
    query: period,
    status: 200,
    answer: shownTotals,
  },
  showRollForward: {
    method: 'GET',
    path: '/api/desk/books/roll-forward',
    may: 'money.see',
    summary: 'Show how deferred revenue and customers’ balances changed over the closed days of a period',
    query: period,
    status: 200,
    answer: shownRolls,
  },
  showIdle: {
    method: 'GET',
    path: '/api/desk/books/idle',
    may: 'money.see',
    summary: 'Show customers’ balances at the end of a period, by the time since the last transaction',
    query: period,
    status: 200,
    answer: shownIdle,
  },
  listMoneyEntries: {
    method: 'GET',
    path: '/api/desk/money/lists/:list',
    may: 'money.see',
    summary: 'List the refunds, disputes or goodwill adjustments in a period, newest first',
    params: z.strictObject({
      list: z.enum(moneyLists, { error: 'Choose refunds, disputes or goodwill' }),
    }),
    query: z.strictObject({
      ...period.shape,
      cursor: z.optional(z.string().check(z.maxLength(90), z.refine(isCursor, { error: 'Invalid cursor' }))),
      limit: pageLimit(100, 50),
    }),
    status: 200,
    answer: entryPage,
  },
  showPayouts: {
    method: 'GET',
    path: '/api/desk/money/payouts',
    may: 'money.see',
    summary:
      'Show the payouts and fees in a period, and compare each provider’s balance in the books with its transactions',
    query: period,
    status: 200,
    answer: shownPayouts,
  },
  explainMovement: {
    method: 'POST',
    path: '/api/desk/money/movements/explain',
    may: 'money.adjust',
    fresh: true,
    summary: 'Explain an unexplained transaction, and post it to the account of the explanation',
    body: explainBody,
    status: 204,
  },
  exportReport: {
    method: 'POST',
    path: '/api/desk/books/reports/:report',
    may: 'money.export',
    fresh: true,
    summary: 'Download a report or a list of a period as CSV',
    params: z.strictObject({ report: z.enum(reports, { error: 'Choose a report' }) }),
    body: period,
    status: 200,
    answer: { bytes: 'text/csv' },
  },
} as const satisfies Record<string, DeskEndpoint>;
