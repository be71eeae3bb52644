/**
 * Sends SQL injections in every input of the endpoints except passwords and the body of previewAnalysis, and expects no SQL error
 * from the database. Runs every 20th of 13,920. With FULL=true, it runs all on PostgreSQL and every fifth on the embedded
 * database; with "npm run prove -- sql", all. Errors are read from PostgreSQL's protocol, which reports the same ones as its log.
 */
import assert from 'node:assert/strict';
import type { CreatedTicket } from '#contract/storefront/support.ts';
import test, { after, before, mock } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import {
  assertNoFault,
  calls,
  exampleCall,
  inTurns,
  sendCall,
  type Slot,
  slotsOf,
  withValue,
} from './api-fuzz-cases.ts';
import { testDatabaseUrl } from './open-test-database.ts';
import { isFullSize } from '#test/test-size.ts';
import { openTestShop, type TestShop } from './open-test-shop.ts';

let shop: TestShop;
let auth: { authorization: string };
const own: Record<string, string> = { position: '1', version: '1' };
/** The database's errors as in its log: SQLSTATE and message. */
const complaints: string[] = [];

type Complaining = { _handleErrorMessage: (message: { code?: string; message: string }) => void };
const client = pg.Client.prototype as unknown as Complaining;
const { _handleErrorMessage: handle } = client;

before(async () => {
  mock.method(
    client,
    '_handleErrorMessage',
    function (this: pg.Client, message: { code?: string; message: string }) {
      complaints.push(`${message.code} ${message.message}`);
      handle.call(this as unknown as Complaining, message);
    },
  );
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '1000000' } });
  ({ auth } = await shop.customer());
  const { orderNumber, token } = await shop.placeOrder(auth);
  const { depositNumber } = await shop.addFunds(auth, 5_000);
  const ticket = { name: 'Ann', email: 'ann@example.com', message: 'Long enough to be read.' };
  const { body: created } = await shop.send<CreatedTicket>('POST', '/api/support/create-ticket', {
    headers: auth,
    body: ticket,
  });
  Object.assign(own, { ...created, number: orderNumber, depositNumber, token });
  await shop.app.jobs.drain();
  await shop.app.jobs.stop();
});
after(() => shop.close());

const openings = [
  '',
  "'",
  "''",
  '"',
  "')",
  "'))",
  '")',
  '`',
  '\\',
  "\\'",
  "x'",
  '1',
  '1)',
  "%'",
  '$$',
  "E'\\'",
  '];',
  '-1',
  "'||'",
  '%27',
];
const attacks = [
  [" or '1'='1", ' or 1=1', " and '1'='2", ' or true', ' union select null', ' union all select version()'],
  [
    ' union select password_hash from customer',
    '; drop table customer',
    "; update customer set email=''",
    '; select pg_sleep(5)',
  ],
  [
    ' or pg_sleep(5) is null',
    "||(select current_user)||'",
    ' and 1=cast((select version()) as int)',
    ' order by 99',
    ' limit 0 offset 1',
  ],
  [
    '; insert into job (kind) values (1)',
    ' returning *',
    '::int',
    ' is distinct from null',
    "; copy customer to program 'id'",
  ],
  [
    " or exists(select from pg_tables) or ''='",
    ' in (select 1)',
    ", (select 'x')",
    "; set role 'x'",
    ' collate "C"',
    ' between 0 and 9',
  ],
  ['; do $$ begin perform 1; end $$', ' #>> array[1]', " ?| array['x']"],
].flat();
const endings = [
  '',
  '--',
  '-- -',
  '#',
  '/*',
  '*/',
  ';',
  ';--',
  "'",
  '"',
  ')',
  "')--",
  '\0',
  '%00',
  '\n',
  '\r\n--',
  '$$',
  ' --\t',
  '/**/',
  "' and ''='",
  '}',
  ']',
  "\\'",
  '`',
];
const payloadsAfter = (opening: string) =>
  attacks.flatMap((attack) => endings.map((ending) => opening + attack + ending));

// without passwords, whose hashing would take most of the time
const places = calls.flatMap(([name, endpoint]) =>
  slotsOf(name, exampleCall(name, own)).flatMap((slot) =>
    slot.path.some((key) => /password/i.test(String(key))) ||
    (name === 'previewAnalysis' && slot.part === 'body')
      ? []
      : [{ name, endpoint, slot }],
  ),
);
const step = process.argv[2] === 'all' || (isFullSize && testDatabaseUrl) ? 1 : isFullSize ? 5 : 20;
let tried = 0;

test('detects SQL errors in the log of the database', async () => {
  await assert.rejects(sql.raw('selec 1').execute(shop.database.db));
  assert.match(complaints.at(-1)!, /^42601 syntax error/);
  complaints.length = 0;
});

for (const opening of openings)
  test(`runs no payload that begins with ${JSON.stringify(opening)} as SQL`, async () => {
    const payloads = payloadsAfter(opening).filter((_, n) => n % step === 0);
    await inTurns(payloads, async (payload) => {
      const { name, endpoint, slot } = places[tried % places.length]!;
      tried += 1;
      const call = { ...exampleCall(name, own), headers: endpoint.may === 'customer' ? auth : {} };
      const answer = await sendCall(shop, endpoint, withValue(call, slot, fit(slot, payload)));
      assertNoFault(answer, `${name} ${slot.part} ${slot.path.join('.')} = ${JSON.stringify(payload)}`);
      if (name === 'logout' && answer.status === 204) ({ auth } = await shop.customer());
    });
    // violations of our own constraints aren't SQL errors
    assert.deepEqual(
      complaints.filter((complaint) => !complaint.startsWith('23')),
      [],
    );
  });

test('sends at least the expected number of payloads in all tests of this file', async (t) => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from customer`.execute(
    shop.database.db,
  );
  assert.ok(rows[0]!.n >= 1, 'nobody has dropped anything');
  assert.ok(tried >= 13_500 / step, String(tried));
  t.diagnostic(`${tried} payloads in ${places.length} places`);
});

/** The payload in the form of a header: one line of visible characters. */
const fit = ({ part }: Slot, payload: string) =>
  part === 'headers' ? payload.replaceAll(/[^\x20-\x7e]/g, ' ').trim() || 'x' : payload;
