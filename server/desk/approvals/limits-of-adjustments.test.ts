import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { day } from '#contract/durations.ts';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import { canonicalEmail } from '#server/database/email-address.ts';
import { sql } from 'kysely';
import { moneyAt } from '#test/server/money-at-desk.ts';
import { openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';

let desk: TestDesk;
let money: ReturnType<typeof moneyAt>;
let owner: Person;
before(async () => {
  desk = await openTestDesk();
  money = moneyAt(desk);
  owner = await desk.join('owner');
});
after(() => desk.close());

/** Creates a customer, with this email address if given. Returns their ID. */
async function customer(email?: string): Promise<string> {
  const made = await desk.shop.customer(email);
  const { rows } = await sql<{ id: bigint }>`select id from customer where email = ${made.email}`.execute(
    desk.shop.database.db,
  );
  return String(rows[0]!.id);
}
async function credit(person: Person, id: string, amount: number) {
  const body = { requestId: crypto.randomUUID(), direction: 'credit', amount, reason: 'Sorry for the delay' };
  const answer = await money.post(person, `customers/${id}/adjust`, body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.approval ?? null;
}
const adjustOf = async (person: Person, id: string) =>
  (await money.get<DeskAnswerOf<'showCustomer'>>(person, `customers/${id}`)).adjust;

test('limits a person’s credits to all customers in 7 days to five times the limit per customer', async () => {
  const manager = await desk.join('manager');
  const customers = await Promise.all(Array.from({ length: 7 }, () => customer()));
  const last = customers.pop()!;
  const approvals = await Promise.all(customers.map((id) => credit(manager, id, 20_000)));
  assert.equal(approvals.filter((approval) => approval === null).length, 5);
  assert.deepEqual(await adjustOf(manager, last), { limit: 20_000, used: 20_000 });
  const approval = await credit(manager, last, 100);
  assert.ok(approval);
  const other = await desk.join('manager');
  for (const id of customers.slice(0, 5)) await credit(other, id, 20_000);
  assert.match(
    (await money.show(other, approval)).whyNotApprove!,
    /You have \$0\.00 left\. Your limit is \$200\.00 per customer in 24 hours, and \$1,000\.00 for all customers in 7 days\./,
  );
  desk.shop.pass(7 * day);
  const later = { ...manager, cookie: await desk.logIn(manager) };
  assert.equal(await credit(later, last, 20_000), null);
  owner = { ...owner, cookie: await desk.logIn(owner) };
});

test('requires another person’s approval of every credit to a member of staff', async () => {
  const manager = await desk.join('manager');
  const id = await customer(manager.email);
  assert.deepEqual(await adjustOf(manager, id), { limit: 0, used: 0 });
  assert.ok(await credit(manager, id, 100));
  assert.deepEqual(await adjustOf(owner, id), { limit: 0, used: 0 });
  const approval = await credit(owner, id, 5_000);
  assert.ok(approval, 'also without a limit');
  assert.equal(
    (await money.show(manager, approval)).whyNotApprove,
    'This request is about your own customer account, so someone else has to approve it.',
  );
  assert.equal((await money.approve(manager, approval)).status, 403);
  const other = await desk.join('manager');
  assert.equal((await money.approve(other, approval)).body.state, 'done');
  assert.deepEqual(await adjustOf(other, await customer()), { limit: 20_000, used: 0 });
  const { db } = desk.shop.database;
  await sql`insert into former_email (id, customer_id, email, email_canonical, is_confirmed, replaced_at)
    select gen_random_uuid(), id, email, email_canonical, true, ${desk.shop.now()} from customer where id = ${id}`.execute(
    db,
  );
  await sql`update customer set email = 'home@example.com', email_canonical = 'home@example.com' where id = ${id}`.execute(
    db,
  );
  assert.equal((await adjustOf(manager, id))?.limit, 0, 'with a new address too');
  const later = await credit(owner, id, 5_000);
  assert.match((await money.show(manager, later!)).whyNotApprove ?? '', /your own customer account/);
  await sql`update staff set email = 'mo@bücher.example', email_canonical = ${canonicalEmail('mo@bücher.example')}
    where email = ${other.email}`.execute(db);
  const spelled = await customer('mo@xn--bcher-kva.example');
  assert.deepEqual(await adjustOf(other, spelled), { limit: 0, used: 0 }, 'in another spelling');
});

test('requires another person’s approval of every refund to a member of staff', async () => {
  const manager = await desk.join('manager');
  const { auth } = await desk.shop.customer(manager.email);
  const { number } = await money.cardOrder(auth);
  for (const person of [manager, owner]) {
    const { limit, used } = await money.refundable(person, number);
    assert.deepEqual([limit, used], [0, 0], 'also without a limit');
  }
  const left = await money.left(owner, number);
  const approval = await money.ask(manager, number, 100);
  assert.equal((await money.approve(manager, approval)).status, 403);
  assert.equal((await money.approve(owner, approval)).body.state, 'done');
  const other = await money.ask(owner, number, 100);
  assert.match((await money.show(manager, other)).whyNotApprove ?? '', /your own customer account/);
  assert.equal(await money.left(owner, number), left - 100);
  const theirs = await money.cardOrder();
  assert.equal((await money.refundable(owner, theirs.number)).limit, null);
});
