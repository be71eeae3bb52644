import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { AuditLog, VerifiedLog } from '#contract/desk/log.ts';
import { operatorsDay } from '#contract/delivery-date.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { daysAfter } from '#server/books/day-bounds.ts';
import { auditEntry } from '#server/audit/audit-entry.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { sql } from 'kysely';
import { openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';
import { openTestTeam } from '#test/server/open-test-team.ts';

let desk: TestDesk;
let reader: Person;
before(async () => {
  desk = await openTestDesk();
  reader = await desk.join('accountant');
});
after(() => desk.close());

const log = async (query = '') =>
  (await desk.call<AuditLog>('GET', `log${query}`, { cookie: reader.cookie })).body;
const about = (subject: string) => log(`?${new URLSearchParams({ subject })}`);

test('pages through the log newest first, with names of staff and details', async () => {
  for (let n = 0; n < 4; n += 1) await desk.logIn(reader);
  const whole = await log();
  assert.deepEqual(
    whole.entries.map(({ place }) => Number(place)),
    whole.entries.map((_, n) => whole.entries.length - n),
  );
  assert.deepEqual([whole.entries.at(-1)!.action, whole.entries.at(-1)!.name], ['invite', null]);
  const { actor, name, action, subject, detail } = whole.entries[0]!;
  assert.deepEqual(
    [actor, name, action, subject, detail['way']],
    [`staff:${reader.id}`, 'Maya Stone', 'log-in', `staff ${reader.id}`, 'passkey'],
  );
  const pages: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: AuditLog = await log(`?limit=3${cursor ? `&cursor=${cursor}` : ''}`);
    pages.push(...page.entries.map(({ place }) => place));
    cursor = page.nextCursor;
  }
  assert.deepEqual(
    pages,
    whole.entries.map(({ place }) => place),
  );
});

test('lists the entries of an order and its lines, in any spelling of the number, with or without “order”', async () => {
  const { auth } = await desk.shop.customer();
  await desk.shop.addFunds(auth, 50_000);
  const { orderNumber, token } = await desk.shop.placeOrder(auth);
  await desk.shop.pay(token, 'balance', auth);
  await openTestTeam(desk.shop).start(orderNumber);
  await desk.shop.operate('refund', orderNumber, '10', 'balance', 'Late');
  const { entries } = await about(`order ${orderNumber.toLowerCase()}`);
  assert.deepEqual(
    entries.map(({ action, subject }) => `${action} ${subject}`),
    [`refund order ${orderNumber}`, `start line ${orderNumber} 1`],
  );
  for (const typed of [orderNumber, `Order ${orderNumber}`, ` ORDER  ${orderNumber.toLowerCase()}`])
    assert.deepEqual((await about(typed)).entries, entries, typed);
  assert.deepEqual(
    (await about(`Line ${orderNumber} 1`)).entries.map(({ action }) => action),
    ['start'],
  );
  assert.deepEqual((await about('customer 999')).entries, []);
});

test('finds the entries about a person, a role or a conversation by what is shown of it', async () => {
  const { entries } = await about(`staff ${reader.id}`);
  assert.ok(entries.length > 0);
  for (const typed of ['Maya Stone', 'maya', `STAFF ${reader.id}`]) {
    const found = (await about(typed)).entries.map(({ place }) => place);
    for (const { place } of entries) assert.ok(found.includes(place), typed);
  }
  await writeInOneStatement(
    desk.shop.database.db,
    ['ticket T-0000-0000', 'role editor', 'webhook event evt_Ab'].flatMap((subject) =>
      auditEntry({ kind: 'operator', id: 'tom' }, desk.shop.now(), { action: 'test', subject }),
    ),
  );
  for (const typed of ['conversation T-0000-0000', 't-0000-0000', 'Editor', 'Webhook event evt_Ab'])
    assert.deepEqual(
      (await about(typed)).entries.map(({ action }) => action),
      ['test'],
      typed,
    );
  const { roles } = await log();
  assert.ok(roles.some(({ key, label }) => key === 'editor' && label === 'Editor'));
});

test('filters the list and the export by person, action and days', async () => {
  const { auth } = await desk.shop.customer();
  await desk.shop.addFunds(auth, 50_000);
  const { orderNumber, token } = await desk.shop.placeOrder(auth);
  await desk.shop.pay(token, 'balance', auth);
  await desk.shop.operate('refund', orderNumber, '10', 'balance', 'Late');
  const acts = async (filters: Record<string, string>) =>
    (await log(`?${new URLSearchParams({ limit: '200', ...filters })}`)).entries.map(({ action }) => action);
  assert.ok((await acts({ who: reader.id })).every((action) => action === 'log-in' || action === 'join'));
  assert.ok((await acts({ who: 'commands' })).includes('refund'));
  assert.deepEqual([...new Set(await acts({ action: 'refund' }))], ['refund']);
  assert.deepEqual(await acts({ who: reader.id, action: 'refund' }), []);
  const today = operatorsDay(desk.shop.now(), businessCalendar);
  const whole = await acts({});
  assert.deepEqual(await acts({ from: today, to: today }), whole);
  assert.deepEqual(await acts({ to: daysAfter(today, -1) }), []);
  assert.deepEqual(await acts({ from: daysAfter(today, 1) }), []);
  assert.ok((await log()).people.some(({ id, name }) => id === reader.id && name === 'Maya Stone'));

  const { content, headers } = await desk.download('log/export', reader, { action: 'refund', from: today });
  assert.equal(headers['content-disposition'], 'attachment; filename="audit-log.csv"');
  const [heads, ...rows] = new TextDecoder().decode(content).trim().split('\r\n');
  assert.equal(heads, 'place,at,actor,action,subject,detail,hash');
  assert.deepEqual(
    rows.map((row) => row.split(',')[3]!.replaceAll('"', '')),
    await acts({ action: 'refund' }),
  );
  assert.equal((await acts({}))[0], 'export-log');
});

test('names the error when the last day of a filter is invalid or before the first', async () => {
  const errors = async (query: string) =>
    (await desk.call<{ errors: unknown }>('GET', `log?${query}`, { cookie: reader.cookie })).body.errors;
  assert.deepEqual(await errors('from=2026-11-20&to=2026-11-19'), {
    to: ['The end date can’t be before the start date'],
  });
  assert.deepEqual(await errors('from=2026-02-30'), { from: ['Enter a date, like 2026-11-24'] });
  assert.deepEqual(await errors('who=Ann'), { who: ['Choose a person'] });
});

test('reports whether the log is intact', async () => {
  const verify = async () =>
    (await desk.call<VerifiedLog>('POST', 'log/verify', { cookie: reader.cookie })).body;
  const { place, seal, findings } = await verify();
  assert.deepEqual(findings, []);
  assert.match(`${place} ${seal}`, /^\d+ [\da-f]{64}$/);
  const { db } = desk.shop.database;
  await sql`alter table audit_entry disable trigger user`.execute(db);
  await sql`update audit_entry set actor = 'operator:tom' where place = 2`.execute(db);
  await sql`alter table audit_entry enable trigger user`.execute(db);
  assert.match((await verify()).findings.join(), /^Entry 2 of the audit log/);
});
