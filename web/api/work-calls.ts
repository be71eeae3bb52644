import type { EndpointName } from '#contract/endpoints.ts';
import type { Call } from './call-api.ts';

/** What the pages of orders under work call. */
export const workCalls = {
  cancelOrder: {
    name: 'cancelOrder',
    method: 'POST',
    path: '/api/orders/:number/cancel',
    caller: 'customer',
  },
  showReceipt: {
    name: 'showReceipt',
    method: 'GET',
    path: '/api/orders/:number/receipt',
    caller: 'customer',
  },
  showDelivery: {
    name: 'showDelivery',
    method: 'GET',
    path: '/api/orders/:number/lines/:position/deliveries/:version',
    caller: 'customer',
  },
  recheckText: {
    name: 'recheckText',
    method: 'POST',
    path: '/api/orders/:number/lines/:position/recheck',
    caller: 'customer',
  },
  showReportPdf: {
    name: 'showReportPdf',
    method: 'GET',
    path: '/api/orders/:number/lines/:position/report',
    caller: 'customer',
  },
  answerQuestion: {
    name: 'answerQuestion',
    method: 'POST',
    path: '/api/orders/:number/lines/:position/answer',
    caller: 'customer',
  },
  requestRevision: {
    name: 'requestRevision',
    method: 'POST',
    path: '/api/orders/:number/lines/:position/revision',
    caller: 'customer',
  },
  acceptDelivery: {
    name: 'acceptDelivery',
    method: 'POST',
    path: '/api/orders/:number/lines/:position/accept',
    caller: 'customer',
  },
} as const satisfies { [Name in EndpointName]?: Call<Name> };
