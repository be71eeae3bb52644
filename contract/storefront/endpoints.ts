import * as z from 'zod/mini';
import { accountEndpoints } from './account-endpoints.ts';
import { fileEndpoints } from './file-endpoints.ts';
import { statementEndpoints } from './statement-endpoints.ts';
import type { Bytes, BytesAnswer, Endpoint } from '#contract/endpoint.ts';
import { depositBody, placedDeposit } from './balance.ts';
import { balancePage, statementFilters } from './statement.ts';
import { analyzerReport } from '#contract/instant/analyzer-report.ts';
import { delivery, deliveryParams, lineParams } from './fulfilment.ts';
import { revisionBody } from './revision-points.ts';
import { answerBody, recheckBody, messageBody, plainMessageBody } from './work-bodies.ts';
import { cancelQuery, order, orderFilters, orderList, placedOrder, placeOrderBody } from './orders.ts';
import { messageList, ticketThread } from './messages.ts';
import { payBody, paymentPage, paymentStarted } from './payments.ts';
import {
  checkedText,
  checkTextBody,
  previewAnalysisBody,
  previewedAnalysis,
  previewedHashtags,
  previewHashtagsBody,
} from '#contract/instant/previews.ts';
import { orderSearch } from './order-search.ts';
import { pageLimit } from '#contract/page-limit.ts';
import { proposal } from './proposals.ts';
import { createdTicket, createTicketBody, ticketChallenge, ticketList } from './support.ts';

const pageOf = (most: number) => ({
  cursor: z.optional(z.string().check(z.regex(/^\d{1,18}$/, { error: 'Invalid cursor' }))),
  limit: pageLimit(most, 10),
});
const page = z.strictObject(pageOf(50));
const orderPage = z.strictObject({
  ...pageOf(50),
  ...orderSearch,
  show: z._default(z.enum(orderFilters, { error: '“show” must be “all” or “open”' }), 'all'),
});
const statementPage = z.strictObject({
  // entries are small, so a page may hold 500 and few calls fetch a whole statement
  ...pageOf(500),
  show: z._default(z.enum(statementFilters, { error: '“show” must be “all”, “in” or “out”' }), 'all'),
});
const orderNumber = z.strictObject({ number: z.string().check(z.maxLength(20)) });
const ticketNumber = z.strictObject({ ticketNumber: z.string().check(z.maxLength(20)) });
const depositNumber = z.strictObject({ depositNumber: z.string().check(z.maxLength(20)) });
// an invalid token becomes "", and so gets the same answer as an unknown one; PostgreSQL's text type rejects U+0000
const linkToken = z.strictObject({
  token: z.string().check(
    z.maxLength(64),
    z.overwrite((token) => (/^[\w-]+$/.test(token) ? token : '')),
  ),
});

const proposalToken = z.strictObject({ proposalToken: linkToken.shape.token });

/** `holidays`: ISO dates in the shop’s time zone, ascending. */
const calendar = z.object({ holidays: z.array(z.iso.date()) });
const health = z.object({ status: z.literal('ok') });
/** `deadJobs`: number of jobs whose retries have ended. The shop still works, but the operator should look at them. */
const readiness = z.object({ status: z.literal('ok'), deadJobs: z.int() });

/** The endpoint table: the server binds it, the storefront calls it and OpenAPI describes it. */
export const endpoints = {
  ...accountEndpoints,
  ...fileEndpoints,
  ...statementEndpoints,
  listOrders: {
    method: 'GET',
    path: '/api/orders',
    may: 'customer',
    summary:
      'List or search my orders, newest first: all orders, or only those that may need an action from me',
    query: orderPage,
    status: 200,
    answer: orderList,
  },
  placeOrder: {
    method: 'POST',
    path: '/api/orders',
    may: 'customer',
    summary: 'Place an order and get its payment link',
    body: placeOrderBody,
    status: 200,
    answer: placedOrder,
    // fits 20 lines of which several hold a text of 40,000 characters
    bodyLimit: 1_048_576,
    idempotent: true,
  },
  showOrder: {
    method: 'GET',
    path: '/api/orders/:number',
    may: 'customer',
    summary: 'Show one of my orders with its lines, briefs and events',
    params: orderNumber,
    status: 200,
    answer: order,
  },
  showReceipt: {
    method: 'GET',
    path: '/api/orders/:number/receipt',
    may: 'customer',
    summary: 'Download the receipt for my paid order as a PDF',
    params: orderNumber,
    status: 200,
    answer: { bytes: 'application/pdf' },
  },
  showDelivery: {
    method: 'GET',
    path: '/api/orders/:number/lines/:position/deliveries/:version',
    may: 'customer',
    summary: 'Show one version of the finished work',
    params: deliveryParams,
    status: 200,
    answer: delivery,
  },
  recheckText: {
    method: 'POST',
    path: '/api/orders/:number/lines/:position/recheck',
    may: 'customer',
    summary: 'Check an improved version of my text and compare it with the original',
    params: lineParams,
    body: recheckBody,
    status: 200,
    answer: analyzerReport,
    bodyLimit: 262_144,
  },
  showReportPdf: {
    method: 'GET',
    path: '/api/orders/:number/lines/:position/report',
    may: 'customer',
    summary: 'Download the report on my text as a PDF',
    params: lineParams,
    status: 200,
    answer: { bytes: 'application/pdf' },
  },
  checkText: {
    method: 'POST',
    path: '/api/previews/check-text',
    may: 'anyone',
    summary: 'Check whether a text can be analyzed and, if not, why',
    body: checkTextBody,
    status: 200,
    answer: checkedText,
    bodyLimit: 262_144,
  },
  previewAnalysis: {
    method: 'POST',
    path: '/api/previews/analysis',
    may: 'anyone',
    summary:
      'Preview the report on the beginning of a text: its score and three findings. Free; nothing is stored',
    body: previewAnalysisBody,
    status: 200,
    answer: previewedAnalysis,
    bodyLimit: 262_144,
  },
  previewHashtags: {
    method: 'POST',
    path: '/api/previews/hashtags',
    may: 'anyone',
    summary: 'Preview eight hashtags for a topic. Free; nothing is stored',
    body: previewHashtagsBody,
    status: 200,
    answer: previewedHashtags,
  },
  answerQuestion: {
    method: 'POST',
    path: '/api/orders/:number/lines/:position/answer',
    may: 'customer',
    summary: 'Answer the question about a line; its delivery clock resumes',
    params: lineParams,
    body: answerBody,
    status: 204,
  },
  requestRevision: {
    method: 'POST',
    path: '/api/orders/:number/lines/:position/revision',
    may: 'customer',
    summary: 'Request a revision of a delivered line, as a list of changes or as one text',
    params: lineParams,
    body: revisionBody,
    status: 204,
  },
  extendReview: {
    method: 'POST',
    path: '/api/orders/:number/lines/:position/extend',
    may: 'customer',
    summary: 'Extend the review period of a delivered version by 7 days, once per version',
    params: lineParams,
    status: 204,
  },
  acceptDelivery: {
    method: 'POST',
    path: '/api/orders/:number/lines/:position/accept',
    may: 'customer',
    summary: 'Accept a delivered line',
    params: lineParams,
    status: 204,
  },
  cancelOrder: {
    method: 'POST',
    path: '/api/orders/:number/cancel',
    may: 'customer',
    summary:
      'Cancel my order if it is unpaid, if work has not started, or if the first delivery is more than 5 business days late; any payment is refunded',
    params: orderNumber,
    query: cancelQuery,
    status: 204,
  },
  listMessages: {
    method: 'GET',
    path: '/api/orders/:number/messages',
    may: 'customer',
    summary: 'List the messages about my order, newest first',
    params: orderNumber,
    query: page,
    status: 200,
    answer: messageList,
  },
  sendMessage: {
    method: 'POST',
    path: '/api/orders/:number/messages',
    may: 'customer',
    summary: 'Write to the team about my order; the delivery clock keeps running',
    params: orderNumber,
    body: messageBody,
    status: 200,
    answer: createdTicket,
    idempotent: true,
  },
  showBalance: {
    method: 'GET',
    path: '/api/balance',
    may: 'customer',
    summary: 'Show my balance and its statement, newest first: all entries, or only money in or money out',
    query: statementPage,
    status: 200,
    answer: balancePage,
  },
  showDepositReceipt: {
    method: 'GET',
    path: '/api/balance/deposits/:depositNumber/receipt',
    may: 'customer',
    summary: 'Download the receipt for my paid deposit as a PDF',
    params: depositNumber,
    status: 200,
    answer: { bytes: 'application/pdf' },
  },
  placeDeposit: {
    method: 'POST',
    path: '/api/balance/deposit',
    may: 'customer',
    summary: 'Create a deposit and get its payment link',
    body: depositBody,
    status: 200,
    answer: placedDeposit,
    idempotent: true,
  },
  showPayment: {
    method: 'GET',
    path: '/api/payments/:token',
    may: 'anyoneOrCustomer',
    summary: 'Show what a payment link is for, and its status',
    params: linkToken,
    status: 200,
    answer: paymentPage,
  },
  pay: {
    method: 'POST',
    path: '/api/payments/:token/pay',
    may: 'anyoneOrCustomer',
    summary: 'Start or resume the payment and get the provider’s page',
    params: linkToken,
    body: payBody,
    status: 200,
    answer: paymentStarted,
  },
  syncPayment: {
    method: 'POST',
    path: '/api/payments/:token/sync',
    may: 'anyoneOrCustomer',
    summary: 'Update the payment’s status from the provider and show it',
    params: linkToken,
    status: 200,
    answer: paymentPage,
  },
  showProposal: {
    method: 'GET',
    path: '/api/proposals/:proposalToken',
    may: 'anyoneOrCustomer',
    summary: 'Show the items that the team proposes for the cart',
    params: proposalToken,
    status: 200,
    answer: proposal,
  },
  ticketChallenge: {
    method: 'GET',
    path: '/api/support/challenge',
    may: 'anyone',
    summary: 'Get a proof-of-work challenge to solve while the customer types a message',
    status: 200,
    answer: ticketChallenge,
  },
  createTicket: {
    method: 'POST',
    path: '/api/support/create-ticket',
    may: 'anyoneOrCustomer',
    summary: 'Send a message to support',
    body: createTicketBody,
    status: 200,
    answer: createdTicket,
  },
  listTickets: {
    method: 'GET',
    path: '/api/support/tickets',
    may: 'customer',
    summary: 'List my conversations with the team, newest first; the messages about an order are one entry',
    query: page,
    status: 200,
    answer: ticketList,
  },
  listTicketMessages: {
    method: 'GET',
    path: '/api/support/tickets/:ticketNumber/messages',
    may: 'customer',
    summary: 'List the messages of a conversation, newest first',
    params: ticketNumber,
    query: page,
    status: 200,
    answer: ticketThread,
  },
  sendTicketMessage: {
    method: 'POST',
    path: '/api/support/tickets/:ticketNumber/messages',
    may: 'customer',
    summary: 'Write to the team in a conversation; this reopens it',
    params: ticketNumber,
    body: plainMessageBody,
    status: 200,
    answer: createdTicket,
    idempotent: true,
  },
  showCalendar: {
    method: 'GET',
    path: '/api/calendar',
    may: 'anyone',
    summary: 'List the holidays, which aren’t business days',
    status: 200,
    answer: calendar,
  },
  live: {
    method: 'GET',
    path: '/api/health/live',
    may: 'anyone',
    summary: 'Check whether the process is running',
    status: 200,
    answer: health,
  },
  ready: {
    method: 'GET',
    path: '/api/health/ready',
    may: 'anyone',
    summary:
      'Check whether the shop is ready to serve requests; a 503 response names each part that isn’t ready',
    status: 200,
    answer: readiness,
  },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
type Definition<Name extends EndpointName> = (typeof endpoints)[Name];
/** The endpoints that respond with a file. */
export type BytesEndpointName = {
  [Name in EndpointName]: Definition<Name> extends { answer: Bytes } ? Name : never;
}[EndpointName];
type OutputOf<Schema> = Schema extends z.ZodMiniType
  ? z.output<Schema>
  : Schema extends Bytes
    ? Uint8Array
    : undefined;
type InputOf<Schema> = Schema extends z.ZodMiniType
  ? z.input<Schema>
  : Schema extends Bytes
    ? Uint8Array<ArrayBuffer>
    : undefined;
type Part<Name extends EndpointName, Key extends keyof Endpoint> =
  Definition<Name> extends Record<Key, infer Schema>
    ? Schema extends (...given: never) => infer Made
      ? Made
      : Schema
    : undefined;

/** `…Of`: an input after validation, as a handler receives it. `…Sent`: an input as a caller sends it. */
export type BodyOf<Name extends EndpointName> = OutputOf<Part<Name, 'body'>>;
export type BodySent<Name extends EndpointName> = InputOf<Part<Name, 'body'>>;
export type ParamsOf<Name extends EndpointName> = OutputOf<Part<Name, 'params'>>;
export type QueryOf<Name extends EndpointName> = OutputOf<Part<Name, 'query'>>;
export type AnswerOf<Name extends EndpointName> = Name extends BytesEndpointName
  ? BytesAnswer
  : OutputOf<Part<Name, 'answer'>>;
