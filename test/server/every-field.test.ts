/**
 * Sends every value in every field of every endpoint: no server error, no internals in the answer, and no row changed by a
 * rejected call. Uses a part of the values; "npm run prove -- fields" uses all.
 */
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { bodySchema, bytesOf } from '#contract/endpoint.ts';
import assert from 'node:assert/strict';
import type { CreatedTicket } from '#contract/storefront/support.ts';
import test, { after, before } from 'node:test';
import { digestTable, listTables } from '#server/database/list-tables.ts';
import { isFullSize } from '#test/test-size.ts';
import { openTestShop, type TestShop } from './open-test-shop.ts';
import { customerPost, uploadFile } from './upload-file.ts';
import * as z from 'zod/mini';
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
import { leastCpuMs } from '#test/least-cpu-ms.ts';

let shop: TestShop;
let auth: { authorization: string };
const own: Record<string, string> = { position: '1', version: '1' };
let sent = 0;

before(async () => {
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '1000000' } });
  ({ auth } = await shop.customer());
  const { orderNumber, token } = await shop.placeOrder(auth);
  const { depositNumber } = await shop.addFunds(auth, 5_000);
  const ticket = { name: 'Ann', email: 'ann@example.com', message: 'Long enough to be read.' };
  const { body: created } = await shop.send<CreatedTicket>('POST', '/api/support/create-ticket', {
    headers: auth,
    body: ticket,
  });
  const post = customerPost(shop, auth);
  const { id: fileId } = await uploadFile(post, 'logo.txt', 'text');
  const begun = await post<{ id: string }>('uploads', { name: 'menu.pdf', bytes: 10 });
  Object.assign(own, {
    ...created,
    number: orderNumber,
    depositNumber,
    token,
    fileId,
    uploadId: begun.body.id,
  });
  // stops the jobs, because rows that they write would count as changes
  await shop.app.jobs.drain();
  await shop.app.jobs.stop();
});
after(() => shop.close());

const evil = [
  [
    '\0',
    'a\u0000b',
    '\u0001',
    '\b',
    '\u001b[31m',
    '\u007f',
    '\u0085',
    '\ud800',
    '\udc00x',
    '\ufffe',
    '\u202e',
    '\u2066',
    '\u200b',
  ],
  [
    '',
    ' ',
    '\t',
    '\r\n',
    'Ann\r\nBcc: evil@example.com',
    'a\nb',
    '%00',
    '%',
    '%zz',
    '+',
    '/',
    '//',
    '..',
    '../../etc/passwd',
    '\\',
    '?',
    '#',
  ],
  [
    "'",
    '"',
    '`',
    ';',
    '--',
    '/*',
    "' or '1'='1",
    "'; drop table customer; --",
    '$1',
    '$$',
    ':x',
    '\\x00',
    '{',
    '}',
    '[',
    '{{7*7}}',
    '${7*7}',
    '%s%n',
    '=1+1',
  ],
  ['<script>alert(1)</script>', '&amp;', '\u{1f600}', 'ﷺ', 'ﬃ', 'İ', 'ß', 'e\u0301', 'Аnn', 'שלום', '𠮷'],
  [
    'null',
    'undefined',
    'NaN',
    'Infinity',
    'true',
    '-0',
    '1e309',
    '0x10',
    '1_000',
    '٣',
    '9'.repeat(30),
    '-1',
    '0.1',
    '2026-02-30',
    '1,2',
  ],
  ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', 'then'],
  [
    'x'.repeat(20_000),
    '😀'.repeat(5_000),
    'e\u0301'.repeat(3_000),
    'a@'.repeat(2_000),
    '('.repeat(5_000),
    ' '.repeat(20_000),
  ],
].flat();
const deep = (depth: number): unknown => (depth === 0 ? 1 : [deep(depth - 1)]);
const wrongTypes: unknown[] = [
  [
    null,
    true,
    false,
    0,
    -1,
    0.5,
    1e21,
    1e308,
    -1e308,
    2 ** 53,
    -(2 ** 53),
    2 ** 31,
    4_294_967_296,
    undefined,
  ],
  [
    [],
    [[]],
    [null],
    [{}],
    ['x'],
    Array(1000).fill('x'),
    {},
    { a: 1 },
    { toString: 'x' },
    { length: 1e9 },
    { $ne: null },
  ],
  [
    { constructor: { prototype: { x: 1 } } },
    JSON.parse('{"then":"x"}') as unknown,
    deep(200),
    JSON.parse('{"a":{"hasOwnProperty":1}}') as unknown,
  ],
].flat();
const inText = evil
  .slice(0, -6)
  .flatMap((value) => [`Ann ${value} Lee`, `${value}${value}@example.com`, `${value}.example`]);

/** Endpoints that hash a password, analyze a text or have many fields, and so get fewer of the values. */
const slow =
  /^(?:register|login|changePassword|changeEmail|resetPassword|endSession|logoutEverywhere|previewAnalysis|placeOrder|placeDeposit)$/;
const isThorough = process.argv[2] === 'all';
const sparser = isFullSize ? 1 : 5;
const everyNth = (list: unknown[], n: number) =>
  list.filter((_, index) => isThorough || index % (n * sparser) === 0);
const valuesFor = (name: string): unknown[] => [
  ...everyNth(evil, slow.test(name) ? 7 : 2),
  ...everyNth(wrongTypes, slow.test(name) ? 3 : 1),
  ...everyNth(inText, slow.test(name) ? 25 : 5),
];

/** The values for an input. Addresses and headers are text, and a header's text is visible ASCII. */
const fitting = (name: string, { part }: Slot): unknown[] =>
  part === 'body'
    ? valuesFor(name)
    : valuesFor(name).filter(
        (value) =>
          typeof value === 'string' &&
          value.length < 6_000 &&
          (part !== 'headers' || /^[\x21-\x7e][\x20-\x7e]*$/.test(value)),
      );

/** Tables that count attempts, including rejected ones. */
const counted = new Set(['email_code']);

async function fingerprint(): Promise<string[]> {
  const client = await shop.database.pool.connect();
  try {
    const digests: string[] = [];
    for (const table of await listTables(client)) {
      if (table.name === 'rate_limit') continue;
      const digest = await digestTable(client, table);
      digests.push(`${table.name} ${counted.has(table.name) ? digest.rows : JSON.stringify(digest)}`);
    }
    return digests;
  } finally {
    client.release();
  }
}

for (const [name, endpoint] of calls)
  test(`answers ${name} without a server error for any value, and changes no row when it refuses`, async () => {
    const isCustomers = endpoint.may === 'customer';
    for (const slot of slotsOf(name, exampleCall(name, own))) {
      const refused: unknown[] = [];
      // one preview at a time, because one that waits too long in the queue is rejected
      const atOnce = name.startsWith('preview') ? 1 : 16;
      let isTaken = false;
      const send = async (value: unknown) => {
        const call = withValue({ ...exampleCall(name, own), headers: isCustomers ? auth : {} }, slot, value);
        const answer = await sendCall(shop, endpoint, call);
        sent += 1;
        assertNoFault(answer, `${slot.part} ${slot.path.join('.')} = ${JSON.stringify(value)?.slice(0, 60)}`);
        return answer;
      };
      await inTurns(
        fitting(name, slot),
        async (value) => {
          const { status, text } = await send(value);
          if (status < 400) isTaken = true;
          // a rejection for another reason than this field doesn't count
          else if (status === 404 || text.includes(`"${slot.path[0]}`)) refused.push(value);
        },
        atOnce,
      );
      // continues with a new customer, because calls of a logged-out one, or one with too many unpaid orders, would be rejected
      // for that reason
      if (isTaken && isCustomers && !endpoint.path.includes(':')) ({ auth } = await shop.customer());
      const before = await fingerprint();
      await inTurns(
        refused,
        async (value) => {
          assert.ok((await send(value)).status >= 400);
        },
        atOnce,
      );
      assert.deepEqual(
        await fingerprint(),
        before,
        `${slot.path.join('.')}: what is refused changes nothing`,
      );
    }
  });

/** Combining marks that normalization sorts in quadratic time: these take seven seconds. */
const costly = `a${'\u0300'.repeat(65_000)}${'\u0316'.repeat(65_000)}`;
const mostMs = 1_000;

for (const [name, endpoint] of calls)
  test(`rejects 130,000 accents on one letter in any field of ${name} within a second`, async () => {
    const schema = bodySchema(endpoint, builtInCatalogue);
    if (!schema) return;
    const call = exampleCall(name, own);
    for (const slot of slotsOf(name, call).filter(({ part }) => part === 'body')) {
      const { body } = withValue(call, slot, costly);
      const field = slot.path.join('.');
      const ms = await leastCpuMs(mostMs, () =>
        assert.equal(z.safeParse(schema, body).success, false, field),
      );
      assert.ok(ms <= mostMs, `${field}: ${ms} ms`);
    }
  });

test('rejects a text with too many accents, and names its field', async () => {
  for (const [name, length] of [
    ['previewAnalysis', 120_000],
    ['login', 30_000],
  ] as const) {
    const field = { previewAnalysis: 'text', login: 'email' }[name];
    const endpoint = calls.find(([known]) => known === name)![1];
    const call = withValue(exampleCall(name, own), { part: 'body', path: [field] }, costly.slice(0, length));
    const { status, text } = await sendCall(shop, endpoint, call);
    assert.equal(status, 400);
    assert.match(
      text,
      new RegExp(`"${field}":\\["[^"]+(?:characters or fewer|accents on one letter)"\\]`),
      name,
    );
  }
});

test('rejects an unknown field and names it', async () => {
  for (const [name, endpoint] of calls) {
    const call = exampleCall(name, own);
    if (!endpoint.body || bytesOf(endpoint.body)) continue;
    for (const field of [
      'id',
      'customerId',
      'role',
      'isAdmin',
      'balance',
      'status',
      'emailConfirmed',
      'createdAt',
    ]) {
      const slot: Slot = { part: 'body', path: [field] };
      const answer = await sendCall(shop, endpoint, withValue({ ...call, headers: auth }, slot, 1));
      assert.equal(answer.status, 400, `${name} ${field}`);
      assert.ok(answer.text.includes(`"${field}"`), `${name} ${field}: ${answer.text}`);
    }
  }
});

test('rejects a query parameter that is given twice', async () => {
  const twice: string[] = [];
  for (const [name, { method, path, query }] of calls) {
    const parameters = (query as { shape?: object } | undefined)?.shape ?? {};
    for (const parameter of Object.keys(parameters)) {
      const url = `${path}?${parameter}=1&${parameter}=2`;
      assert.equal((await shop.send(method, url, { headers: auth })).status, 400, url);
      twice.push(name);
    }
  }
  assert.ok(twice.length >= 6);
});

test('sends at least the expected number of inputs in all tests of this file', (t) => {
  t.diagnostic(`${sent} inputs`);
  assert.ok(sent >= (isThorough ? 30_000 : 15_000 / sparser), String(sent));
});
