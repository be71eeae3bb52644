import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { DeskLine } from '#contract/desk/work.ts';
import { second } from '#contract/durations.ts';
import type { Delivery } from '#contract/storefront/fulfilment.ts';
import { sql } from 'kysely';
import { docx, pdf, png, zip } from '#test/server/example-files.ts';
import {
  deskHost,
  deskOrigin,
  openTestDesk,
  type Person,
  type TestDesk,
} from '#test/server/open-test-desk.ts';
import { openTestTeam } from '#test/server/open-test-team.ts';
import { customerPost, sendFile, staffPost, uploadFile } from '#test/server/upload-file.ts';
import { uniqueTexts } from '#test/server/work-at-desk.ts';

let desk: TestDesk;
let team: ReturnType<typeof openTestTeam>;
let owner: Person;
let editor: Person;
let writer: Person;
let other: Person;
before(async () => {
  desk = await openTestDesk();
  team = openTestTeam(desk.shop);
  owner = await desk.join('owner');
  editor = await desk.join('editor');
  writer = await desk.join('writer');
  other = await desk.join('writer');
});
after(() => desk.close());

/** Creates a paid order of ten slogans that the writer has taken. */
async function order() {
  const { auth, email } = await desk.shop.customer();
  await desk.shop.addFunds(auth, 50_000);
  const { orderNumber, token } = await desk.shop.placeOrder(auth);
  await desk.shop.pay(token, 'balance', auth);
  const path = `lines/${orderNumber}/1`;
  assert.equal((await staffPost(desk, writer)(`${path}/take`, {})).status, 204);
  return {
    auth,
    email,
    number: orderNumber,
    path,
    line: `orders/${orderNumber}/lines/1`,
    post: customerPost(desk.shop, auth),
  };
}

const showLine = async (person: Person, path: string) => {
  const { status, body } = await desk.call<DeskLine>('GET', path, { cookie: person.cookie });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
/** Downloads a file as a member of staff. Returns the status and the bytes. */
async function download({ cookie }: Person, id: string): Promise<[number, Buffer]> {
  const answer = await desk.shop.app.http.inject({
    url: `/api/desk/files/${id}`,
    headers: {
      host: deskHost,
      origin: deskOrigin,
      'sec-fetch-site': 'same-origin',
      cookie: `desk=${cookie}`,
    },
  });
  return [answer.statusCode, answer.rawPayload];
}
const fromCustomer = async (auth: Record<string, string>, id: string): Promise<[number, Buffer]> => {
  const answer = await fetch(`${desk.shop.origin}/api/files/${id}`, { headers: auth });
  return [answer.status, Buffer.from(await answer.arrayBuffer())];
};
/** Saves a text for every piece of the line. */
async function write(path: string, by = writer): Promise<number> {
  const line = await showLine(by, path);
  const answer = await staffPost(desk, by)<{ revision: number }>(`${path}/draft`, {
    pieces: uniqueTexts(line),
    message: '',
    basedOn: line.draft?.revision ?? 0,
  });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.revision;
}
async function failedJobs() {
  const { rows } = await sql<{ kind: string; last_error: string }>`
    select kind, last_error from job where last_error is not null`.execute(desk.shop.database.db);
  return rows;
}
async function pass(ms: number) {
  desk.shop.pass(ms);
  await desk.shop.app.jobs.drain();
}
const add = (person: Person, path: string, ...ids: string[]) =>
  staffPost(desk, person)(`${path}/files`, { files: ids });
/** Requests the delivery of the newest draft as an editor. */
async function deliver(path: string): Promise<void> {
  const basedOn = (await showLine(editor, path)).draft!.revision;
  const { status, body } = await staffPost(desk, editor)(`${path}/deliver`, { basedOn, reasons: {} });
  assert.equal(status, 200, JSON.stringify(body));
}
const remove = (person: Person, id: string) => staffPost(desk, person)(`files/${id}/remove`, {});

test('shows the customer’s files beside the brief to staff who may see the line', async () => {
  const { path, line, post } = await order();
  const file = await uploadFile(post, 'logo.png', png());
  assert.deepEqual(
    await download(owner, file.id),
    [404, (await download(owner, file.id))[1]],
    'it belongs to no line yet',
  );
  await post(`${line}/files`, { files: [file.id] });
  const { files } = await showLine(writer, path);
  assert.deepEqual(
    files.map(({ addedAt: _, ...rest }) => rest),
    [{ ...file, kind: 'brief', version: null, by: 'Customer' }],
  );
  assert.deepEqual(await download(writer, file.id), [200, png()]);
  assert.deepEqual(await download(editor, file.id), [200, png()]);
  assert.equal((await download(other, file.id))[0], 404, 'somebody else’s line');
});

test('delivers a draft’s files with the version after the time to undo', async () => {
  const { path, auth, number, post, line } = await order();
  await write(path);
  const [plan, all] = [
    await uploadFile(staffPost(desk, writer), 'plan.docx', docx()),
    await uploadFile(staffPost(desk, writer), 'all.zip', zip([{ name: 'a.txt' }])),
  ];
  assert.equal((await add(writer, path, plan.id, all.id)).status, 204);
  assert.equal((await fromCustomer(auth, plan.id))[0], 404, 'a draft is the team’s');
  assert.deepEqual(
    (await showLine(editor, path)).files.map(({ kind, by }) => [kind, by]),
    [
      ['draft', 'Maya Stone'],
      ['draft', 'Maya Stone'],
    ],
  );
  const late = await uploadFile(staffPost(desk, writer), 'late.pdf', pdf());
  await deliver(path);
  for (const { status, body } of [await add(writer, path, late.id), await remove(writer, plan.id)])
    assert.deepEqual([status, body.detail], [409, 'The work is being delivered. Undo the delivery first.']);
  await staffPost(desk, editor)(`${path}/deliver/undo`, {});
  assert.equal((await remove(writer, all.id)).status, 204);
  await deliver(path);
  await pass(11 * second);
  const { body } = await desk.shop.send<Delivery>('GET', `/api/orders/${number}/lines/1/deliveries/1`, {
    headers: auth,
  });
  assert.deepEqual(body.files, [plan]);
  assert.deepEqual(await fromCustomer(auth, plan.id), [200, docx()]);
  assert.equal((await fromCustomer((await desk.shop.customer()).auth, plan.id))[0], 404, 'another customer');
  for (const person of [writer, owner])
    assert.equal((await remove(person, plan.id)).status, 404, 'it is delivered');
  assert.equal((await post(`files/${plan.id}/remove`, {})).status, 404, 'it isn’t the customer’s');

  assert.equal((await post(`${line}/revision`, { text: 'Shorter' })).status, 204);
  await write(path);
  const second_ = await uploadFile(staffPost(desk, writer), 'second.pdf', pdf());
  await add(writer, path, second_.id);
  await staffPost(desk, editor)(`${path}/points/1/1`, { outcome: 'done' });
  await deliver(path);
  await pass(11 * second);
  const { files } = await showLine(editor, path);
  assert.deepEqual(
    files.map(({ name, kind, version }) => [name, kind, version]),
    [
      ['plan.docx', 'delivery', 1],
      ['second.pdf', 'delivery', 2],
    ],
  );
});

test('deletes the files of an undelivered improvement when the customer accepts the work', async () => {
  const { path, line, post } = await order();
  await team.deliver(line.split('/')[1]!);
  const file = await uploadFile(staffPost(desk, owner), 'plan.docx', docx());
  await write(path, owner);
  await add(owner, path, file.id);
  assert.equal((await showLine(owner, path)).files.length, 1);
  assert.equal((await post(`${line}/accept`, {})).status, 204);
  assert.deepEqual((await showLine(owner, path)).files, []);
});

test('rejects adding, removing and downloading files of a line that the person may not write or see', async () => {
  const { path } = await order();
  const mine = await uploadFile(staffPost(desk, writer), 'plan.docx', docx());
  assert.equal((await add(other, path, mine.id)).status, 404, 'not their line');
  assert.equal((await add(editor, path, mine.id)).status, 400, 'not their file');
  assert.equal((await remove(other, mine.id)).status, 404);
  assert.equal((await download(owner, mine.id))[0], 404);
  assert.equal((await add(writer, path, mine.id)).status, 204);
  assert.equal((await remove(other, mine.id)).status, 404);
  assert.equal((await download(other, mine.id))[0], 404);
  assert.equal((await remove(editor, mine.id)).status, 204, 'an editor writes in every line');
});

test('rejects a staff file with macros, as a customer’s file', async () => {
  const { status, body } = await sendFile(
    staffPost(desk, writer),
    'plan.docx',
    docx([{ name: 'word/vbaProject.bin' }]),
  );
  assert.deepEqual(
    [status, body.errors!['file']],
    [400, ['“plan.docx” contains macros. Save it without them.']],
  );
});

test('audits each added and removed file by its ID, without its name', async () => {
  const { path, number } = await order();
  const file = await uploadFile(staffPost(desk, writer), 'Zanzibar.pdf', pdf());
  await add(writer, path, file.id);
  await remove(writer, file.id);
  const { rows } = await sql<{ action: string; files: string; all: string }>`
    select action, coalesce(detail ->> 'files', detail ->> 'file') as files, to_jsonb(e)::text as all from audit_entry e
    where subject = ${`line ${number} 1`} and action like '%file%' order by place`.execute(
    desk.shop.database.db,
  );
  assert.deepEqual(
    rows.map(({ action, files }) => [action, files]),
    [
      ['add-files', file.id],
      ['remove-file', file.id],
    ],
  );
  for (const { all } of rows) assert.doesNotMatch(all, /Zanzibar/);
});

test('keeps delivered files, and deletes files of drafts and of the customer, when the account is erased', async () => {
  const { path, line, post, email, number } = await order();
  const theirs = await uploadFile(post, 'logo.png', png());
  await post(`${line}/files`, { files: [theirs.id] });
  await write(path);
  const delivered = await uploadFile(staffPost(desk, writer), 'plan.docx', docx());
  await add(writer, path, delivered.id);
  await deliver(path);
  await pass(11 * second);
  const { status, body } = await post(`${line}/revision`, { text: 'Shorter' });
  assert.equal(status, 204, JSON.stringify([body, await failedJobs()]));
  const draft = await uploadFile(staffPost(desk, writer), 'draft.pdf', pdf());
  await add(writer, path, draft.id);
  // only finished work allows an erasure
  await sql`update order_line set work_status = 'delivered' where work_status = 'revisionRequested'`.execute(
    desk.shop.database.db,
  );
  const { rows: money } = await sql<{ amount: bigint }>`select b.amount from ledger_account a
    join ledger_balance b on b.account_id = a.id join customer c on c.id = a.customer_id
    where c.email = ${email} and b.amount <> 0`.execute(desk.shop.database.db);
  for (const { amount } of money)
    await desk.shop.operate('debit', email, String(Number(amount) / 100), 'Paid back by hand');
  await desk.shop.operate('account', 'erase', email, email);
  await desk.shop.app.jobs.drain();
  const { rows } = await sql<{
    id: string;
  }>`select id from file where id = any(${[theirs.id, delivered.id, draft.id]}::uuid[])`.execute(
    desk.shop.database.db,
  );
  assert.deepEqual(
    rows.map(({ id }) => id),
    [delivered.id],
  );
  assert.deepEqual(
    (await showLine(owner, `lines/${number}/1`)).files.map(({ id }) => id),
    [delivered.id],
  );
});
