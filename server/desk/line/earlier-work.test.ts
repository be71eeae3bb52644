import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import { slogansDetails, slogansOrder } from '#demo/slogans-order.ts';
import { openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';
import { openTestTeam } from '#test/server/open-test-team.ts';
import { workAt } from '#test/server/work-at-desk.ts';

let desk: TestDesk;
let owner: Person;
let writer: Person;
before(async () => {
  desk = await openTestDesk();
  owner = await desk.join('owner');
  writer = await desk.join('writer');
});
after(() => desk.close());

type Headers = Record<string, string>;
async function order(auth: Headers, brandName: string): Promise<string> {
  await desk.shop.addFunds(auth, slogansOrder.price);
  const { orderNumber, token } = await desk.shop.placeOrder(auth, {
    ...slogansOrder,
    orderDetails: [{ ...slogansDetails, brief: { ...slogansDetails.brief, brandName } }],
  });
  await desk.shop.pay(token, 'balance', auth);
  return orderNumber;
}
const besides = async (person: Person, number: string) =>
  (await workAt(desk).get<DeskAnswerOf<'listEarlierWork'>>(person, `lines/${number}/1/earlier-work`)).works;

test('lists earlier deliveries to the same customer, those for the same brand first, and none to other customers', async () => {
  const { auth } = await desk.shop.customer();
  const others = (await desk.shop.customer()).auth;
  const team = openTestTeam(desk.shop);
  const [mill, kite] = [await order(auth, 'Mill & Rye'), await order(auth, 'Kite & Co')];
  const foreign = await order(others, 'Mill & Rye');
  for (const number of [mill, kite, foreign]) await team.deliver(number);
  const [next, waiting] = [await order(auth, 'Mill & Rye'), await order(auth, 'Kite & Co')];

  const works = await besides(writer, next);
  assert.deepEqual(
    works.map(({ number, brand }) => [number, brand]),
    [
      [mill, 'Mill & Rye'],
      [kite, 'Kite & Co'],
    ],
  );
  assert.ok(works.every(({ text }) => text.length > 20));
  assert.equal((await workAt(desk).line(writer, `lines/${next}/1`)).earlierWorks, 2);
  assert.deepEqual(
    (await besides(writer, waiting)).map(({ brand }) => brand),
    ['Kite & Co', 'Mill & Rye'],
  );
  assert.deepEqual(await besides(owner, foreign), []);
});

test('hides earlier work from a writer who may not see the line', async () => {
  const { auth } = await desk.shop.customer();
  const number = await order(auth, 'Mill & Rye');
  await workAt(desk).done(owner, `lines/${number}/1/take`);
  const answer = await desk.call('GET', `lines/${number}/1/earlier-work`, { cookie: writer.cookie });
  assert.equal(answer.status, 404);
});

test('shows the notes about a customer on each of the customer’s lines', async () => {
  const { auth } = await desk.shop.customer();
  const number = await order(auth, 'Mill & Rye');
  const { customer } = await workAt(desk).get<DeskAnswerOf<'showDeskOrder'>>(owner, `orders/${number}`);
  await workAt(desk).done(owner, `customers/${customer.id}/notes`, { text: 'Dislikes puns.' });
  const next = await order(auth, 'Kite & Co');
  const { customerNotes } = await workAt(desk).line(writer, `lines/${next}/1`);
  assert.deepEqual(
    customerNotes.map(({ text }) => text),
    ['Dislikes puns.'],
  );
});
