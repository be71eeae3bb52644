/** A changed setting applies in every process from the next call on. Its audit entry has the earlier value. */
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { ShownBooks } from '#contract/desk/books.ts';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import type { Limits, StaffPermission } from '#contract/desk/permissions.ts';
import { moneyAt } from '#test/server/money-at-desk.ts';
import type { Person, TestDesk } from '#test/server/open-test-desk.ts';
import { openTwoDesks } from '#test/server/open-two-desks.ts';
import { workAt } from '#test/server/work-at-desk.ts';
import { sql } from 'kysely';

let both: Awaited<ReturnType<typeof openTwoDesks>>;
let here: TestDesk;
let there: TestDesk;
let owner: Person;
before(async () => {
  both = await openTwoDesks();
  [here, there] = both.desks;
  owner = await here.join('owner');
});
after(() => both.close());

const change = (path: string, body?: object) =>
  workAt(here).done<{ key: string; id: string }>(owner, path, body);
const seen = <Body>(path: string, person = owner) => workAt(there).get<Body>(person, path);
const status = async (path: string, person: Person) =>
  (await there.call('GET', path, { cookie: person.cookie })).status;
const detailOf = async (action: string) => {
  const { rows } = await sql<{ detail: Record<string, string> }>`
    select detail from audit_entry where action = ${action} order by place desc limit 1`.execute(
    here.shop.database.db,
  );
  return rows[0]!.detail;
};

test('applies a role’s permissions and limits, and a person’s role, limits and lock, in the other process at once', async () => {
  const permissions: StaffPermission[] = ['order.see', 'money.see', 'money.refund'];
  const role = (limits: Limits, allowed = permissions) => ({
    label: 'Night desk',
    permissions: allowed,
    limits,
  });
  const { key } = await change('roles', role({ refund: 1_000, adjust: 0 }));
  const person = await here.join(key);
  const { number } = await moneyAt(here).cardOrder();
  const limit = async () =>
    (await seen<DeskAnswerOf<'showRefundable'>>(`orders/${number}/refundable`, person)).limit;
  assert.equal(await limit(), 1_000);
  await change(`roles/${key}`, {
    ...role({ refund: 700, adjust: 0 }),
    seen: role({ refund: 1_000, adjust: 0 }),
  });
  assert.equal(await limit(), 700);
  const { refundLimit, refundLimitBefore, permissionsBefore } = await detailOf('change-role');
  assert.deepEqual(
    [refundLimit, refundLimitBefore, permissionsBefore],
    ['700', '1000', permissions.join(' ')],
  );
  await change(`people/${person.id}`, { role: key, limits: { refund: 300, adjust: 0 } });
  assert.equal(await limit(), 300);
  await change(`people/${person.id}`, { role: key, limits: { refund: 200, adjust: 0 } });
  assert.equal((await detailOf('change-person'))['refundLimitBefore'], '300');
  assert.equal(await status('money/health', person), 200);
  await change(`people/${person.id}`, { role: key, limits: null });
  await change(`roles/${key}`, {
    ...role({ refund: 700, adjust: 0 }, ['order.see']),
    seen: role({ refund: 700, adjust: 0 }),
  });
  assert.equal(await status('money/health', person), 403);
  await change(`people/${person.id}`, { role: 'accountant', limits: null });
  assert.equal(await status('money/health', person), 200);
  await change(`people/${person.id}/lock`);
  assert.equal(await status('me', person), 401);
});

test('shows a person’s working time, limit of open lines and time away in the other process at once', async () => {
  const writer = await here.join('writer');
  await change(`people/${writer.id}/minutes`, { minutes: 240 });
  await change(`people/${writer.id}/open-limit`, { most: 5 });
  await change(`people/${writer.id}/away`, { backOn: '2026-12-24' });
  const { people } = await seen<DeskAnswerOf<'listPeople'>>('people');
  const found = people.find(({ id }) => id === writer.id);
  assert.deepEqual([found?.minutesPerDay, found?.mostOpenLines, found?.backOn], [240, 5, '2026-12-24']);
});

test('shows saved replies, allowed networks and account numbers in the other process at once', async () => {
  const reply = { title: 'Thanks', text: 'Thank you, {firstName}' };
  const { id } = await change('replies', reply);
  const replies = async () => (await seen<DeskAnswerOf<'listReplies'>>('replies')).replies;
  assert.deepEqual(await replies(), [{ id, ...reply }]);
  await change(`replies/${id}`, { title: 'Thanks', text: 'Thank you', seen: reply });
  assert.equal((await replies())[0]?.text, 'Thank you');
  await change(`replies/${id}/delete`);
  assert.deepEqual(await replies(), []);

  await change('networks', { networks: ['203.0.113.0/24'], seen: [] });
  assert.deepEqual((await seen<DeskAnswerOf<'showNetworks'>>('networks')).networks, ['203.0.113.0/24']);

  const closed = '2026-11-18';
  await sql`insert into day_close (day, currency, livemode, starts_at, ends_at, opening, movements, closing, closed_at)
    values (${closed}, 'usd', false, '2026-11-18T05:00:00Z', '2026-11-19T05:00:00Z', '{}', '[]', '{"cash": 5}', '2026-11-19T05:15:00Z')`.execute(
    here.shop.database.db,
  );
  const numbers = async () =>
    (await seen<ShownBooks>(`books?from=${closed}&to=${closed}`)).books[0]!.accounts.map(
      ({ number }) => number,
    );
  assert.deepEqual(await numbers(), [null]);
  await change('books/account-numbers', { accounts: [{ account: 'cash', number: '0400' }] });
  assert.deepEqual(await numbers(), ['0400']);
  assert.equal((await detailOf('number-accounts'))['accounts'], 'cash');
});
