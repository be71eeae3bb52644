import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { minute } from '#contract/durations.ts';
import { passwordWork } from '#server/accounts/hash-password.ts';
import { sql } from 'kysely';
import { countStatements } from '#test/server/count-statements.ts';
import { type Faults, openFakeAuthenticator } from '#test/server/fake-authenticator.ts';
import {
  deskOrigin,
  openTestDesk,
  type Person,
  staffPassword,
  type TestDesk,
} from '#test/server/open-test-desk.ts';

let desk: TestDesk;
before(async () => {
  desk = await openTestDesk();
});
after(() => desk.close());

type Asked = { id: string; publicKey: Record<string, unknown> };
const begin = async () => (await desk.call<Asked>('POST', 'login/options')).body;
const finish = (id: string, response: unknown) =>
  desk.call('POST', 'login/passkey', { body: { id, response } });
const passkeyError = { '': ['We couldn’t check this passkey. Try again.'] };

test('logs in with a passkey, sets a cookie that scripts can’t read, and logs out', async () => {
  const person = await desk.join('editor');
  const asked = await begin();
  assert.equal(asked.publicKey['rpId'], 'shop.test');
  assert.equal(asked.publicKey['userVerification'], 'required');
  const { status, headers, cookie } = await finish(asked.id, person.authenticator.answer(asked));
  assert.equal(status, 200);
  assert.match(
    String(headers['set-cookie']),
    /^desk=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict,desk-known=[\w.-]+; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Strict$/,
  );
  assert.notEqual(cookie, person.cookie, 'each login has its own session');
  assert.equal((await desk.call('GET', 'me', { cookie })).status, 200);
  const out = await desk.call('POST', 'logout', { cookie });
  assert.deepEqual([out.status, out.cookie], [204, '']);
  assert.equal((await desk.call('GET', 'me', { cookie })).status, 401);
  assert.equal((await desk.call('GET', 'me', { cookie: person.cookie })).status, 200);
});

const wrongs: Record<string, Faults> = {
  'another challenge': { challenge: 'AAAAAAAAAAAAAAAAAAAAAA' },
  'another site': { origin: 'https://evil.test' },
  'another relying party': { rpId: 'evil.test' },
  'a person who was not verified': { isUnverified: true },
};
for (const [what, faults] of Object.entries(wrongs))
  test(`rejects a login with a passkey’s signature for ${what}`, async () => {
    const { authenticator } = await desk.join('reader');
    const asked = await begin();
    const answer = await finish(asked.id, authenticator.answer(asked, faults));
    assert.deepEqual([answer.status, answer.body.errors, answer.cookie], [400, passkeyError, undefined]);
    // a challenge can be used only once
    assert.equal((await finish(asked.id, authenticator.answer(asked))).status, 400);
    await desk.logIn({ authenticator });
  });

for (const [what, faults] of Object.entries(wrongs))
  test(`rejects the registration of a passkey for ${what}`, async () => {
    const code = desk.codeOf(await desk.shop.operate('staff', 'invite', 'reader'));
    const authenticator = openFakeAuthenticator(deskOrigin);
    const asked = (await desk.call<Asked>('POST', 'welcome/options', { body: { code } })).body;
    const passkey = { id: asked.id, response: authenticator.register(asked, faults), label: 'Laptop' };
    const body = { code, name: 'Eve', email: `${crypto.randomUUID()}@staff.test`, passkey };
    const answer = await desk.call('POST', 'welcome', { body });
    assert.deepEqual([answer.status, answer.body.errors], [400, passkeyError]);
  });

test('rejects a replayed signature, a decreased counter, an unknown passkey and a signature by another passkey', async () => {
  const { authenticator } = await desk.join('reader');
  const other = await desk.join('reader');
  await desk.logIn({ authenticator });
  const asked = await begin();
  const answer = authenticator.answer(asked);
  const answers = await Promise.all(Array.from({ length: 8 }, () => finish(asked.id, answer)));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1, 'a challenge is used once');
  const again = await begin();
  assert.equal((await finish(again.id, authenticator.answer(again, { counter: 1 }))).status, 400);
  const stranger = openFakeAuthenticator(deskOrigin);
  const third = await begin();
  assert.equal((await finish(third.id, stranger.answer(third))).status, 400);
  const fourth = await begin();
  const swapped = { ...other.authenticator.answer(fourth), id: authenticator.id, rawId: authenticator.id };
  assert.equal((await finish(fourth.id, swapped)).status, 400);
  const fifth = await begin();
  desk.shop.pass(5 * minute);
  assert.equal((await finish(fifth.id, authenticator.answer(fifth))).status, 400, 'it has expired');
});

const logIn = (
  { email, password = staffPassword, code }: { email: string; password?: string; code: string },
  ip?: string,
) => desk.call('POST', 'login/password', { body: { email, password, code }, ...(ip ? { ip } : {}) });
const wrong = { '': ['Incorrect email, password or code.'] };
const otherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

test('logs in with a password and a code, and accepts each code once, even when it is sent many times at once', async () => {
  const person = await desk.join('support', 'password');
  desk.shop.pass(minute);
  const code = desk.six(person.secret);
  const answers = await Promise.all(
    Array.from({ length: 32 }, () => logIn({ email: person.email.toUpperCase(), code })),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  for (const { status, body } of answers) if (status !== 200) assert.deepEqual(body.errors, wrong);
  desk.shop.pass(minute);
  assert.equal((await logIn({ email: person.email, code: desk.six(person.secret) })).status, 200);
});

test('accepts a code one step early or late, and rejects it two steps early or late', async () => {
  const person = await desk.join('support', 'password');
  const at = async (seconds: number) => {
    desk.shop.pass(10 * minute);
    desk.shop.pass(seconds * 1000);
    const code = desk.six(person.secret);
    desk.shop.pass(-seconds * 1000);
    return (await logIn({ email: person.email, code })).status;
  };
  assert.deepEqual(
    [await at(-60), await at(-30), await at(0), await at(30), await at(60), await at(3 * 24 * 60 * 60)],
    [400, 200, 200, 200, 400, 400],
  );
});

test('does equal work for an unknown, a locked and a known person at a failed login', async () => {
  const own = await openTestDesk();
  try {
    const known = await own.join('reader', 'password');
    const locked = await own.join('reader', 'password');
    const passkeyOnly = await own.join('reader');
    await own.shop.operate('staff', 'lock', locked.email, locked.email);
    await own.shop.app.jobs.drain();
    await own.shop.app.jobs.stop();
    const seen = new Map<string, { answers: Set<string>; statements: number }>();
    for (let n = 0; n < 8; n += 1) {
      own.shop.pass(minute);
      const right = own.six(known.secret);
      const bodies: Record<string, object> = {
        unknown: { email: 'nobody@staff.test', password: staffPassword, code: right },
        'wrong password': { email: known.email, password: 'wrong', code: right },
        'wrong code': { email: known.email, password: staffPassword, code: otherCode(right) },
        'all wrong': { email: known.email, password: 'wrong', code: otherCode(right) },
        locked: { email: locked.email, password: staffPassword, code: own.six(locked.secret) },
        'without a password': { email: passkeyOnly.email, password: staffPassword, code: right },
      };
      for (const [kind, body] of Object.entries(bodies)) {
        const verified = passwordWork.verified;
        let answer: Awaited<ReturnType<typeof desk.call>> | undefined;
        const statements = await countStatements(async () => {
          answer = await own.call('POST', 'login/password', { body });
        });
        const before = seen.get(kind) ?? { answers: new Set(), statements: Infinity };
        seen.set(kind, {
          answers: before.answers.add(
            JSON.stringify([answer!.status, answer!.body, passwordWork.verified - verified]),
          ),
          statements: Math.min(before.statements, statements),
        });
      }
    }
    const [first] = seen.values();
    for (const [kind, { answers, statements }] of seen) {
      assert.deepEqual([...answers], [...first!.answers], kind);
      assert.equal(statements, first!.statements, kind);
    }
    assert.match([...first!.answers][0]!, /^\[400,.*Incorrect email, password or code.*,1\]$/);
  } finally {
    await own.close();
  }
});

test('allows five failures per person and network, and ten wrong codes an hour from all networks', async () => {
  const own = await openTestDesk({ settings: { RATE_LIMIT_FACTOR: '1' } });
  try {
    const person = await own.join('reader', 'password');
    const attempt = (password: string, code: string, ip: string) =>
      own.call('POST', 'login/password', { body: { email: person.email, password, code }, ip });
    const failures = await Promise.all(
      Array.from({ length: 12 }, () => attempt('wrong', '123456', '203.0.113.9')),
    );
    assert.equal(failures.filter(({ status }) => status === 400).length, 5);
    assert.equal(failures.filter(({ status }) => status === 429).length, 7);
    own.shop.pass(minute);
    const six = own.six(person.secret);
    assert.equal((await attempt(staffPassword, six, '203.0.113.10')).status, 200, 'another network');
    for (let n = 0; n < 10; n += 1)
      assert.equal((await attempt(staffPassword, otherCode(six), `198.51.100.${n}`)).status, 400);
    own.shop.pass(minute);
    const after = await attempt(staffPassword, own.six(person.secret), '198.51.100.99');
    assert.deepEqual([after.status, after.body.errors], [400, wrong], 'the right code comes too late');
  } finally {
    await own.close();
  }
});

test('ends a session after two hours without use, and after twelve hours in total', async () => {
  const person = await desk.join('reader');
  const status = async (cookie: string) => (await desk.call('GET', 'me', { cookie })).status;
  const [idle, busy] = [await desk.logIn(person), await desk.logIn(person)];
  for (let hours = 0; hours < 11; hours += 1) {
    desk.shop.pass(60 * minute);
    assert.equal(await status(busy), 200, `${hours + 1} h`);
  }
  assert.equal(await status(idle), 401);
  desk.shop.pass(60 * minute);
  assert.equal(await status(busy), 401);
});

test('ends a person’s sessions when the person is locked, also that of a login at the same time', async () => {
  const person = await desk.join('reader');
  const logins = Array.from({ length: 4 }, () => desk.logIn(person).catch(() => undefined));
  const [, ...cookies] = await Promise.all([
    desk.shop.operate('staff', 'lock', person.email, person.email),
    ...logins,
  ]);
  for (const cookie of [person.cookie, ...cookies])
    if (cookie) assert.equal((await desk.call('GET', 'me', { cookie })).status, 401);
  await assert.rejects(desk.logIn(person));
  await desk.shop.operate('staff', 'unlock', person.email);
  await desk.logIn(person);
});

test("ends the browser's earlier session at a new login", async () => {
  const person = await desk.join('reader');
  const asked = await begin();
  const body = { id: asked.id, response: person.authenticator.answer(asked) };
  const { cookie } = await desk.call('POST', 'login/passkey', { body, cookie: person.cookie });
  assert.equal((await desk.call('GET', 'me', { cookie: person.cookie })).status, 401);
  assert.equal((await desk.call('GET', 'me', { cookie })).status, 200);
});

test('emails the person about a login from a new kind of browser', async () => {
  const person = await desk.join('reader');
  assert.deepEqual(await desk.shop.emailsTo(person.email), []);
  const asked = await begin();
  await desk.call('POST', 'login/passkey', {
    body: { id: asked.id, response: person.authenticator.answer(asked) },
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
  });
  const [email, ...more] = await desk.shop.emailsTo(person.email);
  assert.deepEqual(more, []);
  assert.match(email!.text ?? '', /Firefox on Linux/);
  assert.match(email!.text ?? '', /203\.0\.113\.7/);
});

test('decrypts an authenticator app’s secret with an older key, and re-encrypts it with the newest at login', async () => {
  const { database } = desk.shop;
  const person: Person = await desk.join('reader', 'password');
  const kept = async () =>
    (
      await sql<{
        secret: string;
      }>`select encode(code_secret, 'hex') as secret from staff where id = ${BigInt(person.id)}`.execute(
        database.db,
      )
    ).rows[0]!.secret;
  const sealed = await kept();
  assert.ok(!Buffer.from(sealed, 'hex').toString('latin1').includes(person.secret));
  const old = 'a secret of at least thirty-two characters';
  const renewed = await openTestDesk({
    database,
    settings: { SESSION_SECRET: `another secret of thirty-two characters, ${old}`.replace(', ', ',') },
  });
  try {
    const body = { email: person.email, password: staffPassword, code: '' };
    renewed.shop.pass(20 * minute + 365 * 24 * 60 * minute);
    body.code = renewed.six(person.secret);
    assert.equal((await renewed.call('POST', 'login/password', { body })).status, 200);
    assert.notEqual(await kept(), sealed);
  } finally {
    await renewed.close();
  }
});
