import { writeTogether } from '#server/database/write-together.ts';
import { enqueue, type JobHandlers, jobKind, type NewJob } from '#server/jobs/job.ts';
import { sql } from 'kysely';
import { applySnapshot } from './apply-snapshot.ts';
import { type Asked, askProviders, compare, findAsked } from './audit-provider.ts';
import type { PaymentDeps } from './payment-deps.ts';
import type { Snapshot } from './provider.ts';
import { retryUnavailable } from './retry-unavailable.ts';

const day = 86_400_000;
/** Banks take payments back for about four months; refunds that are older are the operator's own. */
const mayChangeForDays = 180;
/** As many as are done long before the job's lease runs out. */
const atATime = 200;
const beforeAll = '00000000-0000-0000-0000-000000000000';

const catchUpAfter = jobKind<{ night: string; after: string }>('payment.catch-up', { forever: true });

const slice = (now: Date, night: string, after: string): NewJob =>
  catchUpAfter.at(now, { night, after }, `${night}:${after}`);

/** Begins to look for what no notice told of. `night`: a day as 2026-11-21. */
export const beginCatchUp = (now: Date, night: string): NewJob => slice(now, night, beforeAll);

/** Applies what no notice told of, as the notice would have been, and answers what differs after that. */
async function applyMissed(deps: PaymentDeps, asked: Asked, snapshot: Snapshot): Promise<string[]> {
  // a bank's question moves no money yet, and is an event all the same
  const isNews = compare(asked, snapshot).length > 0 || snapshot.disputes.length > 0;
  if (!isNews) return [];
  await applySnapshot(deps, asked.provider, snapshot);
  const now = await findAsked(deps, sql`a.id = ${asked.id}::uuid`);
  return now.flatMap((again) => compare(again, snapshot));
}

/**
 * Asks providers about every payment that may still change, some at a time. `report`: the job that tells the operator of
 * what differs all the same.
 */
export function catchUp(
  deps: PaymentDeps,
  report: (findings: string[], night: string, after: string) => NewJob,
): JobHandlers {
  const { db, clock, log } = deps;
  return catchUpAfter.handledBy(
    retryUnavailable(deps, async ({ night, after }) => {
      const since = new Date(clock().getTime() - mayChangeForDays * day);
      const payments = await findAsked(
        deps,
        sql`a.id > ${after}::uuid and (a.closed_at is null or a.closed_at > ${since})`,
        atATime,
      );
      const findings = await askProviders(deps, payments, (asked, snapshot) =>
        applyMissed(deps, asked, snapshot),
      );
      if (findings.length > 0) log.error({ findings }, 'providers hold other sums than are booked');
      const last = payments.length === atATime ? payments.at(-1) : undefined;
      const now = clock();
      await writeTogether(db, [
        sql`update money_audit set findings = findings + ${findings.length}, done_at = ${now} where night = ${night}`,
        enqueue([
          ...(findings.length > 0 ? [report(findings, night, after)] : []),
          ...(last ? [slice(now, night, last.id)] : []),
        ]),
      ]);
    }),
  );
}
