import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { deskProblems } from '#contract/desk/endpoint.ts';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import type { BalancePage } from '#contract/storefront/statement.ts';
import { openMoneyDesks } from '#test/server/money-at-desk.ts';
import { sql } from 'kysely';

const { both, desk, money, owner, manager, support, close } = await openMoneyDesks();
after(close);

const price = 12_900;
const db = () => desk.shop.database.db;

test('requests approval of a refund above the limit, changes no money, and refunds once another person approves', async () => {
  const { headers, number, email } = await money.cardOrder();
  const body = { ...(await money.refundBody(support, number, 8_000)), note: 'She is a regular' };
  const sent = await money.post(support, `orders/${number}/refund`, body);
  assert.equal(sent.body.isNew, true);
  const id = sent.body.approval!;
  assert.equal(await money.left(owner, number), price);
  const repeated = await money.post(support, `orders/${number}/refund`, body);
  assert.deepEqual(repeated.body, { isNew: false, approval: id });

  const mine = await money.show(support, id);
  assert.deepEqual(mine.may, { approve: false, alone: false, decline: false, withdraw: true });
  const theirs = await money.show(manager, id);
  assert.deepEqual(theirs.may, { approve: true, alone: false, decline: true, withdraw: false });
  assert.deepEqual(
    [theirs.kind, theirs.way, theirs.amount, theirs.order, theirs.reason, theirs.note, theirs.status],
    ['refund', 'card', 8_000, number, body.reason, body.note, 'waiting'],
  );
  assert.deepEqual(theirs.orderMoney, { price, refunded: 0, possible: price });

  assert.deepEqual((await money.approve(manager, id)).body, { state: 'done', words: '' });
  assert.equal(await money.left(owner, number), price - 8_000);
  const done = await money.show(support, id);
  assert.deepEqual([done.status, done.isAlone, done.decidedBy], ['done', false, 'Maya Stone']);
  assert.ok(
    (await both.emailsTo(email)).some(({ subject }) =>
      subject?.startsWith('Your refund of $80.00 is on its way'),
    ),
  );
  // a request repeated after the decision finds the same approval
  assert.deepEqual((await money.post(support, `orders/${number}/refund`, body)).body, {
    isNew: false,
    approval: id,
  });
  assert.equal(await money.left(owner, number), price - 8_000);
  const { body: order } = await desk.shop.send<{ payment: { refunds: { reason: string }[] } }>(
    'GET',
    `/api/orders/${number}`,
    { headers },
  );
  assert.deepEqual(
    order.payment.refunds.map(({ reason }) => reason),
    [body.reason],
  );
});

test('names the requester and the approver in the audit log and on the order', async () => {
  const { number } = await money.cardOrder();
  const id = await money.ask(support, number, 8_000);
  both.pass(1_000);
  await money.approve(manager, id);
  const { rows } = await sql<{ actor: string; action: string; detail: Record<string, string> }>`
    select actor, action, detail from audit_entry where subject = ${`order ${number}`} order by id`.execute(
    db(),
  );
  assert.deepEqual(
    rows.map(({ actor, action, detail }) => [actor, action, detail['askedBy'], detail['amount']]),
    [
      [`staff:${support.id}`, 'ask-refund', undefined, '8000'],
      [`staff:${manager.id}`, 'refund', `staff:${support.id}`, '8000'],
    ],
  );
  const { timeline, approvals } = await money.get<DeskAnswerOf<'showDeskOrder'>>(owner, `orders/${number}`);
  assert.deepEqual(approvals, []);
  assert.deepEqual(
    timeline
      .filter(({ kind, what }) => kind === 'refund' || what === 'ask-refund')
      .map(({ kind, about, amount, askedBy }) => [kind, about, amount, askedBy]),
    [
      ['act', 'money', 8_000, null],
      ['refund', 'money', 8_000, 'Maya Stone'],
    ],
  );
});

test('credits a balance above the limit once approved, and posts the credit with the approver as its actor', async () => {
  const { customer, headers } = await money.cardOrder();
  const body = {
    requestId: crypto.randomUUID(),
    direction: 'credit',
    amount: 30_000,
    reason: 'Sorry for the delay',
  };
  const { approval } = (await money.post(manager, `customers/${customer}/adjust`, body)).body;
  const seen = await money.show(owner, approval!);
  assert.deepEqual([seen.kind, seen.order, seen.available], ['credit', null, 0]);
  assert.equal((await money.approve(owner, approval!)).body.state, 'done');
  const { body: page } = await desk.shop.send<BalancePage>('GET', '/api/balance', { headers });
  assert.equal(page.balance.available, 30_000);
  const { rows } = await sql<{ actor: string }>`
    select t.actor from approval a join ledger_tx t on t.source_id = a.effect where a.id = ${approval}::bigint`.execute(
    db(),
  );
  assert.deepEqual(rows, [{ actor: `staff:${owner.id}` }]);
});

test('pages through waiting requests oldest first, and through decided ones newest first', async () => {
  const { number } = await money.cardOrder();
  const ids: string[] = [];
  for (const amount of [5_100, 5_200, 5_300, 5_400]) ids.push(await money.ask(support, number, amount));
  const list = async (show: string) => {
    const found: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: DeskAnswerOf<'listApprovals'> = await money.get(
        owner,
        `approvals?show=${show}&limit=1${cursor && `&cursor=${cursor}`}`,
      );
      found.push(...page.approvals.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    return found.filter((id) => ids.includes(id));
  };
  assert.deepEqual(await list('waiting'), ids);
  for (const id of ids.slice(0, 3)) await money.post(manager, `approvals/${id}/decline`, { note: 'Not now' });
  assert.deepEqual(await list('waiting'), ids.slice(3));
  assert.deepEqual(await list('decided'), ids.slice(0, 3).toReversed());
  await money.post(support, `approvals/${ids[3]}/withdraw`);
});

test('rejects the approval of a credit when the balance has changed since it was shown', async () => {
  const { customer } = await money.cardOrder();
  const credit = (amount: number) => ({
    requestId: crypto.randomUUID(),
    direction: 'credit',
    amount,
    reason: 'Sorry for the delay',
  });
  const id = (await money.post(manager, `customers/${customer}/adjust`, credit(30_000))).body.approval!;
  assert.equal((await money.post(owner, `customers/${customer}/adjust`, credit(100))).status, 200);
  const late = await money.post(owner, `approvals/${id}/approve`, { seen: 0 });
  assert.deepEqual(
    [late.status, late.body.type, late.body.detail],
    [
      409,
      deskProblems.moved,
      'The customer’s balance has changed. Check the new balance, and then decide again.',
    ],
  );
  assert.equal((await money.show(owner, id)).status, 'waiting');
  assert.equal((await money.post(owner, `approvals/${id}/approve`, { seen: 100 })).body.state, 'done');
});

test('rejects an approval by the requester, in the call and in the database', async () => {
  const { customer } = await money.cardOrder();
  const own = (
    await money.post(manager, `customers/${customer}/adjust`, {
      requestId: crypto.randomUUID(),
      direction: 'credit',
      amount: 30_000,
      reason: 'Sorry for the delay',
    })
  ).body.approval!;
  const refused = await money.approve(manager, own);
  assert.deepEqual(
    [refused.status, refused.body.detail],
    [403, 'You made this request, so someone else has to approve it.'],
  );
  assert.equal((await money.post(manager, `approvals/${own}/decline`, { note: 'Not needed' })).status, 409);
  const decide = (alone: boolean, by: string) =>
    sql`update approval set status = 'done', decided_by = ${by}::bigint, decided_at = now(), is_alone = ${alone} where id = ${own}::bigint`.execute(
      db(),
    );
  await assert.rejects(decide(false, manager.id), /approval_by_another/);
  // the active owner may approve, so nobody may approve their own request
  await assert.rejects(decide(true, manager.id), /somebody else may approve/);
  await assert.rejects(decide(true, owner.id), /somebody else may approve/);
  assert.equal((await money.show(owner, own)).status, 'waiting');
  assert.equal((await money.post(manager, `approvals/${own}/withdraw`)).status, 204);
});

test('refuses to change or delete a request and its decision in the database', async () => {
  const { number } = await money.cardOrder();
  const id = await money.ask(support, number, 8_000);
  for (const change of [sql`amount = 1`, sql`reason = 'Other'`, sql`asked_by = ${manager.id}::bigint`])
    await assert.rejects(
      sql`update approval set ${change} where id = ${id}::bigint`.execute(db()),
      /decided once/,
    );
  assert.equal(
    (await money.post(manager, `approvals/${id}/decline`, { note: 'Twice was right' })).status,
    204,
  );
  for (const change of [
    sql`status = 'waiting', decided_by = null, decided_at = null`,
    sql`decision = 'Other'`,
  ])
    await assert.rejects(
      sql`update approval set ${change} where id = ${id}::bigint`.execute(db()),
      /decided once/,
    );
  await assert.rejects(sql`delete from approval where id = ${id}::bigint`.execute(db()), /decided once/);
  await assert.rejects(sql`truncate approval cascade`.execute(db()), /decided once/);
});

test('rejects an approver whose own limit for this customer is too small', async () => {
  const person = await desk.join('manager');
  await sql`update staff set has_own_limits = true, refund_limit = 8000, adjust_limit = 0 where id = ${person.id}::bigint`.execute(
    db(),
  );
  const { number } = await money.cardOrder();
  assert.equal((await money.refund(person, number, 1_000)).body.approval, null);
  const id = await money.ask(support, number, 8_000);
  const { may, whyNotApprove } = await money.show(person, id);
  assert.equal(may.approve, false);
  assert.match(whyNotApprove!, /You have \$70\.00 left\. Your limit is \$80\.00 per customer/);
  assert.equal((await money.approve(person, id)).status, 403);
  assert.equal(
    (await money.post(support, `approvals/${id}/approve`, { seen: 0 })).body.needs,
    'money.approve',
  );
  assert.equal((await money.show(owner, id)).status, 'waiting');
  assert.equal((await money.approve(owner, id)).body.state, 'done');
});

test('shows the requester’s limit, what is used of it, and what the customer got in the last 24 hours', async () => {
  const { number, customer } = await money.cardOrder();
  await money.refund(support, number, 2_000);
  await money.refund(manager, number, 1_000);
  const credit = (amount: number) =>
    money.post(manager, `customers/${customer}/adjust`, {
      requestId: crypto.randomUUID(),
      direction: 'credit',
      amount,
      reason: 'Sorry for the delay',
    });
  await credit(700);
  const given = { refunded: 3_000, credited: 700 };
  const refund = await money.ask(support, number, 8_000);
  assert.deepEqual((await money.show(manager, refund)).background, { limit: 5_000, used: 2_000, ...given });
  const adjustment = (await credit(30_000)).body.approval!;
  assert.deepEqual((await money.show(owner, adjustment)).background, { limit: 20_000, used: 700, ...given });
  await money.post(manager, `approvals/${refund}/decline`, { note: 'Not now' });
  assert.equal((await money.show(manager, refund)).background, null);
  await money.post(manager, `approvals/${adjustment}/withdraw`);
});

test("counts an approved amount against the approver's limit, not the requester's", async () => {
  const { number } = await money.cardOrder();
  await money.approve(manager, await money.ask(support, number, 8_000));
  type Limits = DeskAnswerOf<'showRefundable'>;
  assert.equal((await money.get<Limits>(support, `orders/${number}/refundable`)).used, 0);
  assert.equal((await money.get<Limits>(manager, `orders/${number}/refundable`)).used, 8_000);
});

test('refunds once when two people approve at once through two processes', async () => {
  for (const way of ['card', 'balance'] as const) {
    const { number } = await money.cardOrder();
    const id = await money.ask(support, number, 6_000, way);
    const answers = await Promise.all([
      money.approve(manager, id, both.desks[0]),
      money.approve(owner, id, both.desks[1]),
    ]);
    assert.equal(answers.filter(({ body }) => body.state === 'done').length, 1);
    // the second call finds a decided request or another amount
    assert.equal(answers.filter(({ status }) => status === 409).length, 1);
    assert.equal(await money.left(owner, number), price - 6_000);
  }
});

test('stores one request when a form is sent 16 times at once to two processes', async () => {
  const { number } = await money.cardOrder();
  const body = await money.refundBody(support, number, 9_000);
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, index) =>
      money.post(support, `orders/${number}/refund`, body, both.desks[index % 2]),
    ),
  );
  assert.equal(answers.filter((answer) => answer.body.isNew).length, 1);
  assert.equal(new Set(answers.map((answer) => answer.body.approval)).size, 1);
  const other = await money.post(support, `orders/${number}/refund`, { ...body, amount: 9_100 });
  assert.equal(other.status, 409);
});

test('fails a request with a reason and books nothing when the order was refunded after the request', async () => {
  const { number } = await money.cardOrder();
  const id = await money.ask(support, number, 8_000);
  const { orderMoney } = await money.show(manager, id);
  assert.equal((await money.refund(owner, number, 6_000)).body.approval, null);
  const stale = await money.post(manager, `approvals/${id}/approve`, { seen: orderMoney!.possible });
  assert.deepEqual(
    [stale.status, stale.body.detail],
    [409, 'The refundable amount changed from $129.00 to $69.00. Check the amount, and then try again.'],
  );
  assert.equal((await money.show(manager, id)).status, 'waiting');
  const words = `You can refund up to $69.00 for ${number}.`;
  assert.deepEqual((await money.approve(manager, id)).body, { state: 'failed', words });
  const { status, decision, decidedBy } = await money.show(support, id);
  assert.deepEqual([status, decision, decidedBy], ['failed', words, 'Maya Stone']);
  assert.equal(await money.left(owner, number), price - 6_000);
  assert.equal((await money.approve(owner, id)).status, 409);
});

test('fails a request about an order that was canceled after the request', async () => {
  const { number } = await money.cardOrder();
  const id = await money.ask(support, number, 8_000);
  const cancellation = { reason: 'Ordered twice', refundTo: 'balance' };
  assert.equal((await money.post(owner, `orders/${number}/cancel`, cancellation)).status, 204);
  assert.equal((await money.approve(manager, id)).body.state, 'failed');
});

test('books nothing when a request is declined with a note or withdrawn by its requester, and lets nobody else withdraw it', async () => {
  const { number } = await money.cardOrder();
  const [declined, withdrawn] = [
    await money.ask(support, number, 6_000),
    await money.ask(support, number, 7_000),
  ];
  assert.equal((await money.post(support, `approvals/${declined}/decline`, { note: 'Mine' })).status, 403);
  assert.equal((await money.post(manager, `approvals/${declined}/decline`, { note: '' })).status, 400);
  assert.equal(
    (await money.post(manager, `approvals/${declined}/decline`, { note: 'It was late' })).status,
    204,
  );
  assert.equal((await money.post(manager, `approvals/${withdrawn}/withdraw`)).status, 404);
  assert.equal((await money.post(support, `approvals/${withdrawn}/withdraw`)).status, 204);
  const again = await money.approve(owner, withdrawn);
  assert.deepEqual([again.status, again.body.detail], [409, 'This request was withdrawn by Maya Stone.']);
  assert.deepEqual(
    [(await money.show(support, declined)).decision, (await money.show(support, withdrawn)).status],
    ['It was late', 'withdrawn'],
  );
  assert.equal(await money.left(owner, number), price);
  const { rows } = await sql<{ actor: string; action: string; asker: string }>`
    select actor, action, detail ->> 'askedBy' as asker from audit_entry
    where subject = ${`order ${number}`} and action in ('decline-approval', 'withdraw-approval') order by id`.execute(
    db(),
  );
  const asker = `staff:${support.id}`;
  assert.deepEqual(rows, [
    { actor: `staff:${manager.id}`, action: 'decline-approval', asker },
    { actor: asker, action: 'withdraw-approval', asker },
  ]);
  type List = DeskAnswerOf<'listApprovals'>;
  const decided = await money.get<List>(support, 'approvals?show=decided&limit=2');
  assert.deepEqual(
    decided.approvals.map(({ id, status }) => [id, status]),
    [
      [withdrawn, 'withdrawn'],
      [declined, 'declined'],
    ],
  );
  const older = await money.get<List>(
    support,
    `approvals?show=decided&limit=1&cursor=${decided.approvals[0]!.id}`,
  );
  assert.deepEqual(
    older.approvals.map(({ id }) => id),
    [declined],
  );
});
