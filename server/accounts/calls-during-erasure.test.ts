/** Calls that a customer's browser began before the erasure of their account, and that write after it. */
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { minute } from '#contract/durations.ts';
import { slogansOrder } from '#demo/slogans-order.ts';
import { testDatabaseUrl } from '#test/server/open-test-database.ts';
import { openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';
import { waitingForLocks } from '#test/server/waiting-for-locks.ts';
import { workAt } from '#test/server/work-at-desk.ts';

let desk: TestDesk;
let owner: Person;
before(async () => {
  desk = await openTestDesk();
  owner = await desk.join('owner');
});
after(() => desk.close());

type Call = { path: string; body: object };
type Customer = { auth: Record<string, string>; email: string };

const marked = 'Zanzibar';
const { orderTypes: _types, orderDetails: _details, agreeToDeliveryTime: _agreed, ...billing } = slogansOrder;
const form = ({ email }: Customer) => ({ name: marked, email, message: `A message about ${marked}.` });

/** The number of a delivered order, whose work doesn't stop an erasure. */
async function deliveredOrder({ auth }: Customer): Promise<string> {
  const work = workAt(desk);
  const { number, path } = await work.order(auth);
  await work.done(owner, 'lines/start', { lines: [{ number, position: 1 }] });
  await work.done(owner, `${path}/deliver`, { basedOn: await work.write(owner, path) });
  desk.shop.pass(minute / 2);
  await desk.shop.app.jobs.drain();
  return number;
}

/** The call to make, after what must have happened before it. */
const calls: Record<string, (customer: Customer) => Promise<Call>> = {
  'an order': async () => ({ path: 'orders', body: { ...slogansOrder, firstName: marked } }),
  'a deposit': async () => ({
    path: 'balance/deposit',
    body: { ...billing, firstName: marked, price: 5_000 },
  }),
  'a message in the contact form': async (customer) => ({
    path: 'support/create-ticket',
    body: form(customer),
  }),
  'a message in a conversation': async (customer) => {
    const { body } = await desk.shop.send<{ ticketNumber: string }>('POST', '/api/support/create-ticket', {
      headers: customer.auth,
      body: { ...form(customer), name: 'Ann', message: 'Do you write menus?' },
    });
    return { path: `support/tickets/${body.ticketNumber}/messages`, body: { text: `More about ${marked}` } };
  },
  'a message about an order': async (customer) => ({
    path: `orders/${await deliveredOrder(customer)}/messages`,
    body: { text: `Where is ${marked}?` },
  }),
  'a revision request': async (customer) => ({
    path: `orders/${await deliveredOrder(customer)}/lines/1/revision`,
    body: { version: 1, points: [], text: `Less ${marked}` },
  }),
  'an upload': async (customer) => {
    // only customers with an order may upload
    await deliveredOrder(customer);
    return { path: 'uploads', body: { name: `${marked}.txt`, bytes: 8 } };
  },
};

/** The tables with the marked text. */
async function tablesWithMarkedText(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname = 'public'
      and query_to_xml(format('select to_jsonb(t) from %I t', c.relname), false, true, '')::text like ${`%${marked}%`}`.execute(
    desk.shop.database.db,
  );
  return rows.map(({ name }) => name);
}

for (const [what, prepare] of Object.entries(calls))
  test(
    `stores nothing of ${what} that waits for the erasure of its customer`,
    { skip: !testDatabaseUrl && 'needs TEST_DATABASE_URL' },
    async () => {
      const { shop } = desk;
      const email = `${crypto.randomUUID()}@example.com`;
      const { auth } = await shop.customer(email);
      const { path, body } = await prepare({ auth, email });
      const { rows } = await sql<{ id: bigint }>`select id from customer where email = ${email}`.execute(
        shop.database.db,
      );
      const answers = await shop.database.db.transaction().execute(async (tx) => {
        await sql`select from customer where email = ${email} for update`.execute(tx);
        const erasing = desk.call('POST', `customers/${rows[0]!.id}/erase`, {
          cookie: owner.cookie,
          body: { confirm: email },
        });
        await waitingForLocks(shop.database.db, 1);
        const calling = shop.send<{ detail?: string }>('POST', `/api/${path}`, { headers: auth, body });
        await waitingForLocks(shop.database.db, 2);
        return [erasing, calling] as const;
      });
      const [erased, called] = await Promise.all(answers);
      assert.equal(erased.status, 204);
      assert.deepEqual([called.status, called.body.detail], [401, 'Log in to continue.']);
      await shop.app.jobs.drain();
      assert.deepEqual(await tablesWithMarkedText(), []);
    },
  );
