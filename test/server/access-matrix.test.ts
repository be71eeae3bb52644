/** Access control: every route has a row here, and the test calls it as each kind of caller. */
import { operatorsDay } from '#contract/delivery-date.ts';
import { day, minute } from '#contract/durations.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Permission } from '#contract/endpoint.ts';
import { SignJWT } from 'jose';
import { sql } from 'kysely';
import { slogansDetails } from '#demo/slogans-order.ts';
import * as z from 'zod/mini';
import type { CreatedTicket } from '#contract/storefront/support.ts';
import { calls, exampleCall, sendCall } from './api-fuzz-cases.ts';
import { keysFor } from '#server/process/derived-keys.ts';
import { openTestShop, type TestShop } from './open-test-shop.ts';
import { openTestTeam } from '#test/server/open-test-team.ts';
import { customerPost, uploadFile } from './upload-file.ts';

const proposed = {
  id: crypto.randomUUID(),
  orderType: 3,
  title: 'Slogans',
  details: { ...slogansDetails, brief: { brandName: 'Rye Court' } },
};

let shop: TestShop;
/** The authorization of the customer who owns the requested objects, and the IDs of these objects. */
let owner: { authorization: string };
const own: Record<string, string> = { position: '1', version: '1' };

/** Headers by kind of caller; only the last one may access the owner's objects. */
let callers: Record<string, Record<string, string>>;

before(async () => {
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '10000', DESK: 'on' } });
  const [first, expired, ended, stranger] = [
    await shop.customer(),
    await shop.customer(),
    await shop.customer(),
    await shop.customer(),
  ];
  const { orderNumber, token } = await shop.placeOrder(first.auth);
  Object.assign(own, { number: orderNumber, token });
  await shop.act(await shop.startPayment(token), 'pay');
  await shop.app.jobs.drain();
  await openTestTeam(shop).deliver(orderNumber);
  const { depositNumber } = await shop.addFunds(first.auth, 5_000);
  const post = customerPost(shop, first.auth);
  const { id: fileId } = await uploadFile(post, 'Golden Crust.txt', 'Golden Crust');
  await post(`orders/${orderNumber}/lines/1/files`, { files: [fileId] });
  const begun = await post<{ id: string }>('uploads', { name: 'menu.pdf', bytes: 10 });
  Object.assign(own, { depositNumber, fileId, uploadId: begun.body.id });
  const ticket = { name: 'Ann', email: first.email, message: 'Long enough to be read.' };
  const created = await shop.send<CreatedTicket>('POST', '/api/support/create-ticket', {
    body: ticket,
    headers: first.auth,
  });
  own['ticketNumber'] = created.body.ticketNumber;
  own['proposalToken'] = 'A'.repeat(43);
  own['month'] = operatorsDay(shop.now(), businessCalendar).slice(0, 7);
  await sql`
    with role as (insert into staff_role (key, label, permissions) values ('anybody', 'Anybody', '{}') returning key), person as (
      insert into staff (name, email, email_canonical, role, created_at) select 'Maya', 'm@staff.test', 'm@staff.test', key, now() from role returning id
    )
    insert into proposal (token_hash, order_id, lines, made_by, made_at, expires_at)
    select sha256(${own['proposalToken']}::bytea), o.id, ${JSON.stringify([proposed])}::jsonb, p.id, ${shop.now()}, ${new Date(shop.now().getTime() + day)}
    from person p, customer_order o where o.number = ${orderNumber}`.execute(shop.database.db);
  shop.pass(11 * minute);
  const fresh = async (email: string) => shop.bearer((await shop.logIn(email)).accessToken);
  owner = await fresh(first.email);
  const endedAuth = await fresh(ended.email);
  await shop.send('POST', '/api/accounts/logout', { headers: endedAuth, body: { refreshToken: 'x' } });
  const forge = async (secret: string, change: object, header: object = {}) => {
    const claims = JSON.parse(
      Buffer.from(owner.authorization.split('.')[1]!, 'base64url').toString(),
    ) as Record<string, unknown>;
    const token = await new SignJWT({ ...claims, ...change })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', ...header })
      .sign(new TextEncoder().encode(secret));
    return shop.bearer(token);
  };
  const [secret] = keysFor(['a secret of at least thirty-two characters'], 'access tokens');
  callers = {
    anonymous: {},
    'expired token': expired.auth,
    'token of a session that has ended': endedAuth,
    'forged token': await forge('another secret of thirty-two characters', {}),
    'token of another session': await forge(secret, { sid: crypto.randomUUID() }),
    'token for another audience': await forge(secret, { aud: 'http://other.test/api' }),
    'token of another kind': await forge(secret, {}, { typ: 'JWT' }),
    'refresh token as access token': shop.bearer((await shop.logIn(first.email)).refreshToken),
    'other user': await fresh(stranger.email),
  };
});
after(() => shop.close());

/** Routes outside the contract's table, with the access they require. */
const besides: Record<string, string> = {
  '*': 'the storefront: anyone',
  '/api/docs': 'anyone',
  '/api/openapi.json': 'anyone',
  '/api/webhooks/sandbox': 'whoever signs: server/payments/webhooks/webhook-matrix.test.ts',
  '/sandbox-pay/:ref': 'the sandbox: whoever has the reference',
  '/sandbox-pay/:ref/card': 'the sandbox: whoever has the reference',
  '/sandbox-pay/:ref/act': 'the sandbox: whoever has the reference',
  '/sandbox-pay/api/sessions': 'the sandbox: its key',
  '/sandbox-pay/api/sessions/:ref': 'the sandbox: its key',
  '/sandbox-pay/api/sessions/:ref/refunds': 'the sandbox: its key',
  '/sandbox-pay/api/sessions/:ref/stop': 'the sandbox: its key',
};

test('has a row in the access table for every route', () => {
  const served: string[] = [];
  const parents: string[] = [];
  for (const line of shop.app.http.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent, part] = /^([│├└─ ]*)(\S+) \(/u.exec(line) ?? [];
    if (part === undefined) continue;
    parents.length = indent!.length / 4 - 1;
    parents.push(part);
    served.push(parents.join('').toLowerCase());
  }
  const rows = [...calls.map(([, { path }]) => path.toLowerCase()), ...Object.keys(besides)];
  // desk-matrix.test.ts has those of the desk
  const others = served.filter((path) => !/^\/(?:api\/)?desk\b/.test(path));
  assert.deepEqual(new Set(others), new Set(rows));
});

type Answer = 'unauthorized' | 'not there' | 'as anyone' | 'as a customer';

/** The answers by required access: to a caller without a token, with an invalid token, and with another customer's token. */
const answers: Record<Permission, { none: Answer; bad: Answer; others: Answer }> = {
  anyone: { none: 'as anyone', bad: 'as anyone', others: 'as anyone' },
  anyoneOrCustomer: { none: 'as anyone', bad: 'unauthorized', others: 'as anyone' },
  customer: { none: 'unauthorized', bad: 'unauthorized', others: 'as a customer' },
};

/** The expected answer of an endpoint to this kind of caller, also when the path names an object of the owner. */
function expected(may: Permission, kind: string, path: string): Answer {
  if (kind === 'anonymous') return answers[may].none;
  if (kind !== 'other user') return answers[may].bad;
  const names: string[] = path.match(/:\w+/g) ?? [];
  // a month has no owner, because each customer reads their own statement
  if (may === 'anyone' || names.every((name) => name === ':month')) return answers[may].others;
  // anyone can use a payment link, but a proposal is only for its customer
  if (names.includes(':token') || names.includes(':proposalToken')) return 'as anyone';
  if (names.some((name) => /^:(?:(?:depositN|ticketN|n)umber|fileId|uploadId)$/.test(name)))
    return 'not there';
  throw new Error(`Say who may use ${path}`);
}

const fits: Record<Answer, (status: number, name: string) => boolean> = {
  unauthorized: (status) => status === 401,
  'not there': (status) => status === 404,
  // the body is only an example, so it may be rejected
  'as anyone': (status, name) => [200, 204, 400].includes(status) || (name === 'refresh' && status === 401),
  'as a customer': (status) => [200, 204, 400].includes(status),
};

const json = 'application/json; charset=utf-8';

test('answers each kind of caller with the table’s status, and never with 403', async (t) => {
  let cells = 0;
  const wrong: string[] = [];
  // an endpoint that ends its caller's session is called last
  const inOrder = calls.toSorted(([a], [b]) => Number(a === 'logout') - Number(b === 'logout'));
  for (const [name, endpoint] of inOrder)
    for (const [kind, headers] of Object.entries(callers)) {
      const answer = await sendCall(shop, endpoint, { ...exampleCall(name, own), headers });
      const wanted = expected(endpoint.may, kind, endpoint.path);
      cells += 1;
      if (!fits[wanted](answer.status, name)) wrong.push(`${name}, ${kind}: ${answer.status}, not ${wanted}`);
      const success = endpoint.answer && 'bytes' in endpoint.answer ? endpoint.answer.bytes : json;
      const type = answer.status === 200 ? success : `application/problem+json; charset=utf-8`;
      if (answer.text !== '' && type !== '*/*') assert.equal(answer.type, type, `${name}, ${kind}`);
      if (wanted !== 'as a customer')
        assert.doesNotMatch(answer.text, /Golden Crust|Main Street/, `${name}, ${kind}`);
    }
  assert.deepEqual(wrong, []);
  assert.ok(cells >= 200);
  t.diagnostic(`${cells} cells`);
});

test('forbids caching and sets no cookie in every response of an endpoint', async () => {
  for (const [name, endpoint] of calls) {
    const url = endpoint.path.replaceAll(/:(\w+)/g, (_, param: string) => own[param] ?? 'x');
    const { headers } = await shop.app.http.inject({ method: endpoint.method, url });
    assert.equal(headers['cache-control'], 'no-store', name);
    assert.equal(headers['set-cookie'], undefined, name);
  }
});

test('returns only fields of the contract', async () => {
  const compared: string[] = [];
  for (const [name, endpoint] of calls) {
    const { method, answer: schema } = endpoint;
    if (method !== 'GET' || !schema || 'bytes' in schema) continue;
    const answer = await sendCall(shop, endpoint, { ...exampleCall(name, own), headers: owner });
    if (answer.status !== 200) continue;
    const body = JSON.parse(answer.text) as unknown;
    assert.deepEqual(z.parse(schema, body), body, name);
    compared.push(name);
  }
  const there = calls
    .filter(([, { method, answer }]) => method === 'GET' && answer && !('bytes' in answer))
    .map(([name]) => name);
  assert.deepEqual(
    there.filter((name) => !compared.includes(name)),
    [],
  );
});
