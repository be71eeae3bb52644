import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import type { Mend } from '#contract/desk/money.ts';
import { hour } from '#contract/durations.ts';
import { checkKey } from '#server/payments/audit/check-now.ts';
import { moneySabotages, sellForSabotage } from '#test/server/money-sabotages.ts';
import { openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';
import { sql } from 'kysely';

let desk: TestDesk;
let owner: Person;
let support: Person;
before(async () => {
  desk = await openTestDesk();
  await sellForSabotage(desk.shop);
  owner = await desk.join('owner');
  support = await desk.join('support');
  await desk.shop.app.jobs.drain();
});
after(() => desk.close());

const post = (path: string, body?: object, { cookie } = owner) =>
  desk.call<{ count?: number; detail?: string; needs?: string }>('POST', path, {
    cookie,
    ...(body ? { body } : {}),
  });
async function health({ cookie } = owner) {
  const { status, body } = await desk.call<DeskAnswerOf<'showMoneyHealth'>>('GET', 'money/health', {
    cookie,
  });
  assert.equal(status, 200);
  return body;
}
async function check() {
  assert.equal((await post('money/check')).status, 204);
  await desk.shop.app.jobs.drain();
  return health();
}
/** The URLs of the owner's tasks about money. */
async function moneyTasks() {
  const { body } = await desk.call<DeskAnswerOf<'showToday'>>('GET', 'today', { cookie: owner.cookie });
  const rows = body.groups.flatMap((group) => group.rows);
  return rows.flatMap(({ url, money }) => (money ? [url] : [])).toSorted();
}
const findingsOf = ({ checks }: DeskAnswerOf<'showMoneyHealth'>) =>
  checks.flatMap(({ part, findings }) => findings.map((finding) => ({ part, ...finding })));

/** Calls the endpoint of a finding's button. */
async function press(mend: Exclude<Mend, { kind: 'explain' }>) {
  const { status, body } =
    mend.kind === 'retry'
      ? await post('money/events/retry', { eventId: mend.eventId })
      : await post(`money/payments/${mend.number}/sync`);
  assert.ok(status < 300, JSON.stringify(body));
  await desk.shop.app.jobs.drain();
}

test('shows that nothing was checked yet, runs one check when two are requested at once, and shows its result', async () => {
  assert.deepEqual(
    (await health()).checks.map(({ part, checkedAt }) => [part, checkedAt]),
    ['ledger', 'balances', 'payments', 'providers', 'log'].map((part) => [part, null]),
  );
  const { db } = desk.shop.database;
  await sql`insert into job (kind, lane, payload, run_at, dedupe_key)
    values ('payment.check', 'others', '{}', ${new Date(desk.shop.now().getTime() + hour)}, ${checkKey})`.execute(
    db,
  );
  await Promise.all([post('money/check'), post('money/check')]);
  assert.equal((await health()).isRunning, true);
  const { rows } = await sql<{ jobs: number }>`
    select count(*)::int as jobs from job where kind = 'payment.check'`.execute(db);
  assert.deepEqual(rows, [{ jobs: 1 }]);
  await sql`update job set run_at = ${desk.shop.now()} where kind = 'payment.check'`.execute(db);
  await desk.shop.app.jobs.drain();
  const { isRunning, checks } = await health();
  assert.equal(isRunning, false);
  assert.deepEqual(
    checks.map(({ checkedAt, findings, more, failure }) => [checkedAt, findings, more, failure]),
    checks.map(() => [desk.shop.now().toISOString(), [], 0, null]),
  );
  assert.ok(checks[3]!.compared! > 0);
});

const mended = [
  'a captured payment without a webhook event',
  'an open payment without a poll job',
  'an open link without an expiry job',
  'a webhook event that was never applied',
];
// a capture at the provider can't be reversed, so this fault comes last
const inOrder = moneySabotages.toSorted(
  (a, b) => Number(a.what === mended[0]) - Number(b.what === mended[0]),
);
for (const { what, harm, heal, words } of inOrder)
  test(`reports ${what} with an explanation, and repairs what a button can repair`, async () => {
    await harm.execute(desk.shop.database.db);
    const found = findingsOf(await check()).find((finding) => words.test(finding.words));
    assert.ok(found, what);
    assert.ok(found.means !== '' && found.todo !== '', found.words);
    if (mended.includes(what)) {
      for (const { mend } of findingsOf(await health()))
        if (mend && mend.kind !== 'explain') await press(mend);
    } else await heal.execute(desk.shop.database.db);
    assert.deepEqual(
      findingsOf(await check()).map((finding) => finding.words),
      [],
    );
  });

test('lists a changed entry of the audit log as a finding about the log, without a repair', async () => {
  const { db } = desk.shop.database;
  await sql`alter table audit_entry disable trigger user`.execute(db);
  await sql`update audit_entry set action = 'nothing' where place = 1`.execute(db);
  const found = findingsOf(await check());
  assert.deepEqual([...new Set(found.map(({ part }) => part))], ['log']);
  assert.ok(found.every(({ means, mend }) => means !== '' && mend === null));
});

test('lists failed events and emails, shows them in Today, and lets only staff with the permission retry them', async () => {
  const { db } = desk.shop.database;
  await sql`update provider_notice set processed_at = null, last_error = 'Broken'
    where event_id = (select min(event_id) from provider_notice)`.execute(db);
  await sql`insert into job (kind, lane, payload, run_at, dead_at, last_error) values
    ('mail.order-receipt', 'letters', '{"number": "R-7K3M-Q2XA"}', now(), now(), '550 5.1.1 <ann@example.com> unknown')`.execute(
    db,
  );
  const { waiting } = await health();
  const [event] = waiting.events.rows;
  assert.ok(waiting.events.total === 1 && event?.number && event.error === 'Broken');
  const [email] = waiting.emails.rows;
  assert.deepEqual(
    [email?.email, email?.about, email?.error],
    ['Receipt', 'R-7K3M-Q2XA', '550 5.1.1 <ann@example.com> unknown'],
  );
  assert.equal(
    (await health(support)).waiting.emails.rows[0]?.error,
    '550 5.1.1 <ann@example.com> unknown',
    'support may see customers',
  );
  assert.deepEqual(await moneyTasks(), ['/money#checks', '/money#emails', '/money#events']);
  const reader = await desk.join('accountant');
  await sql`update staff_role set permissions = '{money.see}' where key = 'accountant'`.execute(db);
  assert.equal((await health(reader)).waiting.emails.rows[0]?.error, '550 5.1.1 <(address hidden)> unknown');
  for (const [path, body] of [
    ['money/check', undefined],
    ['money/events/retry', { eventId: null }],
    ['money/emails/resend', { id: null }],
    [`money/payments/${event.number}/sync`, undefined],
  ] as const) {
    const refused = await post(path, body, support);
    assert.deepEqual([refused.status, refused.body.needs], [403, 'money.repair'], path);
  }
  assert.deepEqual((await post('money/emails/resend', { id: email!.id })).body, { count: 1 });
  assert.deepEqual(await moneyTasks(), ['/money#checks', '/money#events']);
  // the job runner may have retried the email already
  await sql`delete from job where id = ${email!.id}`.execute(db);
  assert.equal((await post('money/emails/resend', { id: email!.id })).status, 404);
  assert.deepEqual((await post('money/emails/resend', { id: null })).body, { count: 0 });
});

test('lists a failing email with its next retry, and shows it in Today from the third failure', async () => {
  const { db } = desk.shop.database;
  const { rows } = await sql<{
    id: bigint;
  }>`insert into job (kind, lane, payload, run_at, attempts, last_error) values
    ('mail.order-receipt', 'letters', '{"number": "R-7K3M-Q2XA"}', '2099-01-01', 2, '451 later') returning id`.execute(
    db,
  );
  const { id } = rows[0]!;
  const [email] = (await health()).waiting.emails.rows;
  assert.deepEqual(
    [email?.failedAt, email?.nextTry, email?.error],
    [null, '2099-01-01T00:00:00.000Z', '451 later'],
  );
  assert.ok(!(await moneyTasks()).includes('/money#emails'));
  await sql`update job set attempts = 3 where id = ${id}`.execute(db);
  assert.ok((await moneyTasks()).includes('/money#emails'));
  assert.deepEqual((await post('money/emails/resend', { id: String(id) })).body, { count: 1 });
  const { rows: queued } = await sql<{
    soon: boolean;
  }>`select run_at < '2099-01-01' as soon from job where id = ${id}`.execute(db);
  assert.notEqual(queued[0]?.soon, false);
  await sql`delete from job where id = ${id}`.execute(db);
});
