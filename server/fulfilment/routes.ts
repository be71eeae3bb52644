import { actorOf, type Handlers } from '#server/http/bind-endpoints.ts';
import type { InstantWorker } from '#server/instant/open-instant-worker.ts';
import type { OrderDeps } from '#server/orders/order-deps.ts';
import { askForRevision } from './ask-for-revision.ts';
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
  | 'extendReview'
  | 'acceptDelivery';

export function fulfilmentRoutes(deps: OrderDeps & { instant: InstantWorker }): Pick<Handlers, Calls> {
  return {
    showDelivery: ({ caller, params }) => showDelivery(deps, caller.customerId, params),
    recheckText: ({ caller, params, body }) => recheckText(deps, caller.customerId, { ...params, ...body }),
    showReportPdf: ({ caller, params }) => showReportPdf(deps, caller.customerId, params),
    answerQuestion: ({ caller, params, body }) =>
      moveLine(deps, {
        ...params,
        by: actorOf(caller),
        move: 'answer',
        reason: body.text,
        files: body.files,
      }),
    requestRevision: ({ caller, params, body }) => askForRevision(deps, caller.customerId, params, body),
    extendReview: ({ caller, params }) => moveLine(deps, { ...params, by: actorOf(caller), move: 'extend' }),
    acceptDelivery: ({ caller, params }) =>
      moveLine(deps, { ...params, by: actorOf(caller), move: 'accept' }),
  };
}
