import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { minute } from '#contract/durations.ts';
import { moneyAt } from '#test/server/money-at-desk.ts';
import { openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';
import { openTestTeam } from '#test/server/open-test-team.ts';

let desk: TestDesk;
let support: Person;
before(async () => {
  desk = await openTestDesk();
  support = await desk.join('support');
});
after(() => desk.close());

test('quotes the guarantee when an order is refunded after its first revision was delivered, but not before, nor for a deposit', async () => {
  const { shop } = desk;
  const money = moneyAt(desk);
  const team = openTestTeam(shop);
  const { headers, number } = await money.cardOrder();
  const guarantee = async (of = number) => (await money.refundable(support, of)).guarantee;
  await team.deliver(number, 1, { 'Slogan 1': 'Bread, before you wake.' });
  assert.equal(await guarantee(), null);
  const asked = await shop.send('POST', `/api/orders/${number}/lines/1/revision`, {
    headers,
    body: { text: 'Please shorten it.' },
  });
  assert.equal(asked.status, 204);
  assert.equal(await guarantee(), null);
  shop.pass(minute);
  const before = shop.now();
  await team.deliver(number, 1, { 'Slogan 1': 'Bread by dawn.' });
  shop.pass(minute);
  const quoted = await guarantee();
  assert.equal(quoted?.words, builtInCatalogue.policies.guarantee);
  assert.ok(new Date(quoted.revisedAt) > before && new Date(quoted.revisedAt) < shop.now());
  await shop.addFunds(headers, 10_000);
  const { payments } = await money.get<{ payments: { number: string; purpose: string }[] }>(
    support,
    'money/payments',
  );
  assert.equal(await guarantee(payments.find(({ purpose }) => purpose === 'deposit')!.number), null);
});
