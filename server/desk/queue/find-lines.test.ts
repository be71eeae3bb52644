import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { lineDues, lineViews, type LineRow } from '#contract/desk/work.ts';
import { day } from '#contract/durations.ts';
import { openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';
import { openTestTeam } from '#test/server/open-test-team.ts';

let desk: TestDesk;
let owner: Person;
let writer: Person;
const numbers: string[] = [];

before(async () => {
  desk = await openTestDesk();
  for (let group = 0; group < 3; group += 1) {
    const { auth: headers } = await desk.shop.customer();
    await desk.shop.addFunds(headers, 100_000);
    for (let n = 0; n < 4; n += 1) {
      const { orderNumber, token } = await desk.shop.placeOrder(headers);
      await desk.shop.pay(token, 'balance', headers);
      numbers.push(orderNumber);
    }
    desk.shop.pass(day);
  }
  [owner, writer] = [await desk.join('owner'), await desk.join('writer')];
  const team = openTestTeam(desk.shop);
  await team.start(numbers[1]!);
  await team.ask(numbers[2]!, 'Which year?');
  const taken = await desk.call('POST', `lines/${numbers[3]}/1/take`, { cookie: writer.cookie });
  assert.equal(taken.status, 204);
});
after(() => desk.close());

type List = { lines: LineRow[]; nextCursor: string | null; count: number | null };
async function list(person: Person, query: string): Promise<List> {
  const answer = await desk.call<List>('GET', `lines?${query}`, { cookie: person.cookie });
  assert.equal(answer.status, 200, `${query} ${JSON.stringify(answer.body)}`);
  return answer.body;
}
const named = ({ lines }: List) => lines.map(({ number }) => number);

async function everyPage(query: string, limit: number): Promise<string[]> {
  const found: string[] = [];
  for (let cursor = ''; ;) {
    const page = await list(
      owner,
      `${query}&limit=${limit}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    assert.ok(page.lines.length <= limit);
    found.push(...named(page));
    if (page.nextCursor === null) return found;
    cursor = page.nextCursor;
  }
}

test('pages through each view of the queue without gaps or duplicates, whatever the page size', async () => {
  for (const show of lineViews)
    for (const due of ['', ...lineDues.map((one) => `&due=${one}`)])
      for (const who of ['', '&who=free']) {
        const query = `show=${show}${due}${who}`;
        const whole = await list(owner, `${query}&limit=200`);
        assert.equal(whole.count, whole.lines.length, query);
        for (const limit of [1, 5]) assert.deepEqual(await everyPage(query, limit), named(whole), query);
      }
});

test('lists the most urgent lines first, and finds lines by state and assignee', async () => {
  const open = await list(owner, 'show=open');
  assert.equal(open.lines.length, 11);
  const days = open.lines.map(({ neededOn }) => neededOn!);
  assert.deepEqual(days, days.toSorted());
  assert.deepEqual(named(await list(owner, 'show=asked')), [numbers[2]]);
  assert.deepEqual(named(await list(owner, `who=${writer.id}`)), [numbers[3]]);
  assert.ok(!named(await list(owner, 'who=free')).includes(numbers[3]!));
  assert.deepEqual(named(await list(writer, 'who=me')), [numbers[3]]);
});

test('finds lines by an order’s number and by the beginning of a brand', async () => {
  assert.deepEqual(named(await list(owner, `q=${numbers[5]!.toLowerCase()}`)), [numbers[5]]);
  assert.equal((await list(owner, 'q=gold')).lines.length, 11);
  assert.equal((await list(owner, `q=${encodeURIComponent('GÖLD')}`)).lines.length, 11);
  assert.deepEqual((await list(owner, 'q=%25')).lines, []);
});

test('rejects an unknown cursor, view and assignee', async () => {
  for (const [query, field] of [
    ['cursor=2026-13-40_1_1', 'cursor'],
    ['cursor=x', 'cursor'],
    ['show=all', 'show'],
    ['who=ann', 'who'],
    ['limit=201', 'limit'],
  ] as const) {
    const answer = await desk.call('GET', `lines?${query}`, { cookie: owner.cookie });
    assert.deepEqual([answer.status, Object.keys(answer.body.errors ?? {})], [400, [field]], query);
  }
});
