import type { EraseDeps } from '#server/accounts/manage-account.ts';
import type { FileDeps } from '#server/files/file-deps.ts';
import type { InstantWorker } from '#server/instant/open-instant-worker.ts';
import type { OrderDeps } from '#server/orders/order-deps.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import type { Keys } from '#server/process/derived-keys.ts';
import type { Log } from '#server/process/log.ts';

/** The dependencies of the desk's use cases about work; app.ts provides them. */
export type DeskDeps = OrderDeps & {
  log: Log;
  files: FileDeps;
  payments: PaymentDeps;
  /** Deletes the stored emails of erased customers, and records the erasure. */
  mail: EraseDeps['mail'];
  recordErased: EraseDeps['recordErased'];
  /** The operator's email address, and the desk's origin for links in emails. */
  operatorEmail: string;
  deskOrigin: string;
  /** Keys that derive the tokens of proposals. */
  proposalKeys: Keys;
  /** Checks the language of drafts. */
  analyzer: Pick<InstantWorker, 'analyze'>;
};
