import * as z from 'zod/mini';
import type { DeskEndpoint } from './endpoint.ts';
import { isoDay } from '#contract/iso-day.ts';
import { text } from '#contract/text.ts';
import { pageLimit } from '#contract/page-limit.ts';

/** The parts of the nightly checks, in the order in which the desk lists them. */
export const healthParts = ['ledger', 'balances', 'payments', 'providers', 'log'] as const;
export type HealthPart = (typeof healthParts)[number];

const timestamp = z.iso.datetime();
const money = z.int();
const maybe = z.nullable(z.string());

/** How a button can repair a finding: retry a webhook event, sync a payment with its provider, or explain movements. */
const mend = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('retry'), eventId: z.string() }),
  z.object({ kind: z.literal('sync'), number: z.string() }),
  z.object({ kind: z.literal('explain') }),
]);
export type Mend = z.output<typeof mend>;

/** A difference that a check found. `means` and `todo` are also in docs/runbook.md. */
const finding = z.object({ words: z.string(), means: z.string(), todo: z.string(), mend: z.nullable(mend) });
export type Finding = z.output<typeof finding>;

const check = z.object({
  part: z.enum(healthParts),
  /** Null: not checked yet. */
  checkedAt: z.nullable(timestamp),
  findings: z.array(finding),
  /** Further findings of the same check that aren't listed. */
  more: z.int(),
  /** Payments compared with their providers; null for the other parts. */
  compared: z.nullable(z.int()),
  /** Why the check couldn't finish. */
  failure: maybe,
});
export type HealthCheck = z.output<typeof check>;

/** A part of a list: its oldest or most urgent rows. `total`: the number of all. */
const listOf = <Row extends z.ZodMiniType>(row: Row) => z.object({ total: z.int(), rows: z.array(row) });

/** A webhook event that isn't applied. `number`: its order or deposit. `error`: that of the last try. */
const waitingEvent = z.object({
  eventId: z.string(),
  provider: z.string(),
  type: z.string(),
  reference: maybe,
  number: maybe,
  receivedAt: timestamp,
  error: maybe,
  /** Whether the shop searched for its payment and doesn't know it. Only such an event can be dismissed. */
  isUnknown: z.boolean(),
});

/** A webhook event of an unknown payment that somebody dismissed. */
const dismissedEvent = z.object({
  eventId: z.string(),
  provider: z.string(),
  type: z.string(),
  reference: maybe,
  by: z.string(),
  at: timestamp,
  note: z.string(),
});

/** An email that couldn't be sent. `about`: the order or deposit. `nextTry`: the next retry; `failedAt`: when retries ended. */
const failedEmail = z.object({
  id: z.string(),
  email: z.string(),
  about: maybe,
  failedAt: z.nullable(timestamp),
  nextTry: z.nullable(timestamp),
  error: maybe,
});

const moneyRow = { number: z.string(), amount: money, currency: z.string() };
/** What waits for a retry, a provider, a bank or a decision. Amounts in minor units. */
const waiting = z.object({
  events: listOf(waitingEvent),
  /** Events dismissed in the last 31 days, newest first. */
  dismissed: listOf(dismissedEvent),
  emails: listOf(failedEmail),
  /** Card refunds that the provider hasn't completed. */
  refunds: listOf(z.object({ ...moneyRow, since: timestamp })),
  /** Payments received in another currency than requested. */
  reviews: listOf(z.object({ ...moneyRow, since: timestamp })),
  /**
   * Open disputes. `dueAt`: the deadline for the shop's answer to the bank. `isAnswered`: staff marked the dispute as answered.
   */
  disputes: listOf(
    z.object({ ...moneyRow, dueAt: z.nullable(timestamp), isInquiry: z.boolean(), isAnswered: z.boolean() }),
  ),
});
export type MoneyWaiting = z.output<typeof waiting>;

const moneyHealth = z.object({ isRunning: z.boolean(), checks: z.array(check), waiting });
export type MoneyHealth = z.output<typeof moneyHealth>;

/** The states of a payment in the desk's list. `canceled`: its link was cancelled. */
export const paymentStates = [
  'waiting',
  'processing',
  'paid',
  'partlyRefunded',
  'refunded',
  'disputed',
  'lost',
  'review',
  'expired',
  'canceled',
] as const;
export type PaymentState = (typeof paymentStates)[number];

/** The value of the filter `paidWith` for payments from the balance alone; the other values are providers. */
export const fromBalance = 'balance';

/** The payment of an order or a deposit, identified by that number. Amounts in minor units. */
const paymentRow = z.object({
  number: z.string(),
  purpose: z.enum(['order', 'deposit']),
  /** "Ann Lee", or "Ann L." for callers without `customer.see`. */
  customer: z.string(),
  amount: money,
  currency: z.string(),
  livemode: z.boolean(),
  /** The provider that has collected money, or is collecting it; null without one. */
  provider: maybe,
  state: z.enum(paymentStates),
  createdAt: timestamp,
});
export type PaymentRow = z.output<typeof paymentRow>;

const transfer = z.object({ from: z.string(), to: z.string(), amount: money, currency: z.string() });
/** A posting in the ledger. ledger-words.ts has the words for `kind` and the accounts. `memo`: the reason. */
const trailPosting = z.object({
  id: z.string(),
  at: timestamp,
  kind: z.string(),
  by: z.string(),
  memo: maybe,
  transfers: z.array(transfer),
});

/** Kinds of movements of a provider's balance. `fee`: a fee of the account, not of a payment. `other`: unknown to the shop. */
export const movementKinds = ['payment', 'refund', 'dispute', 'payout', 'fee', 'other'] as const;
export type MovementKind = (typeof movementKinds)[number];

/** Everything about a payment: its link, attempts, webhook events, postings, refunds, disputes, and where its money is now. */
const paymentTrail = z.object({
  ...paymentRow.shape,
  /** Null for callers without `customer.see`. */
  customerId: maybe,
  /** When the payment link expires. */
  expiresAt: timestamp,
  /** When the payment link was paid, expired or was cancelled. */
  closedAt: z.nullable(timestamp),
  /** Whether the link was paid. Money received for a link that expired or was cancelled goes to the balance. */
  isPaid: z.boolean(),
  attempts: z.array(
    z.object({
      id: z.string(),
      provider: z.string(),
      reference: maybe,
      livemode: z.boolean(),
      /** The amount to be paid online. */
      amount: money,
      /** The amount held on the balance meanwhile. */
      held: money,
      status: z.string(),
      /** The received amount, in `currency`. */
      captured: z.nullable(money),
      currency: z.string(),
      createdAt: timestamp,
      closedAt: z.nullable(timestamp),
    }),
  ),
  events: z.array(
    z.object({
      eventId: z.string(),
      type: z.string(),
      receivedAt: timestamp,
      appliedAt: z.nullable(timestamp),
      error: maybe,
    }),
  ),
  refunds: z.array(
    z.object({
      amount: money,
      to: z.enum(['card', 'balance']),
      status: z.enum(['requested', 'pending', 'succeeded', 'failed']),
      reason: z.string(),
      by: z.string(),
      reference: maybe,
      createdAt: timestamp,
      closedAt: z.nullable(timestamp),
    }),
  ),
  disputes: z.array(
    z.object({
      id: z.string(),
      amount: money,
      fee: money,
      status: z.enum(['inquiry', 'open', 'won', 'lost', 'unknown']),
      reason: maybe,
      reference: z.string(),
      dueAt: z.nullable(timestamp),
      createdAt: timestamp,
      /** Who marked the dispute as answered at the provider, and when; null when nobody did. */
      answered: z.nullable(z.object({ by: z.string(), at: timestamp })),
    }),
  ),
  /**
   * The imported movements of the payment: the provider's balance changed by `amount - fee`. `payout`: the payout with this
   * money.
   */
  movements: z.array(
    z.object({
      id: z.string(),
      provider: z.string(),
      kind: z.enum(movementKinds),
      amount: money,
      fee: money,
      currency: z.string(),
      at: timestamp,
      payout: z.nullable(
        z.object({ reference: z.string(), arrivesOn: z.nullable(timestamp), isReturned: z.boolean() }),
      ),
    }),
  ),
  postings: z.array(trailPosting),
  /**
   * Where the money of these postings is now: the accounts whose sum isn't zero. A positive amount is a credit balance. Money
   * that was paid out is in `bank`.
   */
  whereNow: z.array(z.object({ account: z.string(), amount: money, currency: z.string() })),
  /** Whether the payment can be synced with a provider. */
  canSync: z.boolean(),
});
export type PaymentTrail = z.output<typeof paymentTrail>;

const paymentParams = z.strictObject({ number: z.string().check(z.maxLength(40)) });
const disputeParams = z.strictObject({
  id: z.string().check(z.regex(/^\d{1,18}$/, { error: 'Invalid dispute ID' })),
});
const counted = z.object({ count: z.int() });

const eventId = text({ label: 'Webhook event', min: 1, max: 255, emptyMessage: 'Choose a webhook event' });
/** Maximum length in code points. */
export const dismissalBounds = { max: 500 };
const dismissalNote = text({
  label: 'Note',
  min: 1,
  max: dismissalBounds.max,
  lines: true,
  emptyMessage: 'Enter a note that says why nothing needs to be done',
});
export const dismissalForm = z.strictObject({ note: dismissalNote });

/** The calls about the health of the money, for the desk's table. */
export const moneyEndpoints = {
  showMoneyHealth: {
    method: 'GET',
    path: '/api/desk/money/health',
    may: 'money.see',
    summary:
      'Show the results of the latest money checks, and what is waiting: events, emails, refunds and disputes',
    status: 200,
    answer: moneyHealth,
  },
  checkMoney: {
    method: 'POST',
    path: '/api/desk/money/check',
    may: 'money.repair',
    summary: 'Check the books, the providers’ records and the audit log now; changes nothing',
    status: 204,
  },
  retryEvents: {
    method: 'POST',
    path: '/api/desk/money/events/retry',
    may: 'money.repair',
    summary: 'Retry one webhook event, or all unprocessed ones',
    body: z.strictObject({ eventId: z.nullable(eventId) }),
    status: 200,
    answer: counted,
  },
  dismissEvent: {
    method: 'POST',
    path: '/api/desk/money/events/dismiss',
    may: 'money.repair',
    summary: 'Dismiss a webhook event about an unknown payment',
    body: z.strictObject({
      provider: text({ label: 'Provider', min: 1, max: 40, emptyMessage: 'Choose a webhook event' }),
      eventId,
      note: dismissalNote,
    }),
    status: 204,
  },
  resendEmails: {
    method: 'POST',
    path: '/api/desk/money/emails/resend',
    may: 'money.repair',
    summary: 'Resend one email that couldn’t be sent, or all such emails',
    body: z.strictObject({
      id: z.nullable(
        z.string({ error: 'Choose an email' }).check(z.regex(/^\d{1,18}$/, { error: 'Invalid email ID' })),
      ),
    }),
    status: 200,
    answer: counted,
  },
  listPayments: {
    method: 'GET',
    path: '/api/desk/money/payments',
    may: 'money.see',
    summary: 'List the payments for orders and deposits that match the filters, newest first',
    query: z.strictObject({
      state: z.optional(z.enum(paymentStates, { error: 'Choose a status' })),
      paidWith: z.optional(text({ label: 'Payment method', min: 1, max: 40 })),
      from: z.optional(isoDay),
      to: z.optional(isoDay),
      cursor: z.optional(z.string().check(z.regex(/^\d{1,18}$/, { error: 'Invalid cursor' }))),
      limit: pageLimit(100, 50),
    }),
    status: 200,
    answer: z.object({
      /** Names of the configured providers. */
      providers: z.array(z.string()),
      payments: z.array(paymentRow),
      nextCursor: maybe,
    }),
  },
  showPaymentTrail: {
    method: 'GET',
    path: '/api/desk/money/payments/:number',
    may: 'money.see',
    summary: 'Show what happened to the money of a payment, from the request to where the money is now',
    params: paymentParams,
    status: 200,
    answer: paymentTrail,
  },
  syncPayment: {
    method: 'POST',
    path: '/api/desk/money/payments/:number/sync',
    may: 'money.repair',
    summary: 'Compare a payment with the provider, and post any differences',
    params: paymentParams,
    status: 204,
  },
  exportEvidence: {
    method: 'POST',
    path: '/api/desk/money/disputes/:id/evidence',
    // because the PDF contains the customer's name and address
    may: 'customer.see',
    fresh: true,
    summary: 'Download the evidence for a dispute as a PDF, made from what the shop recorded',
    params: disputeParams,
    status: 200,
    answer: { bytes: 'application/pdf' },
  },
  answerDispute: {
    method: 'POST',
    path: '/api/desk/money/disputes/:id/answered',
    may: 'money.repair',
    summary: 'Mark the response to a dispute as sent to the provider, or as not sent',
    params: disputeParams,
    body: z.strictObject({ isAnswered: z.boolean({ error: '“isAnswered” must be true or false' }) }),
    status: 204,
  },
} as const satisfies Record<string, DeskEndpoint>;
