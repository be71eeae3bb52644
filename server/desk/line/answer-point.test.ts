import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { businessEnd, formatDay } from '#contract/delivery-date.ts';
import { day, hour } from '#contract/durations.ts';
import type { DeskLine } from '#contract/desk/work.ts';
import type { Delivery } from '#contract/storefront/fulfilment.ts';
import type { Order } from '#contract/storefront/orders.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';
import { uniqueTexts } from '#test/server/work-at-desk.ts';

let desk: TestDesk;
let owner: Person;
before(async () => {
  desk = await openTestDesk();
  owner = await desk.join('owner');
});
after(() => desk.close());

type Answered = { detail?: string; revision?: number; errors?: Record<string, string[]> };
const call = (path: string, body?: object) =>
  desk.call<Answered>('POST', path, { cookie: owner.cookie, ...(body ? { body } : {}) });
async function done(path: string, body?: object): Promise<Answered> {
  const answer = await call(path, body);
  assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}
async function lineOf(path: string): Promise<DeskLine> {
  return (await desk.call<DeskLine>('GET', path, { cookie: owner.cookie })).body;
}

/** Advances the clock and logs staff in again, because unused sessions expire. */
async function passDays(days: number) {
  desk.shop.pass(days * day);
  owner = await desk.join('owner');
}

async function write(path: string) {
  const line = await lineOf(path);
  return done(`${path}/draft`, {
    pieces: uniqueTexts(line),
    message: '',
    basedOn: line.draft?.revision ?? 0,
  });
}
async function send(path: string, revision: number | undefined) {
  await done(`${path}/deliver`, { basedOn: revision, reasons: { reader: 'Nobody else is here' } });
  desk.shop.pass(11_000);
  await desk.shop.app.jobs.drain();
}

/** Creates a customer with ten delivered slogans, written at the desk. */
async function delivered() {
  const { auth, email } = await desk.shop.customer();
  await desk.shop.addFunds(auth, 50_000);
  const { orderNumber: number, token } = await desk.shop.placeOrder(auth);
  await desk.shop.pay(token, 'balance', auth);
  const path = `lines/${number}/1`;
  const { revision } = await write(path);
  await send(path, revision);
  const read = async (version: number) =>
    (
      await desk.shop.send<Delivery>('GET', `/api/orders/${number}/lines/1/deliveries/${version}`, {
        headers: auth,
      })
    ).body;
  const order = async () =>
    (await desk.shop.send<Order>('GET', `/api/orders/${number}`, { headers: auth })).body;
  const tell = (what: string, body?: object) =>
    desk.shop.send<Answered>('POST', `/api/orders/${number}/lines/1/${what}`, {
      headers: auth,
      ...(body ? { body } : {}),
    });
  return { number, email, path, read, order, tell };
}

test('stores each requested change and its answer, and emails the answers with the next version', async () => {
  const { number, path, read, tell, email, order } = await delivered();
  const { pieces, version, points } = await read(1);
  assert.deepEqual([version, points], [1, []]);
  const [first, second] = pieces ?? [];
  assert.ok(first && second);
  const at = first.text.indexOf('Rye');
  const asked = await tell('revision', {
    version: 1,
    points: [
      { piece: first.key, passage: { start: at, end: at + 3, quote: 'Rye' }, note: 'Wheat, please' },
      { piece: second.key, note: 'Drier' },
    ],
    text: 'All a little shorter',
  });
  assert.equal(asked.status, 204, JSON.stringify(asked.body));
  const confirmed = (await desk.shop.emailsTo(email)).filter(({ subject }) =>
    subject?.includes(`being revised (${number})`),
  );
  assert.equal(confirmed.length, 1);
  const { reviseBy, revisionsLeft } = (await order()).lines[0]!.work;
  const confirmation = confirmed[0]!.text ?? '';
  assert.match(confirmation, /“Rye”: Wheat, please\s+2\. .*: Drier\s+3\. All a little shorter/);
  assert.ok(confirmation.includes(`You’ll have the next version by ${formatDay(reviseBy!)}.`), confirmation);
  assert.ok(confirmation.includes(`you’ll have ${revisionsLeft} revision round`), confirmation);
  assert.deepEqual(
    (await read(1)).points.map(({ piece, passage, note, outcome }) => [piece, passage?.quote, note, outcome]),
    [
      [first.key, 'Rye', 'Wheat, please', null],
      [second.key, undefined, 'Drier', null],
      [null, undefined, 'All a little shorter', null],
    ],
  );

  const { revision } = await write(path);
  const early = await call(`${path}/deliver`, { basedOn: revision });
  assert.equal(early.status, 409);
  assert.match(early.body.detail ?? '', /Requested change 1 isn’t marked as done or not done/);
  await done(`${path}/points/1/1`, { outcome: 'done' });
  const silent = await call(`${path}/points/1/2`, { outcome: 'notDone' });
  assert.equal(silent.status, 400);
  assert.deepEqual(silent.body.errors, {
    answer: ['Explain why the change isn’t done. The customer will see your explanation'],
  });
  await done(`${path}/points/1/2`, { outcome: 'notDone', answer: 'It is dry already' });
  await done(`${path}/points/1/3`, { outcome: 'done', answer: 'By a third' });
  assert.equal((await call(`${path}/points/1/4`, { outcome: 'done' })).status, 404);
  assert.equal((await read(1)).points[0]?.outcome, null, 'not before the next version');
  const unread = await call(`${path}/deliver`, { basedOn: revision });
  assert.deepEqual(
    [unread.status, unread.body.detail],
    [
      409,
      'You changed the answer to a requested change in another window. Read the changes, then try again.',
    ],
    'who delivers has seen the answers',
  );
  await send(path, (await lineOf(path)).draft!.revision);

  assert.deepEqual(
    (await read(1)).points.map(({ outcome, answer }) => [outcome, answer]),
    [
      ['done', null],
      ['notDone', 'It is dry already'],
      ['done', 'By a third'],
    ],
  );
  const mail = (await desk.shop.emailsTo(email)).find(({ subject }) => /revised slogans/.test(subject ?? ''));
  assert.match(mail?.text ?? '', /2\. Drier\n\s*Not done: It is dry already/);
  assert.equal((await call(`${path}/points/1/1`, { outcome: 'done' })).status, 409);
  assert.deepEqual(await desk.shop.audit(), []);
});

test('accepts the earlier body format as one requested change, and rejects a quotation that the version lacks', async () => {
  const { read, tell, path } = await delivered();
  const nothing = await tell('revision', {});
  assert.deepEqual([nothing.status, nothing.body.errors], [400, { text: ['Tell us what should change'] }]);
  const absent = await tell('revision', {
    points: [
      { note: 'This', passage: { start: 0, end: 4, quote: 'Plum' }, piece: (await read(1)).pieces?.[0]?.key },
    ],
  });
  assert.equal(absent.status, 400);
  assert.match(
    absent.body.errors?.['points.0']?.[0] ?? '',
    /words you selected for change 1 aren’t in this version/,
  );
  const stranger = await tell('revision', { points: [{ note: 'This', piece: 'no-such' }] });
  assert.match(stranger.body.errors?.['points.0']?.[0] ?? '', /a part that isn’t in this version/);
  const many = await tell('revision', { points: Array.from({ length: 21 }, () => ({ note: 'x' })) });
  assert.equal(many.status, 400);
  assert.equal((await tell('revision', { text: 'Shorter' })).status, 204);
  assert.deepEqual(
    (await lineOf(path)).points.map(({ note, piece }) => [note, piece]),
    [['Shorter', null]],
  );
});

test('delivers an unrequested improvement without using a revision round, and restarts the review period', async () => {
  const { path, order, email } = await delivered();
  const before = (await order()).lines[0]!.work;
  await passDays(3);
  const fresh = await desk.shop.logIn(email);
  const headers = desk.shop.bearer(fresh.accessToken);
  const { revision } = await write(path);
  await send(path, revision);
  const { number } = await lineOf(path);
  const { body } = await desk.shop.send<Order>('GET', `/api/orders/${number}`, { headers });
  const after = body.lines[0]!.work;
  assert.deepEqual(
    [after.status, after.versions, after.revisionsLeft],
    ['delivered', 2, before.revisionsLeft],
  );
  assert.ok(after.reviewUntil! > before.reviewUntil!);
  const mail = (await desk.shop.emailsTo(email)).find(({ subject }) =>
    /improved version/.test(subject ?? ''),
  );
  assert.match(mail?.text ?? '', /doesn’t use up a revision round/);
  assert.equal((await lineOf(path)).events.at(-1)?.to, 'improved');
  // the revision request names version 1, the only one that the customer has read
  const late = await desk.shop.send<Answered>('POST', `/api/orders/${number}/lines/1/revision`, {
    headers,
    body: { version: 1, text: 'Drier' },
  });
  assert.deepEqual(
    [late.status, late.body.detail],
    [409, 'A newer version has been delivered. Read it first.'],
  );
});

test("rejects a version whose text equals the customer's current one, unless staff give a reason", async () => {
  const { path, order } = await delivered();
  const { draft } = await lineOf(path);
  const { pieces } = draft!;
  const again = { pieces, message: 'The same', basedOn: draft!.revision };
  const { revision } = await done(`${path}/draft`, again);
  const reader = 'Nobody else is here';
  const stopped = await call(`${path}/deliver`, { basedOn: revision, reasons: { reader } });
  assert.equal(stopped.status, 409);
  assert.deepEqual(stopped.body.errors?.['checks'], [
    'The text is the same as in version 1. Change it, or add a file.',
  ]);
  const said = await call(`${path}/deliver`, {
    basedOn: revision,
    reasons: { reader, changed: 'The customer lost the email' },
  });
  assert.equal(said.status, 200, JSON.stringify(said.body));
  await done(`${path}/deliver/undo`);
  const [first, ...others] = pieces;
  const changed = { ...again, basedOn: revision, pieces: [{ ...first!, text: 'Rye at dawn' }, ...others] };
  await send(path, (await done(`${path}/draft`, changed)).revision);
  assert.equal((await order()).lines[0]!.work.versions, 2);
});

test('cancels a requested delivery of an improvement when the customer accepts or requests a revision', async () => {
  for (const what of ['accept', 'revision'] as const) {
    const { path, tell, order } = await delivered();
    const { revision } = await write(path);
    await done(`${path}/deliver`, { basedOn: revision, reasons: { reader: 'Nobody else is here' } });
    assert.equal((await tell(what, what === 'revision' ? { text: 'Drier' } : undefined)).status, 204);
    desk.shop.pass(11_000);
    await desk.shop.app.jobs.drain();
    assert.equal((await order()).lines[0]!.work.versions, 1, what);
    assert.equal((await lineOf(path)).sendAt, null);
  }
});

test('extends the review period once per version, and accepts the work at its new end', async () => {
  const { order, tell, email, number } = await delivered();
  const { reviewUntil, canExtend } = (await order()).lines[0]!.work;
  assert.equal(canExtend, true);
  assert.equal((await tell('extend')).status, 204);
  const longer = (await order()).lines[0]!.work;
  assert.deepEqual(
    [longer.reviewUntil, longer.canExtend],
    [businessEnd(new Date(reviewUntil!), 7, businessCalendar).toISOString(), false],
  );
  assert.equal((await tell('extend')).status, 204, 'sent again');
  assert.equal((await order()).lines[0]!.work.reviewUntil, longer.reviewUntil);
  desk.shop.pass(Date.parse(reviewUntil!) - desk.shop.now().getTime() + hour);
  await desk.shop.app.jobs.drain();
  const headers = desk.shop.bearer((await desk.shop.logIn(email)).accessToken);
  const statusOf = async () =>
    (await desk.shop.send<Order>('GET', `/api/orders/${number}`, { headers })).body.work.status;
  assert.equal(await statusOf(), 'delivered');
  desk.shop.pass(Date.parse(longer.reviewUntil!) - desk.shop.now().getTime());
  await desk.shop.app.jobs.drain();
  owner = await desk.join('owner');
  const reminders = (await desk.shop.emailsTo(email)).filter(({ subject }) =>
    /waiting for your review/.test(subject ?? ''),
  );
  assert.equal(reminders.length, 3);
  const accepted = (await desk.shop.emailsTo(email)).filter(({ subject }) =>
    subject?.startsWith('Accepted automatically'),
  );
  assert.equal(accepted.length, 1);
});

test('resumes work when staff enter an answer given outside the shop, and postpones the due date by the pause', async () => {
  const { auth, email } = await desk.shop.customer();
  await desk.shop.addFunds(auth, 50_000);
  const { orderNumber: number, token } = await desk.shop.placeOrder(auth);
  await desk.shop.pay(token, 'balance', auth);
  const path = `lines/${number}/1`;
  assert.equal((await call(`${path}/resume`, { text: 'Mill Lane' })).status, 409);
  await done(`${path}/ask`, { text: 'Which street?' });
  const { dueOn } = await lineOf(path);
  await passDays(4);
  await done(`${path}/resume`, { text: 'Mill Lane' });
  const line = await lineOf(path);
  assert.deepEqual(
    [line.status, line.question, line.events.at(-1)?.to, line.dueOn! > dueOn!],
    ['inProgress', null, 'resumed', true],
  );
  await desk.shop.app.jobs.drain();
  const mail = (await desk.shop.emailsTo(email)).find(({ subject }) => /has resumed/.test(subject ?? ''));
  assert.match(mail?.text ?? '', /Mill Lane/);
});
