import type { InstantWorker } from '#server/instant/open-instant-worker.ts';
import type { OrderDeps } from '#server/orders/order-deps.ts';
import type { Log } from '#server/process/log.ts';

/** What the desk's use cases of work need; app.ts passes it in. */
export type DeskDeps = OrderDeps & {
  log: Log;
  /** Checks the language of drafts. */
  analyzer: Pick<InstantWorker, 'analyze'>;
};
