/** Approvals and limits hold when two processes handle calls at once. */
import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import { openMoneyDesks } from '#test/server/money-at-desk.ts';
import { workAt } from '#test/server/work-at-desk.ts';
import { sql } from 'kysely';

const { both, desk, money, owner, manager, support, close } = await openMoneyDesks();
after(close);

const price = 12_900;
const db = () => desk.shop.database.db;
/** The statuses of simultaneous calls, in ascending order. */
const statusesOf = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);
/** The process that handles the n-th of several simultaneous calls. */
const at = (index: number) => both.desks[index % 2]!;

test('never exceeds the approver’s own limit when several requests about one customer are approved at once', async () => {
  const first = await money.cardOrder();
  const others: { number: string }[] = [];
  for (let order = 1; order < 4; order++) others.push(await money.cardOrder(first.headers));
  const ids: string[] = [];
  for (const { number } of [first, ...others]) ids.push(await money.ask(support, number, price));
  // a limit of $500 covers three of four
  const approved = await Promise.all(ids.map((id, index) => money.approve(manager, id, at(index))));
  assert.deepEqual(statusesOf(approved), [200, 200, 200, 403]);
  const { rows } = await sql<{ refunded: bigint }>`
    select sum(refunded)::bigint as refunded from payment_link where customer_id = ${first.customer}::bigint`.execute(
    db(),
  );
  assert.deepEqual(rows, [{ refunded: BigInt(3 * price) }]);
  const waiting = await money.get<DeskAnswerOf<'listApprovals'>>(owner, 'approvals');
  assert.equal(waiting.approvals.length, 1);
  assert.equal((await money.approve(owner, waiting.approvals[0]!.id)).status, 200);
});

test('never exceeds a person’s limit for credits when they credit one customer several times at once', async () => {
  const { customer, headers } = await money.cardOrder();
  const bodies = Array.from({ length: 6 }, () => ({
    requestId: crypto.randomUUID(),
    direction: 'credit',
    amount: 9_000,
    reason: 'Sorry for the delay',
  }));
  const credited = await Promise.all(
    bodies.map((body, index) => money.post(manager, `customers/${customer}/adjust`, body, at(index))),
  );
  // a limit of $200 covers two of six
  assert.equal(credited.filter(({ body }) => body.isNew && body.approval === null).length, 2);
  assert.equal(credited.filter(({ body }) => body.approval !== null).length, 4);
  const { body } = await desk.shop.send<{ balance: { available: number } }>('GET', '/api/balance', {
    headers,
  });
  assert.equal(body.balance.available, 18_000);
});

test('credits once when two people credit a customer for the same mistake, at once or one after the other', async () => {
  const { customer } = await money.cardOrder();
  const credit = (person: typeof owner, seen: number, index: number, amount = 2_000) =>
    money.post(
      person,
      `customers/${customer}/adjust`,
      { requestId: crypto.randomUUID(), direction: 'credit', amount, reason: 'Sorry for the delay', seen },
      at(index),
    );
  const seen = async () =>
    (await money.get<DeskAnswerOf<'showCustomer'>>(owner, `customers/${customer}`)).adjustments;
  assert.equal(await seen(), 0);
  const both = await Promise.all([credit(owner, 0, 0), credit(manager, 0, 1)]);
  assert.deepEqual(statusesOf(both), [200, 409]);
  assert.match(both.find(({ status }) => status === 409)!.body.detail!, /^Someone has credited/);
  assert.equal((await credit(manager, 0, 1)).status, 409);
  assert.equal(await seen(), 1);
  // a waiting request counts as an adjustment too, because it may be approved later
  assert.ok((await credit(manager, 1, 1, 30_000)).body.approval);
  assert.equal((await credit(owner, 1, 0)).status, 409);
  assert.equal((await credit(owner, 2, 0)).status, 200);
});

test('refunds only while the approver may approve, also when their role, limit or lock changes at that moment', async () => {
  const outcomes: number[] = [];
  for (const change of ['lock', 'role', 'limit'] as const)
    for (let round = 0; round < 3; round++) {
      const approver = await desk.join('manager');
      const { number } = await money.cardOrder();
      const id = await money.ask(support, number, 6_000);
      const { orderMoney } = await money.show(approver, id);
      const path = `people/${approver.id}`;
      const changes = {
        lock: () => workAt(at(1)).post(owner, `${path}/lock`),
        role: () => workAt(at(1)).post(owner, path, { role: 'reader', limits: null }),
        limit: () => workAt(at(1)).post(owner, path, { role: 'manager', limits: { refund: 100, adjust: 0 } }),
      };
      const [approved, changed] = await Promise.all([
        money.post(approver, `approvals/${id}/approve`, { seen: orderMoney!.possible }, at(0)),
        changes[change](),
      ]);
      assert.equal(changed.status, 204, JSON.stringify(changed.body));
      assert.ok([200, 401, 403, 409].includes(approved.status), `${change}: ${approved.status}`);
      assert.equal(await money.left(owner, number), approved.status === 200 ? price - 6_000 : price, change);
      outcomes.push(approved.status);
      if (approved.status === 200) continue;
      // the change is complete now, so the same approval is rejected
      const again = await money.post(
        approver,
        `approvals/${id}/approve`,
        { seen: orderMoney!.possible },
        at(1),
      );
      assert.ok([401, 403].includes(again.status), `${change}: ${again.status}`);
      assert.equal((await money.approve(owner, id)).status, 200);
    }
  assert.equal(outcomes.length, 9);
});
