import type { EndpointName } from '#contract/endpoints.ts';
import type { Call } from './call-api.ts';

/** The calls of pages of orders in progress. */
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
