import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import { second } from '#contract/durations.ts';
import type { BalancePage } from '#contract/storefront/statement.ts';
import { sql } from 'kysely';
import { testDatabaseUrl } from '#test/server/open-test-database.ts';
import { pdf } from '#test/server/example-files.ts';
import type { Person } from '#test/server/open-test-desk.ts';
import { openTwoDesks } from '#test/server/open-two-desks.ts';
import { staffPost, uploadFile } from '#test/server/upload-file.ts';
import { waitingForLocks } from '#test/server/waiting-for-locks.ts';
import { workAt } from '#test/server/work-at-desk.ts';

// What happens when two members of staff, or staff and the customer, act on the same work at once.

let both: Awaited<ReturnType<typeof openTwoDesks>>;
let folder: string;
let owner: Person;
let editor: Person;
let writer: Person;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redline-files-'));
  both = await openTwoDesks({ settings: { FILES_URL: `file://${folder}` } });
  [owner, editor, writer] = [
    await both.desks[0].join('owner'),
    await both.desks[0].join('editor'),
    await both.desks[0].join('writer'),
  ];
});
after(async () => {
  await both.close();
  await rm(folder, { recursive: true, force: true });
});

/** Creates a paid order. `customer` calls an endpoint of its first line as the customer. */
async function order() {
  const [desk] = both.desks;
  const { auth: headers } = await desk.shop.customer();
  const placed = await workAt(desk).order(headers);
  const customer = (act: string, body: object = {}) =>
    desk.shop.send('POST', `/api/orders/${placed.number}/lines/1/${act}`, { headers, body });
  return { ...placed, headers, customer };
}
/** Creates a line with version 1 delivered and an improved draft. */
async function delivered() {
  const [desk] = both.desks;
  const placed = await order();
  const first = await workAt(desk).write(owner, placed.path);
  await workAt(desk).done(editor, `${placed.path}/deliver`, { basedOn: first });
  await settle();
  return { ...placed, basedOn: await workAt(desk).write(owner, placed.path) };
}
async function settle(): Promise<void> {
  both.pass(11 * second);
  await both.drain();
}
const placeOf = (path: string) => ({ number: path.split('/')[1]!, position: 1 });
const acts = async (path: string): Promise<string[]> => {
  const [, number] = path.split('/');
  const { rows } = await sql<{ action: string }>`
    select action from audit_entry where subject = ${`line ${number} 1`} order by id`.execute(
    both.desks[0].shop.database.db,
  );
  return rows.map(({ action }) => action);
};
async function reasonInToday(person: Person, path: string): Promise<string | undefined> {
  const today = await workAt(both.desks[0]).get<DeskAnswerOf<'showToday'>>(person, 'today?who=team');
  return today.groups.flatMap(({ rows }) => rows).find(({ url }) => url === `/${path}`)?.reason;
}

test('names who changed the text last when a delivery, submission, return or save is refused', async () => {
  const [desk] = both.desks;
  const { path } = await order();
  const rename = ({ id }: Person, name: string) =>
    sql`update staff set name = ${name} where id = ${BigInt(id)}`.execute(desk.shop.database.db);
  await rename(writer, 'Wim Berg');
  await rename(editor, 'Eda Holm');
  await rename(owner, 'Ada Pike');
  const why = async (by: Person, act: string, body: object) => {
    const { status, body: answer } = await workAt(desk).post(by, `${path}/${act}`, body);
    assert.equal(status, 409, JSON.stringify(answer));
    return answer.detail;
  };
  const first = await workAt(desk).write(writer, path);
  const second = await workAt(desk).write(writer, path);
  const others = 'Wim Berg changed this text after you opened it. Read the changes, then try again.';
  const own = 'You changed this text in another window. Read the changes, then try again.';
  assert.equal(await why(editor, 'deliver', { basedOn: first }), others);
  assert.equal(await why(writer, 'hand-in', { basedOn: first }), own);
  const save = { pieces: [], message: '', basedOn: first };
  assert.equal(await why(editor, 'draft', save), others);
  assert.equal((await workAt(desk).line(editor, path)).handedInAt, null);

  const [one, two] = await Promise.all(
    [editor, owner].map((by) => workAt(desk).post(by, `${path}/hand-in`, { basedOn: second })),
  );
  const refused = [one!, two!].find(({ status }) => status === 409);
  assert.match(refused?.body.detail ?? '', /submitted/);
  await workAt(desk).done(owner, `${path}/deliver`, { basedOn: second });
  const saved = await why(editor, 'draft', { ...save, basedOn: second });
  assert.match(saved ?? '', /deliver/);
  await workAt(desk).done(owner, `${path}/deliver/undo`);
});

test('accepts either a question or a delivery when both arrive at once, and rejects the other with 409', async () => {
  const [one, other] = both.desks;
  for (let round = 0; round < 12; round += 1) {
    const { path } = await order();
    const basedOn = await workAt(one).write(owner, path);
    const [asked, sent] = await Promise.all([
      workAt(other).post(owner, `${path}/ask`, { text: 'Which of the two names?' }),
      workAt(one).post(editor, `${path}/deliver`, { basedOn, reasons: {} }),
    ]);
    assert.deepEqual(
      [asked.status, sent.status].toSorted((a, b) => a - b),
      asked.status === 204 ? [204, 409] : [200, 409],
    );
    await settle();
    const { status, versions, sendAt } = await workAt(one).line(owner, path);
    const expected = asked.status === 204 ? ['needsInfo', 0] : ['delivered', 1];
    assert.deepEqual([status, versions.length, sendAt], [...expected, null]);
  }
});

test('refuses a question, a resumption or a cancellation while a delivery can be undone', async () => {
  const [desk] = both.desks;
  const { number, path } = await order();
  const basedOn = await workAt(desk).write(owner, path);
  await workAt(desk).done(editor, `${path}/deliver`, { basedOn });
  const asked = await workAt(desk).post(owner, `${path}/ask`, { text: 'Which name?' });
  const canceled = await workAt(desk).post(owner, `orders/${number}/cancel`, {
    reason: 'Ordered twice',
    refundTo: 'original',
  });
  assert.deepEqual([asked.status, canceled.status], [409, 409]);
  assert.match(canceled.body.detail!, /being delivered/);
  await settle();
  assert.equal((await workAt(desk).line(owner, path)).versions.length, 1);
});

test('refuses to cancel an order with a delivered version, whatever the state of the work since', async () => {
  const [desk] = both.desks;
  const { path, number, customer, headers } = await delivered();
  const balance = async () =>
    (await desk.shop.send<BalancePage>('GET', '/api/balance', { headers })).body.balance.available;
  const before_ = await balance();
  assert.equal((await customer('revision', { version: 1, text: 'Shorter, please' })).status, 204);
  for (const [act, text] of [
    ['ask', 'How short is short enough?'],
    ['resume', 'They said so on the phone.'],
    ['ask', 'One more thing: in which language?'],
  ] as const) {
    await workAt(desk).done(owner, `${path}/${act}`, { text });
    const body = { reason: 'They asked for it', refundTo: 'original' };
    assert.deepEqual(
      [act, (await workAt(desk).post(owner, `orders/${number}/cancel`, body)).status],
      [act, 409],
    );
    const shown = await workAt(desk).get<DeskAnswerOf<'showDeskOrder'>>(owner, `orders/${number}`);
    assert.notEqual(shown.whyNotCancel, null);
  }
  assert.equal(await balance(), before_);
});

test('shows in Today that a requested delivery didn’t take place, and keeps the draft', async () => {
  const [desk] = both.desks;
  const { path, customer, basedOn } = await delivered();
  await workAt(desk).done(editor, `${path}/deliver`, { basedOn });
  assert.equal((await customer('revision', { version: 1, text: 'Shorter, please' })).status, 204);
  await settle();
  const { versions, draft, sendAt } = await workAt(desk).line(owner, path);
  assert.deepEqual([versions.length, draft?.revision, sendAt], [1, basedOn, null]);
  assert.equal((await acts(path)).at(-1), 'release-delivery');
  assert.equal(await reasonInToday(owner, path), 'Not delivered. The work is being revised.');
  await workAt(desk).write(owner, path);
  assert.equal(await reasonInToday(owner, path), 'Revision requested');
});

test(
  'refuses a delivery when the customer requests a revision while the draft is checked',
  { skip: !testDatabaseUrl && 'needs TEST_DATABASE_URL' },
  async () => {
    const [desk] = both.desks;
    const { db } = desk.shop.database;
    const { path, number, customer, basedOn } = await delivered();
    const answers = await db.transaction().execute(async (tx) => {
      await sql`select from payment_link where number = ${number} for update`.execute(tx);
      const requested = customer('revision', { version: 1, text: 'Shorter, please' });
      await waitingForLocks(db, 1);
      const sent = workAt(desk).post(editor, `${path}/deliver`, { basedOn });
      await waitingForLocks(db, 2);
      return [requested, sent] as const;
    });
    const [requested, sent] = await Promise.all(answers);
    assert.equal(requested.status, 204);
    assert.equal(sent.status, 409);
    assert.match(JSON.stringify(sent.body), /requested a revision meanwhile/);
    await settle();
    assert.equal((await workAt(desk).line(owner, path)).versions.length, 1);
  },
);

test('logs that an improvement was not delivered because the customer had accepted', async () => {
  const [desk] = both.desks;
  const { path, customer, basedOn } = await delivered();
  await workAt(desk).done(editor, `${path}/deliver`, { basedOn });
  assert.equal((await customer('accept')).status, 204);
  await settle();
  assert.equal((await workAt(desk).line(owner, path)).versions.length, 1);
  assert.equal((await acts(path)).at(-1), 'release-delivery');
});

test('doesn’t deliver when the person who requested the delivery was locked during the time to undo', async () => {
  const [desk] = both.desks;
  const { path } = await order();
  const gone = await desk.join('editor');
  const basedOn = await workAt(desk).write(owner, path);
  await workAt(desk).done(gone, `${path}/deliver`, { basedOn });
  await workAt(desk).done(owner, `people/${gone.id}/lock`);
  await settle();
  const { versions, draft } = await workAt(desk).line(owner, path);
  assert.deepEqual([versions.length, draft?.revision], [0, basedOn]);
  assert.match((await reasonInToday(owner, path))!, /^Not delivered\. Maya Stone can no longer use the desk/);
});

test('neither delivers nor sends a message when its author got another role during the time to undo', async () => {
  const [desk] = both.desks;
  const { number, path } = await order();
  const demoted = await desk.join('editor');
  const basedOn = await workAt(desk).write(owner, path);
  await workAt(desk).done(demoted, `${path}/deliver`, { basedOn });
  await workAt(desk).done(demoted, `tickets/${number}/messages`, { text: 'We start on Monday.', seen: 0 });
  await workAt(desk).done(owner, `people/${demoted.id}`, { role: 'writer', limits: null });
  await settle();
  assert.equal((await workAt(desk).line(owner, path)).versions.length, 0);
  assert.equal(await reasonInToday(owner, path), 'Not delivered. Maya Stone can no longer deliver work.');
  const { notes } = await workAt(desk).get<DeskAnswerOf<'showDeskOrder'>>(owner, `orders/${number}`);
  assert.deepEqual(
    notes.map(({ text }) => text),
    ['Not sent, because Maya Stone can no longer reply to customers: We start on Monday.'],
  );
});

test('stores an unsent message as a note when its author was locked during the time to undo', async () => {
  const [desk] = both.desks;
  const { number, headers } = await order();
  const gone = await desk.join('editor');
  const text = 'We start on Monday.';
  await workAt(desk).done(gone, `tickets/${number}/messages`, { text, seen: 0 });
  await workAt(desk).done(owner, `people/${gone.id}/lock`);
  await settle();
  const { body } = await desk.shop.send<{ messages: unknown[] }>('GET', `/api/orders/${number}/messages`, {
    headers,
  });
  assert.deepEqual(body.messages, []);
  const { rows } = await sql<{ text: string }>`
    select n.text from staff_note n join customer_order o on o.id = n.order_id where o.number = ${number}`.execute(
    desk.shop.database.db,
  );
  assert.deepEqual(rows, [{ text: `Not sent, because Maya Stone can no longer use the desk: ${text}` }]);
});

test('refuses the delivery of a draft whose files changed after it was submitted for review', async () => {
  const [desk] = both.desks;
  const { path } = await order();
  await workAt(desk).done(writer, `${path}/take`);
  const written = await workAt(desk).write(writer, path);
  const file = await uploadFile(staffPost(desk, writer), 'plan.pdf', pdf());
  for (const change of [
    () => staffPost(desk, writer)(`${path}/files`, { files: [file.id] }),
    () => staffPost(desk, writer)(`files/${file.id}/remove`, {}),
  ]) {
    const { draft } = await workAt(desk).line(writer, path);
    assert.ok(draft!.revision >= written);
    await workAt(desk).done(writer, `${path}/hand-in`, { basedOn: draft!.revision });
    assert.equal((await change()).status, 204);
    const sent = await workAt(desk).post(editor, `${path}/deliver`, {
      basedOn: draft!.revision,
      reasons: {},
    });
    assert.equal(sent.status, 409);
    assert.equal((await workAt(desk).line(editor, path)).handedInAt, null);
  }
});

test('refuses the delivery of a draft with an answer that changed after it was submitted for review', async () => {
  const [desk] = both.desks;
  const { path, customer } = await delivered();
  assert.equal((await customer('revision', { version: 1, text: 'Shorter, please' })).status, 204);
  await workAt(desk).done(owner, 'lines/assign', { lines: [placeOf(path)], staffId: writer.id });
  const answer = (outcome: string, text: string) =>
    workAt(desk).done(writer, `${path}/points/1/1`, { outcome, answer: text });
  await answer('done', 'By a third');
  const basedOn = await workAt(desk).write(writer, path);
  await workAt(desk).done(writer, `${path}/hand-in`, { basedOn });
  await answer('notDone', 'It is short enough');
  const sent = await workAt(desk).post(editor, `${path}/deliver`, { basedOn, reasons: {} });
  assert.equal(sent.status, 409);
  const { handedInAt, draft } = await workAt(desk).line(editor, path);
  assert.deepEqual([handedInAt, draft!.revision], [null, basedOn + 1]);
});

test('does not start a line when the save of its first text is refused', async () => {
  const [desk] = both.desks;
  const { path, headers, number } = await order();
  const line = await workAt(desk).line(owner, path);
  const body = { pieces: workAt(desk).textsFor(line), message: '', basedOn: 7 };
  assert.equal((await workAt(desk).post(owner, `${path}/draft`, body)).status, 409);
  assert.equal((await workAt(desk).line(owner, path)).status, 'queued');
  assert.equal((await desk.shop.send('POST', `/api/orders/${number}/cancel`, { headers })).status, 204);
});

test('stores no draft for a line that the customer has accepted', async () => {
  const [desk] = both.desks;
  const { path, customer } = await delivered();
  const line = await workAt(desk).line(owner, path);
  const texts = workAt(desk).textsFor(line);
  for (let round = 0; round < 3; round += 1) {
    const body = { pieces: texts, message: '', basedOn: line.draft!.revision + round };
    await Promise.all([
      workAt(both.desks[1]).post(owner, `${path}/draft`, body),
      round === 1 ? customer('accept') : undefined,
    ]);
  }
  const { status, draft } = await workAt(desk).line(owner, path);
  assert.deepEqual([status, draft], ['completed', null]);
});

test('stores no file of a draft for a line that the customer has accepted', async () => {
  const [one, other] = both.desks;
  const { path, customer } = await delivered();
  const { id } = await uploadFile(staffPost(other, owner), 'plan.pdf', pdf());
  const [added, accepted] = await Promise.all([
    staffPost(other, owner)(`${path}/files`, { files: [id] }),
    customer('accept'),
  ]);
  assert.ok([204, 409].includes(added.status), JSON.stringify(added.body));
  assert.equal(accepted.status, 204);
  assert.deepEqual((await workAt(one).line(owner, path)).files, []);
});

test('submits or returns a draft once when two people do so at once, and stores no note of a rejected return', async () => {
  const [one, other] = both.desks;
  const { path } = await order();
  const basedOn = await workAt(one).write(owner, path);
  const statuses = async (act: () => Promise<{ status: number }>[]) =>
    (await Promise.all(act())).map(({ status }) => status).toSorted((a, b) => a - b);
  const handIns = await statuses(() =>
    [one, other].map((desk) => workAt(desk).post(owner, `${path}/hand-in`, { basedOn })),
  );
  assert.deepEqual(handIns, [204, 409]);
  const handBacks = await statuses(() =>
    [one, other].map((desk) => workAt(desk).post(editor, `${path}/hand-back`, { text: 'Too long' })),
  );
  assert.deepEqual(handBacks, [204, 409]);
  const { notes } = await workAt(one).line(owner, path);
  assert.equal(notes.length, 1);
});

test('hides all lines from staff without a permission for work', async () => {
  const [desk] = both.desks;
  const { number } = await order();
  const role = await workAt(desk).done<{ key: string }>(owner, 'roles', {
    label: 'Log reader',
    permissions: ['log.see', 'staff.manage'],
    limits: { refund: 0, adjust: 0 },
  });
  for (const person of [await desk.join(role.key), await desk.join('accountant')]) {
    for (const who of ['team', 'mine'])
      assert.ok(!JSON.stringify(await workAt(desk).get(person, `today?who=${who}`)).includes(number), who);
    const { open, nextDue } = await workAt(desk).get<DeskAnswerOf<'showToday'>>(person, 'today?who=team');
    assert.deepEqual([open, nextDue], [0, null]);
  }
});
