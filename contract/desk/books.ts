import * as z from 'zod/mini';
import type { DeskEndpoint } from './endpoint.ts';
import { isoDay } from '#contract/iso-day.ts';
import { isAccount } from './ledger-words.ts';
import { text } from '#contract/text.ts';
import { pageLimit } from '#contract/page-limit.ts';

/** Maximum number of days of a period, about a year and a month. */
export const longestPeriod = 400;

/** A period by its first and its last day, both included. */
export const period = z.strictObject({ from: isoDay, to: isoDay });
const dayParams = z.strictObject({ day: isoDay });

/** A book: the postings of one currency, in live or test mode. */
export const book = z.object({ currency: z.string(), livemode: z.boolean() });
export type Book = z.output<typeof book>;

/**
 * Postings of one kind between two accounts, added up; `amount` in minor units. `postedOn`: an earlier, already closed day
 * (ISO date) of postings that were committed after that day was closed.
 */
const movement = z.object({
  kind: z.string(),
  from: z.string(),
  to: z.string(),
  count: z.int(),
  amount: z.int(),
  postedOn: z.optional(z.string()),
});
export type Movement = z.output<typeof movement>;

/** Positive balances whose last transaction is at least `days` days old, but less than the next group's. Minor units. */
export const idleGroup = z.object({ days: z.int(), customers: z.int(), amount: z.int() });
export type IdleGroup = z.output<typeof idleGroup>;

/**
 * One account over a period, in minor units. `opening` and `closing`: a positive amount is a credit balance. `number`: the
 * accountant's number of the account; null when there is none.
 */
const accountTotals = z.object({
  account: z.string(),
  number: z.nullable(z.string()),
  opening: z.int(),
  debit: z.int(),
  credit: z.int(),
  closing: z.int(),
});
export type AccountTotals = z.output<typeof accountTotals>;

/** Lines of one product in the orders paid in a period. `amount`: their prices when ordered, in minor units. */
const productSales = z.object({ title: z.string(), currency: z.string(), lines: z.int(), amount: z.int() });

const shownBooks = z.object({
  from: z.string(),
  to: z.string(),
  /** The first and the last closed day (ISO dates) of the period; null when none is closed. */
  firstClosed: z.nullable(z.string()),
  lastClosed: z.nullable(z.string()),
  books: z.array(
    z.extend(book, {
      accounts: z.array(accountTotals),
      movements: z.array(movement),
      idle: z.nullable(z.array(idleGroup)),
    }),
  ),
  sales: z.array(productSales),
});
export type ShownBooks = z.output<typeof shownBooks>;

/** A closed day. Minor units: money received, revenue earned and money refunded on it, and what the shop owes at its end. */
const closedDay = z.extend(book, {
  day: z.string(),
  received: z.int(),
  earned: z.int(),
  returned: z.int(),
  balances: z.int(),
  unearned: z.int(),
  signedBy: z.array(z.string()),
});
export type ClosedDay = z.output<typeof closedDay>;

const dayList = z.object({ days: z.array(closedDay), nextCursor: z.nullable(z.string()) });

/** A closed day with its signatures. `matches`: whether the ledger's postings of the day are exactly those in the closes. */
const shownDay = z.object({
  day: z.string(),
  closedAt: z.string(),
  matches: z.boolean(),
  seal: z.nullable(z.object({ place: z.string(), hash: z.string() })),
  signatures: z.array(z.object({ name: z.string(), at: z.string(), note: z.string(), isMine: z.boolean() })),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
});
export type ShownDay = z.output<typeof shownDay>;

const accountNumbers = z.array(
  z.strictObject({
    account: z.string().check(z.refine(isAccount, { error: 'The ledger has no account with this code' })),
    number: text({ label: 'Account number', min: 0, max: 20 }),
  }),
);

/** The calls of the books, for the desk's table. */
export const booksEndpoints = {
  listDays: {
    method: 'GET',
    path: '/api/desk/books/days',
    may: 'money.see',
    summary: 'List closed days, newest first',
    query: z.strictObject({
      cursor: z.optional(isoDay),
      limit: pageLimit(100, 31),
    }),
    status: 200,
    answer: dayList,
  },
  showDay: {
    method: 'GET',
    path: '/api/desk/books/days/:day',
    may: 'money.see',
    summary: 'Show who signed off a closed day, and whether the ledger still matches it',
    params: dayParams,
    status: 200,
    answer: shownDay,
  },
  signDay: {
    method: 'POST',
    path: '/api/desk/books/days/:day/sign',
    may: 'money.export',
    fresh: true,
    summary: 'Sign off a closed day, once per person',
    params: dayParams,
    body: z.strictObject({ note: text({ label: 'Note', min: 0, max: 500 }) }),
    status: 204,
  },
  showBooks: {
    method: 'GET',
    path: '/api/desk/books',
    may: 'money.see',
    summary: 'Show the trial balance, movements and sales of a period of closed days',
    query: period,
    status: 200,
    answer: shownBooks,
  },
  numberAccounts: {
    method: 'POST',
    path: '/api/desk/books/account-numbers',
    may: 'money.export',
    fresh: true,
    summary: 'Set the account numbers that the journal uses',
    body: z.strictObject({ accounts: accountNumbers }),
    status: 204,
  },
  exportJournal: {
    method: 'POST',
    path: '/api/desk/books/journal',
    may: 'money.export',
    fresh: true,
    summary: 'Download the journal of a period of closed days as CSV',
    body: period,
    status: 200,
    answer: { bytes: 'text/csv' },
  },
} as const satisfies Record<string, DeskEndpoint>;
