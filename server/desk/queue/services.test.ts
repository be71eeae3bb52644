/** The services of staff restrict whose unassigned lines a person sees and takes. */
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { DeskLine, LineRow } from '#contract/desk/work.ts';
import { sql } from 'kysely';
import { openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';

const [slogans, blurbs] = [3, 2];

let desk: TestDesk;
let owner: Person;
let writer: Person;
let editor: Person;
const numbers: string[] = [];

before(async () => {
  desk = await openTestDesk();
  [owner, writer, editor] = [await desk.join('owner'), await desk.join('writer'), await desk.join('editor')];
  const { auth: headers } = await desk.shop.customer();
  await desk.shop.addFunds(headers, 100_000);
  for (let n = 0; n < 4; n += 1) {
    const { orderNumber, token } = await desk.shop.placeOrder(headers);
    await desk.shop.pay(token, 'balance', headers);
    numbers.push(orderNumber);
  }
});
after(() => desk.close());

const get = async <Body>(person: Person, path: string) => desk.call<Body>('GET', path, person);
const post = (person: Person, path: string, body?: object) =>
  desk.call<{ next?: object | null; refused?: { why: string }[]; errors?: object; detail?: string }>(
    'POST',
    path,
    {
      cookie: person.cookie,
      ...(body ? { body } : {}),
    },
  );
async function setServices({ id }: Person, role: string, orderTypes: number[]): Promise<void> {
  const answer = await post(owner, `people/${id}`, { role, limits: null, orderTypes });
  assert.equal(answer.status, 204, JSON.stringify(answer.body));
}
const queueOf = async (person: Person) =>
  (await get<{ lines: LineRow[] }>(person, 'lines')).body.lines.map(({ number }) => number).toSorted();
const todayOf = async (person: Person) =>
  (await get<{ groups: { rows: object[] }[] }>(person, 'today?who=mine')).body.groups.flatMap(
    ({ rows }) => rows,
  ).length;
const pieces = { pieces: [], message: '', basedOn: 0 };

test('hides unassigned lines of services that a writer doesn’t write, in every call', async () => {
  assert.equal((await queueOf(writer)).length, 4);
  await setServices(writer, 'writer', [blurbs]);
  assert.deepEqual(await queueOf(writer), []);
  assert.equal(await todayOf(writer), 0);
  assert.equal((await post(writer, 'next', {})).body.next, null);
  assert.deepEqual((await get<{ hits: object[] }>(writer, `search?q=${numbers[0]}`)).body.hits, []);
  const line = `lines/${numbers[0]}/1`;
  assert.equal((await get(writer, line)).status, 404);
  for (const [path, body] of [
    [`${line}/take`],
    [`${line}/draft`, pieces],
    [`${line}/check`, { pieces: [] }],
    [`${line}/hand-in`, { basedOn: 1 }],
    [`${line}/notes`, { text: 'Hello' }],
    [`${line}/files`, { files: [crypto.randomUUID()] }],
  ] as const)
    assert.equal((await post(writer, path, body)).status, 404, path);
  const started = await post(writer, 'lines/start', { lines: [{ number: numbers[0], position: 1 }] });
  assert.equal(started.body.refused?.length, 1);
  await setServices(writer, 'writer', [blurbs, slogans]);
  assert.equal((await queueOf(writer)).length, 4);
  assert.equal((await post(writer, `${line}/take`)).status, 204);
});

test('leaves a line assigned to a writer when the writer’s services change', async () => {
  await setServices(writer, 'writer', [blurbs]);
  assert.deepEqual(await queueOf(writer), [numbers[0]]);
  assert.equal((await get(writer, `lines/${numbers[0]}/1`)).status, 200);
  assert.equal((await post(writer, `lines/${numbers[0]}/1/give-back`)).status, 204);
  assert.equal((await get(writer, `lines/${numbers[0]}/1`)).status, 404);
});

test('lets staff who assign work assign a line to a writer of other services', async () => {
  const { body } = await get<{ writers: { id: string; orderTypes: number[] }[] }>(owner, 'writers');
  assert.deepEqual(body.writers.find(({ id }) => id === writer.id)?.orderTypes, [blurbs]);
  const lines = [{ number: numbers[1], position: 1 }];
  assert.deepEqual((await post(owner, 'lines/assign', { lines, staffId: writer.id })).body.refused, []);
  assert.deepEqual(await queueOf(writer), [numbers[1]]);
});

test('shows an editor who sees all work the reason why they can’t take a line of another service', async () => {
  await setServices(editor, 'editor', [blurbs]);
  const line = `lines/${numbers[2]}/1`;
  const { body } = await get<DeskLine>(editor, line);
  const why = 'You don’t work on this service. Ask someone who can assign work to assign this line to you.';
  for (const act of ['take', 'start', 'write', 'handIn'] as const) {
    assert.ok(!body.may.includes(act), act);
    assert.equal(body.whyNot[act], why, act);
  }
  assert.equal(await todayOf(editor), 0);
  for (const [path, sent] of [[`${line}/take`], [`${line}/draft`, pieces]] as const) {
    const answer = await post(editor, path, sent);
    assert.deepEqual([answer.status, answer.body.detail], [409, why], path);
  }
  const started = await post(editor, 'lines/start', { lines: [{ number: numbers[2], position: 1 }] });
  assert.deepEqual(
    started.body.refused?.map((one) => one.why),
    [why],
  );
  const lines = [{ number: numbers[2], position: 1 }];
  await post(editor, 'lines/assign', { lines, staffId: editor.id });
  assert.ok((await get<DeskLine>(editor, line)).body.may.includes('write'), 'it was assigned');
});

test('rejects a service that the shop never had, and keeps the person’s services', async () => {
  const change = (orderTypes: unknown) =>
    post(owner, `people/${writer.id}`, { role: 'writer', limits: null, orderTypes });
  for (const wrong of [[4_711], [0], ['3'], 'all', null]) {
    const { status, body } = await change(wrong);
    assert.equal(status, 400, JSON.stringify(wrong));
    assert.match(Object.keys(body.errors ?? {}).join(' '), /^orderTypes/, JSON.stringify(wrong));
  }
  type Team = { people: { id: string; orderTypes: number[] }[]; services: { orderType: number }[] };
  const listed = async () => (await get<Team>(owner, 'people')).body;
  const servicesOf = async () => (await listed()).people.find(({ id }) => id === writer.id)?.orderTypes;
  assert.deepEqual(await servicesOf(), [blurbs]);
  assert.equal((await change([slogans, blurbs, slogans])).status, 204);
  assert.deepEqual(await servicesOf(), [blurbs, slogans]);
  // a request without services changes only the role
  await post(owner, `people/${writer.id}`, { role: 'writer', limits: null });
  assert.deepEqual(await servicesOf(), [blurbs, slogans]);
  assert.ok((await listed()).services.some(({ orderType }) => orderType === slogans));
  const { rows } = await sql<{ detail: { services?: string } }>`select detail from audit_entry
    where action = 'change-person' and subject = ${`staff ${writer.id}`} order by id desc limit 2`.execute(
    desk.shop.database.db,
  );
  assert.deepEqual(
    rows.map(({ detail }) => detail.services),
    [undefined, `${blurbs} ${slogans}`],
  );
  const me = (await get<{ services: string[] }>(writer, 'me')).body;
  assert.deepEqual(me.services, ['Blurbs', 'Slogans']);
});
