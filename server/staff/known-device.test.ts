import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { day, minute } from '#contract/durations.ts';
import { openTestDesk, type Person, staffPassword, type TestDesk } from '#test/server/open-test-desk.ts';

let desk: TestDesk;
before(async () => {
  desk = await openTestDesk({ settings: { RATE_LIMIT_FACTOR: '1' } });
});
after(() => desk.close());

type From = { ip: string; device?: string };

const logIn = (
  person: Pick<Person, 'email' | 'secret'>,
  { ip, device }: From,
  code = desk.six(person.secret),
) =>
  desk.call('POST', 'login/password', {
    body: { email: person.email, password: staffPassword, code },
    ip,
    ...(device === undefined ? {} : { headers: { cookie: `desk-known=${device}` } }),
  });

const deviceOf = ({ headers }: { headers: Record<string, unknown> }): string =>
  /desk-known=([\w.-]+)/.exec(String(headers['set-cookie']))![1]!;

/** Creates a person who has logged in before with a browser, which is known since then. */
async function returning(): Promise<{ person: Person; device: string }> {
  const person = await desk.join('owner', 'password');
  desk.shop.pass(minute);
  const answer = await logIn(person, { ip: '192.0.2.1' });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  desk.shop.pass(minute);
  return { person, device: deviceOf(answer) };
}

/** Uses up the failed logins of a network. */
async function exhaust(ip: string): Promise<void> {
  for (let n = 0; n < 50; n += 1)
    await logIn({ email: `nobody-${n}@staff.test`, secret: 'AAAA' }, { ip }, '000000');
}

test('sets a cookie of 90 days for a known browser that scripts can’t read', async () => {
  const { device } = await returning();
  assert.match(device, /^\d+\.[\w-]{22}\.\d+\.[\da-f]{64}$/);
  const { headers } = await logIn(await desk.join('reader', 'password'), { ip: '192.0.2.2' }, '000000');
  assert.equal(headers['set-cookie'], undefined, 'a failed login makes no browser known');
});

test('logs a person in from a known browser when strangers have used up the failures of their network', async () => {
  const { person, device } = await returning();
  const office = '203.0.113.50';
  await exhaust(office);
  assert.equal((await logIn(person, { ip: office })).status, 429, 'an unknown browser waits');
  const known = await logIn(person, { ip: office, device });
  assert.equal(known.status, 200, JSON.stringify(known.body));
});

test('logs a person in from a known browser when somebody else has guessed their codes', async () => {
  const { person, device } = await returning();
  for (let n = 0; n < 11; n += 1)
    assert.equal((await logIn(person, { ip: `198.51.100.${n}` }, '000000')).status, 400);
  assert.equal((await logIn(person, { ip: '198.51.100.99' })).status, 400, 'right, but too many were wrong');
  assert.equal((await logIn(person, { ip: '198.51.100.99', device })).status, 200);
});

test('allows a known browser ten wrong codes an hour, counted separately', async () => {
  const { person, device } = await returning();
  for (let n = 0; n < 10; n += 1) {
    // waits, because only five failures are accepted in 15 minutes
    if (n === 5) desk.shop.pass(16 * minute);
    await logIn(person, { ip: '198.51.100.7', device }, '000000');
  }
  assert.notEqual((await logIn(person, { ip: '198.51.100.7', device })).status, 200);
});

test('ignores the cookie of another person’s known browser, a forged cookie and one after 90 days', async () => {
  const { person, device } = await returning();
  const other = await returning();
  const office = '203.0.113.60';
  await exhaust(office);
  const [id, browser, until, mac] = device.split('.') as [string, string, string, string];
  const forged = [
    other.device,
    `${id}.${browser}.${Number(until) + 1}.${mac}`,
    `${id}.${browser}.${until}.${mac.replace(/^./, (first) => (first === '0' ? '1' : '0'))}`,
    `${other.device.split('.')[0]}.${browser}.${until}.${mac}`,
    'x',
  ];
  for (const cookie of forged)
    assert.equal((await logIn(person, { ip: office, device: cookie })).status, 429, cookie);
  desk.shop.pass(91 * day);
  const late = await exhaust(office).then(() => logIn(person, { ip: office, device }));
  assert.equal(late.status, 429);
});

test('accepts codes as proofs in an open session when somebody else has guessed codes for that person', async () => {
  const person = await desk.join('owner', 'password');
  desk.shop.pass(11 * minute);
  for (let n = 0; n < 12; n += 1) await logIn(person, { ip: `198.51.101.${n}` }, '000000');
  const { status } = await desk.call('POST', 'proof', {
    cookie: person.cookie,
    body: { code: desk.six(person.secret) },
  });
  assert.equal(status, 200);
});
