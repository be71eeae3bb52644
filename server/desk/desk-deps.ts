import type { FileDeps } from '#server/files/file-deps.ts';
import type { InstantWorker } from '#server/instant/open-instant-worker.ts';
import type { Mail } from '#server/mail/open-mail.ts';
import type { OrderDeps } from '#server/orders/order-deps.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import type { Log } from '#server/process/log.ts';

/** What the desk's use cases of work need; app.ts passes it in. */
export type DeskDeps = OrderDeps & {
  log: Log;
  files: FileDeps;
  payments: PaymentDeps;
  /** Erased customers' emails are deleted. */
  mail: Pick<Mail, 'forget'>;
  /** Checks the language of drafts. */
  analyzer: Pick<InstantWorker, 'analyze'>;
};
