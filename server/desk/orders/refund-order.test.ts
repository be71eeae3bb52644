import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { hour } from '#contract/durations.ts';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import type { Order } from '#contract/storefront/orders.ts';
import type { BalancePage } from '#contract/storefront/statement.ts';
import { disputeAt, openMoneyDesks } from '#test/server/money-at-desk.ts';
import { openTestTeam } from '#test/server/open-test-team.ts';
import { sql } from 'kysely';

const { both, desk, money, owner, manager, support, close } = await openMoneyDesks();
after(close);

const price = 12_900;
const refundsOf = async (headers: { authorization: string }, number: string) => {
  const { body } = await desk.shop.send<Order>('GET', `/api/orders/${number}`, { headers });
  return body.payment.refunds.map(({ amount, to, actor, reason }) => [amount, to, actor, reason].join(' '));
};
const entriesAbout = async (number: string) => {
  const { rows } = await sql<{ actor: string; detail: Record<string, string> }>`
    select actor, detail from audit_entry where subject = ${`order ${number}`} and action = 'refund' order by id`.execute(
    desk.shop.database.db,
  );
  return rows;
};

test('refunds to the card, and shows the refund to the customer and in timeline, notes and audit log', async () => {
  const { headers, number } = await money.cardOrder();
  const before = await money.refundable(support, number);
  assert.deepEqual(before, {
    currency: 'usd',
    ways: { card: price, balance: price, unspent: 0 },
    toCard: price,
    whyNot: null,
    limit: 5_000,
    guarantee: null,
    used: 0,
    hasOpenWork: true,
  });
  const body = { ...(await money.refundBody(support, number, 3_000)), note: 'She called twice' };
  assert.deepEqual((await money.post(support, `orders/${number}/refund`, body)).body, {
    isNew: true,
    approval: null,
  });
  assert.deepEqual(await refundsOf(headers, number), ['3000 card operator Late delivery of your slogans']);
  const shown = await money.get<DeskAnswerOf<'showDeskOrder'>>(owner, `orders/${number}`);
  const entry = shown.timeline.find(({ kind }) => kind === 'refund');
  assert.deepEqual([entry?.amount, entry?.to, entry?.by], [3_000, 'card', 'Maya Stone']);
  assert.deepEqual(
    shown.notes.map(({ text }) => text),
    ['She called twice'],
  );
  const [logged] = await entriesAbout(number);
  assert.equal(logged?.actor, `staff:${support.id}`);
  assert.deepEqual(
    [logged.detail['amount'], logged.detail['currency'], logged.detail['way']],
    ['3000', 'usd', 'card'],
  );
  const { used, ways } = await money.refundable(support, number);
  assert.deepEqual([used, ways.card], [3_000, price - 3_000]);
});

test('says whether work on the order isn’t finished', async () => {
  const { headers, number } = await money.cardOrder();
  const team = openTestTeam(desk.shop);
  const hasOpenWork = async () => (await money.refundable(support, number)).hasOpenWork;
  assert.equal(await hasOpenWork(), true);
  await team.deliver(number, 1, { 'Slogan 1': 'Bread, before you wake.' });
  assert.equal(await hasOpenWork(), false);
  const body = { text: 'Please shorten it.' };
  await desk.shop.send('POST', `/api/orders/${number}/lines/1/revision`, { headers, body });
  assert.equal(await hasOpenWork(), true);
});

test('refunds to the balance with an entry in the statement', async () => {
  const { headers, number } = await money.cardOrder();
  assert.equal((await money.refund(manager, number, 2_000, 'balance')).status, 200);
  const { body } = await desk.shop.send<BalancePage>('GET', '/api/balance', { headers });
  assert.deepEqual([body.balance.available, body.entries[0]?.amount], [2_000, 2_000]);
});

test('refunds the unspent rest of a deposit to the card, above the limit with the approval of another person', async () => {
  const { auth } = await desk.shop.customer();
  await desk.shop.addFunds(auth, 20_000);
  const { payments } = await money.get<DeskAnswerOf<'listPayments'>>(owner, 'money/payments');
  const { number } = payments.find(({ purpose }) => purpose === 'deposit')!;
  const { ways, hasOpenWork } = await money.refundable(support, number);
  assert.deepEqual([ways, hasOpenWork], [{ card: 0, balance: 0, unspent: 20_000 }, false]);
  const small = { ...(await money.refundBody(support, number, 4_000, 'unspent')), note: 'They moved away' };
  assert.deepEqual((await money.post(support, `orders/${number}/refund`, small)).body, {
    isNew: true,
    approval: null,
  });
  const id = await money.ask(support, number, 16_000, 'unspent');
  const asked = await money.show(manager, id);
  assert.deepEqual([asked.order, asked.orderMoney?.possible], [number, 16_000]);
  assert.equal((await money.approve(manager, id)).body.state, 'done');
  await both.drain();
  const { body } = await desk.shop.send<BalancePage>('GET', '/api/balance', { headers: auth });
  assert.equal(body.balance.available, 0);
  const { rows } = await sql<{ subject: string; amount: string }>`
    select subject, detail ->> 'amount' as amount from audit_entry
    where action = 'refund' and subject = ${`deposit ${number}`} order by id`.execute(desk.shop.database.db);
  assert.deepEqual(
    rows.map(({ amount }) => amount),
    ['4000', '16000'],
  );
  const trail = await money.get<DeskAnswerOf<'showPaymentTrail'>>(owner, `money/payments/${number}`);
  assert.deepEqual([trail.state, trail.refunds.length], ['refunded', 2]);
  // a refund to the card is pending for days
  assert.deepEqual(
    trail.whereNow.map(({ account, amount }) => [account, amount]),
    [
      ['clearing:sandbox', -20_000],
      ['refunds_pending', 20_000],
    ],
  );
  const customer = await money.get<DeskAnswerOf<'showCustomer'>>(owner, `customers/${trail.customerId}`);
  assert.deepEqual(
    customer.notes.map(({ text }) => text),
    ['They moved away'],
  );
  assert.equal((await money.post(support, 'orders/D-0000-0000/refund', small)).status, 404);
});

test('refunds once when a request is sent 16 times at once to two processes', async () => {
  for (const way of ['card', 'balance'] as const) {
    const { number } = await money.cardOrder();
    const body = await money.refundBody(manager, number, 1_000, way);
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        money.post(manager, `orders/${number}/refund`, body, both.desks[index % 2]),
      ),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      answers.map(() => 200),
    );
    assert.equal(answers.filter((answer) => answer.body.isNew).length, 1);
    assert.equal((await money.refundable(manager, number)).ways.balance, price - 1_000);
    const other = await money.post(manager, `orders/${number}/refund`, { ...body, amount: 900 });
    assert.equal(other.status, 409);
    assert.match(other.body.detail!, /already made from this form with a different amount/);
  }
});

test('refunds the whole amount once to the card when the balance is at its ceiling', async () => {
  const { headers, number } = await money.cardOrder();
  const { rows } = await sql<{ customer_id: bigint }>`
    select customer_id from customer_order where number = ${number}`.execute(desk.shop.database.db);
  const credit = {
    requestId: crypto.randomUUID(),
    direction: 'credit',
    amount: 200_000,
    reason: 'A full balance',
  };
  assert.equal((await money.post(owner, `customers/${rows[0]!.customer_id}/adjust`, credit)).status, 200);
  const body = await money.refundBody(manager, number, 1_000, 'balance');
  for (const isNew of [true, false])
    assert.deepEqual((await money.post(manager, `orders/${number}/refund`, body)).body, {
      isNew,
      approval: null,
    });
  assert.deepEqual(await refundsOf(headers, number), ['1000 card operator Late delivery of your slogans']);
});

test('rejects a refund that was decided before another one, and shows the current amount', async () => {
  const { number } = await money.cardOrder();
  const body = await money.refundBody(manager, number, 4_000);
  assert.equal((await money.refund(owner, number, 1_000)).status, 200);
  const moved = await money.post(manager, `orders/${number}/refund`, body);
  assert.equal(moved.status, 409);
  assert.deepEqual(moved.body.errors, {
    amount: ['The refundable amount changed from $129.00 to $119.00. Check the amount, and then try again.'],
  });
  assert.equal((await entriesAbout(number)).length, 1);
});

test('names the field of each invalid value of a refund', async () => {
  const { number } = await money.cardOrder();
  const body = await money.refundBody(manager, number, 1_000);
  const errorsOf = async (changed: object) => {
    const answer = await money.post(manager, `orders/${number}/refund`, { ...body, ...changed });
    assert.ok([400, 409].includes(answer.status), JSON.stringify(answer.body));
    return answer.body.errors;
  };
  assert.deepEqual(await errorsOf({ amount: 12_901 }), {
    amount: [`You can refund up to $129.00 for ${number}.`],
  });
  assert.deepEqual(await errorsOf({ amount: 0 }), { amount: ['Enter an amount above zero'] });
  assert.deepEqual(Object.keys((await errorsOf({ way: 'cash', reason: ' ' }))!).toSorted(), [
    'reason',
    'way',
  ]);
  assert.equal((await entriesAbout(number)).length, 0);
});

test('limits a person’s refunds per customer in 24 hours, over several refunds, orders and processes', async () => {
  const { headers, number } = await money.cardOrder();
  const { number: second } = await money.cardOrder(headers);
  const bodies = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      money.refundBody(support, index % 2 ? second : number, 500, 'balance'),
    ),
  );
  let booked = 0;
  for (const [index, body] of bodies.entries()) {
    const path = `orders/${index % 2 ? second : number}/refund`;
    const { ways } = await money.refundable(support, index % 2 ? second : number);
    const answer = await money.post(support, path, { ...body, seen: ways.balance }, both.desks[index % 2]);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    if (answer.body.approval === null) booked += 500;
  }
  assert.equal(booked, 5_000);
  assert.ok((await money.refund(support, number, 1)).body.approval);
  const another = await money.cardOrder();
  assert.equal((await money.refund(support, another.number, 5_000)).body.approval, null);
});

test('never exceeds the limit when refunds of two orders arrive at once in two processes', async () => {
  const { headers, number } = await money.cardOrder();
  const { number: second } = await money.cardOrder(headers);
  const [first, other] = [
    await money.refundBody(support, number, 4_000),
    await money.refundBody(support, second, 4_000),
  ];
  const answers = await Promise.all([
    money.post(support, `orders/${number}/refund`, first, both.desks[0]),
    money.post(support, `orders/${second}/refund`, other, both.desks[1]),
  ]);
  assert.equal(answers.filter(({ body }) => body.approval === null).length, 1);
  assert.equal(answers.filter(({ body }) => body.approval).length, 1);
  both.pass(24 * hour);
  for (const person of [owner, manager, support]) person.cookie = await desk.logIn(person);
  assert.equal((await money.refund(support, number, 5_000)).body.approval, null);
});

test('refunds without the permission to cancel, and cancels without the permission to refund', async () => {
  for (const permission of ['money.refund', 'order.cancel'])
    await sql`insert into staff_role (key, label, permissions, refund_limit, adjust_limit)
      values (${permission}, ${permission}, ${[permission]}, null, 0)`.execute(desk.shop.database.db);
  const [refunds, cancels] = [await desk.join('money.refund'), await desk.join('order.cancel')];
  const { number } = await money.cardOrder();
  const request = await money.refundBody(refunds, number, 1_000);
  const cancellation = { reason: 'Ordered twice', refundTo: 'balance' };
  assert.equal((await money.post(cancels, `orders/${number}/refund`, request)).body.needs, 'money.refund');
  assert.equal(
    (await money.post(refunds, `orders/${number}/cancel`, cancellation)).body.needs,
    'order.cancel',
  );
  assert.equal((await money.post(refunds, `orders/${number}/refund`, request)).status, 200);
  assert.equal((await money.post(cancels, `orders/${number}/cancel`, cancellation)).status, 204);
});

test('shows for each refund method the exact amount that a refund then accepts, in every state of a payment', async () => {
  const { shop } = desk;
  const ways = ['card', 'balance', 'unspent'] as const;
  const mixed = async () => {
    const { auth } = await shop.customer();
    await shop.addFunds(auth, 5_000);
    const { token, orderNumber: number } = await shop.placeOrder(auth);
    const { body } = await shop.pay(token, 'both', auth);
    const ref = body.url!.split('/').at(-1)!;
    await shop.act(ref, 'pay', 'lost');
    await shop.sync(token);
    return { number, ref };
  };
  const states: Record<string, () => Promise<string>> = {
    unpaid: async () => (await shop.placeOrder((await shop.customer()).auth)).orderNumber,
    'paid by card': async () => (await money.cardOrder()).number,
    'paid by card and from the balance': async () => (await mixed()).number,
    'partly refunded': async () => {
      const { number } = await mixed();
      await money.refund(owner, number, 4_321);
      return number;
    },
    refunded: async () => {
      const { number } = await money.cardOrder();
      await money.refund(owner, number, price);
      return number;
    },
    disputed: async () => {
      const { number, ref } = await mixed();
      await shop.act(ref, 'dispute', 'once');
      await both.drain();
      return number;
    },
    canceled: async () => {
      const { number } = await mixed();
      const body = { reason: 'Ordered twice', refundTo: 'balance' };
      assert.equal((await money.post(owner, `orders/${number}/cancel`, body)).status, 204);
      return number;
    },
  };
  for (const [state, make] of Object.entries(states))
    for (const way of ways) {
      const number = await make();
      const most = (await money.refundable(owner, number)).ways[way];
      const above = await money.refund(owner, number, most + 1, way);
      assert.deepEqual(
        [above.status, Object.keys(above.body.errors ?? {})],
        [409, ['amount']],
        `${state}, ${way}`,
      );
      if (most === 0) continue;
      const all = await money.refund(owner, number, most, way);
      assert.equal(all.status, 200, `${state}, ${way}: ${all.body.detail}`);
    }
});

test('says why nothing of an order can be refunded', async () => {
  const { shop } = desk;
  const whyNot = async (number: string) => (await money.refundable(owner, number)).whyNot;
  const { auth } = await shop.customer();
  const { orderNumber, token } = await shop.placeOrder(auth);
  assert.equal(await whyNot(orderNumber), 'Nothing has been paid.');
  const ref = await shop.startPayment(token);
  assert.equal(await whyNot(orderNumber), 'The payment is still processing.');
  await shop.act(ref, 'pay', 'lost');
  await shop.sync(token);
  assert.equal(await whyNot(orderNumber), null);
  await disputeAt(desk, orderNumber);
  assert.equal(
    await whyNot(orderNumber),
    'A dispute is open. Until the banks decide, nothing can be refunded.',
  );
  await shop.act(ref, 'dispute-lost');
  await both.drain();
  assert.equal(
    await whyNot(orderNumber),
    'A dispute was lost, so the bank has returned the money to the customer.',
  );
  const { number } = await money.cardOrder();
  await money.refund(owner, number, price);
  assert.equal(await whyNot(number), 'The whole amount has already been refunded.');
});
