import type { Handlers } from '#server/http/bind-endpoints.ts';
import type { InstantWorker } from '#server/instant/open-instant-worker.ts';
import type { OrderDeps } from '#server/orders/order-deps.ts';
import { moveLine } from './move-line.ts';
import { recheckText } from './recheck-text.ts';
import { showDelivery } from './show-delivery.ts';
import { showReportPdf } from './show-report-pdf.ts';

type Calls =
  | 'showDelivery'
  | 'recheckText'
  | 'showReportPdf'
  | 'answerQuestion'
  | 'requestRevision'
  | 'acceptDelivery';

export function fulfilmentRoutes(deps: OrderDeps & { instant: InstantWorker }): Pick<Handlers, Calls> {
  const byCustomer = { actor: 'customer' };
  return {
    showDelivery: ({ caller, params }) => showDelivery(deps, caller.customerId, params),
    recheckText: ({ caller, params, body }) => recheckText(deps, caller.customerId, { ...params, ...body }),
    showReportPdf: ({ caller, params }) => showReportPdf(deps, caller.customerId, params),
    answerQuestion: ({ caller: { customerId }, params, body }) =>
      moveLine(deps, { ...byCustomer, ...params, customerId, move: 'answer', reason: body.text }),
    requestRevision: ({ caller: { customerId }, params, body }) =>
      moveLine(deps, { ...byCustomer, ...params, customerId, move: 'revise', reason: body.text }),
    acceptDelivery: ({ caller: { customerId }, params }) =>
      moveLine(deps, { ...byCustomer, ...params, customerId, move: 'accept' }),
  };
}
