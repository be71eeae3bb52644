import { auditEntry } from '#server/audit/audit-entry.ts';
import type { Database } from '#server/database/open-database.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { ProblemReply } from '#server/http/refusal.ts';
import { isReceived } from '#server/files/customer-files.ts';
import { endUploads, removeFiles } from '#server/files/remove-files.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Actor } from '#server/process/actor.ts';
import type { Clock } from '#server/process/clock.ts';
import type { Mail } from '#server/mail/open-mail.ts';
import type { Schema } from '#server/database/schema.ts';
import { type CustomerKey, findCustomer, identifyCustomer } from './find-customer.ts';
import { endSessionsOf } from './log-out.ts';

export type ManageDeps = { db: Database['db']; clock: Clock };
export type EraseDeps = ManageDeps & {
  mail: Pick<Mail, 'forget'>;
  /** Records an erasure outside the database, so that it can be repeated after a restore. */
  recordErased: (customers: { id: bigint; createdAt: Date }[]) => Promise<void>;
};

/** Further writes in the same transaction, about the customer with this ID. */
type Also = (id: bigint, now: Date) => RawBuilder<unknown>[];
const nothingElse: Also = () => [];

/** Locks an account, which ends all its sessions and rejects logins, or unlocks it. */
export async function setLock(
  { db, clock }: ManageDeps,
  key: CustomerKey,
  locked: boolean,
  by: Actor,
  also: Also = nothingElse,
): Promise<void> {
  const { id } = await identifyCustomer(db, key);
  const now = clock();
  await inTransaction(db, async (tx) => {
    // waits for the row's lock, so that the next statement sees sessions of logins committed meanwhile
    await sql`update customer set locked_at = ${locked ? now : null} where id = ${id}`.execute(tx);
    await writeInOneStatement(tx, [
      ...(locked ? [endSessionsOf(id, 'locked', now)] : []),
      ...also(id, now),
      ...auditEntry(by, now, { action: locked ? 'lock' : 'unlock', subject: `customer ${id}` }),
    ]);
  });
}

/** Logs an account out everywhere; "everyone" means all accounts. */
export async function signOut(
  { db, clock }: ManageDeps,
  key: CustomerKey,
  by: Actor,
  also: Also = nothingElse,
): Promise<void> {
  const now = clock();
  const id = key === 'everyone' ? undefined : (await identifyCustomer(db, key)).id;
  await writeInOneStatement(db, [
    id === undefined
      ? sql`update session set ended_at = ${now}, end_reason = 'loggedOutEverywhere' where ended_at is null`
      : endSessionsOf(id, 'loggedOutEverywhere', now),
    ...(id === undefined ? [] : also(id, now)),
    ...auditEntry(by, now, { action: 'log-out', subject: id === undefined ? 'everyone' : `customer ${id}` }),
  ]);
}

/** SQL expression: the IDs of a customer's orders. As an array, it lets PostgreSQL use indexes beside an `or`. */
const ordersOf = (id: bigint) => sql`array(select o.id from customer_order o where o.customer_id = ${id})`;

/** SQL expression: the IDs of a customer's tickets, and of those sent with their address without logging in. */
const ticketsOf = (id: bigint) =>
  sql`array(select t.id from ticket t where t.customer_id = ${id}
    or (t.customer_id is null and t.email_canonical = (select c.email_canonical from customer c where c.id = ${id})))`;

/** SQL expression: as `ticketsOf`, without a guest's tickets while nobody has confirmed that the address is the customer's. */
const provenTicketsOf = (id: bigint) =>
  sql`array(select t.id from ticket t where t.customer_id = ${id} or (t.customer_id is null and t.email_canonical = (
    select c.email_canonical from customer c where c.id = ${id} and c.email_confirmed_at is not null)))`;

/** All data that the shop holds about a person, without secrets, as one JSON value. */
export async function exportAccount(
  { db, clock }: ManageDeps,
  key: CustomerKey,
  by: Actor,
): Promise<unknown> {
  const { id } = await identifyCustomer(db, key);
  return writeInOneStatement(
    db,
    auditEntry(by, clock(), { action: 'export', subject: `customer ${id}` }),
    sql<unknown>`jsonb_build_object(
      'account', (select to_jsonb(c) - 'password_hash' from customer c where c.id = ${id}),
      'formerAddresses', (select jsonb_agg(jsonb_build_object('email', f.email, 'until', f.replaced_at) order by f.replaced_at)
        from former_email f where f.customer_id = ${id}),
      'sessions', (select jsonb_agg(to_jsonb(s) order by s.created_at) from session s where s.customer_id = ${id}),
      'orders', (
        select jsonb_agg(to_jsonb(o) || jsonb_build_object(
          'lines', (select jsonb_agg(to_jsonb(l) order by l.position) from order_line l where l.order_id = o.id),
          'events', (select jsonb_agg(to_jsonb(e) order by e.id) from order_event e where e.order_id = o.id),
          'deliveries', (select jsonb_agg(jsonb_build_object('line', v.position, 'version', v.version, 'at', v.delivered_at, 'text', v.text,
              'pieces', v.pieces, 'message', v.message, 'report', v.report) order by v.position, v.version)
            from delivery v where v.order_id = o.id),
          'rechecks', (select jsonb_agg(to_jsonb(k) - 'order_id') from recheck k where k.order_id = o.id),
          'requestedChanges', (select jsonb_agg(to_jsonb(r) - 'answered_by' order by r.position, r.version, r.point)
            from revision_point r where r.order_id = o.id)
        ) order by o.id) from customer_order o where o.customer_id = ${id}
      ),
      'deposits', (select jsonb_agg(to_jsonb(d) order by d.created_at) from deposit d where d.customer_id = ${id}),
      'payments', (select jsonb_agg(to_jsonb(p) - 'token' order by p.id) from payment_link p where p.customer_id = ${id}),
      'refunds', (select jsonb_agg(jsonb_build_object('at', r.created_at, 'for', p.number, 'amount', r.amount, 'currency', p.currency,
          'status', r.status, 'reason', r.reason, 'closedAt', r.closed_at) order by r.created_at, r.id)
        from payment_link p join refund r on r.payment_link_id = p.id where p.customer_id = ${id}),
      'disputes', (select jsonb_agg(jsonb_build_object('at', d.created_at, 'for', p.number, 'amount', d.amount, 'currency', p.currency,
          'status', d.status, 'reason', d.reason) order by d.created_at, d.id)
        from payment_link p join payment_attempt a on a.payment_link_id = p.id join dispute d on d.payment_attempt_id = a.id
        where p.customer_id = ${id}),
      'statement', (select jsonb_agg(jsonb_build_object('at', x.posted_at, 'kind', x.kind, 'amount', e.amount, 'currency', e.currency,
          'balance', e.balance, 'reason', x.memo) order by e.id)
        from balance_entry e join ledger_tx x on x.id = e.id where e.customer_id = ${id}),
      'tickets', (select jsonb_agg(to_jsonb(t) - 'request_hash' || jsonb_build_object(
          'thread', (select jsonb_agg(jsonb_build_object('author', m.author, 'at', m.at, 'text', m.text) order by m.id)
            from ticket_message m where m.ticket_id = t.id and m.send_at is null)
        ) order by t.id) from ticket t
        where t.id = any(${provenTicketsOf(id)})),
      'emails', (select jsonb_agg(jsonb_build_object('at', s.sent_at, 'about', s.number, 'subject', s.subject) order by s.sent_at, s.id)
        from payment_link p join sent_email s on s.number = p.number where p.customer_id = ${id}),
      'notes', (select jsonb_agg(jsonb_build_object('at', n.created_at, 'text', n.text) order by n.id) from staff_note n
        where n.removed_at is null and (n.customer_id = ${id} or n.order_id = any(${ordersOf(id)})
          or n.ticket_id = any(${provenTicketsOf(id)}))),
      'proposals', (select jsonb_agg(jsonb_build_object('at', p.made_at, 'lines', p.lines, 'expiresAt', p.expires_at, 'openedAt', p.opened_at) order by p.id)
        from proposal p where p.order_id = any(${ordersOf(id)}) or p.ticket_id = any(${provenTicketsOf(id)})),
      'approvals', (select jsonb_agg(jsonb_build_object('at', p.asked_at, 'subject', p.subject, 'amount', p.amount, 'currency', p.currency,
          'reason', p.reason, 'note', p.note, 'status', p.status) order by p.id) from approval p where p.customer_id = ${id}),
      'files', (select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'mediaType', f.media_type, 'bytes', f.bytes,
          'sha256', encode(f.sha256, 'hex'), 'addedAt', f.created_at, 'download', '/api/files/' || f.id) order by f.created_at, f.id)
        from file f where f.removed_at is null and (f.customer_id = ${id} or f.id = any(array(
          select a.file_id from attachment a where a.order_id = any(${ordersOf(id)}) and ${isReceived})))),
      'ledger', (select jsonb_agg(to_jsonb(a) || jsonb_build_object('balance', b.amount) order by a.id)
        from ledger_account a join ledger_balance b on b.account_id = a.id where a.customer_id = ${id})
    )`,
  );
}

/** The text that replaces erased texts. */
export const gone = 'erased';

/**
 * A sentence about what erasing an account would destroy.
 * @throws ProblemReply as `eraseAccount`
 */
export async function describeErasure({ db }: ManageDeps, key: CustomerKey): Promise<string> {
  const { id, email } = await identifyCustomer(db, key);
  await assertSettled(db, id);
  const { rows } = await sql<{ orders: number; tickets: number; files: number }>`select
      cardinality(${ordersOf(id)}) as orders, cardinality(${ticketsOf(id)}) as tickets,
      (select count(*)::int from file f where f.removed_at is null and f.customer_id = ${id}) as files`.execute(
    db,
  );
  const { orders, tickets, files } = rows[0]!;
  const count = (n: number, what: string) => `${n} ${what}${n === 1 ? '' : 's'}`;
  return `This erases the name, address, login and emails of ${email}, the briefs of ${count(orders, 'order')}, ${count(tickets, 'conversation')} and ${count(files, 'file')}.`;
}

/**
 * Erases personal data. Orders, payments and ledger entries remain under a number, because bookkeeping laws require them:
 * with country, state and postal code for taxes, without name, street and brief. Deletes emails in the shop's own mail
 * folder, because the accounts need only the orders.
 * @returns the number of deleted emails
 * @throws ProblemReply while the account holds money, waits for a payment or has paid work that isn't finished
 */
export async function eraseAccount(
  { db, clock, mail, recordErased }: EraseDeps,
  key: CustomerKey,
  by: Actor,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { id } = await identifyCustomer(tx, key);
    const theirs = sql`any(${ordersOf(id)})`;
    const tickets = sql`any(${ticketsOf(id)})`;
    const { rows } = await sql<{
      created_at: Date;
      email: string;
    }>`select created_at, email from customer where id = ${id} for update`.execute(tx);
    await assertSettled(tx, id);
    const otherAddresses = await findOthers(tx, id);
    const now = clock();
    const address = `${gone}-${id}@${gone}.invalid`;
    const businessFields = ['company', 'taxId', 'reference'];
    const nobody = JSON.stringify({ firstName: gone, lastName: gone, address: gone, city: gone });
    await writeInOneStatement(tx, [
      sql`update customer set email = ${address}, email_canonical = ${address}, email_spelling = '', first_name = ${gone}, last_name = ${gone},
        country = null, password_hash = ${gone}, email_confirmed_at = null, locked_at = ${now}, erased_at = ${now} where id = ${id}`,
      sql`delete from search_text where (kind, id) in (
        select 'customer', ${id}::bigint union all select 'order', unnest(${ordersOf(id)}) union all select 'ticket', unnest(${ticketsOf(id)})
        union all select 'deposit', d.id from deposit d where d.customer_id = ${id})`,
      sql`delete from session where customer_id = ${id}`,
      sql`delete from email_code where customer_id = ${id}`,
      sql`delete from former_email where customer_id = ${id}`,
      sql`delete from idempotency_key where customer_id = ${id}`,
      sql`update customer_order set billing = billing - ${businessFields}::text[] || ${nobody}::jsonb where customer_id = ${id}`,
      sql`update deposit set billing = billing - ${businessFields}::text[] || ${nobody}::jsonb where customer_id = ${id}`,
      sql`update order_line set details = details - 'brief' || '{"brief": {}}', expected_on = null, move_reason = null where order_id = ${theirs}`,
      // erases reports, because they contain the whole analyzed text
      sql`update delivery set report = null, text = ${gone} where report is not null and order_id = ${theirs}`,
      sql`delete from recheck where order_id = ${theirs}`,
      sql`delete from work_draft where order_id = ${theirs}`,
      sql`update revision_point set note = ${gone}, quote_start = null, quote_end = null, quote = null,
        answer = case when answer is not null then ${gone} end where order_id = ${theirs}`,
      // delivered files remain with the order, as its text does
      ...removeFiles(
        sql`(f.customer_id = ${id} or f.id = any(array(
          select a.file_id from attachment a where a.order_id = ${theirs} and a.kind <> 'delivery')))`,
        now,
      ),
      endUploads(sql`u.customer_id = ${id}`, now),
      // the desk's checks quote the brief, so they are erased too
      sql`update delivery set pieces = null, message = null, checks = (
          select jsonb_agg(jsonb_build_object('key', c -> 'key', 'ok', c -> 'ok', 'words', ${gone}::text)) from jsonb_array_elements(checks) c
        ) where report is null and order_id = ${theirs}`,
      sql`update staff_note set text = '', removed_at = coalesce(removed_at, ${now}) where customer_id = ${id} or order_id = ${theirs}
          or ticket_id = ${tickets}`,
      sql`update proposal set lines = '[]', withdrawn_at = coalesce(withdrawn_at, ${now}) where order_id = ${theirs} or ticket_id = ${tickets}`,
      sql`update approval set note = '' where customer_id = ${id} and note <> ''`,
      // erases the questions and answers about the work
      sql`update order_event set reason = null where order_id = ${theirs}`,
      sql`update payment_link set client = null where customer_id = ${id}`,
      // erases the subjects of sent emails, because they name the client of each line
      sql`update sent_email set subject = ${gone} where number in (select o.number from customer_order o where o.customer_id = ${id})`,
      // a guest's tickets with this address become the account's, so that the desk knows that they were erased
      sql`update ticket set customer_id = coalesce(customer_id, ${id}), name = ${gone}, email = ${address}, email_canonical = ${address}, message = case when message <> '' then ${gone} else '' end,
        status = case when status in ('open', 'answered') then 'closed' else status end, snoozed_until = null, about_order_id = null, about_customer_id = null, request_hash = null where id = ${tickets}`,
      sql`update ticket set about_customer_id = null where about_customer_id = ${id} and not id = ${tickets}`,
      // replaces our answers, because they can quote the customer, and deletes an unsent one
      sql`update ticket_message set text = ${gone} where send_at is null and ticket_id = ${tickets}`,
      sql`delete from ticket_message where send_at is not null and ticket_id = ${tickets}`,
      ...auditEntry(by, now, { action: 'erase', subject: `customer ${id}` }),
    ]);
    // both run last, before the commit: if one of them fails, the account isn't erased and the erasure can be retried
    await recordErased([{ id, createdAt: rows[0]!.created_at }]);
    let forgotten = 0;
    for (const email of [rows[0]!.email, ...otherAddresses]) forgotten += await mail.forget(email);
    return forgotten;
  });
}

/**
 * The former addresses of an account, and those for which it got a code. Without addresses of other accounts, whose emails must
 * stay.
 */
async function findOthers(tx: Kysely<Schema>, id: bigint): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select email from former_email where customer_id = ${id}
    union select new_email from email_code where customer_id = ${id} and new_email is not null`.execute(tx);
  const free = await Promise.all(rows.map(async ({ email }) => !(await findCustomer(tx, email))));
  return rows.flatMap(({ email }, index) => (free[index] ? [email] : []));
}

/** Why this account can't be erased now; null when it can. The erasure checks it again under the account's lock. */
export async function whyNotErase(db: Kysely<Schema>, id: bigint): Promise<string | null> {
  const theirs = sql`payment_link l join payment_attempt a on a.payment_link_id = l.id`;
  const { rows } = await sql<{
    money: boolean;
    waiting: number;
    refunds: number;
    disputes: number;
    foreign: number;
    open: string[];
  }>`
    select exists (
      select from ledger_account a join ledger_balance b on b.account_id = a.id where a.customer_id = ${id} and b.amount <> 0
    ) as money, (
      select count(*)::int from payment_link where customer_id = ${id} and status = 'awaitingPayment'
    ) as waiting, (
      select count(*)::int from payment_link l join refund r on r.payment_link_id = l.id
      where l.customer_id = ${id} and r.status in ('requested', 'pending')
    ) as refunds, (
      select count(*)::int from ${theirs} join dispute d on d.payment_attempt_id = a.id
      where l.customer_id = ${id} and d.status in ('inquiry', 'open')
    ) as disputes, (
      select count(*)::int from ${theirs} where l.customer_id = ${id} and a.status = 'review' and a.captured_amount > (
        select coalesce(sum(r.amount), 0) from refund r where r.payment_attempt_id = a.id and r.status <> 'failed')
    ) as "foreign", array(
      select distinct o.number from customer_order o join order_line l on l.order_id = o.id
        where o.customer_id = ${id} and l.work_status in ('queued', 'inProgress', 'needsInfo', 'revisionRequested') order by o.number
    ) as open`.execute(db);
  const { money, waiting, refunds, disputes, foreign, open } = rows[0]!;
  if (open.length > 0)
    return `This account has paid work that isn’t finished, and erasing would destroy its brief: ${open.join(', ')}. Deliver the work first, or cancel it and refund the money.`;
  if (money) return 'This account’s balance isn’t zero. Refund, credit or debit it first.';
  if (refunds > 0)
    return `This account has refunds that banks haven’t confirmed yet (${refunds}). A refund that fails goes to its balance. Wait until they’re complete.`;
  if (disputes > 0)
    return `This account has open disputes (${disputes}), and their evidence needs its data. Wait until they’re decided.`;
  if (foreign > 0)
    return `This account has payments in another currency that aren’t refunded (${foreign}). Refund them at the payment provider first.`;
  return waiting > 0
    ? `This account has payment links that can still be paid (${waiting}). Wait until they expire.`
    : null;
}

async function assertSettled(tx: Kysely<Schema>, id: bigint): Promise<void> {
  const why = await whyNotErase(tx, id);
  if (why !== null) throw new ProblemReply(409, why);
}
