import { auditEntry } from '#server/audit/audit-entry.ts';
import { findBreaks } from '#server/audit/find-breaks.ts';
import { recordCheck } from '#server/audit/health-checks.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { enqueue, type JobHandlers, jobKind } from '#server/jobs/job.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { ProviderUnavailable } from '#server/payments/provider/provider.ts';
import type { Actor } from '#server/process/actor.ts';
import { auditBooks, compareProviderBalances } from './audit-money.ts';
import { auditProvider } from './audit-provider.ts';

const checkNow = jobKind<Record<string, never>>('payment.check');

/** The key of the check's job. A second check can't be queued while a job with this key waits or runs. */
export const checkKey = 'payment.check:now';

/** Queues a check of the books, the providers' records and the audit log, unless one waits or runs. */
export async function beginCheck(deps: PaymentDeps, by: Actor): Promise<void> {
  const now = deps.clock();
  await writeInOneStatement(deps.db, [
    enqueue([checkNow.at(now, {}, 'now')]),
    ...auditEntry(by, now, { action: 'check-money', subject: 'books' }),
  ]);
  deps.jobs.wake();
}

/** Checks everything that the nightly audits check, and stores the results for the desk. Writes nothing else. */
export function checkOnRequest(deps: PaymentDeps): JobHandlers {
  return checkNow.handledBy(async () => {
    const findings = await auditBooks(deps);
    await compareProviderBalances(deps);
    const breaks = await findBreaks(deps.db);
    const provider = await auditProvider(deps).catch((error: unknown) => {
      if (!(error instanceof ProviderUnavailable)) throw error;
      return { findings: [], asked: 0, failure: 'The payment provider isn’t responding. Check again later.' };
    });
    const now = deps.clock();
    await writeInOneStatement(deps.db, [
      recordCheck('books', now, { findings }),
      recordCheck('log', now, { findings: breaks }),
      recordCheck('providers', now, { ...provider, compared: provider.asked }),
    ]);
  });
}
