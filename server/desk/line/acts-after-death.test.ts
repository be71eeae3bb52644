/**
 * The process dies after each statement of each act of staff, another process starts, and the person retries: the act takes
 * effect exactly once.
 */
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { minute } from '#contract/durations.ts';
import type { DeskLine } from '#contract/desk/work.ts';
import { dieAtEach, openMortalDesk } from '#test/server/open-mortal-desk.ts';
import type { Person, TestDesk } from '#test/server/open-test-desk.ts';
import { uniqueTexts, workAt } from '#test/server/work-at-desk.ts';
import { sql } from 'kysely';

let lives: Awaited<ReturnType<typeof openMortalDesk>>;
let email: string;
const people: Record<string, Person> = {};
before(async () => {
  lives = await openMortalDesk();
  for (const role of ['owner', 'editor', 'writer']) people[role] = await lives.desk.join(role);
  ({ email } = await lives.desk.shop.customer());
});
after(() => lives.close());

type Who = 'owner' | 'editor' | 'writer';
/** One line in one round: the cookies of its staff, and the text that its writer typed. */
type Round = {
  number: string;
  path: string;
  cookies: Record<Who, string>;
  pieces: { key: string; text: string }[];
  headers: Record<string, string>;
};
type Call = { by: Who; path: string; body?: object };
type Act = {
  /** The calls that precede the act. */
  before: (round: Round) => Call[];
  call: (round: Round) => Call;
  /** The audit entry that the act writes once; undefined when it writes none. */
  entry: { action: string; of: (round: Round) => string } | undefined;
  /** The part of the line that the act changes. */
  leaves: (line: DeskLine) => unknown;
  expected: unknown;
  /** The recipient and subject of the one email that the act sends; undefined when it sends none. */
  sends?: { to: 'customer' | Who; subject: RegExp };
  /** The subject of an email that the act prevents. */
  stops?: RegExp;
};

const save = (round: Round): Call => ({
  by: 'writer',
  path: `${round.path}/draft`,
  body: { pieces: round.pieces, message: 'For you', basedOn: 0 },
});
const submit = ({ path }: Round): Call => ({ by: 'writer', path: `${path}/hand-in`, body: { basedOn: 1 } });
const deliver = ({ path }: Round): Call => ({ by: 'editor', path: `${path}/deliver`, body: { basedOn: 1 } });
const reply = ({ number }: Round): Call => ({
  by: 'editor',
  path: `tickets/${number}/messages`,
  body: { text: 'It can be drier.', seen: 0 },
});
const ofLine = ({ number }: Round) => `line ${number} 1`;
const ofOrder = ({ number }: Round) => `order ${number}`;

const acts: Record<string, Act> = {
  'saves a first text': {
    before: () => [],
    call: save,
    entry: undefined,
    leaves: ({ status, draft, assignee }) => [status, draft?.revision, draft?.message, assignee?.id],
    expected: ['inProgress', 1, 'For you', 'writer'],
    sends: { to: 'customer', subject: /started/i },
  },
  'assigns a line': {
    before: () => [],
    call: ({ number }) => ({
      by: 'owner',
      path: 'lines/assign',
      body: { lines: [{ number, position: 1 }], staffId: people['writer']!.id },
    }),
    entry: { action: 'assign', of: ofLine },
    leaves: ({ assignee }) => assignee?.id,
    expected: 'writer',
    sends: { to: 'writer', subject: /^Assigned to you/ },
  },
  'submits a text for review': {
    before: (round) => [save(round)],
    call: submit,
    entry: { action: 'hand-in', of: ofLine },
    leaves: ({ draft, handedInAt }) => [draft?.revision, handedInAt !== null],
    expected: [1, true],
  },
  'returns a text with a note': {
    before: (round) => [save(round), submit(round)],
    call: ({ path }) => ({ by: 'editor', path: `${path}/hand-back`, body: { text: 'No puns' } }),
    entry: { action: 'hand-back', of: ofLine },
    leaves: ({ handedInAt, notes }) => [handedInAt, notes.map(({ text }) => text)],
    expected: [null, ['No puns']],
    sends: { to: 'writer', subject: /^Returned with a note/ },
  },
  'asks the customer': {
    before: (round) => [save(round)],
    call: ({ path }) => ({ by: 'editor', path: `${path}/ask`, body: { text: 'Which town?' } }),
    entry: undefined,
    leaves: ({ status, events }) => [status, events.filter(({ to }) => to === 'needsInfo').length],
    expected: ['needsInfo', 1],
    sends: { to: 'customer', subject: /question/i },
  },
  'undoes a delivery': {
    before: (round) => [save(round), submit(round), deliver(round)],
    call: ({ path }) => ({ by: 'editor', path: `${path}/deliver/undo` }),
    entry: { action: 'undo-delivery', of: ofLine },
    leaves: ({ versions, sendAt, draft }) => [versions.length, sendAt, draft?.revision],
    expected: [0, null, 1],
    stops: /ready/,
  },
  'sends a reply': {
    before: () => [],
    call: reply,
    entry: { action: 'send-message', of: ofOrder },
    leaves: () => undefined,
    expected: undefined,
    sends: { to: 'customer', subject: /^A message about/ },
  },
  'undoes a reply': {
    before: (round) => [reply(round)],
    call: ({ number }) => ({ by: 'editor', path: `tickets/${number}/messages/undo` }),
    entry: { action: 'undo-message', of: ofOrder },
    leaves: () => undefined,
    expected: undefined,
    stops: /^A message about/,
  },
};

async function openRound(desk: TestDesk): Promise<Round> {
  const cookies = {
    owner: await desk.logIn(people['owner']!),
    editor: await desk.logIn(people['editor']!),
    writer: await desk.logIn(people['writer']!),
  };
  const headers = desk.shop.bearer((await desk.shop.logIn(email)).accessToken);
  const { number, path } = await workAt(desk).order(headers);
  const pieces = uniqueTexts(await workAt(desk).line({ cookie: cookies.owner }, path));
  await desk.shop.app.jobs.drain();
  return { number, path, cookies, pieces, headers };
}
const run = (desk: TestDesk, { cookies }: Round, { by, path, body }: Call) =>
  desk.call('POST', path, { cookie: cookies[by], ...(body ? { body } : {}) });

/**
 * The distinct emails about the round's order to one recipient. An email that is sent twice has one Message-ID, so a mailbox
 * shows it once.
 */
async function lettersOf(desk: TestDesk, { number }: Round, to: 'customer' | Who) {
  const letters = await desk.shop.emailsTo(to === 'customer' ? email : people[to]!.email);
  const about = letters.filter(({ text }) => text?.includes(number));
  return [...new Map(about.map((letter) => [letter.messageId, letter])).values()];
}

/**
 * Carries out an act while the process dies, retries it, and checks that it took effect once. Returns whether the process died.
 */
async function actOnce(act: Act, { ofCall = Infinity, ofJobs = Infinity }): Promise<boolean> {
  const first = lives.desk;
  const round = await openRound(first);
  for (const call of act.before(round)) {
    const { status, body } = await run(first, round, call);
    assert.ok(status < 300, `${call.path}: ${JSON.stringify(body)}`);
  }
  const call = act.call(round);
  const diedInCall = await lives.dieAt(ofCall, () => run(first, round, call));
  if (diedInCall) {
    const again = await run(lives.desk, round, call);
    assert.ok([200, 204, 409].includes(again.status), JSON.stringify(again.body));
  }
  // emails to staff are sent at least 15 minutes after the last one
  const diedInJobs = await lives.finishJobs(ofJobs, 6 * minute);
  const { desk } = lives;
  const words = JSON.stringify({ ofCall, ofJobs });
  const line = await workAt(desk).line({ cookie: round.cookies.owner }, round.path);
  const { id } = people['writer']!;
  const plain: unknown = JSON.parse(
    JSON.stringify(act.leaves(line) ?? null).replaceAll(`"${id}"`, '"writer"'),
  );
  assert.deepEqual(plain, act.expected ?? null, words);
  if (act.entry) {
    const { rows } =
      await sql`select 1 from audit_entry where action = ${act.entry.action} and subject = ${act.entry.of(round)}`.execute(
        desk.shop.database.db,
      );
    assert.equal(rows.length, 1, `${act.entry.action}, ${words}`);
  }
  if (act.sends) {
    const { to, subject } = act.sends;
    const sent = (await lettersOf(desk, round, to)).filter((letter) => subject.test(letter.subject ?? ''));
    assert.equal(sent.length, 1, `${words}: ${sent.map((letter) => letter.subject).join(', ')}`);
  }
  if (act.stops) {
    const sent = (await lettersOf(desk, round, 'customer')).filter(({ subject }) =>
      act.stops!.test(subject ?? ''),
    );
    assert.deepEqual(
      sent.map(({ subject }) => subject),
      [],
      words,
    );
  }
  return diedInCall || diedInJobs;
}

for (const [name, act] of Object.entries(acts))
  test(`${name} once when the process dies after any statement of the call`, async (t) => {
    const deaths = await dieAtEach((ofCall) => actOnce(act, { ofCall }), 1);
    t.diagnostic(`${deaths} deaths`);
    assert.ok(deaths >= 2, `${deaths} deaths`);
  });

for (const name of ['returns a text with a note', 'sends a reply'])
  test(`${name} with one email when the process dies after any statement of the jobs`, async (t) => {
    const deaths = await dieAtEach((ofJobs) => actOnce(acts[name]!, { ofJobs }), 1);
    t.diagnostic(`${deaths} deaths`);
    assert.ok(deaths >= 2, `${deaths} deaths`);
  });
