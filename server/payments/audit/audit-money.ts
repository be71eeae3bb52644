import { day } from '#contract/durations.ts';
import { enqueue, type JobHandlers, jobKind, type NewJob } from '#server/jobs/job.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { auditDays } from '#server/books/audit-days.ts';
import { recordCheck } from '#server/audit/health-checks.ts';
import { auditLedger } from '#server/ledger/audit-ledger.ts';
import { composeEmail } from '#server/mail/compose-email.ts';
import type { Mail } from '#server/mail/open-mail.ts';
import { auditImports, recordProviderBalances } from './audit-movements.ts';
import { auditPayments } from './audit-payments.ts';
import { auditProvider } from './audit-provider.ts';
import {
  importMovements,
  importMovementsHourly,
  importMovementsJob,
} from '#server/payments/movements/import-movements.ts';
import { sql } from 'kysely';
import { beginCatchUp, catchUp } from './catch-up.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';

const mostInEmail = 50;

/** `findings`: differences, in words for the operator. `asked`: number of payments compared with the provider. */
export type MoneyAudit = { findings: string[]; asked: number };

/** Differences within the database: in the ledger, in the closed days, and between payments and postings. Only reads. */
export async function auditBooks({ db, clock }: Pick<PaymentDeps, 'db' | 'clock'>): Promise<string[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      // each statement reads the whole books, which takes longer than the request timeout (docs/scale.md)
      await sql`set local statement_timeout = 0`.execute(tx);
      return [
        ...(await auditLedger(tx)),
        ...(await auditDays(tx)),
        ...(await auditPayments(tx)),
        ...(await auditImports(tx, clock())),
      ];
    });
}

/** Stores each provider's balance by the books and by its movements, for the desk. */
export async function compareProviderBalances({
  db,
  clock,
}: Pick<PaymentDeps, 'db' | 'clock'>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // one statement reads the whole books
    await sql`set local statement_timeout = 0`.execute(tx);
    await recordProviderBalances(clock()).execute(tx);
  });
}

/**
 * Checks the books (sums, cached balances, payments against postings, orphaned rows) and the providers' records. Only reads.
 * A payment that changes during the check can be reported as a difference.
 * @throws ProviderUnavailable
 */
export async function auditMoney(deps: PaymentDeps): Promise<MoneyAudit> {
  const books = await auditBooks(deps);
  const { findings, asked } = await auditProvider(deps);
  return { findings: [...books, ...findings], asked };
}

/** The next 03:00 UTC, when the audit runs. */
export function nextNight(now: Date): Date {
  const night = new Date(now);
  night.setUTCHours(3, 0, 0, 0);
  return night > now ? night : new Date(night.getTime() + day);
}

export const auditDaily = jobKind<Record<string, never>>('payment.audit', { forever: true });
/** The recurring jobs: the nightly audit and the hourly import of the providers' movements. */
export const moneyJobs = (now: Date): NewJob[] => [
  auditDaily.at(nextNight(now), {}, 'daily'),
  importMovementsHourly.at(now, {}, 'hourly'),
];
/** `part`: batch number of the nightly audit, so that each batch sends its email once. */
const auditEmail = jobKind<{ day: string; part: string; findings: string; more: number }>('mail.money-audit');

const report = (now: Date, findings: string[], day: string, part: string) =>
  auditEmail.at(
    now,
    {
      day,
      part,
      findings: findings.slice(0, mostInEmail).join('\n'),
      more: Math.max(0, findings.length - mostInEmail),
    },
    `${day}:${part}`,
  );

/**
 * The nightly audit: imports the providers' movements, checks the books, and starts the search for changes for which no webhook
 * event arrived. Emails the operator when there is a finding.
 */
export function auditNightly(deps: PaymentDeps, mail: Mail, operatorEmail: string): JobHandlers {
  const { db, clock, log } = deps;
  return {
    ...auditDaily.handledBy(async () => {
      // imports first: after a long stop, movements that the hourly job hasn't imported yet would be reported as differences.
      // That job reports failures of the import.
      await importMovements(deps).catch((error: unknown) =>
        log.warn({ err: error }, 'the nightly audit has older movements of providers'),
      );
      const now = clock();
      const night = now.toISOString().slice(0, 10);
      const findings = await auditBooks(deps);
      if (findings.length > 0) log.error({ findings }, 'the books don’t balance');
      await compareProviderBalances(deps);
      await writeInOneStatement(db, [
        sql`insert into money_audit (night, done_at, findings, customer_money)
          select ${night}, ${now}, ${findings.length}, coalesce(jsonb_agg(held), '[]') from (
            select a.code as account, a.currency, a.livemode::text, sum(b.amount) as amount
            from ledger_account a join ledger_balance b on b.account_id = a.id group by 1, 2, 3
          ) as held
          on conflict (night) do update
            set done_at = excluded.done_at, findings = excluded.findings, customer_money = excluded.customer_money`,
        recordCheck('books', now, { findings }),
        enqueue([
          beginCatchUp(now, night),
          ...(findings.length > 0 ? [report(now, findings, night, 'books')] : []),
        ]),
      ]);
      return nextNight(now);
    }),
    ...importMovementsJob(deps),
    ...catchUp(deps, (findings, night, after) => report(clock(), findings, night, after)),
    ...auditEmail.handledBy(async ({ day: at, part, findings, more }) => {
      await mail.send(
        composeEmail({
          id: `money-audit-${at}-${part}`,
          to: operatorEmail,
          subject: 'The books don’t balance',
          title: 'The books don’t balance',
          blocks: [
            {
              paragraph:
                'A payment in progress can cause a temporary difference. Before you act, run the checks again: select “Check now” on the desk’s Money page, or run "npm run money:audit".',
            },
            { label: more > 0 ? `Differences (${more} more not shown)` : 'Differences', quote: findings },
          ],
        }),
      );
    }),
  };
}
