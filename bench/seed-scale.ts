import { randomUUID } from 'node:crypto';
import { accessTokens } from '#server/accounts/access-tokens.ts';
import { keysFor } from '#server/process/derived-keys.ts';
import type { Schema } from '#server/database/schema.ts';
import { placeOrder } from '#server/orders/place-order.ts';
import { type Kysely, sql } from 'kysely';
import { type Store, withDatabase } from './bench-stores.ts';
import { orderPrice } from './captured-statements.ts';
import { orderBody, sessionSecret } from './seed-store.ts';
import { publicUrl, wireUseCases } from './wire-use-cases.ts';

/** A customer with a history, and what they open: an order, and the middle of each list. */
export type Visitor = {
  name: string;
  accessToken: string;
  orderNumber: string;
  linkToken: string;
  middleOrder: bigint;
  middleEntry: bigint;
};

/** Number of statement entries per order. */
const entriesPerOrder = 10;
const chunk = 50_000;
const filled =
  `customer session ledger_account ledger_balance ledger_tx ledger_transfer balance_entry payment_link
  payment_attempt provider_notice customer_order order_line order_event delivery idempotency_key ticket`.split(
    /\s+/,
  );

/**
 * Fills a new PostgreSQL store with paid and delivered orders and ten statement entries each, booked like real ones, so that the
 * audit finds nothing. One customer has a hundredth of them, and the others ten each, in turns. The role must be a superuser,
 * because this many rows are written without triggers. Returns two customers whose pages can be measured.
 */
export const seedScale = (store: Store, orders: number): Promise<Visitor[]> =>
  withDatabase(store, async (database) => {
    const customers = Math.max(2, Math.ceil(orders / 10));
    return database.db.connection().execute(async (db) => {
      await sql`set session_replication_role = replica; set synchronous_commit = off; set statement_timeout = 0;
        set maintenance_work_mem = '1GB'`.execute(db);
      await makeNumbers(db);
      await addCustomers(db, customers);
      const template = await placeTemplate(db, database);
      const restore = await dropIndexes(db);
      for (let from = 1; from <= orders; from += chunk) {
        await addOrders(db, { from, to: Math.min(from + chunk - 1, orders), orders, customers, template });
        if (orders > chunk) console.log(`  ${Math.min(from + chunk - 1, orders)} of ${orders} orders`);
      }
      await removeTemplate(db);
      await restore();
      await sql`vacuum analyze`.execute(db);
      await sql`reset session_replication_role; reset synchronous_commit; reset statement_timeout`.execute(
        db,
      );
      return [await visitor(db, 'ten orders', customers), await visitor(db, `${orders / 100} orders`, 1)];
    });
  });

/** Adds customers, each with a session and an empty account. The temporary table `who` maps a customer's number to the IDs. */
async function addCustomers(db: Kysely<Schema>, count: number): Promise<void> {
  await sql`
    insert into customer (email, email_canonical, first_name, last_name, password_hash, agreed_to_privacy_at, created_at)
    select n || '@shop.test', n || '@shop.test', 'Ann', 'Lee', 'none', now(), now() from generate_series(1, ${count}::int) n`.execute(
    db,
  );
  await sql`
    insert into search_text (kind, id, words) select 'customer', id, array_to_tsvector(array['ann', 'lee', 'shop', 'test', split_part(email, '@', 1)])
    from customer`.execute(db);
  await sql`
    insert into ledger_account (code, customer_id, currency, livemode) select 'cash', id, 'usd', false from customer order by id`.execute(
    db,
  );
  await sql`
    insert into ledger_balance (account_id, may_be_negative) select id, false from ledger_account where code = 'cash'`.execute(
    db,
  );
  await sql`
    create temporary table who as select split_part(c.email, '@', 1)::int as n, c.id as customer, a.id as cash
    from customer c join ledger_account a on a.customer_id = c.id`.execute(db);
  await sql`alter table who add primary key (n)`.execute(db);
  await sql`
    insert into session (id, customer_id, remember_me, device, created_at, last_used_at, expires_at)
    select gen_random_uuid(), customer, false, 'bench', now(), now(), now() + interval '1 day' from who`.execute(
    db,
  );
}

/** Creates unique numbers in the form of server/process/readable-number.ts, scattered like random ones. */
async function makeNumbers(db: Kysely<Schema>): Promise<void> {
  const alphabet = sql`'0123456789ABCDEFGHJKMNPQRSTVWXYZ'`;
  await sql`
    create function pg_temp.readable_number(n bigint) returns text language sql immutable as $$
      with digit as (
        select i, (n * 20011998133 % (1::bigint << 35) >> (5 * i)) & 31 as v from generate_series(0, 6) i
      ), plain as (
        select string_agg(substr(${alphabet}, v::int + 1, 1), '' order by i desc) as text,
          sum(case when i % 2 = 0 then 2 * v / 32 + 2 * v % 32 else v end) as total from digit
      )
      select 'R-' || left(text, 4) || '-' || substr(text, 5) || substr(${alphabet}, ((32 - total % 32) % 32)::int + 1, 1) from plain
    $$`.execute(db);
}

/** Places one real order, which is then copied. */
async function placeTemplate(
  db: Kysely<Schema>,
  { pool }: Parameters<typeof wireUseCases>[0],
): Promise<bigint> {
  const { rows: who } = await sql<{ customer: bigint }>`select customer from who where n = 2`.execute(db);
  const deps = { ...wireUseCases({ db, pool } as Parameters<typeof wireUseCases>[0]), db };
  await placeOrder(deps, { customerId: who[0]!.customer, body: orderBody, idempotencyKey: undefined });
  await sql`delete from job`.execute(db);
  await sql`delete from order_event`.execute(db);
  const { rows } = await sql<{ id: bigint }>`select id from customer_order`.execute(db);
  return rows[0]!.id;
}

/** Removes the template, which has the lowest IDs, and continues the sequences of IDs after the copies. */
async function removeTemplate(db: Kysely<Schema>): Promise<void> {
  await sql`delete from order_line where order_id < 1000`.execute(db);
  await sql`delete from customer_order where id < 1000`.execute(db);
  await sql`delete from payment_link where id < 1000`.execute(db);
  for (const table of ['payment_link', 'customer_order', 'ledger_tx'])
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
      db,
    );
}

// Drops the indexes and returns the function that builds them again: building an index sorted is faster than growing it.
async function dropIndexes(db: Kysely<Schema>): Promise<() => Promise<void>> {
  const { rows } = await sql<{ indexname: string; indexdef: string }>`
    select indexname, indexdef from pg_indexes i where schemaname = 'public' and tablename = any(${filled})
      and not exists (select from pg_constraint where conname = i.indexname)`.execute(db);
  for (const { indexname } of rows) await sql`drop index ${sql.ref(indexname)}`.execute(db);
  await sql`alter table balance_entry drop constraint balance_entry_pkey`.execute(db);
  return async () => {
    for (const { indexdef } of rows) await sql.raw(indexdef).execute(db);
    await sql`alter table balance_entry add primary key (customer_id, currency, livemode, id)`.execute(db);
  };
}

type Part = { from: number; to: number; orders: number; customers: number; template: bigint };

async function addOrders(db: Kysely<Schema>, { from, to, orders, customers, template }: Part): Promise<void> {
  // every hundredth order is the first customer's
  const of = sql`case when g.n % 100 = 0 then 1 else 2 + g.n % ${customers - 1}::int end`;
  await sql`drop table if exists part`.execute(db);
  await sql`
    create temporary table part as select g.n, pg_temp.readable_number(g.n) as number, w.customer, w.cash,
      timestamptz '2026-01-01' + interval '1 day' * (300.0 * g.n / ${orders}::int) as at
    from generate_series(${from}::int, ${to}::int) g(n) join who w on w.n = ${of} order by 1`.execute(db);
  await sql`
    insert into payment_link (id, token, customer_id, purpose, number, amount, currency, livemode, lines, client, status, created_at, expires_at, closed_at)
      overriding system value
    select 1000 + n, 'token-' || p.number, customer, l.purpose, p.number, l.amount, l.currency, l.livemode, l.lines, l.client, 'paid',
      at, at + interval '7 days', at + interval '5 minutes'
    from part p, (select * from payment_link order by id limit 1) l order by n`.execute(db);
  await sql`
    insert into payment_attempt (id, payment_link_id, provider, livemode, provider_ref, url, amount, currency, request, status, created_at, expires_at, closed_at)
    select lpad(to_hex(n), 32, '0')::uuid, 1000 + n, 'sandbox', false, null, null, ${orderPrice}::bigint, 'usd',
      '{"reference":"a card payment that was not started"}', 'failed', at, at + interval '1 day', at + interval '1 day'
    from part order by n`.execute(db);
  await sql`
    insert into provider_notice (provider, event_id, type, provider_ref, payload, received_at, processed_at)
    select 'sandbox', 'evt-' || number, 'session.expired', 'ref-' || number, '{}', at + interval '1 day', at + interval '1 day'
    from part order by n`.execute(db);
  await sql`
    insert into customer_order (id, customer_id, payment_link_id, number, catalogue_version, amount, currency, billing, paid_from_balance, paid_at, created_at)
      overriding system value
    select 1000 + n, customer, 1000 + n, p.number, o.catalogue_version, o.amount, o.currency, o.billing, o.amount, at + interval '5 minutes', at
    from part p, customer_order o where o.id = ${template} order by n`.execute(db);
  await sql`
    insert into order_line (order_id, position, order_type, title, details, parts, amount, days, revision_rounds, due_on, work_status)
    select 1000 + n, l.position, l.order_type, l.title, l.details, l.parts, l.amount, l.days, l.revision_rounds, at::date + 5, 'completed'
    from part, order_line l where l.order_id = ${template} order by n`.execute(db);
  await sql`
    insert into order_event (order_id, line_position, at, actor, from_status, to_status)
    select 1000 + n, line, at + after, actor, was, becomes from part, (values
      (null::int, interval '0', 'customer', null, 'awaitingPayment'), (null, '5 minutes', 'customer', 'awaitingPayment', 'paid'),
      (1, '5 minutes', 'system', 'waiting', 'queued'), (1, '2 days', 'operator:kim', 'queued', 'delivered'), (1, '4 days', 'customer', 'delivered', 'completed')
    ) as e (line, after, actor, was, becomes) order by n, after`.execute(db);
  await sql`
    insert into delivery (order_id, position, version, text, delivered_at)
    select 1000 + n, 1, 1, repeat('A line people repeat. ', 20), at + interval '2 days' from part order by n`.execute(
    db,
  );
  await sql`
    insert into idempotency_key (customer_id, key, route, body_hash, answer, created_at)
    select customer, 'key-' || number, 'placeOrder', '\\x00', '{}', at from part order by n`.execute(db);
  await sql`
    insert into ticket (number, customer_id, name, email, email_canonical, message, created_at, status)
    select 'T-' || number, customer, 'Ann Lee', customer || '@shop.test', customer || '@shop.test', 'How are you?', at, 'answered'
    from part where n % 7 = 3 order by n`.execute(db);
  await addEntries(db);
}

/** Adds nine adjustments that sum to the price, and then the payment. Revenue adds no statement entry. */
async function addEntries(db: Kysely<Schema>): Promise<void> {
  const step = orderPrice / BigInt(entriesPerOrder);
  const first = sql`(n::bigint - 1) * ${entriesPerOrder}::int + 1000`;
  await sql`
    create temporary table if not exists house as select ledger_account_id('promo_expense', null, 'usd', false) as promo,
      ledger_account_id('unearned', null, 'usd', false) as unearned, ledger_account_id('revenue', null, 'usd', false) as revenue`.execute(
    db,
  );
  await sql`drop table if exists entry`.execute(db);
  await sql`
    create temporary table entry as
    select ${first} + k as id, n, k, number, customer, cash, at,
      case when k < 9 then ${step}::bigint * case when k = 8 then 2 else 1 end else -${orderPrice}::bigint end as amount,
      case when k < 8 then ${step}::bigint * (k + 1) when k = 8 then ${orderPrice}::bigint else 0 end as balance
    from part, generate_series(0, 9) k order by 1`.execute(db);
  await sql`
    insert into ledger_tx (id, batch, kind, source_type, source_id, memo, actor, posted_at) overriding system value
    select id, id, case when k < 9 then 'adjustment' else 'order_paid' end, case when k < 9 then 'operator' else 'payment_link' end,
      case when k < 9 then number || '-' || k else number end, case when k < 9 then 'Sorry for the delay' end, 'bench', at
    from entry order by id`.execute(db);
  await sql`
    insert into ledger_transfer (tx_id, from_account, to_account, currency, livemode, amount, from_balance_after, to_balance_after)
    select id, case when k < 9 then promo else cash end, case when k < 9 then cash else unearned end, 'usd', false, abs(amount),
      case when k < 9 then null else balance end, case when k < 9 then balance end
    from entry, house order by id`.execute(db);
  await sql`
    insert into balance_entry (id, customer_id, currency, livemode, kinds, amount, balance)
    select id, customer, 'usd', false, array[case when k < 9 then 'adjustment' else 'order_paid' end], amount, balance from entry order by id`.execute(
    db,
  );
  const earned = sql`1000000000 + n`;
  await sql`
    insert into ledger_tx (id, batch, kind, source_type, source_id, actor, posted_at) overriding system value
    select ${earned}, ${earned}, 'earned', 'payment_link', number, 'bench', at + interval '4 days' from part order by n`.execute(
    db,
  );
  await sql`
    insert into ledger_transfer (tx_id, from_account, to_account, currency, livemode, amount)
    select ${earned}, unearned, revenue, 'usd', false, ${orderPrice}::bigint from part, house order by n`.execute(
    db,
  );
}

async function visitor(db: Kysely<Schema>, name: string, number: number): Promise<Visitor> {
  const session = randomUUID();
  const { rows } = await sql<{ customer: bigint } & Omit<Visitor, 'name' | 'accessToken'>>`
    with o as (select * from customer_order where customer_id = (select customer from who where n = ${number}))
    select w.customer, newest.number as "orderNumber", l.token as "linkToken",
      (select id from o order by id offset (select count(*) / 2 from o) limit 1) as "middleOrder",
      (select id from balance_entry where customer_id = w.customer order by id
        offset (select count(*) / 2 from balance_entry where customer_id = w.customer) limit 1) as "middleEntry"
    from who w, (select * from o where id > 1000 order by id desc limit 1) newest, payment_link l
    where w.n = ${number} and l.id = newest.payment_link_id`.execute(db);
  const { customer, ...found } = rows[0]!;
  await sql`
    insert into session (id, customer_id, remember_me, device, created_at, last_used_at, expires_at)
    values (${session}, ${customer}, false, 'bench', now(), now(), now() + interval '1 day')`.execute(db);
  const tokens = accessTokens(keysFor([sessionSecret], 'access tokens'), publicUrl, () => new Date());
  return { name, accessToken: await tokens.sign({ customerId: customer, sessionId: session }), ...found };
}
