import assert from 'node:assert/strict';
import test, { after, before, beforeEach } from 'node:test';
import { day, minute } from '#contract/durations.ts';
import { openTestSandbox } from '#test/providers/open-test-sandbox.ts';

let sandbox: Awaited<ReturnType<typeof openTestSandbox>>;
before(async () => {
  sandbox = await openTestSandbox();
});
beforeEach(() => {
  sandbox.at(0);
  sandbox.takeWakes();
});
after(() => sandbox.close());

test('accepts a refund once per key, and never above the remaining amount', async () => {
  const [ref, other] = [await sandbox.paid(), await sandbox.paid()];
  const key = crypto.randomUUID();
  const { status, body } = await sandbox.refund(ref, '10000', key);
  assert.equal(status, 200);
  assert.match(body.refunds[0]!.ref, /^sbr_[\da-f]{32}$/);
  const id = body.refunds[0]?.ref;
  assert.deepEqual(body.refunds, [{ ref: id, reference: `for ${key}`, amount: '10000', status: 'pending' }]);
  assert.deepEqual((await sandbox.refund(ref, '10000', key)).body, body);
  const refused = [
    await sandbox.refund(ref, '2902'),
    await sandbox.refund(ref, '2901', key),
    await sandbox.refund(other, '10000', key),
    await sandbox.refund(await sandbox.open(), '1'),
    await sandbox.refund('sbx_0', '1'),
  ];
  for (const answer of refused)
    assert.deepEqual(
      [answer.status, answer.body.detail],
      [400, 'The amount is larger than what’s left of this payment.'],
    );
  const misread = [
    await sandbox.refund(ref, '0'),
    await sandbox.refund(ref, '1', ''),
    await sandbox.api('POST', `/${ref}/refunds`, { amount: '1', reference: 'x' }),
  ];
  for (const answer of misread)
    assert.deepEqual([answer.status, answer.body.detail], [400, 'Invalid request.']);
  sandbox.at(1);
  assert.equal((await sandbox.refund(ref, '2901')).status, 200);
  assert.equal((await sandbox.refund(ref, '1')).status, 400);
  assert.deepEqual(await sandbox.refundsOf(ref), ['10000 pending', '2901 pending'], 'the older first');
  assert.deepEqual(await sandbox.refundsOf(other), []);
  assert.deepEqual(await sandbox.webhooksOf(ref), []);
});

test('completes or fails a payment’s refunds when the sandbox simulates it', async () => {
  const [ref, other] = [await sandbox.paid(), await sandbox.paid()];
  for (const one of [ref, other]) assert.equal((await sandbox.refund(one, '1000')).status, 200);
  sandbox.takeWakes();
  const { status, body } = await sandbox.act(ref, 'refund-settle', 'twice');
  assert.deepEqual([status, body.refunds[0]?.status, sandbox.takeWakes()], [200, 'succeeded', 1]);
  sandbox.at(1);
  await sandbox.refund(ref, '2000');
  await sandbox.act(ref, 'refund-settle');
  assert.deepEqual(await sandbox.refundsOf(ref), ['1000 succeeded', '2000 succeeded']);
  await sandbox.act(ref, 'refund-fail', 'lost');
  assert.deepEqual(await sandbox.refundsOf(ref), ['1000 failed', '2000 failed'], 'also what had arrived');
  await sandbox.act(ref, 'refund-settle', 'lost');
  assert.deepEqual(await sandbox.refundsOf(ref), ['1000 failed', '2000 failed']);
  assert.deepEqual(await sandbox.refundsOf(other), ['1000 pending']);
  assert.deepEqual((await sandbox.webhooksOf(ref)).slice(0, 2), [
    '1: refund.updated +0',
    '1: refund.updated +0',
  ]);
  assert.equal((await sandbox.webhooksOf(ref)).length, 3);
  assert.equal((await sandbox.refund(ref, '12901')).status, 200, 'what failed is left again');
  await sandbox.act(other, 'refund-fail', 'lost');
  assert.deepEqual(await sandbox.refundsOf(other), ['1000 failed'], 'before it arrived too');
});

test('refunds half of a payment at each simulated refund in the dashboard', async () => {
  const ref = await sandbox.paid();
  for (let n = 0; n < 3; n += 1) {
    sandbox.at(n + 1);
    assert.equal((await sandbox.act(ref, 'dashboard-refund', 'lost')).status, 200);
  }
  const { refunds } = await sandbox.look(ref);
  assert.deepEqual(
    refunds.map(({ reference, amount, status }) => [reference, amount, status]),
    [
      [null, '6450', 'succeeded'],
      [null, '6450', 'succeeded'],
    ],
    'never more than is left',
  );
  const unpaid = await sandbox.open();
  await sandbox.act(unpaid, 'dashboard-refund');
  assert.deepEqual(await sandbox.refundsOf(unpaid), []);
});

test('fails each refund after five minutes for the test card that accepts no refunds', async () => {
  const [ref, other] = [await sandbox.open(), await sandbox.paid()];
  assert.equal((await sandbox.submit(ref, 'card', { card: '4000000000005126' })).status, 303);
  for (const one of [ref, other]) await sandbox.refund(one, '1000');
  assert.deepEqual(await sandbox.webhooksOf(ref), ['1: session.paid +0', '2: refund.updated +5']);
  assert.deepEqual(await sandbox.webhooksOf(other), []);
  await sandbox.act(ref, 'refund-settle', 'lost');
  sandbox.at(5 * minute - 1);
  assert.deepEqual(await sandbox.refundsOf(ref), ['1000 succeeded']);
  sandbox.at(5 * minute);
  assert.deepEqual(await sandbox.refundsOf(other), ['1000 pending']);
  assert.deepEqual(await sandbox.refundsOf(ref), ['1000 failed']);
});

test('debits the remaining amount and a fee in a dispute, and returns them only when the shop wins', async () => {
  const [won, lost, other] = [await sandbox.paid(), await sandbox.paid(), await sandbox.paid()];
  await sandbox.act(won, 'dashboard-refund', 'lost');
  for (const ref of [won, lost, other]) await sandbox.act(ref, 'dispute', 'once');
  assert.deepEqual(await sandbox.disputesOf(won), ['6451 6451 0 1500 open']);
  assert.deepEqual(await sandbox.disputesOf(lost), ['12901 12901 0 1500 open']);
  const [opened] = (await sandbox.look(won)).disputes;
  assert.match(opened!.ref, /^sbd_[\da-f]{32}$/);
  assert.equal(new Date(opened!.evidenceDueAt).getTime(), sandbox.start.getTime() + 7 * day);
  assert.equal((await sandbox.refund(won, '1')).status, 400, 'what the bank has is not there to give back');
  await sandbox.act(won, 'dispute', 'lost');
  assert.equal((await sandbox.disputesOf(won)).length, 1, 'nothing is left to dispute');
  sandbox.takeWakes();
  assert.equal((await sandbox.act(won, 'dispute-won', 'lost')).body.disputes[0]?.status, 'won');
  assert.equal(sandbox.takeWakes(), 1);
  await sandbox.act(lost, 'dispute-lost', 'late');
  await sandbox.act(lost, 'dispute-won', 'lost');
  assert.deepEqual(await sandbox.disputesOf(won), ['6451 6451 6451 1500 won']);
  assert.deepEqual(await sandbox.disputesOf(lost), ['12901 12901 0 1500 lost']);
  assert.deepEqual(await sandbox.disputesOf(other), ['12901 12901 0 1500 open']);
  assert.deepEqual(await sandbox.webhooksOf(lost), ['1: dispute.updated +0', '2: dispute.updated +10']);
  assert.equal((await sandbox.refund(won, '6451')).status, 200, 'what came back can be given back');
  assert.equal((await sandbox.refund(lost, '1')).status, 400);
});

test('debits no money for an inquiry until it becomes a dispute', async () => {
  const [ref, other, spent] = [await sandbox.paid(), await sandbox.paid(), await sandbox.paid()];
  for (const one of [ref, other, spent]) await sandbox.act(one, 'dispute-inquiry', 'once');
  assert.deepEqual(await sandbox.disputesOf(ref), ['12901 0 0 0 inquiry']);
  assert.deepEqual(await sandbox.webhooksOf(ref), ['1: dispute.updated +0']);
  await sandbox.act(ref, 'dispute-won', 'lost');
  assert.deepEqual(await sandbox.disputesOf(ref), ['12901 0 0 0 inquiry'], 'nothing to win yet');
  await sandbox.act(ref, 'dispute', 'lost');
  assert.deepEqual(await sandbox.disputesOf(ref), ['12901 12901 0 1500 open'], 'the same goes on');
  assert.deepEqual(await sandbox.disputesOf(other), ['12901 0 0 0 inquiry']);
  await sandbox.refund(spent, '901');
  sandbox.at(1);
  await sandbox.act(spent, 'dispute', 'lost');
  assert.deepEqual(
    await sandbox.disputesOf(spent),
    ['12901 0 0 0 inquiry', '12000 12000 0 1500 open'],
    'an inquiry about more than is left stays one',
  );
  const unpaid = await sandbox.open();
  await sandbox.act(unpaid, 'dispute', 'lost');
  assert.deepEqual(await sandbox.disputesOf(unpaid), []);
});

test('disputes a payment with the test card for disputes after a minute, and not earlier', async () => {
  const ref = await sandbox.open();
  assert.equal((await sandbox.submit(ref, 'card', { card: '4000-0000-0000-0259' })).status, 303);
  assert.deepEqual(await sandbox.webhooksOf(ref), ['1: session.paid +0', '2: dispute.created +1']);
  sandbox.at(minute - 1);
  assert.deepEqual(await sandbox.disputesOf(ref), []);
  sandbox.at(minute);
  assert.deepEqual(await sandbox.disputesOf(ref), ['12901 12901 0 1500 open']);
  assert.equal(
    new Date((await sandbox.look(ref)).disputes[0]!.evidenceDueAt).getTime(),
    sandbox.start.getTime() + minute + 7 * day,
  );
});
