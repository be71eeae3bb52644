import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { operatorsDay } from '#contract/delivery-date.ts';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { openMoneyDesks } from '#test/server/money-at-desk.ts';
import { sql } from 'kysely';

const { both, desk, money, owner, manager, support, close } = await openMoneyDesks();
after(close);

test('emails the requester when a request is approved, declined or fails, but not when they withdraw it', async () => {
  const { number } = await money.cardOrder();
  const declined = await money.ask(support, number, 6_000);
  await money.post(manager, `approvals/${declined}/decline`, { note: 'They were refunded last week' });
  await money.approve(manager, await money.ask(support, number, 7_000));
  const failed = await money.ask(support, number, 5_900);
  await money.refund(owner, number, 5_900);
  await money.approve(manager, failed);
  const other = await money.cardOrder();
  await money.post(support, `approvals/${await money.ask(support, other.number, 8_000)}/withdraw`);
  await both.drain();
  const emails = await both.emailsTo(support.email);
  const decided = emails.filter(({ subject }) => subject?.startsWith('Your request for'));
  assert.deepEqual(decided.map(({ subject }) => subject ?? '').toSorted(), [
    'Your request for a refund of $59.00 couldn’t be carried out',
    'Your request for a refund of $60.00 was declined',
    'Your request for a refund of $70.00 was approved',
  ]);
  const textOf = (words: string) => decided.find(({ subject }) => subject?.includes(words))?.text ?? '';
  assert.match(textOf('declined'), /They were refunded last week/);
  assert.match(textOf('declined'), new RegExp(`/desk/approvals/${declined}`));
  assert.match(textOf('couldn’t be carried out'), /You can refund up to/);
});

test('sends no email about a decision to someone who has left the team', async () => {
  const { number } = await money.cardOrder();
  const asker = await desk.join('support');
  const id = await money.ask(asker, number, 6_000);
  await money.post(owner, `people/${asker.id}/leave`);
  assert.equal((await money.approve(manager, id)).body.state, 'done');
  await both.drain();
  const emails = await both.emailsTo(asker.email);
  assert.ok(!emails.some(({ subject }) => subject?.startsWith('Your request for')));
});

test('names who approved and who requested money in the lists of refunds and goodwill, and on the payment’s page', async () => {
  const { number, customer } = await money.cardOrder();
  const refund = await money.ask(support, number, 6_000);
  const credit = await money.post(manager, `customers/${customer}/adjust`, {
    requestId: crypto.randomUUID(),
    direction: 'credit',
    amount: 25_000,
    reason: 'Sorry for the wait',
  });
  for (const id of [refund, credit.body.approval!])
    assert.equal((await money.approve(owner, id)).body.state, 'done');
  const names = new Map([
    [owner, 'Olga Hart'],
    [manager, 'Mina Wolf'],
    [support, 'Sam Reed'],
  ]);
  for (const [{ id }, name] of names)
    await sql`update staff set name = ${name} where id = ${id}::bigint`.execute(desk.shop.database.db);
  const today = operatorsDay(desk.shop.now(), businessCalendar);
  const entriesOf = async (list: string) => {
    const path = `money/lists/${list}?from=${today}&to=${today}`;
    return (await money.get<DeskAnswerOf<'listMoneyEntries'>>(owner, path)).entries;
  };
  // The clock stands still, so the entries of this file's other tests have the same time and may come first.
  const refunds = (await entriesOf('refunds')).filter((entry) => entry.number === number);
  const credits = (await entriesOf('goodwill')).filter((entry) => entry.customerId === customer);
  assert.deepEqual(
    [...refunds, ...credits].map(({ by }) => by),
    ['Olga Hart, requested by Sam Reed', 'Olga Hart, requested by Mina Wolf'],
  );
  const trail = await money.get<DeskAnswerOf<'showPaymentTrail'>>(owner, `money/payments/${number}`);
  assert.deepEqual(
    trail.refunds.map(({ by }) => by),
    ['Olga Hart, requested by Sam Reed'],
  );
});
