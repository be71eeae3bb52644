import type { EndpointName } from '#contract/storefront/endpoints.ts';
import type { Call } from './call-api.ts';

/** The calls of the pages about orders and messages; other pages don't load them. */
export const workCalls = {
  showOrder: { name: 'showOrder', method: 'GET', path: '/api/orders/:number', may: 'customer' },
  cancelOrder: {
    name: 'cancelOrder',
    method: 'POST',
    path: '/api/orders/:number/cancel',
    may: 'customer',
  },
  showReceipt: {
    name: 'showReceipt',
    method: 'GET',
    path: '/api/orders/:number/receipt',
    may: 'customer',
  },
  showDelivery: {
    name: 'showDelivery',
    method: 'GET',
    path: '/api/orders/:number/lines/:position/deliveries/:version',
    may: 'customer',
  },
  recheckText: {
    name: 'recheckText',
    method: 'POST',
    path: '/api/orders/:number/lines/:position/recheck',
    may: 'customer',
  },
  showReportPdf: {
    name: 'showReportPdf',
    method: 'GET',
    path: '/api/orders/:number/lines/:position/report',
    may: 'customer',
  },
  listMessages: {
    name: 'listMessages',
    method: 'GET',
    path: '/api/orders/:number/messages',
    may: 'customer',
  },
  sendMessage: {
    name: 'sendMessage',
    method: 'POST',
    path: '/api/orders/:number/messages',
    may: 'customer',
  },
  listTickets: { name: 'listTickets', method: 'GET', path: '/api/support/tickets', may: 'customer' },
  listTicketMessages: {
    name: 'listTicketMessages',
    method: 'GET',
    path: '/api/support/tickets/:ticketNumber/messages',
    may: 'customer',
  },
  sendTicketMessage: {
    name: 'sendTicketMessage',
    method: 'POST',
    path: '/api/support/tickets/:ticketNumber/messages',
    may: 'customer',
  },
  answerQuestion: {
    name: 'answerQuestion',
    method: 'POST',
    path: '/api/orders/:number/lines/:position/answer',
    may: 'customer',
  },
  requestRevision: {
    name: 'requestRevision',
    method: 'POST',
    path: '/api/orders/:number/lines/:position/revision',
    may: 'customer',
  },
  extendReview: {
    name: 'extendReview',
    method: 'POST',
    path: '/api/orders/:number/lines/:position/extend',
    may: 'customer',
  },
  acceptDelivery: {
    name: 'acceptDelivery',
    method: 'POST',
    path: '/api/orders/:number/lines/:position/accept',
    may: 'customer',
  },
} as const satisfies { [Name in EndpointName]?: Call<Name> };
