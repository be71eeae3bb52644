import { formatDay, operatorsDay } from '#contract/delivery-date.ts';
import { formatMoney } from '#contract/money.ts';
import { holds } from '#contract/desk/permissions.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import type { MoneyTask as Shown } from '#contract/desk/work.ts';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import type { Task } from '#server/desk/urgency.ts';
import { isUnsentEmail } from '#server/mail/failed-emails.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { isWaiting } from '#server/payments/webhooks/waiting-events.ts';
import { sql } from 'kysely';

/** Maximum number of disputes that are read; a shop has fewer at once. */
const most = 100;
/** Number of failures after which an email becomes a task. Mail servers with greylisting accept the second or third try. */
const attemptsUntilTask = 3;
/** Estimated minutes of each kind of task. */
const minutes = { dispute: 30, trouble: 15 };

/** A task about money. `subject`: its name in the pulse. */
type MoneyTask = Task & { reason: string; isLate: boolean; url: string; subject: string; money: Shown };

type Found = {
  disputes: {
    id: bigint;
    number: string;
    amount: bigint;
    currency: string;
    livemode: boolean;
    due_at: string | null;
    is_inquiry: boolean;
  }[];
  reviews: number;
  findings: number;
  events: number;
  emails: number;
};

const countOf = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

function disputeTask(dispute: Found['disputes'][number], now: Date): MoneyTask {
  const { number, amount, currency, livemode, due_at: due, is_inquiry: isInquiry } = dispute;
  const neededAt = due === null ? null : new Date(due);
  const isLate = neededAt !== null && neededAt <= now;
  const day = neededAt && operatorsDay(neededAt, businessCalendar);
  return {
    key: `dispute ${dispute.id}`,
    subject: `dispute ${dispute.id}`,
    neededAt,
    minutes: minutes.dispute,
    isExpress: false,
    isLate,
    reason: isLate
      ? 'Response to the bank is overdue'
      : day
        ? `Respond by ${formatDay(day)}`
        : 'Respond to the bank',
    url: `/money/payments/${number}#disputes`,
    money: {
      title: `${isInquiry ? 'Bank inquiry about' : 'Dispute over'} ${formatMoney(Number(amount), currency)}`,
      words: 'Download the evidence from the payment’s page',
      about: number,
      livemode,
    },
  };
}

/** A task without a deadline of its own, needed now. `part`: the part of the money page that shows it. */
const trouble = (part: string, now: Date, title: string, words: string): MoneyTask => ({
  key: `money ${part}`,
  subject: `money ${part}`,
  neededAt: now,
  minutes: minutes.trouble,
  isExpress: false,
  isLate: false,
  reason: 'Due now',
  url: `/money#${part}`,
  money: { title, words, about: 'Money', livemode: true },
});

/** Tasks about money: disputes to answer; and differences, webhook events, emails and payments, for staff who may repair them. */
export async function findMoneyTasks(
  { db }: Pick<DeskDeps, 'db'>,
  { permissions }: StaffCaller,
  now: Date,
): Promise<MoneyTask[]> {
  if (!holds(permissions, 'money.repair') || !holds(permissions, 'money.see')) return [];
  const { rows } = await sql<Found>`select
    (select coalesce(jsonb_agg(to_jsonb(open)), '[]') from (
      select d.id, l.number, d.amount, coalesce(a.captured_currency, a.currency) as currency, a.livemode, d.evidence_due_at as due_at,
        d.status = 'inquiry' as is_inquiry
      from dispute d, lateral (select * from payment_attempt where id = d.payment_attempt_id offset 0) as a,
        lateral (select number from payment_link where id = a.payment_link_id offset 0) as l
      where d.status in ('inquiry', 'open') and d.answered_at is null order by d.evidence_due_at limit ${most}
    ) as open) as disputes,
    (select count(*)::int from payment_attempt where status = 'review') as reviews,
    (select coalesce(sum(found), 0)::int from health_check) as findings,
    (select count(*)::int from provider_notice n where ${isWaiting(sql`${now}`)} and n.last_error is not null) as events,
    (select count(*)::int from job where ${isUnsentEmail} and (dead_at is not null or attempts >= ${attemptsUntilTask})) as emails`.execute(
    db,
  );
  const { disputes, reviews, findings, events, emails } = rows[0]!;
  return [
    ...disputes.map((dispute) => disputeTask(dispute, now)),
    ...(findings > 0
      ? [trouble('checks', now, 'The money checks found differences', countOf(findings, 'difference'))]
      : []),
    ...(reviews > 0
      ? [
          trouble(
            'reviews',
            now,
            'Payments under review',
            `${countOf(reviews, 'payment')} in another currency`,
          ),
        ]
      : []),
    ...(events > 0 ? [trouble('events', now, 'Unprocessed webhook events', countOf(events, 'event'))] : []),
    ...(emails > 0 ? [trouble('emails', now, 'Emails that couldn’t be sent', countOf(emails, 'email'))] : []),
  ];
}
