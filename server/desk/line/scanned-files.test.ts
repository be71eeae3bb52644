/** The virus scanner, from an upload to the pages and emails of customers and staff. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before, beforeEach } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { CustomerFiles } from '#contract/files/file-bodies.ts';
import type { DeskLine } from '#contract/desk/work.ts';
import { second } from '#contract/durations.ts';
import type { StoredFile } from '#contract/files/file-ids.ts';
import type { Delivery } from '#contract/storefront/fulfilment.ts';
import { sql } from 'kysely';
import { eicar, openClamdFake } from '#test/server/clamd-fake.ts';
import { pdf, png } from '#test/server/example-files.ts';
import { openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';
import { customerPost, staffPost, uploadFile } from '#test/server/upload-file.ts';

let folder: string;
/** The folder of files that both shops of a test share. */
const files = () => ({ FILES_URL: String(pathToFileURL(folder)) });
let clamd: Awaited<ReturnType<typeof openClamdFake>>;
let desk: TestDesk;
let owner: Person;
let editor: Person;
let writer: Person;
before(async () => {
  clamd = await openClamdFake({ largest: 1024 * 1024 });
  folder = mkdtempSync(join(tmpdir(), 'redline-scanned-'));
  desk = await openTestDesk({ settings: { ...files(), CLAMD_URL: clamd.url } });
  [owner, editor, writer] = [await desk.join('owner'), await desk.join('editor'), await desk.join('writer')];
});
beforeEach(async () => {
  clamd.manner = 'clamd';
  for (const one of [owner, editor, writer]) one.cookie = await desk.logIn(one);
});
after(async () => {
  await desk.close();
  await clamd.close();
  rmSync(folder, { recursive: true });
  assert.deepEqual(clamd.problems, []);
});

/** Creates a paid order that the writer has taken. */
async function order() {
  const { auth, email } = await desk.shop.customer();
  await desk.shop.addFunds(auth, 50_000);
  const { orderNumber, token } = await desk.shop.placeOrder(auth);
  await desk.shop.pay(token, 'balance', auth);
  const path = `lines/${orderNumber}/1`;
  assert.equal((await staffPost(desk, writer)(`${path}/take`, {})).status, 204);
  return { auth, email, number: orderNumber, path, post: customerPost(desk.shop, auth) };
}
type Order = Awaited<ReturnType<typeof order>>;
const line = ({ number }: Order) => `orders/${number}/lines/1`;
async function pass(ms: number) {
  desk.shop.pass(ms);
  await desk.shop.app.jobs.drain();
}
/** Uploads a file while the scanner does not answer, so that the file waits for its scan. */
async function uploadWaiting(
  post: Order['post'],
  name: string,
  content: Buffer | string,
): Promise<StoredFile> {
  clamd.manner = 'cut';
  const file = await uploadFile(post, name, content);
  await desk.shop.app.jobs.drain();
  assert.equal(file.scan, 'waiting');
  return file;
}
/** Runs all scans. A scan job that finds another one running retries after some seconds. */
async function settle() {
  const giveUpAt = performance.now() + 30_000;
  while (performance.now() < giveUpAt) {
    await desk.shop.app.jobs.drain();
    const { rows } = await sql<{ isRunning: boolean }>`
      select leased_until is not null as "isRunning" from job where kind = 'files.scan'`.execute(
      desk.shop.database.db,
    );
    if (rows.length === 0) return;
    // a scan that has already started runs in real time
    if (rows.some(({ isRunning }) => isRunning)) await turn();
    else desk.shop.pass(6 * second);
  }
  assert.fail('files still wait for the scanner');
}
/** Makes the scanner available again and retries the scan of one file. */
async function scanNow() {
  clamd.manner = 'clamd';
  await sql`update job set run_at = ${desk.shop.now()} where id = (select min(id) from job where kind = 'files.scan')`.execute(
    desk.shop.database.db,
  );
  await settle();
}
const showLine = async (person: Person, path: string) =>
  (await desk.call<DeskLine>('GET', path, { cookie: person.cookie })).body;
const scanOf = async (one: Order) => (await showLine(owner, one.path)).files.map(({ scan }) => scan);
const customersFiles = async (one: Order) =>
  (await desk.shop.send<CustomerFiles>('GET', `/api/${line(one)}/files`, { headers: one.auth })).body.files;
const statusAt = async (one: Order, id: string) =>
  (await fetch(`${desk.shop.origin}/api/files/${id}`, { headers: one.auth })).status;
const deskStatus = async (person: Person, id: string) =>
  (
    await desk.shop.app.http.inject({
      url: `/api/desk/files/${id}`,
      headers: { host: 'shop.test', 'sec-fetch-site': 'same-origin', cookie: `desk=${person.cookie}` },
    })
  ).statusCode;
const storeIsWhole = () => desk.shop.operate('files');
let texts = 0;
async function write(path: string): Promise<number> {
  texts += 1;
  const { sheet, draft } = await showLine(writer, path);
  const pieces = sheet.pieces.map(({ key }, index) => ({
    key,
    text: `The mill grinds number ${index} of sack ${texts} long before any baker comes`,
  }));
  const body = { pieces, message: '', basedOn: draft?.revision ?? 0 };
  const answer = await staffPost(desk, writer)<{ revision: number }>(`${path}/draft`, body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.revision;
}
const addToDraft = async (path: string, id: string) =>
  assert.equal((await staffPost(desk, writer)(`${path}/files`, { files: [id] })).status, 204);
/** Asks for the delivery of the newest draft. */
const deliver = async (person: Person, path: string, reasons: Record<string, string> = {}) =>
  staffPost(desk, person)(`${path}/deliver`, {
    basedOn: (await showLine(person, path)).draft!.revision,
    reasons,
  });
const delivered = async ({ auth, number }: Order) =>
  desk.shop.send<Delivery>('GET', `/api/orders/${number}/lines/1/deliveries/1`, { headers: auth });

test('scans each file of customers and staff, and shows no note about a clean file', async () => {
  const one = await order();
  const file = await uploadFile(one.post, 'logo.png', png());
  await one.post(`${line(one)}/files`, { files: [file.id] });
  await write(one.path);
  const plan = await uploadFile(staffPost(desk, writer), 'plan.pdf', pdf());
  await addToDraft(one.path, plan.id);
  await settle();
  assert.deepEqual(await scanOf(one), ['clean', 'clean']);
  assert.ok(clamd.scanned.some((content) => content.equals(png())));
  assert.equal((await deliver(editor, one.path)).status, 200);
  await pass(11 * second);
  assert.deepEqual(
    (await delivered(one)).body.files.map(({ name, scan }) => [name, scan]),
    [['plan.pdf', 'clean']],
  );
  const letters = await desk.shop.emailsTo(one.email);
  assert.ok(letters.every(({ subject }) => !/virus|deleted/i.test(subject ?? '')));
});

test('deletes a customer’s infected file, and emails the customer, the operator and the writer', async () => {
  const one = await order();
  const file = await uploadWaiting(one.post, 'menu.txt', `Our menu ${eicar}`);
  await one.post(`${line(one)}/files`, { files: [file.id] });
  assert.deepEqual(await scanOf(one), ['waiting']);
  assert.equal(await deskStatus(writer, file.id), 200, 'staff are told, and may open it');
  await scanNow();
  assert.deepEqual(await scanOf(one), ['infected']);
  assert.deepEqual(
    (await customersFiles(one)).map(({ name, scan }) => [name, scan]),
    [['menu.txt', 'infected']],
  );
  assert.deepEqual([await statusAt(one, file.id), await deskStatus(owner, file.id)], [404, 404]);
  assert.match(await storeIsWhole(), /no extra files/);
  const [letter, ...more] = (await desk.shop.emailsTo(one.email)).filter(({ subject }) =>
    /deleted/.test(subject!),
  );
  assert.deepEqual([letter?.subject, more], [`We deleted a file that you added (${one.number})`, []]);
  assert.match(letter!.text!, /found a virus in “menu.txt”, which you added to order/);
  for (const address of ['operator@shop.test', writer.email]) {
    const mine = (await desk.shop.emailsTo(address)).filter(
      ({ subject }) => subject?.includes(one.number) && /virus/i.test(subject),
    );
    assert.equal(mine.length, 1, address);
    assert.match(
      mine[0]!.text!,
      /“Eicar-Signature” in “menu.txt”.*uploaded by the customer Ann Lee.*line 1/s,
    );
  }
  assert.equal(
    (await desk.shop.emailsTo(editor.email)).filter(({ subject }) => /virus/i.test(subject!)).length,
    0,
  );
  // the work can continue once the customer removes the file
  assert.equal((await one.post(`files/${file.id}/remove`, {})).status, 204);
  await desk.shop.app.jobs.drain();
  assert.deepEqual(await scanOf(one), []);
});

test('rejects the delivery of a draft with an infected file, whatever the reason given, until the file is removed', async () => {
  const one = await order();
  await write(one.path);
  const file = await uploadWaiting(staffPost(desk, writer), 'plan.txt', eicar);
  await addToDraft(one.path, file.id);
  const waits = await deliver(editor, one.path);
  assert.deepEqual(
    [waits.status, waits.body.detail],
    [409, '“plan.txt” hasn’t been scanned for viruses yet. Try again in a minute.'],
  );
  await scanNow();
  const reasons = { virus: 'The customer wants it', scan: 'The customer wants it' };
  const refused = await deliver(owner, one.path, reasons);
  assert.deepEqual(
    [refused.status, refused.body.detail],
    [409, '“plan.txt” had a virus, so its contents were deleted. Remove the file from the draft.'],
  );
  assert.equal((await staffPost(desk, writer)(`files/${file.id}/remove`, {})).status, 204);
  assert.equal((await deliver(editor, one.path)).status, 200);
  await pass(11 * second);
  assert.equal((await delivered(one)).status, 200);
  // the customer never received the file
  assert.ok((await desk.shop.emailsTo(one.email)).every(({ subject }) => !/deleted/.test(subject!)));
  const told = (await desk.shop.emailsTo(writer.email)).find(({ subject }) => subject?.includes(one.number));
  assert.match(told!.text!, /uploaded by Maya Stone/);
});

test('blocks a requested delivery when a virus is found during the time to undo', async () => {
  const one = await order();
  await write(one.path);
  const file = await uploadWaiting(staffPost(desk, writer), 'late.txt', eicar);
  await addToDraft(one.path, file.id);
  const sent = await deliver(owner, one.path, { scan: 'The scanner is away today' });
  assert.equal(sent.status, 200);
  clamd.manner = 'clamd';
  await sql`update job set run_at = ${desk.shop.now()} where kind = 'files.scan'`.execute(
    desk.shop.database.db,
  );
  await desk.shop.app.jobs.drain();
  await pass(11 * second);
  assert.equal((await delivered(one)).status, 404);
  const { sendAt, draft, files } = await showLine(owner, one.path);
  assert.deepEqual(
    [sendAt, draft === null, files.map(({ kind, scan }) => [kind, scan])],
    [null, false, [['draft', 'infected']]],
  );
});

test('emails the customer about a virus that is found in a delivered file', async () => {
  const one = await order();
  await write(one.path);
  const file = await uploadWaiting(staffPost(desk, writer), 'gift.txt', eicar);
  await addToDraft(one.path, file.id);
  assert.equal((await deliver(owner, one.path, { scan: 'The scanner is away today' })).status, 200);
  await pass(11 * second);
  assert.deepEqual([(await delivered(one)).status, await statusAt(one, file.id)], [200, 200]);
  await scanNow();
  assert.equal(await statusAt(one, file.id), 404);
  assert.deepEqual(
    (await delivered(one)).body.files.map(({ scan }) => scan),
    ['infected'],
  );
  const letter = (await desk.shop.emailsTo(one.email)).find(({ subject }) => /deleted/.test(subject!));
  assert.match(letter!.text!, /which we sent you with order .* If you downloaded it, don’t open it/s);
});

test('rejects an infected file as an attachment, and names it', async () => {
  const one = await order();
  const file = await uploadFile(one.post, 'virus.txt', eicar);
  await settle();
  const answer = await one.post(`${line(one)}/files`, { files: [file.id] });
  assert.deepEqual(answer.body.errors, {
    files: ['“virus.txt” had a virus, so we deleted it. Remove it from the list.'],
  });
  assert.equal((await one.post(`files/${file.id}/remove`, {})).status, 204);
});

test('keeps all files while the scanner is unavailable, and scans them when it is available again', async () => {
  const one = await order();
  const parts: StoredFile[] = [];
  for (let n = 0; n < 4; n += 1)
    parts.push(await uploadWaiting(one.post, `part-${n}.txt`, `Part ${n} of the text`));
  await one.post(`${line(one)}/files`, { files: parts.map(({ id }) => id) });
  for (const manner of ['nonsense', 'error', 'cut'] as const) {
    clamd.manner = manner;
    await pass(10 * second);
  }
  assert.deepEqual(await scanOf(one), Array(4).fill('waiting'));
  assert.equal(await statusAt(one, parts[0]!.id), 200);
  await scanNow();
  assert.deepEqual(await scanOf(one), Array(4).fill('clean'));
});

test('reports that a file above the scanner’s limit can’t be scanned', async () => {
  const one = await order();
  await write(one.path);
  const file = await uploadFile(staffPost(desk, writer), 'long.txt', 'A long text. '.repeat(200_000));
  await addToDraft(one.path, file.id);
  await settle();
  assert.deepEqual(await scanOf(one), ['failed']);
  assert.equal((await deliver(editor, one.path)).status, 409);
  assert.equal((await deliver(owner, one.path, { scan: 'Checked on my machine' })).status, 200);
});

test('marks waiting files as not scanned when the scanner is switched off', async () => {
  const one = await order();
  const file = await uploadWaiting(one.post, 'later.txt', 'Scan me later');
  const without = await openTestDesk({ database: desk.shop.database, settings: files() });
  try {
    const findScan = async () =>
      (
        await sql<{ scan: string }>`select scan from file where id = ${file.id}::uuid`.execute(
          desk.shop.database.db,
        )
      ).rows[0]?.scan;
    // the shop with the scanner may claim the job first, and postpone it
    for (let round = 0; round < 20 && (await findScan()) === 'waiting'; round += 1) {
      await desk.shop.app.jobs.drain();
      await sql`update job set run_at = ${without.shop.now()} where kind = 'files.scan'`.execute(
        desk.shop.database.db,
      );
      await without.shop.app.jobs.drain();
    }
    assert.equal(await findScan(), 'off');
  } finally {
    await without.shop.app.http.close();
  }
});

test('sends no message with a file that waits for its scan', async () => {
  const one = await order();
  const post = staffPost(desk, owner);
  const { id } = await uploadWaiting(post, 'plan.pdf', pdf());
  const send = () =>
    post<{ errors?: Record<string, string[]> }>(`tickets/${one.number}/messages`, {
      text: 'The plan.',
      files: [id],
      seen: 0,
    });
  const early = await send();
  assert.equal(early.status, 400);
  assert.match(early.body.errors?.['files']?.[0] ?? '', /^“plan\.pdf” hasn’t been scanned/);
  await scanNow();
  assert.equal((await send()).status, 200);
});
