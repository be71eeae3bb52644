import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import { type HealthCheck, type HealthPart, healthParts, type MoneyWaiting } from '#contract/desk/money.ts';
import type { CheckedPart } from '#server/audit/health-checks.ts';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { emailPrefix } from '#server/jobs/job.ts';
import { isUnsentEmail, reasonFor } from '#server/mail/failed-emails.ts';
import { emailName } from '#server/mail/email-names.ts';
import { checkKey } from '#server/payments/audit/check-now.ts';
import { explainFinding } from '#server/payments/audit/explain-finding.ts';
import { isOfKnownPayment, isWaiting, unknownPayment } from '#server/payments/webhooks/waiting-events.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { type RawBuilder, sql } from 'kysely';

type StoredCheck = {
  part: CheckedPart;
  checked_at: string;
  findings: string[];
  found: number;
  compared: number;
  failure: string | null;
};

/** Maximum number of rows listed per kind. */
const mostListed = 50;

/** The check that covers each part of the page. */
const checkedBy: Record<HealthPart, CheckedPart> = {
  ledger: 'books',
  balances: 'books',
  payments: 'books',
  providers: 'providers',
  log: 'log',
};

function toChecks(stored: readonly StoredCheck[]): HealthCheck[] {
  return healthParts.map((part) => {
    const check = stored.find((one) => one.part === checkedBy[part]);
    const explained = (check?.findings ?? []).map(explainFinding).filter((finding) => finding.part === part);
    const isLast = part === 'payments' || check?.part !== 'books';
    return {
      part,
      checkedAt: check ? new Date(check.checked_at).toISOString() : null,
      findings: explained.map(({ words, means, todo, mend }) => ({ words, means, todo, mend })),
      // Findings beyond the stored maximum have no known part. They are counted once, in the last part of their check.
      more: check && isLast ? check.found - check.findings.length : 0,
      compared: part === 'providers' ? (check?.compared ?? 0) : null,
      failure: check?.failure ?? null,
    };
  });
}

type List<Row> = { total: number; rows: Row[] };
type Stored = {
  checks: StoredCheck[];
  is_running: boolean;
  events: List<MoneyWaiting['events']['rows'][number]>;
  dismissed: List<MoneyWaiting['dismissed']['rows'][number]>;
  emails: List<{
    id: string;
    kind: string;
    about: string | null;
    failedAt: string | null;
    nextTry: string | null;
    error: string | null;
  }>;
  refunds: List<MoneyWaiting['refunds']['rows'][number]>;
  reviews: List<MoneyWaiting['reviews']['rows'][number]>;
  disputes: List<MoneyWaiting['disputes']['rows'][number]>;
};

/** SQL: the total number and the first rows of a list, as JSON. */
const list = (row: RawBuilder<unknown>, from: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`(
  select jsonb_build_object('total', coalesce(max(total), 0), 'rows', coalesce(jsonb_agg(row order by place), '[]')) from (
    select ${row} as row, count(*) over () as total, row_number() over (order by ${order}) as place
    ${from} order by ${order} limit ${mostListed}
  ) as listed)`;

/** SQL: the number of the order or deposit of attempt `a`. */
const numberOfAttempt = sql`(select l.number from payment_link l where l.id = a.payment_link_id)`;

const utc = (time: unknown) => new Date(String(time)).toISOString();
const utcOrNull = (time: unknown) => (time === null ? null : utc(time));

/** The newest results of the checks, and what is waiting: webhook events, emails, refunds, payments in review, and disputes. */
export async function showMoneyHealth(
  { db, clock }: Pick<DeskDeps, 'db' | 'clock'>,
  { permissions }: StaffCaller,
): Promise<DeskAnswerOf<'showMoneyHealth'>> {
  const now = clock();
  const { rows } = await sql<Stored>`select
    (select coalesce(jsonb_agg(to_jsonb(h)), '[]') from health_check h) as checks,
    exists (select from job where dedupe_key = ${checkKey} and dead_at is null) as is_running,
    ${list(
      sql`jsonb_build_object('eventId', n.event_id, 'provider', n.provider, 'type', n.type, 'reference', n.provider_ref,
        'number', (select l.number from payment_attempt a join payment_link l on l.id = a.payment_link_id
          where a.provider = n.provider and a.provider_ref = n.provider_ref limit 1),
        'receivedAt', n.received_at, 'error', n.last_error,
        'isUnknown', n.last_error = ${unknownPayment} and n.dismissed_at is null and not ${isOfKnownPayment})`,
      sql`from provider_notice n where ${isWaiting(sql`${now}`)}`,
      sql`n.received_at, n.event_id`,
    )} as events,
    ${list(
      sql`jsonb_build_object('eventId', n.event_id, 'provider', n.provider, 'type', n.type, 'reference', n.provider_ref,
        'by', (select name from staff where id = n.dismissed_by), 'at', n.dismissed_at, 'note', n.dismissal)`,
      sql`from provider_notice n where n.dismissed_at > ${now}::timestamptz - interval '31 days'`,
      sql`n.dismissed_at desc, n.event_id`,
    )} as dismissed,
    ${list(
      sql`jsonb_build_object('id', j.id::text, 'kind', substr(j.kind, ${emailPrefix.length + 1}), 'about', j.payload ->> 'number',
        'failedAt', j.dead_at, 'nextTry', case when j.dead_at is null then j.run_at end, 'error', j.last_error)`,
      sql`from job j where ${isUnsentEmail}`,
      sql`j.id`,
    )} as emails,
    ${list(
      sql`jsonb_build_object('number', l.number, 'amount', r.amount, 'currency', l.currency, 'since', r.created_at)`,
      sql`from refund r join payment_link l on l.id = r.payment_link_id where r.status in ('requested', 'pending')`,
      sql`r.created_at, r.id`,
    )} as refunds,
    ${list(
      sql`jsonb_build_object('number', ${numberOfAttempt}, 'amount', a.captured_amount, 'currency', a.captured_currency,
        'since', coalesce(a.closed_at, a.created_at))`,
      sql`from payment_attempt a where a.status = 'review'`,
      sql`a.id`,
    )} as reviews,
    ${list(
      sql`jsonb_build_object('number', ${numberOfAttempt}, 'amount', d.amount, 'currency', coalesce(a.captured_currency, a.currency),
        'dueAt', d.evidence_due_at, 'isInquiry', d.status = 'inquiry', 'isAnswered', d.answered_at is not null)`,
      sql`from dispute d join payment_attempt a on a.id = d.payment_attempt_id where d.status in ('inquiry', 'open')`,
      sql`d.answered_at is not null, d.evidence_due_at nulls last, d.id`,
    )} as disputes`.execute(db);
  const { checks, is_running: isRunning, events, dismissed, emails, refunds, reviews, disputes } = rows[0]!;
  const since = <Row extends { since: string }>({ total, rows: found }: List<Row>) => ({
    total,
    rows: found.map((row) => ({ ...row, since: utc(row.since) })),
  });
  return {
    isRunning,
    checks: toChecks(checks),
    waiting: {
      events: {
        total: events.total,
        rows: events.rows.map((event) => ({ ...event, receivedAt: utc(event.receivedAt) })),
      },
      dismissed: {
        total: dismissed.total,
        rows: dismissed.rows.map((event) => ({ ...event, at: utc(event.at) })),
      },
      emails: {
        total: emails.total,
        rows: emails.rows.map(({ kind, error, failedAt, nextTry, ...email }) => ({
          ...email,
          email: emailName(kind),
          failedAt: failedAt && utc(failedAt),
          nextTry: nextTry && utc(nextTry),
          error: error && reasonFor(permissions, error),
        })),
      },
      refunds: since(refunds),
      reviews: since(reviews),
      disputes: {
        total: disputes.total,
        rows: disputes.rows.map((dispute) => ({ ...dispute, dueAt: utcOrNull(dispute.dueAt) })),
      },
    },
  };
}
