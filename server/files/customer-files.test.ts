import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { day, second } from '#contract/durations.ts';
import type { CustomerFiles } from '#contract/files/file-bodies.ts';
import type { Problem } from '#contract/problems.ts';
import { exportAccount } from '#server/accounts/manage-account.ts';
import { sql } from 'kysely';
import { docx, pdf, png } from '#test/server/example-files.ts';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';
import { openTestTeam } from '#test/server/open-test-team.ts';
import { customerPost, uploadFile } from '#test/server/upload-file.ts';
import { orderOf } from '#test/server/work-at-desk.ts';
import { findStrays } from './find-strays.ts';
import { diskStore } from './disk-store.ts';
import { rm, readdir, writeFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let shop: TestShop;
let team: ReturnType<typeof openTestTeam>;
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redline-files-'));
  shop = await openTestShop({
    settings: { RATE_LIMIT_FACTOR: '1000', DESK: 'on', FILES_URL: `file://${folder}` },
  });
  team = openTestTeam(shop);
});
after(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

/** Creates a customer with an unpaid order of ten slogans. */
async function order() {
  const customer = await shop.customer();
  const { auth } = customer;
  await shop.addFunds(auth, 50_000);
  const { orderNumber, token } = await shop.placeOrder(auth);
  const post = customerPost(shop, auth);
  return {
    ...customer,
    number: orderNumber,
    post,
    line: `orders/${orderNumber}/lines/1`,
    pay: async () => void (await shop.pay(token, 'balance', auth)),
    add: (name: string, content: Buffer | string = 'text') => uploadFile(post, name, content),
    get: <Body = Problem>(path: string) => shop.send<Body>('GET', `/api/${path}`, { headers: auth }),
  };
}
type Order = Awaited<ReturnType<typeof order>>;

const filesOf = async ({ get, line }: Order) => {
  const { status, body } = await get<CustomerFiles>(`${line}/files`);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
async function attach({ post, line }: Order, ...files: { id: string }[]) {
  const { status, body } = await post(`${line}/files`, { files: files.map(({ id }) => id) });
  assert.equal(status, 204, JSON.stringify(body));
}
const nothing = '00000000-0000-4000-8000-000000000000';

test('adds files to the brief, lists them, and lets the customer remove them until the work is delivered', async () => {
  const one = await order();
  const [logo, menu] = [await one.add('logo.png', png()), await one.add('menu.pdf', pdf())];
  await attach(one, logo);
  await one.pay();
  await attach(one, menu);
  const { files, mayChange } = await filesOf(one);
  assert.deepEqual(
    files.map(({ id, name, kind, version, bytes }) => [id, name, kind, version, bytes]),
    [
      [logo.id, 'logo.png', 'brief', null, png().length],
      [menu.id, 'menu.pdf', 'brief', null, pdf().length],
    ],
  );
  assert.equal(mayChange, true);
  assert.equal((await one.post(`files/${logo.id}/remove`, {})).status, 204);
  assert.deepEqual(
    (await filesOf(one)).files.map(({ id }) => id),
    [menu.id],
  );
  assert.equal((await one.get(`files/${logo.id}`)).status, 404);

  await team.deliver(one.number);
  assert.equal((await filesOf(one)).mayChange, false);
  const late = await one.add('late.txt');
  assert.equal((await one.post(`${one.line}/files`, { files: [late.id] })).status, 409);
  const { status, body } = await one.post(`files/${menu.id}/remove`, {});
  assert.deepEqual(
    [status, body.detail],
    [
      409,
      'You’ve already sent us this file, so you can no longer remove it. If you want us to delete it, write to us.',
    ],
  );
});

test('accepts files before the payment for each line that people work on, and none for automatic work', async () => {
  const { auth } = await shop.confirmedCustomer();
  const post = customerPost(shop, auth);
  const [slogans, hashtags] = [3, 5] as const;
  const { orderType: bundle } = builtInCatalogue.bundles[0]!;
  const body = orderOf([bundle, slogans, hashtags].map((orderType) => ({ orderType })));
  const { orderNumber } = await shop.placeOrder(auth, body);
  const statuses: number[] = [];
  for (const position of [1, 2, 3]) {
    const { id } = await uploadFile(post, 'menu.pdf', pdf());
    statuses.push((await post(`orders/${orderNumber}/lines/${position}/files`, { files: [id] })).status);
  }
  assert.deepEqual(statuses, [204, 204, 409]);
});

test('attaches files to an answer and a revision request, and refuses to remove them', async () => {
  const one = await order();
  await one.pay();
  await team.start(one.number);
  await team.ask(one.number, 'Which logo?');
  const answer = await one.add('logo.png', png());
  const wrong = await one.post(`${one.line}/answer`, { text: 'This one', files: [nothing] });
  assert.match(wrong.body.errors!['files']![0]!, /was deleted or is already in use elsewhere/);
  assert.equal(
    (await one.get<{ lines: { work: { status: string } }[] }>(`orders/${one.number}`)).body.lines[0]!.work
      .status,
    'needsInfo',
  );
  assert.equal((await one.post(`${one.line}/answer`, { text: 'This one', files: [answer.id] })).status, 204);
  await team.deliver(one.number);
  const wishes = await one.add('wishes.docx', docx());
  assert.equal(
    (await one.post(`${one.line}/revision`, { text: 'As marked', files: [wishes.id] })).status,
    204,
  );
  const { files } = await filesOf(one);
  assert.deepEqual(
    files.map(({ id, kind, version }) => [id, kind, version]),
    [
      [answer.id, 'answer', null],
      [wishes.id, 'revision', 1],
    ],
  );
  for (const { id } of files) assert.equal((await one.post(`files/${id}/remove`, {})).status, 409);
});

test('attaches a file once, also in simultaneous calls, and never another customer’s file', async () => {
  const [one, other] = [await order(), await order()];
  const file = await one.add('a.txt');
  assert.equal((await other.post(`${other.line}/files`, { files: [file.id] })).status, 400);
  assert.equal((await other.post(`${one.line}/files`, { files: [file.id] })).status, 404);
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => one.post(`${one.line}/files`, { files: [file.id] })),
  );
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([204]));
  assert.equal((await filesOf(one)).files.length, 1);
  assert.equal((await one.post(`${one.line}/files`, { files: [file.id, file.id] })).status, 400);
  assert.equal((await one.post(`${one.line}/files`, { files: [] })).status, 400);
});

test('serves a file only to its owner, as a download with a policy that runs nothing', async () => {
  const [one, other] = [await order(), await order()];
  const name = 'Menü "für" Ann’s 100% ☕.pdf';
  const file = await one.add(name, pdf());
  await attach(one, file);
  const fetched = await fetch(`${shop.origin}/api/files/${file.id}`, { headers: one.auth });
  assert.deepEqual(
    [
      'content-type',
      'content-length',
      'x-content-type-options',
      'content-security-policy',
      'cache-control',
      'cross-origin-resource-policy',
    ].map((header) => fetched.headers.get(header)),
    [
      'application/pdf',
      String(pdf().length),
      'nosniff',
      "default-src 'none'; sandbox",
      'private, no-store',
      'same-origin',
    ],
  );
  const disposition = fetched.headers.get('content-disposition')!;
  const [, plain, whole] = /^attachment; filename="([^"\\]+)"; filename\*=UTF-8''([\w%!#$&+.^`|~-]+)$/.exec(
    disposition,
  )!;
  assert.equal(decodeURIComponent(whole!), 'Menü für Ann’s 100% ☕.pdf');
  assert.equal(plain, 'Men_ f_r Ann_s 100_ _.pdf');
  assert.deepEqual(Buffer.from(await fetched.arrayBuffer()), pdf());
  for (const headers of [other.auth, {}]) {
    const { status } = await shop.send('GET', `/api/files/${file.id}`, { headers });
    assert.equal(status, headers === other.auth ? 404 : 401);
    assert.equal((await shop.send('POST', `/api/files/${file.id}/remove`, { headers })).status, status);
  }
  assert.equal((await one.get(`files/${nothing}`)).status, 404);
  assert.equal((await one.get('files/..%2f..%2fsession-secret')).status, 400);
});

test('counts the files of an unpaid order towards the customer’s limit', async () => {
  const one = await order();
  for (let count = 0; count < 11; count++)
    assert.equal((await one.post('uploads', { name: 'large.pdf', bytes: 26_214_400 })).status, 200);
  const large = await one.add('large.pdf', pdf(20 * 1024 * 1024));
  await attach(one, large);
  const bytes = 10 * 1024 * 1024;
  assert.equal((await one.post('uploads', { name: 'more.pdf', bytes })).status, 400);
  await one.pay();
  assert.equal((await one.post('uploads', { name: 'more.pdf', bytes })).status, 200);
});

test('counts the files of canceled orders and of their messages towards the customer’s limit', async () => {
  const one = await order();
  for (const pays of [false, true]) {
    const { orderNumber, token } = await shop.placeOrder(one.auth);
    if (pays) await shop.pay(token, 'balance', one.auth);
    const content = pdf(24 * 1024 * 1024);
    const sent = [await one.add('a.pdf', content), await one.add('b.pdf', content)];
    const message = { text: 'Two files for you', files: sent.map(({ id }) => id) };
    assert.equal((await one.post(`orders/${orderNumber}/messages`, message)).status, 200);
    await attach({ ...one, line: `orders/${orderNumber}/lines/1` }, await one.add('c.pdf', content));
    assert.equal((await one.post(`orders/${orderNumber}/cancel`, {})).status, 204);
  }
  // six files of 24 MB are stored, so six more of 25 MB exceed the limit
  for (let count = 0; count < 6; count++)
    assert.equal((await one.post('uploads', { name: 'more.pdf', bytes: 25 * 1024 * 1024 })).status, 200);
  assert.equal((await one.post('uploads', { name: 'more.pdf', bytes: 25 * 1024 * 1024 })).status, 400);
});

test('accepts files only from a customer with a confirmed address or a payment', async () => {
  const { auth } = await shop.customer();
  const begin = () => customerPost(shop, auth)('uploads', { name: 'a.txt', bytes: 1 });
  const refused = await begin();
  assert.equal(refused.status, 400);
  assert.match(refused.body.errors!['file']![0]!, /confirmed email address/);
  const { auth: confirmed } = await shop.confirmedCustomer();
  const first = await customerPost(shop, confirmed)('uploads', { name: 'a.txt', bytes: 1 });
  assert.equal(first.status, 200);
  const payer = await shop.customer();
  await shop.addFunds(payer.auth, 5_000);
  assert.equal((await customerPost(shop, payer.auth)('uploads', { name: 'a.txt', bytes: 1 })).status, 200);
});

test('deletes the message files of an order that is unpaid after a week', async () => {
  const one = await order();
  const file = await one.add('sketch.txt');
  const message = { text: 'A sketch', files: [file.id] };
  assert.equal((await one.post(`orders/${one.number}/messages`, message)).status, 200);
  assert.equal((await one.post(`orders/${one.number}/cancel`, {})).status, 204);
  shop.pass(6 * day);
  await shop.app.jobs.drain();
  assert.ok((await keysIn()).has(file.id));
  shop.pass(3 * day);
  await shop.app.jobs.drain();
  shop.pass(day);
  await shop.app.jobs.drain();
  assert.ok(!(await keysIn()).has(file.id));
});

test('limits the files of a line to 100 MB and to twenty', async () => {
  const one = await order();
  const large = pdf(24 * 1024 * 1024);
  for (let count = 0; count < 4; count++) await attach(one, await one.add('large.pdf', large));
  const more = await one.add('large.pdf', large);
  const { body } = await one.post(`${one.line}/files`, { files: [more.id] });
  assert.equal(
    body.errors!['files']![0],
    'With these files, the total would be 120 MB, but the limit is 100 MB. Remove some files or make them smaller.',
  );
  for (let count = 0; count < 16; count++) await attach(one, await one.add('a.txt'));
  const last = await one.add('a.txt');
  const refused = await one.post(`${one.line}/files`, { files: [last.id] });
  assert.match(refused.body.errors!['files']![0]!, /up to 20 files/);
});

const keysIn = async () =>
  new Set(
    await readdir(folder, { recursive: true }).then((names) => names.map((name) => name.split('/').at(-1)!)),
  );
const fresh = async ({ email }: Order) => shop.bearer((await shop.logIn(email)).accessToken);

test('deletes files that are not attached within a week, and those of orders that were never paid', async () => {
  const [one, paid] = [await order(), await order()];
  await paid.pay();
  const [free, placed, kept] = [
    await one.add('free.txt'),
    await one.add('placed.txt'),
    await paid.add('kept.txt'),
  ];
  await attach(one, placed);
  await attach(paid, kept);
  shop.pass(6 * day);
  await shop.app.jobs.drain();
  for (const { id } of [free, placed, kept]) assert.ok((await keysIn()).has(id));
  shop.pass(9 * day);
  await shop.app.jobs.drain();
  shop.pass(day);
  await shop.app.jobs.drain();
  const keys = await keysIn();
  assert.deepEqual(
    [free, placed, kept].map(({ id }) => keys.has(id)),
    [false, false, true],
  );
  assert.equal((await shop.send('GET', `/api/files/${kept.id}`, { headers: await fresh(paid) })).status, 200);
});

test('exports the list of a customer’s files, and deletes the files with the account', async () => {
  const one = await order();
  const spent = await order();
  await one.pay();
  const brief = await one.add('Erika.txt');
  shop.pass(second);
  const free = await one.add('free.txt');
  await attach(one, brief);
  await one.post('uploads', { name: 'begun-Erika.pdf', bytes: 1_000 });
  const deps = { db: shop.database.db, clock: shop.now };
  const exported = (await exportAccount(deps, one.email, { kind: 'operator', id: 'test' })) as {
    files: Record<string, unknown>[];
  };
  assert.deepEqual(
    exported.files.map(({ id, name, bytes, download }) => [id, name, bytes, download]),
    [
      [brief.id, 'Erika.txt', 4, `/api/files/${brief.id}`],
      [free.id, 'free.txt', 4, `/api/files/${free.id}`],
    ],
  );
  await sql`update order_line set work_status = 'completed' where work_status = 'queued'`.execute(
    shop.database.db,
  );
  const balance = await sql<{
    amount: bigint;
  }>`select b.amount from ledger_account a join ledger_balance b on b.account_id = a.id
    join customer c on c.id = a.customer_id where c.email = ${one.email} and b.amount <> 0`.execute(
    shop.database.db,
  );
  for (const { amount } of balance.rows)
    await shop.operate('debit', one.email, String(Number(amount) / 100), 'Paid back by hand');
  await shop.operate('account', 'erase', one.email, one.email);
  await shop.app.jobs.drain();
  const keys = await keysIn();
  assert.ok(!keys.has(brief.id) && !keys.has(free.id));
  for (const table of ['file', 'upload']) {
    const { rows } = await sql<{
      all: string;
    }>`select coalesce(string_agg(t.name, ''), '') as all from ${sql.table(table)} t`.execute(
      shop.database.db,
    );
    assert.doesNotMatch(rows[0]!.all, /Erika/, table);
  }
  assert.equal((await spent.add('other.txt')).name, 'other.txt');
});

test('emails the operator about files whose content is missing, and content that belongs to no file', async () => {
  const one = await order();
  const [lost, changed, kept] = [
    await one.add('lost.txt'),
    await one.add('changed.txt'),
    await one.add('kept.txt'),
  ];
  const store = { ...diskStore(folder), number: () => Promise.resolve(undefined) };
  const before = await findStrays({ db: shop.database.db, store });
  assert.deepEqual(before, []);
  assert.match(await shop.operate('files'), /^All files in the database are in /);
  await rm(join(folder, lost.id.slice(0, 2), lost.id));
  await writeFile(join(folder, changed.id.slice(0, 2), changed.id), 'longer than it was');
  await writeFile(join(folder, kept.id.slice(0, 2), 'unknown'), 'x');
  const findings = [
    `${lost.id.slice(0, 2)}/${lost.id} isn’t in file storage.`,
    `${changed.id.slice(0, 2)}/${changed.id} has 18 bytes in file storage instead of 4.`,
    `${kept.id.slice(0, 2)}/unknown is in file storage but not in the database.`,
  ].toSorted();
  await assert.rejects(shop.operate('files'), (error: Error) => {
    assert.deepEqual(error.message.split('\n').toSorted(), findings);
    return true;
  });
  shop.pass(day);
  await shop.app.jobs.drain();
  const told = (await shop.emailsTo('operator@shop.test')).find(({ subject }) =>
    subject?.startsWith('Stored files differ'),
  );
  for (const finding of findings) assert.ok(told?.text?.includes(finding), finding);
  assert.equal((await shop.send('GET', `/api/files/${lost.id}`, { headers: await fresh(one) })).status, 404);
});
