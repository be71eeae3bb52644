import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import { openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';
import { workAt } from '#test/server/work-at-desk.ts';
import { root } from '#tools/root.ts';
import { sql } from 'kysely';
import { emailExamples } from './email-examples.ts';

let desk: TestDesk;
let owner: Person;
before(async () => {
  desk = await openTestDesk({ settings: { RATE_LIMIT_FACTOR: '1' } });
  owner = await desk.join('owner');
});
after(() => desk.close());

type Listed = DeskAnswerOf<'listEmails'>;
const list = () => workAt(desk).get<Listed>(owner, 'emails');

test('has an example of every kind of email', () => {
  const kinds = globSync('server/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .flatMap((text) => [...text.matchAll(/jobKind<[^()]*\(\s*'mail\.([a-z-]+)'/g)].map(([, kind]) => kind!));
  const shown = new Set(emailExamples.map(({ kind }) => kind));
  // the first kind only queues emails, and the second one sends these examples
  const others = kinds.filter((kind) => kind !== 'dispute' && kind !== 'example');
  assert.deepEqual(
    others.filter((kind) => !shown.has(kind)),
    [],
  );
  assert.equal(shown.size, new Set(others).size);
});

test('shows each email’s subject, plain text and HTML, which loads and runs nothing', async () => {
  const { emails, address } = await list();
  assert.equal(address, owner.email);
  assert.equal(emails.length, emailExamples.length);
  assert.equal(new Set(emails.map(({ id }) => id)).size, emails.length);
  for (const { id, name, subject, to } of emails) {
    assert.match(name, /^[A-Z]/, id);
    assert.ok(subject.length > 5, id);
    const shown = await workAt(desk).get<DeskAnswerOf<'showEmail'>>(owner, `emails/${id}`);
    assert.deepEqual([shown.id, shown.name, shown.subject, shown.to], [id, name, subject, to]);
    assert.doesNotMatch(shown.text, /undefined|null|NaN|\[object|Invalid/, `${id}: ${shown.text}`);
    const page = await desk.shop.app.http.inject({
      url: `/api/desk/emails/${id}/page`,
      headers: { host: 'shop.test', 'sec-fetch-site': 'same-origin', cookie: `desk=${owner.cookie}` },
    });
    assert.equal(page.statusCode, 200, page.body);
    assert.match(String(page.headers['content-type']), /^text\/html/);
    const policy = String(page.headers['content-security-policy']);
    assert.match(policy, /^default-src 'none'; style-src 'unsafe-inline';.*frame-ancestors 'self'; sandbox$/);
    assert.equal(page.headers['x-frame-options'], 'SAMEORIGIN');
    assert.doesNotMatch(page.body, /<script|src=|url\(/i);
  }
});

test('composes examples without changing the database', async () => {
  const count = async () => {
    const { rows } = await sql<{ rows: string }>`
      select (select count(*) from staff_invitation) || ' ' || (select count(*) from job) || ' ' || (select count(*) from audit_entry) as rows`.execute(
      desk.shop.database.db,
    );
    return rows[0]!.rows;
  };
  await desk.shop.app.jobs.drain();
  const before = await count();
  await list();
  assert.equal(await count(), before);
});

test('sends an example to the caller: marked as an example, audited, at most 20 an hour', async () => {
  const post = (id: string) => desk.call('POST', `emails/${id}/to-me`, { cookie: owner.cookie });
  assert.equal((await post('order-brief')).status, 204);
  await desk.shop.app.jobs.drain();
  const [letter, ...more] = (await desk.shop.emailsTo(owner.email)).filter(({ subject }) =>
    subject?.startsWith('Example: '),
  );
  assert.equal(more.length, 0);
  assert.match(letter?.subject ?? '', /^Example: Paid: order R-0000-0000/);
  assert.equal(letter?.replyTo, undefined, 'a reply would go to the example customer');
  const { rows } = await sql<{ subject: string; actor: string }>`
    select subject, actor from audit_entry where action = 'send-example'`.execute(desk.shop.database.db);
  assert.deepEqual(rows, [{ subject: 'email order-brief', actor: `staff:${owner.id}` }]);

  assert.equal((await post('order-nothing')).status, 404);
  for (let sent = 1; sent < 20; sent += 1) assert.equal((await post('order-placed')).status, 204);
  assert.equal((await post('order-placed')).status, 429);
});

test('rejects previews and example emails for staff who may not change settings', async () => {
  const manager = await desk.join('manager');
  for (const path of ['emails', 'emails/order-placed', 'emails/order-placed/page'])
    assert.equal((await desk.call('GET', path, { cookie: manager.cookie })).status, 403, path);
});
