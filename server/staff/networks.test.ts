/** The networks from which the desk can be used. */
import assert from 'node:assert/strict';
import test, { after, afterEach, before } from 'node:test';
import type { DeskEndpoint } from '#contract/desk/endpoint.ts';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import { bytesOf } from '#contract/endpoint.ts';
import { sql } from 'kysely';
import { openTestDatabase, type TestDatabase } from '#test/server/open-test-database.ts';
import { deskHost, openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';
import { parseNetwork } from './networks.ts';

const office = '198.51.100.7';
const elsewhere = '203.0.113.7';

let database: TestDatabase;
let desk: TestDesk;
let owner: Person;
before(async () => {
  database = await openTestDatabase();
  desk = await openTestDesk({ database, settings: { TRUST_PROXY: 'loopback' } });
  owner = await desk.join('owner');
});
afterEach(() => desk.shop.operate('networks', 'clear'));
after(async () => {
  await desk.close();
  await database.drop();
});

type Networks = { networks: string[]; yours: { address: string; network: string } };
type Answer = Networks & { type?: string; errors?: Record<string, string[]> };
const show = (ip: string, cookie = owner.cookie) =>
  desk.call<Answer>('GET', 'networks', { cookie, ip }).then(({ status, body }) => ({ status, body }));
async function set(networks: string[], ip = office) {
  const seen = (await show(ip)).body.networks;
  const answer = await desk.call<Answer>('POST', 'networks', {
    cookie: owner.cookie,
    ip,
    body: { networks, seen },
  });
  return { status: answer.status, errors: answer.body.errors, networks: answer.body.networks };
}
const page = (ip: string, path = '/desk', at = desk) =>
  at.shop.app.http
    .inject({ url: path, headers: { host: deskHost }, remoteAddress: ip })
    .then(({ statusCode }) => statusCode);
const me = async (ip: string, at = desk) =>
  (await at.call<{ type?: string }>('GET', 'me', { cookie: owner.cookie, ip })).status;

const parsed: [typed: string, network: string | undefined][] = [
  ['203.0.113.7', '203.0.113.7/32'],
  [' 203.0.113.0/24 ', '203.0.113.0/24'],
  ['0.0.0.0/0', '0.0.0.0/0'],
  ['2001:DB8::/48', '2001:db8::/48'],
  ['2001:db8:0:0::1', '2001:db8::1/128'],
  ['::ffff:203.0.113.7', '203.0.113.7/32'],
  ['::FFFF:cb00:7107', '203.0.113.7/32'],
  ['::ffff:203.0.113.0/120', '203.0.113.0/24'],
  ['::ffff:203.0.113.0/90', undefined],
  ['203.0.113.0/33', undefined],
  ['2001:db8::/129', undefined],
  ['203.0.113.0/', undefined],
  ['203.0.113.0/24/8', undefined],
  ['203.0.113.0/+8', undefined],
  ['203.0.113', undefined],
  ['fe80::1%eth0', undefined],
  ['office', undefined],
  ['', undefined],
];
for (const [typed, network] of parsed)
  test(`reads “${typed}” as ${network ?? 'no network'}`, () => assert.equal(parseNetwork(typed), network));

test('accepts calls from any network without a list, and only from listed networks with one', async () => {
  assert.deepEqual([await page(elsewhere), await me(elsewhere)], [200, 200]);
  assert.deepEqual((await set(['198.51.100.9/24', '198.51.100.0/24'])).networks, ['198.51.100.0/24']);
  assert.deepEqual([await page(elsewhere), await me(elsewhere)], [404, 401]);
  assert.deepEqual([await page(office), await me(office)], [200, 200]);
  assert.deepEqual([await page('198.51.101.1'), await me('198.51.101.1')], [404, 401]);
  assert.equal((await set([])).status, 200);
  assert.deepEqual([await page(elsewhere), await me(elsewhere)], [200, 200]);
});

test('matches listed networks with IPv4 and IPv6 addresses, and IPv4 addresses in IPv6 form', async () => {
  await set(['198.51.100.0/24', '2001:db8:1::/48']);
  for (const [ip, wanted] of [
    ['::ffff:198.51.100.200', 200],
    ['::ffff:c633:64c8', 200],
    ['2001:db8:1:ffff::1', 200],
    ['::ffff:203.0.113.7', 401],
    ['2001:db8:2::1', 401],
    ['::1', 401],
  ] as const)
    assert.equal(await me(ip), wanted, ip);
  await set(['::ffff:198.51.100.0/120']);
  assert.deepEqual((await show(office)).body.networks, ['198.51.100.0/24']);
});

test('uses a forwarded address only when a trusted proxy sends it', async () => {
  await set(['198.51.100.0/24']);
  const status = async (ip: string, forwarded: string) =>
    (await desk.call('GET', 'me', { cookie: owner.cookie, ip, headers: { 'x-forwarded-for': forwarded } }))
      .status;
  assert.equal(await status('127.0.0.1', office), 200);
  assert.equal(await status('127.0.0.1', elsewhere), 401);
  assert.equal(await status('127.0.0.1', `${office}, ${elsewhere}`), 401, 'the client wrote the first');
  assert.equal(await status(elsewhere, office), 401);
  assert.equal(await status('127.0.0.1', 'unknown'), 401);
});

test('rejects every call from networks that aren’t listed, with and without a session, and changes nothing', async () => {
  await set(['198.51.100.0/24']);
  const { rows: before } = await sql<{ n: number }>`select count(*)::int as n from audit_entry`.execute(
    database.db,
  );
  for (const [name, endpoint] of Object.entries(deskEndpoints) as [string, DeskEndpoint][])
    for (const cookie of [undefined, owner.cookie]) {
      const path = endpoint.path.slice('/api/desk/'.length).replaceAll(/:\w+/g, '1');
      const bytes = bytesOf(endpoint.body);
      const answer = await desk.call(endpoint.method, path, {
        ip: elsewhere,
        ...(cookie ? { cookie } : {}),
        ...(bytes ? { headers: { 'content-type': bytes } } : {}),
        ...(endpoint.body ? { body: bytes ? Buffer.from('x') : {} } : {}),
      });
      const isKnown = cookie !== undefined || endpoint.may === 'anyone';
      assert.deepEqual(
        [answer.status, answer.body.type],
        [401, isKnown ? '/problems/other-network' : '/problems/logged-out'],
        name,
      );
    }
  for (const path of ['/desk', '/desk/', '/desk/people', '/desk/login'])
    assert.equal(await page(elsewhere, path), 404, path);
  const { rows: now } = await sql<{ n: number }>`select count(*)::int as n from audit_entry`.execute(
    database.db,
  );
  assert.deepEqual(now, before);
  assert.equal(await me(office), 200, 'the session goes on');
});

test('applies a changed list of networks in another process from the next request on', async () => {
  const other = await openTestDesk({ database, settings: { TRUST_PROXY: 'loopback' } });
  try {
    assert.deepEqual([await page(elsewhere, '/desk', other), await me(elsewhere, other)], [200, 200]);
    await set(['198.51.100.0/24']);
    assert.deepEqual([await page(elsewhere, '/desk', other), await me(elsewhere, other)], [404, 401]);
    await desk.shop.operate('networks', 'clear');
    assert.deepEqual([await page(elsewhere, '/desk', other), await me(elsewhere, other)], [200, 200]);
  } finally {
    await other.shop.app.http.close();
  }
});

test('rejects a list without the caller’s address, an invalid network, and a list that has changed meanwhile', async () => {
  assert.deepEqual((await set(['203.0.113.0/24'])).errors, {
    networks: [`This list would lock you out. Add the address you’re using now: ${office}`],
  });
  assert.deepEqual((await set(['198.51.100.0/24', 'office'])).errors, {
    networks: ['“office” isn’t a valid network. Use a format like 203.0.113.0/24 or 2001:db8::/48'],
  });
  const many = Array.from({ length: 101 }, (_, n) => `198.51.100.${n}`);
  assert.deepEqual(Object.keys((await set(many)).errors ?? {}), ['networks']);
  assert.deepEqual((await show(elsewhere)).body.networks, []);
  await set(['198.51.100.0/24']);
  const stale = { networks: ['198.51.0.0/16'], seen: [] };
  const late = await desk.call('POST', 'networks', { cookie: owner.cookie, ip: office, body: stale });
  assert.equal(late.status, 409);
  assert.deepEqual((await show(office)).body.networks, ['198.51.100.0/24']);
  const { yours } = (await show('198.51.100.8')).body;
  assert.deepEqual(yours, { address: '198.51.100.8', network: '198.51.100.8/32' });
});

test('suggests the network that a provider assigns to one subscriber', async () => {
  assert.deepEqual((await show('2001:db8:1:2:3::4')).body.yours, {
    address: '2001:db8:1:2:3::4',
    network: '2001:db8:1:2::/64',
  });
});

test('lets the operator set and clear the list, and keeps addresses out of the audit log', async () => {
  assert.equal(await desk.shop.operate('networks'), 'The desk can be used from any network.');
  const set = await desk.shop.operate('networks', '203.0.113.0/24', '2001:db8::/48');
  assert.equal(set, 'The desk can be used only from these networks:\n203.0.113.0/24\n2001:db8::/48');
  assert.equal(await me(office), 401);
  await assert.rejects(desk.shop.operate('networks', 'office'), /“office” isn’t a valid network/);
  assert.equal(await desk.shop.operate('networks', 'clear'), 'The desk can be used from any network.');
  assert.equal(await me(office), 200);
  const { rows } = await sql<{ detail: object; all: string }>`select detail, to_jsonb(e)::text as all
    from audit_entry e where action = 'networks' order by id desc limit 2`.execute(database.db);
  assert.deepEqual(
    rows.map(({ detail }) => detail),
    [
      { from: '2', to: '0' },
      { from: '0', to: '2' },
    ],
  );
  for (const { all } of rows) assert.ok(!all.includes('203.0.113') && !all.includes('2001:db8'), all);
});
