import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';

let desk: TestDesk;
let owner: Person;
let writer: Person;
let number: string;
let email: string;
before(async () => {
  desk = await openTestDesk();
  [owner, writer] = [await desk.join('owner'), await desk.join('writer')];
  const { auth: headers, email: address } = await desk.shop.customer();
  email = address;
  await desk.shop.addFunds(headers, 50_000);
  const { orderNumber, token } = await desk.shop.placeOrder(headers);
  await desk.shop.pay(token, 'balance', headers);
  number = orderNumber;
});
after(() => desk.close());

async function search(person: Person, q: string): Promise<string[]> {
  const answer = await desk.call<{ hits: { url: string }[] }>('GET', `search?q=${encodeURIComponent(q)}`, {
    cookie: person.cookie,
  });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.hits.map(({ url }) => url);
}

test('finds an order and its lines by number, in any spelling', async () => {
  const found = [`/orders/${number}`, `/lines/${number}/1`];
  assert.deepEqual(await search(owner, number), found);
  assert.deepEqual(await search(owner, number.toLowerCase().replaceAll('-', ' ')), found);
  assert.deepEqual(await search(owner, 'R-0000-0000'), []);
});

test('shows a writer an unassigned line, but not its order or any customers', async () => {
  assert.deepEqual(await search(writer, number), [`/lines/${number}/1`]);
  assert.deepEqual(await search(writer, email), []);
});

test('finds a customer by the beginning of the email address or a name, and nobody by a wildcard', async () => {
  const [found, ...more] = await search(owner, email.slice(0, 12).toUpperCase());
  assert.match(found ?? '', /^\/customers\/\d+$/);
  assert.deepEqual(more, []);
  assert.ok((await search(owner, 'le')).includes(found!));
  for (const wildcard of ['%', '_', '%@%']) assert.deepEqual(await search(owner, wildcard), []);
});
