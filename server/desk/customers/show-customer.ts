import { addressLines } from '#contract/storefront/address-lines.ts';
import type { Billing } from '#contract/storefront/orders.ts';
import { currency } from '#contract/money.ts';
import type { DeskAnswerOf, DeskQueryOf } from '#contract/desk/endpoints.ts';
import { day } from '#contract/durations.ts';
import { holds } from '#contract/desk/permissions.ts';
import { listSessions } from '#server/accounts/log-out.ts';
import { whyNotErase } from '#server/accounts/manage-account.ts';
import { auditRead } from '#server/audit/audit-read.ts';
import { countAdjustments, limitFor } from '#server/balance/adjust-balance.ts';
import { findBalance } from '#server/balance/find-balance.ts';
import { showBalance } from '#server/balance/show-balance.ts';
import { notFound } from '#server/http/refusal.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { listTickets } from '#server/support/list-tickets.ts';
import { sql } from 'kysely';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { type CustomerColumns, customerColumns, toCustomer } from './find-customers.ts';
import { listDeskOrders } from '#server/desk/orders/find-desk-orders.ts';
import { notesWhere, type StoredNote, toNote } from '#server/desk/notes.ts';

const shown = { orders: 20, messages: 10 } as const;
/** How long a refund counts as recent (ms). */
const recentMs = 90 * day;
/** An ID that no session has: the desk shows the customer's sessions, and none of them is the caller's own. */
const noSession = '00000000-0000-0000-0000-000000000000';

type Facts = CustomerColumns & {
  billing: Billing | null;
  spent: bigint;
  paid_orders: number;
  refunded: bigint;
  disputes: number;
  open_disputes: number;
  recent_refunds: number;
  notes: StoredNote[];
};

/**
 * A customer with their spending and their numbers of disputes and refunds, in one statement. As in the balance, money counts only
 * in the shop's mode: a shop that takes real money doesn't count test payments.
 * @throws ProblemReply 404
 */
async function findFacts(
  { db, livemode }: Pick<DeskDeps, 'db' | 'livemode'>,
  id: bigint,
  now: Date,
): Promise<Facts> {
  const { rows } = await sql<Facts>`
    with link as materialized (
      select p.id from payment_link p where p.livemode = ${livemode} and p.id in (
        select payment_link_id from customer_order where customer_id = ${id}
        union all select payment_link_id from deposit where customer_id = ${id}
      )
    )
    select ${customerColumns},
      (select o.billing from customer_order o where o.customer_id = ${id} order by o.id desc limit 1) as billing,
      m.spent, m.paid_orders, m.refunded, d.disputes, d.open_disputes,
      (select count(*)::int from link cross join lateral (
        select from refund r where r.payment_link_id = link.id and r.status <> 'failed' and r.created_at > ${new Date(now.getTime() - recentMs)}
      ) r) as recent_refunds,
      ${notesWhere(sql`n.customer_id = ${id}`)} as notes
    from customer,
      lateral (
        select coalesce(sum(o.amount) filter (where o.paid_at is not null), 0)::bigint as spent,
          (count(*) filter (where o.paid_at is not null))::int as paid_orders, coalesce(sum(p.refunded), 0)::bigint as refunded
        from customer_order o join payment_link p on p.id = o.payment_link_id where o.customer_id = ${id} and o.currency = ${currency} and p.livemode = ${livemode}
      ) m,
      lateral (
        select count(*)::int as disputes, (count(*) filter (where d.status in ('inquiry', 'open')))::int as open_disputes
        from link cross join lateral (
          select d.status from payment_attempt a join dispute d on d.payment_attempt_id = a.id where a.payment_link_id = link.id
        ) d
      ) d
    where customer.id = ${id}`.execute(db);
  if (!rows[0]) throw notFound('We can’t find that customer.');
  return rows[0];
}

/** The caller's limit for credits and debits of this customer; null when they may not adjust balances. */
async function adjustOf({ db }: DeskDeps, caller: StaffCaller, id: bigint, now: Date) {
  const limit = caller.limits.adjust;
  if (!holds(caller.permissions, 'money.adjust') || limit === 0) return null;
  const { used, isOfStaff } = await limitFor(db, { by: caller.by, limit }, id, now);
  return { limit: isOfStaff ? 0 : limit, used: Number(used) };
}

/** The write of an audit entry that the caller opened this customer, at most one a day. */
const noteSeen = ({ db, clock }: DeskDeps, { by }: StaffCaller, id: bigint) =>
  auditRead(db, by, clock(), { action: 'see-customer', subject: `customer ${id}` });

/**
 * A customer with all the data that the desk shows.
 * @throws ProblemReply 404
 */
export async function showCustomer(
  deps: DeskDeps,
  caller: StaffCaller,
  { id: typed }: { id: string },
): Promise<DeskAnswerOf<'showCustomer'>> {
  const id = BigInt(typed);
  const now = deps.clock();
  const facts = await findFacts(deps, id, now);
  await noteSeen(deps, caller, id);
  const mayErase = holds(caller.permissions, 'customer.data') && facts.erased_at === null;
  const [balance, { orders }, messages, { sessions }, adjust, adjustments, whyNot, former] =
    await Promise.all([
      findBalance(deps.db, id, deps.livemode),
      listDeskOrders(deps, caller, { customer: typed, cursor: undefined, limit: shown.orders }),
      holds(caller.permissions, 'ticket.see') ? listTickets(deps, id, { limit: shown.messages }) : null,
      listSessions(deps, { customerId: id, sessionId: noSession }),
      adjustOf(deps, caller, id, now),
      countAdjustments(deps.db, id),
      mayErase ? whyNotErase(deps.db, id) : null,
      deps.db
        .selectFrom('former_email')
        .select(['email', 'replaced_at'])
        .where('customer_id', '=', id)
        .orderBy('replaced_at', 'desc')
        .execute(),
    ]);
  return {
    ...toCustomer(facts),
    formerEmails: former.map(({ email, replaced_at: until }) => ({ email, until: until.toISOString() })),
    confirmedAt: facts.email_confirmed_at?.toISOString() ?? null,
    lockedAt: facts.locked_at?.toISOString() ?? null,
    erasedAt: facts.erased_at?.toISOString() ?? null,
    address: facts.billing === null || facts.erased_at ? [] : addressLines(facts.billing),
    balance: {
      available: Number(balance.available),
      reserved: Number(balance.reserved),
      disputed: Number(balance.disputed),
      currency,
    },
    spent: Number(facts.spent),
    paidOrders: facts.paid_orders,
    refunded: Number(facts.refunded),
    orders,
    messages: messages?.tickets ?? null,
    sessions: sessions.map(({ device, place, lastUsedAt }) => ({ device, place, lastUsedAt })),
    notes: facts.notes.map((note) => toNote(note, caller, now)),
    signs: {
      disputes: facts.disputes,
      openDisputes: facts.open_disputes,
      recentRefunds: facts.recent_refunds,
    },
    adjust,
    adjustments,
    whyNotErase: whyNot,
  };
}

/**
 * A page of a customer's statement, in the words that the customer sees.
 * @throws ProblemReply 404
 */
export async function showStatement(
  deps: DeskDeps,
  caller: StaffCaller,
  { id: typed }: { id: string },
  query: DeskQueryOf<'showStatement'>,
): Promise<DeskAnswerOf<'showStatement'>> {
  const id = BigInt(typed);
  await assertCustomer(deps, id);
  await noteSeen(deps, caller, id);
  return showBalance(deps, id, query);
}

/**
 * Checks that the customer exists.
 * @throws ProblemReply 404
 */
export async function assertCustomer({ db }: Pick<DeskDeps, 'db'>, id: bigint): Promise<void> {
  const found = await db.selectFrom('customer').select('id').where('id', '=', id).executeTakeFirst();
  if (!found) throw notFound('We can’t find that customer.');
}
