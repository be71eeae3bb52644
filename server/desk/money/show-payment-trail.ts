import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import type { PaymentTrail } from '#contract/desk/money.ts';
import { holds } from '#contract/desk/permissions.ts';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { actorWords, refunderName, staffName } from '#server/desk/name-actors.ts';
import { payoutOfEntry } from './show-payouts.ts';
import { notFound } from '#server/http/refusal.ts';
import { sourceTypes } from '#server/ledger/postings.ts';
import { sourceOfEntry } from '#server/payments/movements/movement-postings.ts';
import { readNumber } from '#server/process/readable-number.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { type RawBuilder, sql } from 'kysely';
import { paymentsWhere, toPaymentRow } from './payment-columns.ts';

type Actor = { actor: string; name: string | null };
type Facts = {
  attempts: PaymentTrail['attempts'];
  events: PaymentTrail['events'];
  refunds: (Omit<PaymentTrail['refunds'][number], 'by'> & Actor)[];
  disputes: PaymentTrail['disputes'];
  movements: PaymentTrail['movements'];
  postings: (Omit<PaymentTrail['postings'][number], 'by'> & Actor)[];
};

const list = (entry: RawBuilder<unknown>, order: RawBuilder<unknown>, from: RawBuilder<unknown>) =>
  sql`(select coalesce(jsonb_agg(${entry} order by ${order}), '[]') ${from})`;

const postingKinds = JSON.stringify(Object.entries(sourceTypes).map(([kind, type]) => ({ kind, type })));

/** SQL: the provider's movements of a payment link's attempts, refunds and disputes. */
const movementsOf = (linkId: bigint) => sql`(
    select e.* from payment_attempt a, lateral (select * from provider_entry where attempt_id = a.id offset 0) as e
      where a.payment_link_id = ${linkId}
    union all select e.* from refund r, lateral (select * from provider_entry where refund_id = r.id offset 0) as e
      where r.payment_link_id = ${linkId}
    union all select e.* from payment_attempt a join dispute d on d.payment_attempt_id = a.id,
      lateral (select * from provider_entry where dispute_id = d.id offset 0) as e where a.payment_link_id = ${linkId}
  ) as e`;

/** SQL: all postings about a payment link, its attempts, its refunds, the steps of its disputes, and its movements. */
const postingsOf = (linkId: bigint) => sql`(
    select 'payment_link' as type, number as id from payment_link where id = ${linkId}
    union all select 'payment_link', o.number || ':' || w.position from customer_order o join order_line w on w.order_id = o.id
      where o.payment_link_id = ${linkId}
    union all select 'payment_attempt', id::text from payment_attempt where payment_link_id = ${linkId}
    union all select 'refund', id::text from refund where payment_link_id = ${linkId}
    union all select 'dispute', d.id || ':' || step from payment_attempt a join dispute d on d.payment_attempt_id = a.id,
      generate_series(0, d.steps) as step where a.payment_link_id = ${linkId}
    union all select 'provider_entry', ${sourceOfEntry} from ${movementsOf(linkId)}
  ) as source join jsonb_to_recordset(${postingKinds}::jsonb) as of_kind(kind text, type text) on of_kind.type = source.type
  cross join lateral (
    select * from ledger_tx where kind = of_kind.kind and source_type = source.type and source_id = source.id offset 0
  ) as x`;

async function findFacts({ db }: Pick<DeskDeps, 'db'>, linkId: bigint): Promise<Facts> {
  const refundActor = sql`coalesce(r.actor, r.origin)`;
  const { rows } = await sql<Facts>`select
    ${list(
      sql`jsonb_build_object('id', a.id, 'provider', a.provider, 'reference', a.provider_ref, 'livemode', a.livemode, 'amount', a.amount,
        'held', a.held, 'status', a.status, 'captured', a.captured_amount, 'currency', coalesce(a.captured_currency, a.currency),
        'createdAt', a.created_at, 'closedAt', a.closed_at)`,
      sql`a.created_at, a.id`,
      sql`from payment_attempt a where a.payment_link_id = ${linkId}`,
    )} as attempts,
    ${list(
      sql`jsonb_build_object('eventId', n.event_id, 'type', n.type, 'receivedAt', n.received_at, 'appliedAt', n.processed_at,
        'error', n.last_error)`,
      sql`n.received_at, n.event_id`,
      sql`from payment_attempt a join provider_notice n on n.provider = a.provider and n.provider_ref = a.provider_ref
        where a.payment_link_id = ${linkId}`,
    )} as events,
    ${list(
      sql`jsonb_build_object('amount', r.amount, 'to', case when r.payment_attempt_id is null then 'balance' else 'card' end,
        'status', r.status, 'reason', r.reason, 'actor', ${refundActor}, 'name', ${refunderName}, 'reference', r.provider_ref,
        'createdAt', r.created_at, 'closedAt', r.closed_at)`,
      sql`r.created_at, r.id`,
      sql`from refund r where r.payment_link_id = ${linkId}`,
    )} as refunds,
    ${list(
      sql`jsonb_build_object('id', d.id::text, 'amount', d.amount, 'fee', d.fee, 'status', d.status, 'reason', d.reason, 'reference', d.provider_ref,
        'dueAt', d.evidence_due_at, 'createdAt', d.created_at, 'answered', case when d.answered_at is not null then jsonb_build_object(
          'by', (select name from staff where id = d.answered_by), 'at', d.answered_at) end)`,
      sql`d.id`,
      sql`from payment_attempt a join dispute d on d.payment_attempt_id = a.id where a.payment_link_id = ${linkId}`,
    )} as disputes,
    ${list(
      sql`jsonb_build_object('id', e.id, 'provider', e.provider, 'kind', e.kind, 'amount', e.amount, 'fee', e.fee, 'currency', e.currency,
        'at', e.created_at, 'payout', p.payout)`,
      sql`e.created_at, e.id`,
      sql`from ${movementsOf(linkId)} left join lateral ${payoutOfEntry} as p on true`,
    )} as movements,
    ${list(
      sql`jsonb_build_object('id', x.id::text, 'at', x.posted_at, 'kind', x.kind, 'actor', x.actor, 'name', ${staffName(sql`x.actor`)},
        'memo', x.memo, 'transfers', ${list(
          sql`jsonb_build_object('from', f.code, 'to', o.code, 'amount', t.amount, 'currency', t.currency)`,
          sql`t.id`,
          sql`from ledger_transfer t join ledger_account f on f.id = t.from_account join ledger_account o on o.id = t.to_account
            where t.tx_id = x.id`,
        )})`,
      sql`x.id`,
      sql`from ${postingsOf(linkId)}`,
    )} as postings`.execute(db);
  return rows[0]!;
}

/** The accounts whose sum over these postings isn't zero. Money in payouts that weren't returned counts as in the bank. */
function whereNow({ postings, movements }: Facts): PaymentTrail['whereNow'] {
  const sums = new Map<string, PaymentTrail['whereNow'][number]>();
  const move = (account: string, currency: string, amount: number) => {
    const key = `${account} ${currency}`;
    const before = sums.get(key)?.amount ?? 0;
    sums.set(key, { account, currency, amount: before + amount });
  };
  for (const { from, to, amount, currency } of postings.flatMap(({ transfers }) => transfers)) {
    move(from, currency, -amount);
    move(to, currency, amount);
  }
  for (const { provider, amount, fee, currency, payout } of movements)
    if (payout && !payout.isReturned) {
      move(`clearing:${provider}`, currency, amount - fee);
      move('bank', currency, fee - amount);
    }
  return [...sums.values()].filter(({ amount }) => amount !== 0);
}

const utc = (time: string) => new Date(time).toISOString();
const utcOrNull = (time: string | null) => (time === null ? null : utc(time));

/**
 * Everything about a payment's money, from its payment link to the accounts where the money is now.
 * @throws ProblemReply 404
 */
export async function showPaymentTrail(
  { db }: Pick<DeskDeps, 'db'>,
  caller: StaffCaller,
  { number: typed }: { number: string },
): Promise<DeskAnswerOf<'showPaymentTrail'>> {
  const number = readNumber('R', typed) ?? readNumber('D', typed);
  const { rows } = number ? await paymentsWhere(sql`l.number = ${number}`).execute(db) : { rows: [] };
  const [link] = rows;
  if (!link) throw notFound('We can’t find that payment.');
  const facts = await findFacts({ db }, link.id);
  const { attempts, events, refunds, disputes, movements, postings } = facts;
  return {
    ...toPaymentRow(link, caller),
    customerId: holds(caller.permissions, 'customer.see') ? String(link.customer_id) : null,
    expiresAt: link.expires_at.toISOString(),
    closedAt: link.closed_at?.toISOString() ?? null,
    isPaid: link.status === 'paid',
    attempts: attempts.map((attempt) => ({
      ...attempt,
      createdAt: utc(attempt.createdAt),
      closedAt: utcOrNull(attempt.closedAt),
    })),
    events: events.map((event) => ({
      ...event,
      receivedAt: utc(event.receivedAt),
      appliedAt: utcOrNull(event.appliedAt),
    })),
    refunds: refunds.map(({ actor, name, ...refund }) => ({
      ...refund,
      by: actorWords(actor, name),
      createdAt: utc(refund.createdAt),
      closedAt: utcOrNull(refund.closedAt),
    })),
    disputes: disputes.map((dispute) => ({
      ...dispute,
      dueAt: utcOrNull(dispute.dueAt),
      createdAt: utc(dispute.createdAt),
      answered: dispute.answered && { ...dispute.answered, at: utc(dispute.answered.at) },
    })),
    postings: postings.map(({ actor, name, ...posting }) => ({
      ...posting,
      at: utc(posting.at),
      by: actorWords(actor, name),
    })),
    movements: movements.map(({ payout, ...moved }) => ({
      ...moved,
      at: utc(moved.at),
      payout: payout && { ...payout, arrivesOn: utcOrNull(payout.arrivesOn) },
    })),
    whereNow: whereNow(facts),
    canSync: attempts.some(({ reference }) => reference !== null),
  };
}
