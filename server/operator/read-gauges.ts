import type { Schema } from '#server/database/schema.ts';
import { instantPrefix, emailPrefix } from '#server/jobs/job.ts';
import { isWaiting } from '#server/payments/webhooks/waiting-events.ts';
import { type Kysely, sql } from 'kysely';

/** The value of each gauge, without its prefix. Ages are in seconds, money in minor units. */
export const gauges = {
  jobs_due: 'Jobs that are due, by lane',
  job_oldest_due_age_seconds: 'How long the oldest due job has waited, by lane',
  jobs_failing: 'Jobs that failed and will be retried, by lane',
  jobs_given_up: 'Failed jobs that won’t be retried and need the operator’s attention, by lane',
  notices_waiting: 'Webhook events that haven’t been processed yet',
  notice_oldest_waiting_age_seconds: 'How long the oldest webhook event has waited',
  notices_failing: 'Webhook events that couldn’t be processed',
  payments_in_review: 'Payments received in an unexpected currency',
  refunds_under_way: 'Refunds that the payment provider hasn’t confirmed yet',
  refund_oldest_under_way_age_seconds: 'How long the oldest unconfirmed refund has waited',
  approvals_waiting: 'Refunds, credits and debits that are waiting for approval',
  disputes_open: 'Open disputes',
  dispute_next_due_in_seconds: 'Time left to respond to the most urgent dispute',
  customer_money: 'Customers’ money as of the last nightly audit, by account',
  money_audit_age_seconds: 'Time since the last nightly money audit',
  money_audit_findings: 'Findings of the last nightly money audit',
} as const;
type GaugeName = keyof typeof gauges;

/** `labels`: for example { lane: 'letters' }. */
export type Reading = { name: GaugeName; labels: Record<string, string>; value: number };

/**
 * The shop's metrics, read in one statement that uses only indexes. Values that need the whole books come from the last nightly
 * audit.
 */
export async function readGauges(db: Kysely<Schema>, now: Date): Promise<Reading[]> {
  const age = (since: string) =>
    sql`coalesce(extract(epoch from ${now}::timestamptz - min(${sql.ref(since)})), 0)`;
  const lane = sql`case when kind like ${`${emailPrefix}%`} then 'letters'
    when kind like ${`${instantPrefix}%`} then 'instant' else 'others' end`;
  const { rows } = await sql<Reading>`
    with
    lanes as (
      select lane, count(due) as due, ${age('due')} as age, count(*) filter (where failing) as failing, count(dead) as dead
      from unnest(array['letters', 'instant', 'others']) as lane
      left join (
        select ${lane} as of_lane, dead_at as dead, dead_at is null and last_error is not null as failing,
          case when dead_at is null and run_at <= ${now} then run_at end as due
        from job where dead_at is not null or run_at <= ${now} or last_error is not null
      ) as waiting on of_lane = lane
      group by lane
    ),
    notices as (
      select count(*) as waiting, ${age('received_at')} as age, count(last_error) as failing
      from provider_notice n where ${isWaiting(sql`${now}`)}
    ),
    refunds as (
      select count(*) as waiting, ${age('created_at')} as age from refund where status in ('requested', 'pending')
    ),
    disputes as (
      select count(*) as open, extract(epoch from min(evidence_due_at) - ${now}::timestamptz) as due_in
      from dispute where status in ('inquiry', 'open')
    ),
    audit as (select findings, customer_money, extract(epoch from ${now}::timestamptz - done_at) as age from money_audit order by night desc limit 1)
    select name, labels, value::float8 as value from (
      select name, jsonb_build_object('lane', lane) as labels, value from lanes,
        lateral (values ('jobs_due', due), ('job_oldest_due_age_seconds', age), ('jobs_failing', failing), ('jobs_given_up', dead)) as one (name, value)
      union all select name, '{}', value from notices,
        lateral (values ('notices_waiting', waiting), ('notice_oldest_waiting_age_seconds', age), ('notices_failing', failing)) as one (name, value)
      union all select 'payments_in_review', '{}', count(*) from payment_attempt where status = 'review'
      union all select name, '{}', value from refunds,
        lateral (values ('refunds_under_way', waiting), ('refund_oldest_under_way_age_seconds', age)) as one (name, value)
      union all select 'approvals_waiting', '{}', count(*) from approval where status = 'waiting' and expires_at > ${now}
      union all select 'disputes_open', '{}', open from disputes
      union all select 'dispute_next_due_in_seconds', '{}', due_in from disputes where due_in is not null
      union all select 'customer_money', held - 'amount', (held ->> 'amount')::numeric
        from audit, jsonb_array_elements(customer_money) as held
      union all select name, '{}', value from audit,
        lateral (values ('money_audit_age_seconds', age), ('money_audit_findings', findings)) as one (name, value)
    ) as read`.execute(db);
  return rows;
}
