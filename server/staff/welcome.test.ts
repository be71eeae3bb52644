import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { builtInRoles, permissionNames } from '#contract/desk/permissions.ts';
import type { DeskSession } from '#contract/desk/staff.ts';
import { sql } from 'kysely';
import { openTestDesk, staffPassword, type TestDesk } from '#test/server/open-test-desk.ts';

let desk: TestDesk;
before(async () => {
  desk = await openTestDesk();
});
after(() => desk.close());

const linksIn = (text: string) => text.match(/http:\/\/shop\.test\/desk\/welcome#\w+/g) ?? [];
async function entries(subject: string): Promise<string[]> {
  const { rows } = await sql<{ entry: string }>`
    select actor || ' ' || action as entry from audit_entry where subject = ${subject} order by place`.execute(
    desk.shop.database.db,
  );
  return rows.map(({ entry }) => entry);
}

test('stores the built-in roles as the contract defines them', async () => {
  const { rows } = await sql<{
    key: string;
    label: string;
    permissions: string[];
    refund_limit: bigint | null;
    adjust_limit: bigint | null;
  }>`select * from staff_role where is_builtin order by key`.execute(desk.shop.database.db);
  const number = (amount: bigint | null) => (amount === null ? null : Number(amount));
  assert.deepEqual(
    rows.map(({ key, label, permissions, refund_limit: refund, adjust_limit: adjust }) => ({
      key,
      label,
      permissions,
      refund: number(refund),
      adjust: number(adjust),
    })),
    builtInRoles.toSorted((a, b) => (a.key < b.key ? -1 : 1)),
  );
  for (const { permissions } of builtInRoles)
    for (const name of permissions) assert.ok(name === '*' || permissionNames.includes(name), name);
});

test('creates the first owner by the newest link only, and only once', async () => {
  const own = await openTestDesk();
  try {
    const session = async () => (await own.call<DeskSession>('GET', 'session')).body;
    assert.equal((await session()).isEmpty, true);
    const first = own.codeOf(linksIn((await own.shop.app.firstDeskLink())!)[0]!);
    const newest = own.codeOf(await own.shop.operate('desk'));
    const look = async (code: string) => (await own.call('POST', 'welcome/look', { body: { code } })).status;
    assert.deepEqual([await look(first), await look(newest)], [404, 200]);
    const { passkey } = await own.makePasskey(newest);
    const body = { code: newest, name: 'Ann', email: 'ann@staff.test', passkey };
    assert.equal((await own.call('POST', 'welcome', { body: { ...body, name: undefined } })).status, 400);
    const welcomed = await own.call<{ recoveryCodes: string[] }>('POST', 'welcome', { body });
    assert.equal(welcomed.status, 200, JSON.stringify(welcomed.body));
    assert.equal(welcomed.body.recoveryCodes.length, 10);
    assert.match(welcomed.body.recoveryCodes[0]!, /^(?:[0-9A-Z]{4}-){5}[0-9A-Z]{4}$/);
    assert.equal(await look(newest), 404);
    assert.equal((await session()).isEmpty, false);
    assert.equal(await own.shop.app.firstDeskLink(), undefined);
    await assert.rejects(own.shop.operate('desk'), /has an owner/);
  } finally {
    await own.close();
  }
});

test('voids an unused link for the first owner when there is an owner, and every link when it expires', async () => {
  const own = await openTestDesk();
  try {
    const first = own.codeOf(await own.shop.operate('desk'));
    const editor = own.codeOf(await own.shop.operate('staff', 'invite', 'editor'));
    await own.join('owner');
    const look = async (code: string) => (await own.call('POST', 'welcome/look', { body: { code } })).status;
    assert.deepEqual([await look(first), await look(editor)], [404, 200]);
    own.shop.pass(24 * 60 * 60 * 1000);
    assert.equal(await look(editor), 404);
  } finally {
    await own.close();
  }
});

test('creates a person with a password and a code, and rejects weak passwords, wrong codes and known addresses', async () => {
  const code = desk.codeOf(await desk.shop.operate('staff', 'invite', 'writer'));
  const { secret } = (await desk.call<{ secret: string }>('POST', 'welcome/code', { body: { code } })).body;
  const known = await desk.join('reader');
  const attempt = (password: object, email = 'tom@staff.test') =>
    desk.call<{ errors: object }>('POST', 'welcome', { body: { code, name: 'Tom', email, password } });
  const weak = await attempt({ password: 'aaaaaaaaaaaaaaaa', secret, code: '000000' });
  assert.equal(weak.status, 400);
  assert.deepEqual(Object.keys(weak.body.errors), ['password.password', 'password.code']);
  // shorter than the length that the page names
  for (const short of ['short', 'elevenchars'])
    assert.deepEqual(
      (await attempt({ password: short, secret, code: desk.six(secret) })).body.errors,
      { 'password.password': ['Password must be at least 12 characters'] },
      short,
    );
  const good = { password: staffPassword, secret, code: desk.six(secret) };
  assert.deepEqual(Object.keys((await attempt(good, known.email.toUpperCase())).body.errors), ['email']);
  const both = {
    code,
    name: 'Tom',
    email: 'tom@staff.test',
    password: good,
    passkey: (await desk.makePasskey(code)).passkey,
  };
  assert.equal((await desk.call('POST', 'welcome', { body: both })).status, 400);
  assert.equal((await attempt(good)).status, 200);
  assert.equal((await attempt(good, 'other@staff.test')).status, 404, 'the link was used');
});

test('rejects a passkey whose ID belongs to another person’s passkey', async () => {
  const owner = await desk.join('owner');
  const code = desk.codeOf(await desk.shop.operate('staff', 'invite', 'reader'));
  const { passkey } = await desk.makePasskey(code);
  const asked = await desk.call<{ id: string; publicKey: Record<string, unknown> }>(
    'POST',
    'welcome/options',
    {
      body: { code },
    },
  );
  const copied = { id: asked.body.id, response: owner.authenticator.register(asked.body), label: 'Laptop' };
  const join = (used: object) =>
    desk.call('POST', 'welcome', { body: { code, name: 'R', email: 'copy@staff.test', passkey: used } });
  const refused = await join(copied);
  assert.deepEqual(
    [refused.status, refused.body.errors],
    [400, { '': ['This passkey is already in use. Create another one.'] }],
  );
  assert.equal((await join(passkey)).status, 200, 'the link still works');
});

test('accepts a link once when many use it at the same time', async () => {
  const code = desk.codeOf(await desk.shop.operate('staff', 'invite', 'reader'));
  const passkeys = await Promise.all(Array.from({ length: 6 }, () => desk.makePasskey(code)));
  const answers = await Promise.all(
    passkeys.map(({ passkey }, n) =>
      desk.call('POST', 'welcome', { body: { code, name: 'R', email: `r${n}@staff.test`, passkey } }),
    ),
  );
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 404, 404, 404, 404, 404],
  );
});

test('restores a person’s access, ends earlier login methods and sessions, and emails the managers', async () => {
  const owner = await desk.join('owner');
  const person = await desk.join('editor');
  const link = await desk.shop.operate('staff', 'let-back-in', person.email);
  assert.equal((await desk.call('GET', 'me', { cookie: person.cookie })).status, 200);
  const code = desk.codeOf(link);
  const { passkey, authenticator } = await desk.makePasskey(code);
  const answer = await desk.call<{ recoveryCodes: string[] }>('POST', 'welcome', { body: { code, passkey } });
  assert.equal(answer.status, 200);
  assert.equal((await desk.call('GET', 'me', { cookie: person.cookie })).status, 401);
  await assert.rejects(desk.logIn(person));
  await desk.logIn({ authenticator });
  const subjects = async (email: string) => (await desk.shop.emailsTo(email)).map(({ subject }) => subject);
  assert.deepEqual(await subjects(person.email), ['Your desk login methods were changed']);
  assert.deepEqual(await subjects(owner.email), ['Maya Stone has a new login method for the desk']);
  const used = { email: person.email, recoveryCode: person.recoveryCodes[0] };
  await desk.call('POST', 'login/recover', { body: used });
  assert.equal((await subjects(person.email)).length, 1, 'earlier recovery codes end too');
  assert.deepEqual(await entries(`staff ${person.id}`), [
    `staff:${person.id} join`,
    `staff:${person.id} log-in`,
    'operator:test let-back-in',
    `staff:${person.id} return`,
    `staff:${person.id} log-in`,
    `staff:${person.id} log-in`,
  ]);
});

test('emails a login link once for a recovery code, and gives the same answer to a wrong code', async () => {
  const person = await desk.join('support');
  const recover = (email: string, recoveryCode: string) =>
    desk.call('POST', 'login/recover', { body: { email, recoveryCode } });
  const [right = '', other = ''] = person.recoveryCodes;
  const wrong = '0000-0000-0000-0000-0000-0000';
  for (const [email, code] of [
    [person.email, wrong],
    ['nobody@staff.test', right],
  ] as const)
    assert.equal((await recover(email, code)).status, 204);
  assert.deepEqual(await desk.shop.emailsTo(person.email), []);
  assert.equal((await recover(person.email.toUpperCase(), right.toLowerCase())).status, 204);
  assert.equal((await recover(person.email, right)).status, 204);
  const [email, ...more] = await desk.shop.emailsTo(person.email);
  assert.deepEqual(more, []);
  const code = desk.codeOf(linksIn(email!.text ?? '')[0]!);
  await recover(person.email, other);
  const codes = (await desk.shop.emailsTo(person.email)).map(({ text = '' }) =>
    desk.codeOf(linksIn(text)[0]!),
  );
  assert.equal((await desk.call('POST', 'welcome/look', { body: { code } })).status, 404, 'replaced');
  assert.equal(codes.length, 2);
  const fresh = codes.find((one) => one !== code)!;
  const { passkey } = await desk.makePasskey(fresh);
  desk.shop.pass(29 * 60 * 1000);
  const late = await desk.call('POST', 'welcome', { body: { code: fresh, passkey } });
  assert.equal(late.status, 400, 'the challenge has expired, the link has not');
  desk.shop.pass(60 * 1000);
  assert.equal((await desk.call('POST', 'welcome/look', { body: { code: fresh } })).status, 404);
});
