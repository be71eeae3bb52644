/** Webhook events of unknown payments can be dismissed at the desk. Dismissing never hides a payment that the shop knows. */
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import { hour } from '#contract/durations.ts';
import { readGauges } from '#server/operator/read-gauges.ts';
import { moneyAt } from '#test/server/money-at-desk.ts';
import { openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';
import { sql } from 'kysely';

let desk: TestDesk;
let owner: Person;
before(async () => {
  desk = await openTestDesk();
  owner = await desk.join('owner');
});
after(() => desk.close());

const dismiss = (eventId: string, note = 'Another shop on this account', who = owner) =>
  moneyAt(desk).post(who, 'money/events/dismiss', { provider: 'sandbox', eventId, note });
const waiting = async () =>
  (await moneyAt(desk).get<DeskAnswerOf<'showMoneyHealth'>>(owner, 'money/health')).waiting;
async function receive(eventId: string, ref: string): Promise<void> {
  await desk.shop.tell(ref, eventId);
  await desk.shop.app.jobs.drain();
}
/** The parts of the money page that have a task in Today. */
async function tasks(): Promise<string[]> {
  const { groups } = await moneyAt(desk).get<DeskAnswerOf<'showToday'>>(owner, 'today');
  return groups.flatMap(({ rows }) => rows.flatMap(({ url, money }) => (money ? [url] : [])));
}
const entries = async () =>
  (
    await sql<{ actor: string; subject: string; detail: object }>`
    select actor, subject, detail - 'request' - 'session' as detail from audit_entry where action = 'dismiss-event'`.execute(
      desk.shop.database.db,
    )
  ).rows;
/** The findings of the audit, which uses the database's clock. */
async function findings(): Promise<string> {
  const { db } = desk.shop.database;
  const { rows } = await sql<{ event_id: string; received_at: Date }>`
    select event_id, received_at from provider_notice`.execute(db);
  await sql`update provider_notice set received_at = now()`.execute(db);
  const found = await desk.shop.audit();
  for (const { event_id: id, received_at: at } of rows)
    await sql`update provider_notice set received_at = ${at} where event_id = ${id}`.execute(db);
  return found.join();
}
/** The metric of waiting webhook events. */
const inMetrics = async () =>
  (await readGauges(desk.shop.database.db, desk.shop.now())).find(({ name }) => name === 'notices_waiting')
    ?.value;

test('removes the task, the finding and the email about an event of an unknown payment when staff dismiss it', async () => {
  const { shop } = desk;
  await receive('evt_other', 'sbx_other');
  assert.deepEqual(await tasks(), ['/money#events']);
  assert.match(await findings(), /evt_other/);
  assert.equal(await inMetrics(), 1);
  const [event] = (await waiting()).events.rows;
  assert.equal(event?.isUnknown, true);

  assert.deepEqual((await dismiss('evt_other', ' ')).body.errors, {
    note: ['Enter a note that says why nothing needs to be done'],
  });
  const support = await desk.join('support');
  const refused = await dismiss('evt_other', 'Ours', support);
  assert.deepEqual([refused.status, refused.body.needs], [403, 'money.repair']);
  const answers = await Promise.all([dismiss('evt_other'), dismiss('evt_other')]);
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [204, 409],
  );

  assert.deepEqual(await entries(), [
    { actor: `staff:${owner.id}`, subject: 'webhook event evt_other', detail: {} },
  ]);
  assert.deepEqual(await tasks(), []);
  assert.equal(await findings(), '');
  assert.equal(await inMetrics(), 0);
  const { events, dismissed } = await waiting();
  assert.equal(events.total, 0);
  assert.deepEqual(
    dismissed.rows.map(({ eventId, by, note }) => [eventId, by, note]),
    [['evt_other', 'Maya Stone', 'Another shop on this account']],
  );
  assert.equal(await shop.operate('inbox'), 'All webhook events have been applied.');
  for (let n = 0; n < 3; n += 1) {
    shop.pass(hour);
    await shop.app.jobs.drain();
  }
  assert.deepEqual(
    (await shop.emailsTo('operator@shop.test')).filter(
      ({ subject }) => subject === 'Unknown payment reported',
    ),
    [],
  );
});

test('rejects the dismissal of a missing event, an applied event, and an event of a known payment', async () => {
  const { shop } = desk;
  await desk.logIn(owner).then((cookie) => (owner = { ...owner, cookie }));
  assert.equal((await dismiss('evt_none')).status, 404);
  const { number } = await moneyAt(desk).cardOrder();
  const ref = await shop.refOf(number);
  await receive('evt_applied', ref);
  assert.equal((await dismiss('evt_applied')).status, 409);
  await sql`update provider_notice set processed_at = null, last_error = 'Broken' where event_id = 'evt_applied'`.execute(
    shop.database.db,
  );
  const [event] = (await waiting()).events.rows;
  assert.deepEqual([event?.eventId, event?.isUnknown], ['evt_applied', false]);
  assert.equal((await dismiss('evt_applied')).status, 409);
  assert.equal(
    (await moneyAt(desk).post(owner, 'money/events/retry', { eventId: 'evt_applied' })).status,
    200,
  );
  await shop.app.jobs.drain();
});

test('shows a dismissed event again once the shop knows its payment, and applies it', async () => {
  const { shop } = desk;
  const { db } = shop.database;
  const { number } = await moneyAt(desk).cardOrder();
  const ref = await shop.refOf(number);
  const rename = (from: string, to: string) =>
    sql`update payment_attempt set provider_ref = ${to} where provider_ref = ${from}`.execute(db);
  await rename(ref, 'sbx_elsewhere');
  await receive('evt_early', ref);
  assert.equal((await dismiss('evt_early')).status, 204);
  assert.deepEqual((await waiting()).events.rows, []);
  await rename('sbx_elsewhere', ref);
  const [event] = (await waiting()).events.rows;
  assert.deepEqual([event?.eventId, event?.number], ['evt_early', number]);
  assert.deepEqual(await tasks(), ['/money#events']);
  shop.pass(hour);
  await shop.app.jobs.drain();
  assert.equal((await waiting()).events.total, 0);
});
