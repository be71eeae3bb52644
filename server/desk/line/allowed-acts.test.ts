/** Tries every action in every state of a line, for every kind of caller: the screen offers exactly what the call accepts. */
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { DeskLine, LineAct } from '#contract/desk/work.ts';
import { lineActs } from '#contract/desk/work.ts';
import { businessDays } from '#contract/delivery-date.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { builtInRoles } from '#contract/desk/permissions.ts';
import { type RawBuilder, sql } from 'kysely';
import { openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';
import { workAt } from '#test/server/work-at-desk.ts';

/**
 * `hers`: the line is assigned to the writer. `text`: who wrote the text. `owner`, `editor`, `her`: the actions that each caller
 * can do; null: the caller doesn't see the line.
 */
type State = Record<'owner' | 'editor' | 'her', string | null> & {
  status: string;
  hers?: true;
  text?: 'editor' | 'hers' | 'handed in' | 'on its way';
  points?: true;
  disputed?: true;
  /** The text was last saved before the delivery of the newest version. */
  unchanged?: true;
};
const states: Record<string, State> = {
  queued: {
    status: 'queued',
    owner: 'take assign start write ask moveDue',
    editor: 'take assign start write ask moveDue',
    her: 'take start write',
  },
  'queued and assigned to the writer': {
    status: 'queued',
    hers: true,
    owner: 'assign start write ask moveDue',
    editor: 'assign start write ask moveDue',
    her: 'giveBack start write',
  },
  'queued and disputed': {
    status: 'queued',
    disputed: true,
    owner: 'assign',
    editor: 'assign',
    her: '',
  },
  started: {
    status: 'inProgress',
    owner: 'take assign write ask moveDue',
    editor: 'take assign write ask moveDue',
    her: 'take write',
  },
  'started and assigned to the writer': {
    status: 'inProgress',
    hers: true,
    owner: 'assign write ask moveDue',
    editor: 'assign write ask moveDue',
    her: 'giveBack write',
  },
  'written by the editor': {
    status: 'inProgress',
    text: 'editor',
    owner: 'take assign write handIn ask deliver moveDue',
    editor: 'take assign write handIn ask moveDue',
    her: 'take write handIn',
  },
  'written by the writer': {
    status: 'inProgress',
    hers: true,
    text: 'hers',
    owner: 'assign write handIn ask deliver moveDue',
    editor: 'assign write handIn ask deliver moveDue',
    her: 'giveBack write handIn',
  },
  'written and disputed': {
    status: 'inProgress',
    hers: true,
    text: 'hers',
    disputed: true,
    owner: 'assign',
    editor: 'assign',
    her: 'giveBack',
  },
  'submitted for review by the writer': {
    status: 'inProgress',
    hers: true,
    text: 'handed in',
    owner: 'assign write handBack ask deliver moveDue',
    editor: 'assign write handBack ask deliver moveDue',
    her: 'giveBack write',
  },
  'about to be delivered': {
    status: 'inProgress',
    hers: true,
    text: 'on its way',
    owner: 'assign',
    editor: 'assign',
    her: 'giveBack',
  },
  'paused by a question': {
    status: 'needsInfo',
    text: 'editor',
    owner: 'take assign write resume',
    editor: 'take assign write resume',
    her: 'take write',
  },
  'paused by a question and assigned to the writer': {
    status: 'needsInfo',
    hers: true,
    text: 'hers',
    owner: 'assign write resume',
    editor: 'assign write resume',
    her: 'giveBack write',
  },
  delivered: {
    status: 'delivered',
    text: 'editor',
    owner: 'write handIn deliver',
    editor: 'write handIn',
    her: null,
  },
  'delivered and assigned to the writer': {
    status: 'delivered',
    hers: true,
    text: 'hers',
    owner: 'write handIn deliver',
    editor: 'write handIn deliver',
    her: '',
  },
  'delivered, with an unchanged draft': {
    status: 'delivered',
    hers: true,
    text: 'hers',
    unchanged: true,
    owner: 'write',
    editor: 'write',
    her: '',
  },
  'delivered, with an improvement submitted for review': {
    status: 'delivered',
    hers: true,
    text: 'handed in',
    owner: 'write handBack deliver',
    editor: 'write handBack deliver',
    her: '',
  },
  'to be revised': {
    status: 'revisionRequested',
    text: 'editor',
    points: true,
    owner: 'take assign write handIn ask answerPoint deliver moveDue',
    editor: 'take assign write handIn ask answerPoint moveDue',
    her: 'take write handIn answerPoint',
  },
  'to be revised and assigned to the writer': {
    status: 'revisionRequested',
    hers: true,
    text: 'hers',
    points: true,
    owner: 'assign write handIn ask answerPoint deliver moveDue',
    editor: 'assign write handIn ask answerPoint deliver moveDue',
    her: 'giveBack write handIn answerPoint',
  },
  completed: { status: 'completed', text: 'editor', owner: '', editor: '', her: null },
  'completed and assigned to the writer': { status: 'completed', hers: true, owner: '', editor: '', her: '' },
  canceled: { status: 'cancelled', owner: '', editor: '', her: null },
  'canceled and assigned to the writer': { status: 'cancelled', hers: true, owner: '', editor: '', her: '' },
};

let desk: TestDesk;
let number: string;
let pieces: { key: string; text: string }[];
const people = new Map<string, Person>();
const revision = 7;
const hidden = 'We can’t find that line, or you don’t have access to it.';

before(async () => {
  desk = await openTestDesk();
  for (const { key } of builtInRoles) people.set(key, await desk.join(key));
  people.set('her', await desk.join('writer'));
  const { auth } = await desk.shop.customer();
  ({ number } = await workAt(desk).order(auth));
  pieces = workAt(desk).textsFor(await workAt(desk).line(people.get('owner')!, `lines/${number}/1`));
});
after(() => desk.close());

const run = (statement: RawBuilder<unknown>) => statement.execute(desk.shop.database.db);
const idOf = (name: string) => BigInt(people.get(name)!.id);

/** Puts the line into this state, whatever its current state. */
async function put({ status, hers, text, points, disputed, unchanged }: State): Promise<void> {
  const now = desk.shop.now();
  const isAsked = status === 'needsInfo';
  const line = sql`order_id = (select id from customer_order where number = ${number}) and position = 1`;
  await run(sql`update order_line set work_status = ${status}, assignee_id = ${hers ? idOf('her') : null},
    question = ${isAsked ? 'Which year?' : null}, stopped_at = ${isAsked ? now : null},
    expected_on = null, move_reason = null, revise_by = ${points ? '2026-11-30' : null}::date where ${line}`);
  await run(sql`update payment_link set disputed = ${disputed ? 100 : 0} where number = ${number}`);
  for (const table of ['work_draft', 'revision_point', 'delivery'])
    await run(sql`delete from ${sql.table(table)} where ${line}`);
  const order = sql`from customer_order where number = ${number}`;
  if (['delivered', 'revisionRequested', 'completed'].includes(status))
    await run(
      sql`insert into delivery (order_id, position, version, text, delivered_at) select id, 1, 1, 'Gone by noon.', ${now}::timestamptz ${order}`,
    );
  // a delivery needs an answer to each requested change
  if (points)
    await run(sql`insert into revision_point (order_id, position, version, point, note, asked_at, outcome, answered_by, answered_at)
      select id, 1, 1, 1, 'Drier', ${now}::timestamptz, 'done', ${idOf('editor')}::bigint, ${now}::timestamptz ${order}`);
  if (!text) return;
  const isHandedIn = text === 'handed in';
  const isHeld = text === 'on its way';
  const savedAt = new Date(now.getTime() - (unchanged ? 1 : 0));
  await run(sql`insert into work_draft (order_id, position, pieces, written, expected, revision, saved_by, saved_at, handed_in_at, handed_in_by, send_at, sending)
    select id, 1, ${JSON.stringify(pieces)}::jsonb, ${pieces.length}::int, ${pieces.length}::int, ${revision}::int, ${idOf(text === 'editor' ? 'editor' : 'her')}::bigint, ${savedAt}::timestamptz,
      ${isHandedIn ? now : null}::timestamptz, ${isHandedIn ? idOf('her') : null}::bigint, ${isHeld ? now : null}::timestamptz, ${isHeld ? '{}' : null}::jsonb ${order}`);
}

type Outcome = { status: number; why: string | undefined };
/** Calls the action's endpoint as the screen does. */
async function act(
  name: LineAct,
  person: Person,
  { text }: Pick<State, 'text'>,
  of = number,
): Promise<Outcome> {
  const place = { number: of, position: 1 };
  const path = `lines/${place.number}/1`;
  const basedOn = text ? revision : 0;
  const [call, body] = {
    take: [`${path}/take`, undefined],
    giveBack: [`${path}/give-back`, undefined],
    assign: ['lines/assign', { lines: [place], staffId: people.get('writer')!.id }],
    start: ['lines/start', { lines: [place] }],
    write: [`${path}/draft`, { pieces, message: 'New', basedOn }],
    handIn: [`${path}/hand-in`, { basedOn }],
    handBack: [`${path}/hand-back`, { text: 'Drier, please' }],
    ask: [`${path}/ask`, { text: 'Which year?' }],
    resume: [`${path}/resume`, { text: '1912' }],
    answerPoint: [`${path}/points/1/1`, { outcome: 'done', answer: '' }],
    deliver: [`${path}/deliver`, { basedOn }],
    moveDue: [
      'lines/move-due',
      {
        lines: [place],
        dueOn: businessDays(desk.shop.now(), 20, businessCalendar).at(-1)!,
        reason: 'The menu comes later',
      },
    ],
  }[name] as [string, object | undefined];
  const { status, body: said } = await workAt(desk).post<{
    detail?: string;
    refused?: { why: string }[];
  }>(person, call, body);
  const refused = said?.refused?.[0]?.why;
  return { status: refused === undefined ? status : 409, why: refused ?? said?.detail };
}

/**
 * The actions that a kind of caller can do. Managers can do the same as owners. Another writer can do what `her` can with an
 * unassigned line. Others can do nothing.
 */
function expected(who: string, { owner, editor, her, hers }: State): string | null {
  switch (who) {
    case 'owner':
    case 'manager':
      return owner;
    case 'editor':
      return editor;
    case 'her':
      return her;
    case 'writer':
      return hers ? null : her;
    default:
      return who === 'accountant' ? null : '';
  }
}

for (const [name, state] of Object.entries(states))
  test(`offers exactly the actions that the calls accept, and gives their reasons against others, when work is ${name}`, async () => {
    for (const [who, person] of people) {
      await put(state);
      const seen = await desk.call<DeskLine>('GET', `lines/${number}/1`, { cookie: person.cookie });
      const line = seen.status === 200 ? seen.body : null;
      assert.equal(line && line.may.join(' '), expected(who, state), who);
      for (const one of lineActs) {
        const { status, why } = await act(one, person, state);
        if (status < 300) await put(state);
        const words = `${who}: ${one} answered ${status} ${why}`;
        if (line?.may.includes(one)) assert.ok(status < 300, words);
        else if (line && one in line.whyNot) assert.deepEqual([status, why], [409, line.whyNot[one]], words);
        else assert.ok([403, 404].includes(status) || why === hidden, words);
      }
    }
  });

test('rejects every action on a line of an unpaid order, as if the line did not exist', async () => {
  const { orderNumber } = await desk.shop.placeOrder((await desk.shop.customer()).auth);
  for (const [who, person] of people)
    for (const one of lineActs) {
      const { status, why } = await act(one, person, {}, orderNumber);
      assert.ok([403, 404].includes(status) || why === hidden, `${who}: ${one} answered ${status} ${why}`);
    }
});

test('rejects a submission for review, with the reason, when nobody else may review', async (t) => {
  const small = await openTestDesk();
  t.after(() => small.close());
  const work = workAt(small);
  const [owner, writer] = [await small.join('owner'), await small.join('writer')];
  const { path } = await work.order((await small.shop.customer()).auth);
  const basedOn = await work.write(owner, path);
  const why = 'There’s no one else to review this text. Deliver it yourself.';
  const alone = await work.line(owner, path);
  assert.deepEqual(
    [alone.needsReview, alone.may.includes('deliver'), alone.whyNot['handIn']],
    [false, true, why],
  );
  const refused = await work.post(owner, `${path}/hand-in`, { basedOn });
  assert.deepEqual([refused.status, refused.body.detail], [409, why]);
  // now the owner, who isn't the writer, may review
  await work.done(owner, 'lines/assign', {
    lines: [{ number: path.split('/')[1], position: 1 }],
    staffId: writer.id,
  });
  await work.done(writer, `${path}/hand-in`, { basedOn });
});
