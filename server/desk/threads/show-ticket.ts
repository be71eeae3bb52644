import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import { holds } from '#contract/desk/permissions.ts';
import type { DeskTicket } from '#contract/desk/tickets.ts';
import { notFound } from '#server/http/refusal.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { ticketAddress } from '#server/support/ticket-address.ts';
import { sql } from 'kysely';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { dueFrom, isActive, type TicketState, toState } from './find-tickets.ts';
import { shownName } from '#server/desk/line-columns.ts';
import { actorWords, refunderName } from '#server/desk/name-actors.ts';
import { notesWhere, type StoredNote, toNote } from '#server/desk/notes.ts';
import { findThread } from './show-thread.ts';

type Facts = TicketState & {
  created_at: Date;
  claimed_at: Date | null;
  email: string;
  title: string | null;
  livemode: boolean;
  notes: StoredNote[];
  about_order: string | null;
  about_id: bigint | null;
  about_first: string | null;
  about_last: string | null;
  refunds: (Omit<DeskTicket['refunds'][number], 'by'> & { actor: string; name: string | null })[];
};

/** SQL: the order of ticket `t`, or else the order that the team linked it to. */
const orderId = sql`coalesce(t.order_id, t.about_order_id)`;

/** SQL: the refunds of the order of ticket `t`, newest first. */
const refundsOfOrder = sql`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'at', r.created_at, 'actor', coalesce(r.actor, r.origin), 'name', ${refunderName}, 'amount', r.amount,
    'currency', coalesce(a.captured_currency, o.currency),
    'to', case when r.payment_attempt_id is null then 'balance' else 'card' end, 'status', r.status
  ) order by r.created_at desc, r.id desc), '[]')
  from customer_order o join refund r on r.payment_link_id = o.payment_link_id
    left join payment_attempt a on a.id = r.payment_attempt_id
  where o.id = ${orderId}
)`;

/**
 * A conversation with its customer, state and notes. Names and addresses are shown as the caller may see them.
 * @throws ProblemReply 404
 */
export async function showDeskTicket(
  deps: DeskDeps,
  caller: StaffCaller,
  { number: typed }: { number: string },
): Promise<DeskAnswerOf<'showDeskTicket'>> {
  const thread = await findThread(deps, typed);
  const { id, number, order_id: aboutOrder, order, customer_id: customerId } = thread;
  if (id === null || number === null) throw notFound('There are no messages about this order yet.');
  const notes =
    aboutOrder === null
      ? notesWhere(sql`n.ticket_id = ${id}`)
      : notesWhere(
          sql`n.order_id = ${aboutOrder} and n.position is null and ${holds(caller.permissions, 'order.see')}`,
        );
  const { rows } = await sql<Facts>`
    select t.status, ${dueFrom} as due_from, s.id as assignee_id, s.name as assignee, t.customer_id, t.created_at, t.claimed_at,
      ${ticketAddress} as email,
      (select string_agg(distinct l.title, ', ') from order_line l where l.order_id = t.order_id) as title, ${notes} as notes,
      coalesce((select p.livemode from customer_order o join payment_link p on p.id = o.payment_link_id where o.id = ${orderId}), true) as livemode,
      a.number as about_order, b.id as about_id, b.first_name as about_first, b.last_name as about_last,
      case when ${holds(caller.permissions, 'order.see')} then ${refundsOfOrder} else '[]' end as refunds
    from ticket t left join staff s on s.id = t.assignee_id and ${isActive} left join customer c on c.id = t.customer_id
      left join customer_order a on a.id = t.about_order_id left join customer b on b.id = t.about_customer_id
    where t.id = ${id}`.execute(deps.db);
  const facts = rows[0]!;
  const now = deps.clock();
  const seesCustomer = holds(caller.permissions, 'customer.see');
  return {
    ...toState(facts, now),
    number,
    createdAt: facts.created_at.toISOString(),
    order: order === null ? null : { number: order, title: facts.title ?? '', livemode: facts.livemode },
    customer: {
      id: seesCustomer && customerId !== null ? String(customerId) : null,
      name: shownName(caller, thread),
      email: seesCustomer && !thread.is_erased ? facts.email : null,
      isErased: thread.is_erased,
    },
    link:
      facts.about_order === null && facts.about_id === null
        ? null
        : {
            order: facts.about_order,
            livemode: facts.livemode,
            customer:
              facts.about_id === null
                ? null
                : {
                    id: String(facts.about_id),
                    name: shownName(caller, {
                      first_name: facts.about_first ?? '',
                      last_name: facts.about_last ?? '',
                    }),
                  },
          },
    claimedAt: facts.claimed_at?.toISOString() ?? null,
    notes: facts.notes.map((note) => toNote(note, caller, now)),
    refunds: facts.refunds.map(({ at, actor, name, ...refund }) => ({
      ...refund,
      at: new Date(at).toISOString(),
      by: actorWords(actor, name),
    })),
  };
}
