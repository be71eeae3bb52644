import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { DeskEndpoint } from '#contract/desk/endpoint.ts';
import { deskEndpoints, type DeskEndpointName } from '#contract/desk/endpoints.ts';
import { minute } from '#contract/durations.ts';
import type { CreatedTicket } from '#contract/storefront/support.ts';
import { addBooksActs } from './books-acts.ts';
import { addMoneyActs } from './money-acts.ts';
import { addSettingsActs } from './settings-acts.ts';
import { addProposalActs } from './proposal-acts.ts';
import { openFakeAuthenticator } from './fake-authenticator.ts';
import { deskOrigin, type Person, staffPassword, type TestDesk } from './open-test-desk.ts';
import { staffPost, uploadFile } from './upload-file.ts';
import { workAt } from './work-at-desk.ts';

/** A call of the desk that succeeds, alone or after calls without an audit entry. `entry`: its audit action; null: none. */
export type DeskAct = { name: DeskEndpointName; entry: string | null; act: () => Promise<unknown> };

/** Part of every text that is typed in the acts. */
export const marked = 'Zanzibar';
const reason = `${marked} asked for it`;

/** A passkey's ceremony, as the server begins it. */
type Begun = { id: string; publicKey: Record<string, unknown> };

/** Creates the acts for one shop. They must run in their order, within ten minutes of the shop's clock. */
export async function openDeskActs(
  desk: TestDesk,
): Promise<{ acts: DeskAct[]; done: Set<DeskEndpointName> }> {
  const { shop } = desk;
  const done = new Set<DeskEndpointName>();
  const acts: DeskAct[] = [];
  const [owner, writer, other, support] = [
    await desk.join('owner'),
    await desk.join('writer'),
    await desk.join('reader'),
    await desk.join('support'),
  ];
  const { auth, email } = await shop.customer();
  const unowned = await shop.customer();
  const idOf = async (address: string) => {
    const { rows } = await sql<{ id: bigint }>`select id from customer where email = ${address}`.execute(
      shop.database.db,
    );
    return String(rows[0]!.id);
  };
  const [customer, erased] = [await idOf(email), await idOf(unowned.email)];
  const [first, second, third] = [
    await workAt(desk).order(auth),
    await workAt(desk).order(auth),
    await workAt(desk).order(auth),
  ];

  /** Makes a call that must succeed. `who`: null for a visitor. */
  async function call<Body = Record<string, unknown>>(
    name: DeskEndpointName,
    who: { cookie: string } | null,
    path: string,
    body?: object,
  ): Promise<Body> {
    const { method } = deskEndpoints[name] as DeskEndpoint;
    assert.equal(endpointOf(method, path), name);
    const answer = await desk.call<Body>(method, path, {
      ...(who ? { cookie: who.cookie } : {}),
      ...(body ? { body } : {}),
    });
    assert.ok(answer.status < 300, `${name}: ${JSON.stringify(answer.body)}`);
    done.add(name);
    return answer.body;
  }
  const add = (name: DeskEndpointName, entry: string | null, act: () => Promise<unknown>) =>
    void acts.push({ name, entry, act });
  /** Adds an act of one call. */
  const one = (
    name: DeskEndpointName,
    entry: string | null,
    who: Person | null,
    path: string,
    body?: object,
  ) => add(name, entry, () => call(name, who, path, body));

  addWork();
  addFiles();
  addMessages();
  addCustomers();
  addMoneyActs({ call, add, done, desk }, { owner, support, number: first.number, text: marked });
  addBooksActs({ call, add, done, desk }, { owner, text: marked });
  addPeople();
  addAccount();
  addLogins();
  return { acts, done };

  function addWork() {
    const { path } = first;
    let revision = 0;
    const save = async (person: Person) => {
      const { sheet } = await workAt(desk).line(owner, path);
      const pieces = workAt(desk)
        .textsFor({ sheet })
        .map(({ key, text }) => ({ key, text: `${text} in ${marked}` }));
      const saved = await call<{ revision: number }>('saveDraft', person, `${path}/draft`, {
        pieces,
        message: `${marked} is lovely`,
        basedOn: revision,
      });
      revision = saved.revision;
    };
    one('listLines', null, owner, 'lines');
    one('takeLine', 'take', writer, `${path}/take`);
    one('giveBackLine', 'give-back', writer, `${path}/give-back`);
    one('listWriters', null, owner, 'writers');
    one('moveDueDates', 'move-due', owner, 'lines/move-due', {
      lines: [{ number: first.number, position: 1 }],
      dueOn: '2026-12-01',
      reason: `${marked} is late`,
    });
    one('assignLines', 'assign', owner, 'lines/assign', {
      lines: [{ number: first.number, position: 1 }],
      staffId: writer.id,
    });
    one('startLines', 'start', writer, 'lines/start', { lines: [{ number: first.number, position: 1 }] });
    add('saveDraft', null, () => save(writer));
    add('saveDraft', null, () => save(writer));
    one('checkWork', null, writer, `${path}/check`, { pieces: [{ key: 'slogan-1', text: marked }] });
    one('showLine', null, writer, path);
    one('listEarlierWork', null, writer, `${path}/earlier-work`);
    one('listEarlierDrafts', null, writer, `${path}/earlier-drafts`);
    add('handIn', 'hand-in', () => call('handIn', writer, `${path}/hand-in`, { basedOn: revision }));
    one('handBack', 'hand-back', owner, `${path}/hand-back`, { text: `Less ${marked}` });
    one('askCustomer', 'ask', owner, `${path}/ask`, { text: `Which ${marked}?` });
    one('resumeWork', 'resume', owner, `${path}/resume`, { text: `${marked} in the east` });
    add('deliver', 'send-delivery', () => call('deliver', owner, `${path}/deliver`, { basedOn: revision }));
    one('undoDelivery', 'undo-delivery', owner, `${path}/deliver/undo`);
    add('deliver', 'send-delivery', () => call('deliver', owner, `${path}/deliver`, { basedOn: revision }));
    add('showVersion', 'deliver', async () => {
      shop.pass(minute / 4);
      await shop.app.jobs.drain();
      await call('showVersion', owner, `${path}/deliveries/1`);
    });
    add('answerPoint', 'answer-point', async () => {
      const asked = await shop.send('POST', `/api/orders/${first.number}/lines/1/revision`, {
        headers: auth,
        body: { version: 1, points: [], text: `More ${marked}` },
      });
      assert.equal(asked.status, 204, JSON.stringify(asked.body));
      await call('answerPoint', writer, `${path}/points/1/1`, { outcome: 'done', answer: `${marked} is in` });
    });
    one('addNote', 'add-note', owner, `${path}/notes`, { text: `${marked} on the line` });
    add('removeNote', 'remove-note', async () => {
      const { notes } = await workAt(desk).line(owner, path);
      await call('removeNote', owner, `notes/${notes.find(({ canRemove }) => canRemove)!.id}/remove`);
    });
    one('showToday', null, owner, 'today');
    one('showLoad', null, owner, 'reports/load');
    one('showOnTime', null, owner, 'reports/on-time?days=366');
    one('showAnswers', null, owner, 'reports/answers?days=366');
    one('next', null, owner, 'next', {});
    one('search', null, owner, `search?q=${first.number}`);
    one('pulse', null, owner, 'pulse', { at: `line ${first.number} 1`, isWriting: true });
  }

  function addFiles() {
    // the content is JSON, because the test's calls parse JSON
    const upload = () => uploadFile(staffPost(desk, writer), `${marked}.txt`, `"${marked}"`);
    let file = '';
    add('beginDeskUpload', null, async () => {
      file = (await upload()).id;
      done.add('beginDeskUpload').add('sendDeskPart');
    });
    add('showDeskFile', null, () => call('showDeskFile', writer, `files/${file}`));
    add('addDraftFiles', 'add-files', () =>
      call('addDraftFiles', writer, `${first.path}/files`, { files: [file] }),
    );
    add('removeDeskFile', 'remove-file', () => call('removeDeskFile', writer, `files/${file}/remove`));
  }

  function addMessages() {
    const path = `tickets/${first.number}/messages`;
    const write = () =>
      shop.send('POST', `/api/orders/${first.number}/messages`, {
        headers: auth,
        body: { text: `Where is ${marked}?` },
      });
    add('showThread', null, async () => {
      await write();
      await call('showThread', owner, path);
    });
    one('answerCustomer', 'send-message', owner, path, { text: `${marked} is an island`, seen: 1 });
    one('undoAnswer', 'undo-message', owner, `${path}/undo`);
    one('closeThread', 'close-messages', owner, `${path}/close`, { seen: 1 });
    add('listDeskTickets', null, async () => {
      const closed = await call<{ tickets: unknown[] }>('listDeskTickets', owner, 'tickets?show=closed');
      assert.equal(closed.tickets.length, 1);
    });
    one('showDeskTicket', null, owner, `tickets/${first.number}`);
    one('reopenTicket', 'reopen-ticket', owner, `tickets/${first.number}/reopen`);
    one('takeTicket', 'take-ticket', owner, `tickets/${first.number}/take`);
    one('giveBackTicket', 'give-back-ticket', owner, `tickets/${first.number}/give-back`);
    one('listAnswerers', null, owner, 'answerers');
    one('assignTicket', 'assign-ticket', owner, `tickets/${first.number}/assign`, { staffId: owner.id });
    one('addTicketNote', 'add-note', owner, `tickets/${first.number}/notes`, { text: `${marked} again` });
    one('snoozeTicket', 'snooze-ticket', owner, `tickets/${first.number}/snooze`, {
      until: '2026-12-24',
      seen: 1,
    });
    add('linkTicket', 'link-ticket', async () => {
      const body = { name: marked, email: `${marked}@example.com`, message: `Where is ${marked}?` };
      const sent = await shop.send<CreatedTicket>('POST', '/api/support/create-ticket', { body });
      await call('linkTicket', owner, `tickets/${sent.body.ticketNumber}/link`, { to: first.number });
    });
    addReplies();
    addProposalActs({ call, add }, { owner, number: first.number, text: marked });
    one('markSpam', 'mark-spam', owner, `tickets/${first.number}/spam`, { seen: 1 });
    one('listDeskOrders', null, owner, 'orders');
    one('showDeskOrder', null, owner, `orders/${first.number}`);
    one('addOrderNote', 'add-note', owner, `orders/${first.number}/notes`, {
      text: `${marked} on the order`,
    });
    one('cancelDeskOrder', 'cancel', owner, `orders/${second.number}/cancel`, {
      reason,
      refundTo: 'balance',
    });
    one('cancelDeskOrder', 'cancel', owner, `orders/${third.number}/cancel`, {
      reason,
      refundTo: 'original',
    });
  }

  function addReplies() {
    const body = { title: marked, text: `${marked}, {firstName}` };
    let id = '';
    add('addReply', 'add-reply', async () => {
      ({ id } = await call<{ id: string }>('addReply', owner, 'replies', body));
    });
    one('listReplies', null, owner, 'replies');
    add('changeReply', 'change-reply', () =>
      call('changeReply', owner, `replies/${id}`, { ...body, text: `Dear ${body.text}`, seen: body }),
    );
    add('deleteReply', 'delete-reply', () => call('deleteReply', owner, `replies/${id}/delete`));
  }

  function addCustomers() {
    const path = `customers/${customer}`;
    const adjust = (direction: 'credit' | 'debit') =>
      one('adjustCustomer', direction, owner, `${path}/adjust`, {
        requestId: crypto.randomUUID(),
        direction,
        amount: 100,
        reason,
      });
    one('listCustomers', 'list-customers', owner, `customers?q=an`);
    one('showCustomer', 'see-customer', owner, path);
    one('showStatement', null, owner, `${path}/statement`);
    one('addCustomerNote', 'add-note', owner, `${path}/notes`, { text: `${marked} on the customer` });
    adjust('credit');
    adjust('debit');
    one('lockCustomer', 'lock', owner, `${path}/lock`, { reason });
    one('unlockCustomer', 'unlock', owner, `${path}/unlock`, { reason });
    one('logOutCustomer', 'log-out', owner, `${path}/log-out`, { reason });
    one('exportCustomer', 'export', owner, `${path}/export`);
    one('eraseCustomer', 'erase', owner, `customers/${erased}/erase`, { confirm: unowned.email });
    one('listLog', null, owner, 'log');
    one('verifyLog', null, owner, 'log/verify');
    add('exportLog', 'export-log', async () => {
      await desk.download('log/export', owner, { subject: marked, from: '2026-11-01' });
      done.add('exportLog');
    });
  }

  function addPeople() {
    const limits = { refund: 100, adjust: 100 };
    const role = { label: marked, permissions: ['log.see'], limits };
    one('listPeople', null, owner, 'people');
    one('invite', 'invite', owner, 'people/invite', { role: 'reader' });
    add('revokeInvitation', 'revoke-invitation', async () => {
      const { invitations } = await call<{ invitations: { id: string }[] }>(
        'listInvitations',
        owner,
        'people/invitations',
      );
      await call('revokeInvitation', owner, `people/invitations/${invitations[0]!.id}/revoke`);
    });
    one('changePerson', 'change-person', owner, `people/${other.id}`, { role: 'writer', limits });
    one('setWorkMinutes', 'set-minutes', owner, `people/${other.id}/minutes`, { minutes: 240 });
    one('setOpenLimit', 'set-open-limit', owner, `people/${other.id}/open-limit`, { most: null });
    one('setAway', 'set-away', owner, `people/${other.id}/away`, { backOn: null });
    one('lockPerson', 'lock-person', owner, `people/${other.id}/lock`);
    one('unlockPerson', 'unlock-person', owner, `people/${other.id}/unlock`);
    one('listSessions', null, owner, `people/${other.id}/sessions`);
    one('endSessions', 'end-sessions', owner, `people/${other.id}/sessions/end`);
    one('letBackIn', 'let-back-in', owner, `people/${other.id}/let-back-in`);
    one('leave', 'leave', owner, `people/${other.id}/leave`);
    one('listRoles', null, owner, 'roles');
    let key = '';
    add('addRole', 'add-role', async () => {
      ({ key } = await call<{ key: string }>('addRole', owner, 'roles', role));
    });
    add('changeRole', 'change-role', () =>
      call('changeRole', owner, `roles/${key}`, { ...role, label: `${marked} again`, seen: role }),
    );
    addSettingsActs(one, owner);
  }

  function addAccount() {
    one('describeApi', null, owner, 'openapi.json');
    one('showMe', null, owner, 'me');
    one('savePreferences', 'save-preferences', owner, 'me', { publicName: marked, singleKeys: true });
    one('saveNotifications', 'save-notifications', owner, 'me/notifications', { emails: [], backOn: null });
    add('prove', null, async () => {
      const begun = await call<Begun>('beginProof', owner, 'proof/options');
      await call('prove', owner, 'proof', {
        passkey: { id: begun.id, response: owner.authenticator.answer(begun) },
      });
    });
    const phone = openFakeAuthenticator(deskOrigin);
    add('addPasskey', 'add-passkey', async () => {
      const begun = await call<Begun>('beginPasskey', owner, 'me/passkeys/options');
      await call('addPasskey', owner, 'me/passkeys', {
        id: begun.id,
        response: phone.register(begun),
        label: marked,
      });
    });
    one('removePasskey', 'remove-passkey', owner, `me/passkeys/${phone.id}/remove`);
    let secret = '';
    add('setPassword', 'set-password', async () => {
      ({ secret } = await call<{ secret: string }>('offerCode', owner, 'me/code'));
      await call('setPassword', owner, 'me/password', {
        password: staffPassword,
        secret,
        code: desk.six(secret),
      });
    });
    add('logInWithPassword', 'log-in', () => {
      // waits for the next code, because each code works once
      shop.pass(minute);
      const body = { email: owner.email, password: staffPassword, code: desk.six(secret) };
      return call('logInWithPassword', null, 'login/password', body);
    });
    one('renewRecoveryCodes', 'renew-recovery-codes', owner, 'me/recovery-codes');
  }

  function addLogins() {
    let code = '';
    one('session', null, null, 'session');
    add('recover', 'recovery-code', () =>
      call('recover', null, 'login/recover', { email: writer.email, recoveryCode: writer.recoveryCodes[0]! }),
    );
    add('lookAtInvitation', null, async () => {
      const mails = await shop.emailsTo(writer.email);
      code = /#(\S+)/.exec(mails.at(-1)!.text ?? '')![1]!;
      await call('lookAtInvitation', null, 'welcome/look', { code });
    });
    let cookie = '';
    const tablet = openFakeAuthenticator(deskOrigin);
    add('welcome', 'return log-in', async () => {
      await call('offerWelcomeCode', null, 'welcome/code', { code });
      const begun = await call<Begun>('beginWelcome', null, 'welcome/options', { code });
      const passkey = { id: begun.id, response: tablet.register(begun), label: marked };
      await call('welcome', null, 'welcome', { code, passkey });
    });
    const logIn = async () => {
      const begun = await call<Begun>('beginPasskeyLogin', null, 'login/options');
      const body = { id: begun.id, response: tablet.answer(begun) };
      const answer = await desk.call('POST', 'login/passkey', { body });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      done.add('logInWithPasskey');
      cookie = answer.cookie!;
    };
    add('logInWithPasskey', 'log-in', logIn);
    add('logInWithPasskey', 'log-in', logIn);
    add('endMySession', 'end-session', async () => {
      const { sessions } = await call<{ sessions: { id: string; isCurrent: boolean }[] }>(
        'listMySessions',
        { cookie },
        'me/sessions',
      );
      await call('endMySession', { cookie }, `me/sessions/${sessions.find((one) => !one.isCurrent)!.id}/end`);
    });
    add('logOut', 'log-out', () => call('logOut', { cookie }, 'logout'));
  }
}

const patterns = (Object.entries(deskEndpoints) as [DeskEndpointName, DeskEndpoint][]).map(
  ([name, { method, path }]) => ({
    name,
    method,
    pattern: new RegExp(`^${path.slice('/api/desk/'.length).replaceAll(/:\w+/g, '[^/]+')}$`),
    parameters: path.split(':').length,
  }),
);
/** The endpoint of a path below /api/desk. A fixed path takes precedence over one with parameters. */
export const endpointOf = (method: string, path: string): DeskEndpointName | undefined =>
  patterns
    .filter((one) => one.method === method && one.pattern.test(path.split('?')[0]!))
    .toSorted((a, b) => a.parameters - b.parameters)[0]?.name;
