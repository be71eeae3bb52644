import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { countStatements } from '#test/server/count-statements.ts';
import { openTestShop, testPassword, type TestShop } from '#test/server/open-test-shop.ts';
import { passwordWork } from './hash-password.ts';
import { setLock } from './manage-account.ts';

let shop: TestShop;
before(async () => {
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '1000' } });
});
after(() => shop.close());

const pairs = 20;
const newPassword = 'amber kettle sings 77';
const somebody = () => `${crypto.randomUUID()}@example.com`;

/** Of a call: what the caller sees, and what it made the shop do. */
async function observe(shop: TestShop, path: string, body: object) {
  const jobs = async () =>
    Number((await sql<{ n: bigint }>`select count(*) as n from job`.execute(shop.database.db)).rows[0]!.n);
  const [hashes, queued] = [{ ...passwordWork }, await jobs()];
  let answer: Awaited<ReturnType<typeof shop.send>> | undefined;
  const statements = await countStatements(async () => {
    answer = await shop.send('POST', `/api/Accounts/${path}`, { body });
  });
  assert.ok(answer && statements > 0, 'the statements are seen');
  const changing = ['date', 'x-request-id', 'keep-alive', 'connection'];
  return {
    status: answer.status,
    answer: answer.body,
    headers: [...answer.headers].filter(([name]) => !changing.includes(name)),
    statements,
    work: {
      hashed: passwordWork.hashed - hashes.hashed,
      verified: passwordWork.verified - hashes.verified,
      letters: (await jobs()) - queued,
    },
  };
}

/**
 * Every kind of address in turn, many times: all answers and all counts of work must be one and the same. Of the statements
 * the fewest count: the embedded database looks after itself with one of its own now and then.
 */
async function expectNoDifference(shop: TestShop, path: string, bodies: Record<string, () => object>) {
  const seen = new Map<string, { answers: Set<string>; statements: number }>();
  let first: Awaited<ReturnType<typeof observe>> | undefined;
  // jobs that run meanwhile would be counted as well
  await shop.app.jobs.drain();
  await shop.app.jobs.stop();
  for (let n = 0; n < pairs; n += 1)
    for (const [kind, body] of Object.entries(bodies)) {
      const { statements, ...found } = await observe(shop, path, body());
      first ??= { statements, ...found };
      const before = seen.get(kind) ?? { answers: new Set(), statements: Infinity };
      seen.set(kind, {
        answers: before.answers.add(JSON.stringify(found)),
        statements: Math.min(before.statements, statements),
      });
    }
  const { statements: _first, ...expected } = first!;
  const fewest = Math.min(...[...seen.values()].map(({ statements }) => statements));
  for (const [kind, { answers, statements }] of seen) {
    assert.deepEqual([...answers], [JSON.stringify(expected)], kind);
    assert.equal(statements, fewest, `statements: ${kind}`);
  }
  return expected.work;
}

test('login: unknown address, wrong password and locked account', async () => {
  const [known, locked] = [await shop.customer(), await shop.customer()];
  await setLock({ ...shop.database, clock: shop.now }, locked.email, true);
  const work = await expectNoDifference(shop, 'login', {
    unknown: () => ({ email: somebody(), password: testPassword }),
    'wrong password': () => ({ email: known.email, password: 'wrong' }),
    'locked, right password': () => ({ email: locked.email, password: testPassword }),
    'locked, wrong password': () => ({ email: locked.email, password: 'wrong' }),
  });
  assert.deepEqual([work.hashed, work.verified, work.letters], [0, 1, 0]);
});

test('registering: new and known address', async () => {
  const person = { firstName: 'Ann', lastName: 'Lee', agreedToPrivacyPolicy: true };
  const registration = (address: string) => ({
    ...person,
    email: address,
    password: testPassword,
    repeatedPassword: testPassword,
  });
  // each once: an email that waits is not written again
  const known = Array.from({ length: pairs }, somebody);
  for (const address of known)
    await shop.send('POST', '/api/Accounts/register', { body: registration(address) });
  const work = await expectNoDifference(shop, 'register', {
    new: () => registration(somebody()),
    known: () => registration(known.pop()!),
  });
  assert.deepEqual([work.hashed, work.verified, work.letters], [1, 0, 1]);
});

test('forgotten password: unknown, known and locked, within the limit of an address and beyond', async (t) => {
  // fifteen emails for an address, and enough calls for a network
  const strict = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '5' } });
  t.after(() => strict.close());
  const [known, locked] = [await strict.customer(), await strict.customer()];
  await setLock({ ...strict.database, clock: strict.now }, locked.email, true);
  const work = await expectNoDifference(strict, 'forgot-password', {
    unknown: () => ({ email: somebody() }),
    known: () => ({ email: known.email }),
    locked: () => ({ email: locked.email }),
  });
  assert.deepEqual([work.hashed, work.verified, work.letters], [0, 0, 1]);
});

test('new password: unknown and known address with a wrong code', async () => {
  const { email } = await shop.customer();
  await shop.send('POST', '/api/Accounts/forgot-password', { body: { email } });
  const attempt = (address: string) => ({
    email: address,
    password: newPassword,
    repeatedPassword: newPassword,
    code: 'AAAAAAAA',
  });
  await expectNoDifference(shop, 'reset-password', {
    unknown: () => attempt(somebody()),
    known: () => attempt(email),
  });
});
