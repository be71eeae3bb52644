import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { DeskEndpoint } from '#contract/desk/endpoint.ts';
import { bytesOf } from '#contract/endpoint.ts';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import { openTestDesk, type Person, staffPassword, type TestDesk } from '#test/server/open-test-desk.ts';

let desk: TestDesk;
let owner: Person;
before(async () => {
  desk = await openTestDesk({ settings: { RATE_LIMIT_FACTOR: '100000' } });
  owner = await desk.join('owner');
  await desk.shop.app.jobs.drain();
  await desk.shop.app.jobs.stop();
});
after(() => desk.close());

type Json = Record<string, unknown>;

/** A valid body for each call that has one. */
async function bodies(): Promise<Record<string, Json>> {
  const code = desk.codeOf(await desk.shop.operate('staff', 'invite', 'reader'));
  const { authenticator, passkey } = await desk.makePasskey(code);
  const asked = { id: crypto.randomUUID(), publicKey: { challenge: 'AAAA', rpId: 'shop.test' } };
  const gesture = { id: asked.id, response: { ...authenticator.answer(asked) } };
  const limits = { refund: 100, adjust: null };
  const newPassword = { password: 'short', secret: 'A'.repeat(32), code: '123456' };
  const email = 'nobody@staff.test';
  return {
    logInWithPasskey: gesture,
    logInWithPassword: { email, password: staffPassword, code: '123456' },
    recover: { email, recoveryCode: '0'.repeat(24) },
    lookAtInvitation: { code: '0'.repeat(32) },
    beginWelcome: { code: '0'.repeat(32) },
    offerWelcomeCode: { code: '0'.repeat(32) },
    welcome: { code, name: 'Ann', email, passkey },
    prove: { passkey: gesture },
    savePreferences: { name: 'Ann Lee', publicName: 'Ann', singleKeys: true },
    saveNotifications: { emails: ['late'], backOn: null },
    addPasskey: passkey,
    setPassword: newPassword,
    invite: { role: 'nobody' },
    changePerson: { role: 'nobody', limits, orderTypes: [3] },
    addRole: { label: 'Owner', permissions: ['log.see'], limits },
    setWorkMinutes: { minutes: 240 },
    setOpenLimit: { most: 5 },
    setAway: { backOn: null },
    setHoliday: { day: '2027-03-17', isHoliday: true },
    setNetworks: { networks: ['203.0.113.0/24'], seen: [] },
    changeRole: {
      label: 'Owner',
      permissions: ['log.see'],
      limits,
      seen: { label: 'Owner', permissions: ['log.see'], limits },
    },
    ...workBodies,
  };
}

const line = { number: 'R-0000-0000', position: 1 };
const pieces = [{ key: 'slogan-1', text: 'Gone by noon.' }];
const workBodies: Record<string, Json> = {
  moveDueDates: { lines: [line], dueOn: '2026-12-01', reason: 'The menu comes later' },
  assignLines: { lines: [line], staffId: null },
  startLines: { lines: [line] },
  saveDraft: { pieces, message: 'Hello', basedOn: 0 },
  checkWork: { pieces },
  handIn: { basedOn: 1 },
  handBack: { text: 'Shorter, please' },
  askCustomer: { text: 'Which year?' },
  resumeWork: { text: 'In 1912.' },
  answerPoint: { outcome: 'done', answer: 'As you asked.' },
  deliver: { basedOn: 1, reasons: { words: 'The customer agreed to it' } },
  addNote: { text: 'She dislikes puns' },
  beginDeskUpload: { name: 'menu.pdf', bytes: 10 },
  addDraftFiles: { files: ['8a6e0804-2bd0-4672-b79d-d97027f9071a'] },
  next: { after: '/lines/R-0000-0000/1' },
  pulse: { at: 'line R-0000-0000 1', isWriting: false },
  cancelDeskOrder: { reason: 'They changed their mind', refundTo: 'original' },
  refundDeskOrder: {
    requestId: crypto.randomUUID(),
    amount: 100,
    way: 'card',
    reason: 'Sorry for the wait',
    note: 'They called',
    seen: 100,
  },
  addOrderNote: { text: 'A note' },
  answerCustomer: { text: 'It comes tomorrow.', seen: 1 },
  closeThread: { seen: 1 },
  assignTicket: { staffId: '1' },
  addTicketNote: { text: 'A note' },
  snoozeTicket: { until: '2026-12-01', seen: 0 },
  markSpam: { seen: 0 },
  linkTicket: { to: 'R-0000-0000' },
  makeProposal: {
    requestId: crypto.randomUUID(),
    lines: [
      { orderType: 3, details: { quantity: 1, variant: '10', options: {}, express: false, brief: {} } },
    ],
  },
  addReply: { title: 'Hello', text: 'Hello {firstName}' },
  changeReply: { title: 'Hello', text: 'Hello {firstName}', seen: { title: 'Hi', text: 'Hi' } },
  addCustomerNote: { text: 'A note' },
  adjustCustomer: {
    requestId: crypto.randomUUID(),
    direction: 'credit',
    amount: 100,
    reason: 'Sorry for the wait',
    note: 'They called',
    seen: 0,
  },
  lockCustomer: { reason: 'They asked for it' },
  unlockCustomer: { reason: 'They asked for it' },
  logOutCustomer: { reason: 'They asked for it' },
  eraseCustomer: { confirm: 'nobody@example.com' },
  signDay: { note: 'Read against the bank' },
  numberAccounts: { accounts: [{ account: 'cash', number: '2000' }] },
  approve: { seen: 100 },
  retryEvents: { eventId: 'evt_1' },
  dismissEvent: { provider: 'stripe', eventId: 'evt_1', note: 'Another shop’s' },
  resendEmails: { id: '1' },
  answerDispute: { isAnswered: true },
  explainMovement: { provider: 'stripe', livemode: true, id: 'txn_1', explanation: 'fee', note: 'A fee' },
  declineApproval: { note: 'They were refunded already' },
  exportLog: { subject: 'order R-7K3M-Q2XA', who: 'commands', action: 'refund', from: '2026-01-01' },
  exportJournal: { from: '2026-01-01', to: '2026-01-31' },
  exportReport: { from: '2026-01-01', to: '2026-01-31' },
};

const evil: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  '',
  ' ',
  '\0',
  'a\u0000b',
  '\ud800',
  '\u202e',
  "' or '1'='1",
  "'; drop table staff; --",
  '%00',
  '../..',
  '__proto__',
  '9'.repeat(30),
  '٣٣٣٣٣٣',
  'e\u0301'.repeat(3_000),
  'x'.repeat(20_000),
  '!'.repeat(100),
  'A',
  'AA',
  [],
  [[]],
  ['*'],
  Array.from({ length: 900 }, () => 'log.see'),
  {},
  { toString: 1 },
];

function* places(value: unknown, path: string[] = []): Generator<string[]> {
  if (path.length > 0) yield path;
  if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) yield* places(inner, [...path, key]);
}

function withValue(body: Json, path: string[], value: unknown): Json {
  const changed = structuredClone(body);
  let at = changed;
  for (const key of path.slice(0, -1)) at = at[key] as Json;
  at[path.at(-1)!] = value;
  return changed;
}

function assertAnswered(what: string, { status, body }: { status: number; body: unknown }): void {
  assert.ok([200, 204, 400, 404, 409].includes(status), `${what}: ${status} ${JSON.stringify(body)}`);
  assert.doesNotMatch(
    JSON.stringify(body ?? ''),
    /\.ts\b|node_modules|syntax error|SQLSTATE|postgres/i,
    what,
  );
}

const named = Object.entries(deskEndpoints) as [string, DeskEndpoint][];
const below = (path: string) => path.slice('/api/desk/'.length);

test('answers any value in any field of any body of the desk without a server error', async (t) => {
  const examples = await bodies();
  let sent = 0;
  for (const [name, endpoint] of named) {
    if (!endpoint.body || bytesOf(endpoint.body)) continue;
    const example = examples[name];
    assert.ok(example, `give an example for ${name}`);
    const path = below(endpoint.path)
      .replace(':id', owner.id)
      .replace(':key', 'reader')
      .replace(':number', line.number)
      .replace(':position', '1')
      .replace(':day', '2026-01-01');
    // without a cookie, because a login ends the session of the cookie in its request
    const cookie = endpoint.may === 'anyone' ? undefined : owner.cookie;
    for (const place of places(example))
      for (const value of evil) {
        const answer = await desk.call(endpoint.method, path, {
          cookie,
          body: withValue(example, place, value),
        });
        assertAnswered(`${name} ${place.join('.')} ${JSON.stringify(value).slice(0, 60)}`, answer);
        sent += 1;
      }
    for (const body of ['[]', '"text"', '1', 'null', '{', ''])
      assert.ok(
        [400, 415].includes(
          (
            await desk.call(endpoint.method, path, {
              cookie,
              headers: { 'content-type': 'application/json' },
              body,
            })
          ).status,
        ),
        `${name} ${body}`,
      );
  }
  assert.ok(sent > 1_500, `${sent}`);
  t.diagnostic(`${sent} calls`);
});

test('answers any parameter and any cookie without a server error', async () => {
  const values = evil.filter((value) => typeof value === 'string' || typeof value === 'number');
  for (const [name, { method, path, body: takes }] of named)
    for (const value of values) {
      const typed = encodeURIComponent(String(value).toWellFormed().slice(0, 2_000));
      if (path.includes(':') && typed !== '')
        assertAnswered(
          `${name} ${typed.slice(0, 60)}`,
          await desk.call(method, below(path).replaceAll(/:\w+/g, typed), {
            cookie: owner.cookie,
            // longer parameters match no route, so only short ones need a body of bytes
            ...(bytesOf(takes) && typed.length <= 100
              ? { body: Buffer.from('x'), headers: { 'content-type': 'application/octet-stream' } }
              : { body: {} }),
          }),
        );
    }
  for (const value of values) {
    const cookie = `desk=${encodeURIComponent(String(value).toWellFormed()).slice(0, 2_000)}`;
    assert.equal((await desk.call('GET', 'me', { headers: { cookie } })).status, 401, cookie.slice(0, 80));
  }
  assert.equal((await desk.call('GET', 'me', { cookie: owner.cookie })).status, 200);
});
