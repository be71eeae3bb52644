import { randomUUID } from 'node:crypto';
import { accessTokens } from '#server/accounts/access-tokens.ts';
import { keysFor } from '#server/process/derived-keys.ts';
import { slogansOrder } from '#demo/slogans-order.ts';
import { placeOrder } from '#server/orders/place-order.ts';
import { startPayment } from '#server/payments/start-payment.ts';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '#server/database/schema.ts';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { type PlaceOrderBody, placeOrderBody } from '#contract/storefront/orders.ts';
import { type Store, withDatabase } from './bench-stores.ts';
import { orderPrice } from './captured-statements.ts';
import { publicUrl, wireUseCases } from './wire-use-cases.ts';

export const sessionSecret = 'the secret of shops that live for a benchmark';
export const orderBody: PlaceOrderBody = placeOrderBody(builtInCatalogue).parse(slogansOrder);

/** A customer with a live session and an access token. */
export type Customer = { id: bigint; accessToken: string };
/** An unpaid order, and the access token of its customer. */
export type SeededOrder = { accessToken: string; number: string; token: string };

async function insertCustomers(db: Kysely<Schema>, count: number): Promise<Customer[]> {
  const sessions = Array.from({ length: count }, () => randomUUID());
  const { rows } = await sql<{ id: bigint; session: string }>`
    with c as (
      insert into customer (email, email_canonical, first_name, last_name, password_hash, agreed_to_privacy_at, created_at)
      select session || '@shop.test', session || '@shop.test', 'Ann', 'Lee', 'none', now(), now()
      from unnest(${sessions}::text[]) session returning id, email
    )
    insert into session (id, customer_id, remember_me, device, created_at, last_used_at, expires_at)
    select split_part(email, '@', 1)::uuid, id, false, 'bench', now(), now(), now() + interval '1 day' from c
    returning customer_id as id, id as session`.execute(db);
  const tokens = accessTokens(keysFor([sessionSecret], 'access tokens'), publicUrl, () => new Date());
  return Promise.all(
    rows.map(async ({ id, session }) => ({
      id,
      accessToken: await tokens.sign({ customerId: id, sessionId: session }),
    })),
  );
}

/** Fills a new store with logged-in customers. */
export const seedCustomers = (store: Store, count: number): Promise<Customer[]> =>
  withDatabase(store, async ({ db }) => {
    const customers = await insertCustomers(db, count);
    await sql`analyze`.execute(db);
    return customers;
  });

/** Fills a new store with customers who have ten unpaid orders each, whose emails are already sent. */
export const seedOrders = (store: Store, customers: number): Promise<SeededOrder[]> =>
  withDatabase(store, async (database) => {
    const deps = wireUseCases(database);
    const orders: SeededOrder[] = [];
    for (const { id, accessToken } of await insertCustomers(database.db, customers))
      for (let n = 0; n < 10; n += 1) {
        const placed = await placeOrder(deps, { customerId: id, body: orderBody, idempotencyKey: undefined });
        const token = new URL(placed.paymentLink).searchParams.get('link')!;
        orders.push({ accessToken, number: placed.orderNumber, token });
      }
    await sql`delete from job`.execute(database.db);
    await sql`analyze`.execute(database.db);
    return orders;
  });

/** Fills a new store with this many orders with open payment pages, and returns the provider's references. */
export const seedAttempts = (store: Store, count: number): Promise<string[]> =>
  withDatabase(store, async (database) => {
    const { db } = database;
    const [customer] = await insertCustomers(db, 1);
    await insertCustomers(db, Math.ceil(count / 10));
    const deps = wireUseCases(database);
    const createLink = async () => ({ ref: 'original', url: `${publicUrl}/sandbox-pay/original` });
    const provider = { ...deps.provider, createLink };
    const { paymentLink } = await placeOrder(deps, {
      customerId: customer!.id,
      body: orderBody,
      idempotencyKey: undefined,
    });
    await startPayment(
      { ...deps, provider, providers: [provider] },
      { token: new URL(paymentLink).searchParams.get('link')!, way: 'card', customerId: undefined },
    );
    await sql`delete from job`.execute(db);
    // Copies one real order with a real attempt to other customers and IDs.
    await sql`
      insert into payment_link (token, customer_id, purpose, number, amount, currency, livemode, lines, client, created_at, expires_at)
      select 'bench' || n, (array(select id from customer))[2 + n % ((select count(*) from customer) - 1)], purpose, 'B-' || n, amount,
        currency, livemode, lines, client, created_at, expires_at
      from payment_link, generate_series(1, ${count}::int) n`.execute(db);
    await sql`
      insert into customer_order (customer_id, payment_link_id, number, catalogue_version, amount, currency, billing, created_at)
      select l.customer_id, l.id, l.number, o.catalogue_version, o.amount, o.currency, o.billing, o.created_at
      from payment_link l, customer_order o where l.token like 'bench%' order by l.id`.execute(db);
    await sql`
      insert into order_line (order_id, position, order_type, title, details, parts, amount, days, revision_rounds)
      select o.id, l.position, l.order_type, l.title, l.details, l.parts, l.amount, l.days, l.revision_rounds
      from customer_order o, order_line l where o.number like 'B-%'`.execute(db);
    await sql`
      insert into order_event (order_id, at, actor, to_status)
      select o.id, e.at, e.actor, e.to_status from customer_order o, order_event e where o.number like 'B-%'`.execute(
      db,
    );
    await sql`
      insert into payment_attempt (id, payment_link_id, provider, livemode, provider_ref, url, amount, currency, request, status,
        created_at, expires_at)
      select gen_random_uuid(), l.id, a.provider, a.livemode, l.token, a.url, a.amount, a.currency, a.request, a.status,
        a.created_at, a.expires_at
      from payment_link l, payment_attempt a where l.token like 'bench%'`.execute(db);
    await sql`analyze`.execute(db);
    return Array.from({ length: count }, (_, n) => `bench${n + 1}`);
  });

/** A customer with this many orders and statement entries, and cursors to the middle of each list. */
export type LongHistory = { id: bigint; size: number; middleOrder: bigint; middleEntry: bigint };

/** Fills a new store with one customer per size, who has this many orders, all paid from the balance. */
export const seedHistories = (store: Store, sizes: readonly number[]): Promise<LongHistory[]> =>
  withDatabase(store, async (database) => {
    const { db } = database;
    const customers = await insertCustomers(db, sizes.length);
    await placeOrder(wireUseCases(database), {
      customerId: customers[0]!.id,
      body: orderBody,
      idempotencyKey: undefined,
    });
    await sql`delete from job`.execute(db);
    const histories: LongHistory[] = [];
    for (const [index, size] of sizes.entries()) {
      const { id } = customers[index]!;
      const prefix = `H${index}-`;
      // copies one real order and its payment to other IDs
      await sql`
        insert into payment_link (token, customer_id, purpose, number, amount, currency, livemode, lines, status, created_at, expires_at, closed_at)
        select ${prefix} || n, ${id}, purpose, ${prefix} || n, amount, currency, livemode, lines, 'paid', created_at, expires_at, now()
        from (select * from payment_link order by id limit 1) l, generate_series(1, ${size}::int) n order by n`.execute(
        db,
      );
      await sql`
        insert into customer_order (customer_id, payment_link_id, number, catalogue_version, amount, currency, billing, paid_from_balance, paid_at, created_at)
        select l.customer_id, l.id, l.number, o.catalogue_version, o.amount, o.currency, o.billing, o.amount, now(), o.created_at
        from payment_link l, (select * from customer_order order by id limit 1) o where l.number like ${`${prefix}%`} order by l.id`.execute(
        db,
      );
      await sql`
        insert into order_line (order_id, position, order_type, title, details, parts, amount, days, revision_rounds)
        select o.id, l.position, l.order_type, l.title, l.details, l.parts, l.amount, l.days, l.revision_rounds
        from customer_order o, (select * from order_line order by order_id limit 1) l where o.number like ${`${prefix}%`}`.execute(
        db,
      );
      await sql`
        insert into search_text (kind, id, words)
        select 'order', o.id, s.words || array_to_tsvector(array[lower(replace(o.number, '-', ''))])
        from customer_order o, (select words from search_text where kind = 'order' order by id limit 1) s
        where o.number like ${`${prefix}%`}`.execute(db);
      await sql`
        insert into order_event (order_id, at, actor, from_status, to_status)
        select id, paid_at, 'customer', 'awaitingPayment', 'paid' from customer_order where number like ${`${prefix}%`}`.execute(
        db,
      );
      // writes the entries that ledger_post would write, but without triggers, which are too slow for a hundred thousand
      const { rows: accounts } = await sql<{ cash: bigint; unearned: bigint }>`
        select ledger_account_id('cash', ${id}, 'usd', false) as cash, ledger_account_id('unearned', null, 'usd', false) as unearned`.execute(
        db,
      );
      const { cash, unearned } = accounts[0]!;
      for (const table of ['ledger_tx', 'ledger_transfer', 'balance_entry'])
        await sql`alter table ${sql.table(table)} disable trigger user`.execute(db);
      for (let from = 1; from <= size; from += 5_000)
        await sql`
          with tx as (
            insert into ledger_tx (batch, kind, source_type, source_id, actor, posted_at)
            select 0, 'order_paid', 'payment_link', ${prefix} || n, 'bench', now()
            from generate_series(${from}::int, ${Math.min(from + 4_999, size)}::int) n order by n
            returning id
          ), transfer as (
            insert into ledger_transfer (tx_id, from_account, to_account, currency, livemode, amount)
            select id, ${cash}::bigint, ${unearned}::bigint, 'usd', false, ${orderPrice}::bigint from tx
          )
          insert into balance_entry (id, customer_id, currency, livemode, kinds, amount, balance)
          select id, ${id}, 'usd', false, '{order_paid}', -${orderPrice}::bigint,
            ${orderPrice}::bigint * (${size - from + 1}::bigint - row_number() over (order by id)) from tx`.execute(
          db,
        );
      for (const table of ['ledger_tx', 'ledger_transfer', 'balance_entry'])
        await sql`alter table ${sql.table(table)} enable trigger user`.execute(db);
      const { rows } = await sql<Pick<LongHistory, 'middleOrder' | 'middleEntry'>>`
        select
          (select id from customer_order where customer_id = ${id} order by id offset ${size / 2} limit 1) as "middleOrder",
          (select id from balance_entry where customer_id = ${id} order by id offset ${size / 2} limit 1) as "middleEntry"`.execute(
        db,
      );
      histories.push({ id, size, ...rows[0]! });
    }
    await sql`vacuum analyze`.execute(db);
    return histories;
  });
