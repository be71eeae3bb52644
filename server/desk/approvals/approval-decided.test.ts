import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { openMoneyDesks } from '#test/server/money-at-desk.ts';

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
