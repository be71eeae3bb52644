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

/** Calls an endpoint. Returns its visible answer and the work that it caused. */
async function observe(shop: TestShop, path: string, body: object, headers: Record<string, string>) {
  const jobs = async () =>
    Number((await sql<{ n: bigint }>`select count(*) as n from job`.execute(shop.database.db)).rows[0]!.n);
  const [hashes, queued] = [{ ...passwordWork }, await jobs()];
  let answer: Awaited<ReturnType<typeof shop.send>> | undefined;
  const statements = await countStatements(async () => {
    answer = await shop.send('POST', `/api/Accounts/${path}`, { body, headers });
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
 * Calls the endpoint many times with every kind of address in turn, and checks that all answers and counts of work are equal.
 * Uses the lowest count of statements, because the embedded database sometimes runs a statement of its own.
 */
async function expectNoDifference(
  shop: TestShop,
  path: string,
  bodies: Record<string, () => object>,
  headers: Record<string, string> = {},
) {
  const seen = new Map<string, { answers: Set<string>; statements: number }>();
  let first: Awaited<ReturnType<typeof observe>> | undefined;
  // jobs that run during the calls would be counted too
  await shop.app.jobs.drain();
  await shop.app.jobs.stop();
  for (let n = 0; n < pairs; n += 1)
    for (const [kind, body] of Object.entries(bodies)) {
      const { statements, ...found } = await observe(shop, path, body(), headers);
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

test('does equal work for an unknown address, a wrong password and a locked account at login', async () => {
  const [known, locked] = [await shop.customer(), await shop.customer()];
  await setLock({ ...shop.database, clock: shop.now }, locked.email, true, { kind: 'operator', id: 'ann' });
  const work = await expectNoDifference(shop, 'login', {
    unknown: () => ({ email: somebody(), password: testPassword }),
    'wrong password': () => ({ email: known.email, password: 'wrong' }),
    'locked, right password': () => ({ email: locked.email, password: testPassword }),
    'locked, wrong password': () => ({ email: locked.email, password: 'wrong' }),
  });
  assert.deepEqual([work.hashed, work.verified, work.letters], [0, 1, 0]);
});

test('does equal work for a new and a known address at registration', async () => {
  const person = { firstName: 'Ann', lastName: 'Lee', agreedToPrivacyPolicy: true };
  const registration = (address: string) => ({
    ...person,
    email: address,
    password: testPassword,
    repeatedPassword: testPassword,
  });
  // one call each: an email that is already queued is not written again
  const known = Array.from({ length: pairs }, somebody);
  for (const address of known)
    await shop.send('POST', '/api/Accounts/register', { body: registration(address) });
  const work = await expectNoDifference(shop, 'register', {
    new: () => registration(somebody()),
    known: () => registration(known.pop()!),
  });
  assert.deepEqual([work.hashed, work.verified, work.letters], [1, 0, 1]);
});

test('does equal work for unknown, known and locked addresses at password recovery, within and above the limit', async (t) => {
  // a factor of 5 allows fifteen emails for an address, so that this limit is reached before the network's
  const strict = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '5' } });
  t.after(() => strict.close());
  const [known, locked] = [await strict.customer(), await strict.customer()];
  await setLock({ ...strict.database, clock: strict.now }, locked.email, true, {
    kind: 'operator',
    id: 'ann',
  });
  const work = await expectNoDifference(strict, 'forgot-password', {
    unknown: () => ({ email: somebody() }),
    known: () => ({ email: known.email }),
    locked: () => ({ email: locked.email }),
  });
  assert.deepEqual([work.hashed, work.verified, work.letters], [0, 0, 1]);
});

test('does equal work for unknown and known addresses with a wrong code when a password is reset', async () => {
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

test('does equal work for an unused address and another account’s address at a change of address', async () => {
  const [{ auth }, other] = [await shop.customer(), await shop.customer()];
  const currentPassword = testPassword;
  const work = await expectNoDifference(
    shop,
    'change-email',
    {
      free: () => ({ email: somebody(), currentPassword }),
      known: () => ({ email: other.email, currentPassword }),
    },
    auth,
  );
  assert.deepEqual(work, { hashed: 0, verified: 1, letters: 2 });
});
