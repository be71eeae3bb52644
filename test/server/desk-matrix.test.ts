/** Access control of the desk: tries every call with every role and every kind of session. */
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { hour, minute } from '#contract/durations.ts';
import type { DeskEndpoint } from '#contract/desk/endpoint.ts';
import { bytesOf } from '#contract/endpoint.ts';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import { deskFileEndpoints } from '#contract/desk/file-endpoints.ts';
import { orderEndpoints } from '#contract/desk/order-endpoints.ts';
import { proposalEndpoints } from '#contract/desk/proposals.ts';
import { replyEndpoints } from '#contract/desk/replies.ts';
import { threadEndpoints } from '#contract/desk/threads.ts';
import { ticketEndpoints } from '#contract/desk/tickets.ts';
import { workEndpoints } from '#contract/desk/work-endpoints.ts';
import { builtInRoles, holds, permissionNames } from '#contract/desk/permissions.ts';
import { sql } from 'kysely';
import { openTestDesk, type TestDesk } from './open-test-desk.ts';

const calls = Object.entries(deskEndpoints) as [string, DeskEndpoint][];

/** `isIn`: whether the session is valid. `permissions`: those of the role. */
type Caller = {
  cookie?: string;
  headers?: Record<string, string>;
  isIn: boolean;
  isStale?: true;
  permissions: readonly string[];
};

/** The ID of a line that does not exist, so that allowed callers get 404. */
const nobodys = '8a6e0804-2bd0-4672-b79d-d97027f9071a';
const lineParams: Record<string, string> = {
  number: 'R-0000-0000',
  position: '1',
  version: '1',
  fileId: nobodys,
  day: '2020-01-01',
  email: 'order-placed',
  list: 'refunds',
  report: 'refunds',
  uploadId: nobodys,
};

let desk: TestDesk;
const callers = new Map<string, Caller>();
const own: Record<string, string> = { key: 'own-empty' };

before(async () => {
  desk = await openTestDesk();
  const { db } = desk.shop.database;
  const owner = await desk.join('owner');
  for (const permission of permissionNames)
    await sql`insert into staff_role (key, label, permissions, refund_limit, adjust_limit)
      values (${permission}, ${permission}, ${[permission]}, 0, 0)`.execute(db);
  await sql`insert into staff_role (key, label, permissions, refund_limit, adjust_limit)
    values ('own-empty', 'Empty', '{}', 0, 0)`.execute(db);
  own['id'] = (await desk.join('own-empty')).id;

  const [stale, idle, locked, left, ended] = [
    await desk.join('owner'),
    await desk.join('owner'),
    await desk.join('owner'),
    await desk.join('owner'),
    await desk.join('owner'),
  ];
  desk.shop.pass(hour);
  await desk.call('GET', 'me', { cookie: stale.cookie });
  desk.shop.pass(hour + minute);
  const out = { isIn: false, permissions: [] };
  await desk.shop.operate('staff', 'lock', locked.email, locked.email);
  const boss = await desk.logIn(owner);
  await desk.call('POST', `people/${left.id}/leave`, { cookie: boss });
  const endedCookie = await desk.logIn(ended);
  await desk.call('POST', 'logout', { cookie: endedCookie });
  callers.set('anonymous', out);
  const { auth } = await desk.shop.customer();
  callers.set('a customer', { ...out, headers: auth });
  callers.set('a forged cookie', { ...out, cookie: 'A'.repeat(43) });
  callers.set('a session without use', { ...out, cookie: idle.cookie });
  callers.set('a locked person', { ...out, cookie: locked.cookie });
  callers.set('a person who left', { ...out, cookie: left.cookie });
  callers.set('an ended session', { ...out, cookie: endedCookie });
  callers.set('an owner without a fresh proof', {
    cookie: stale.cookie,
    isIn: true,
    isStale: true,
    permissions: ['*'],
  });
  for (const { key, permissions } of builtInRoles)
    callers.set(key, { cookie: (await desk.join(key)).cookie, isIn: true, permissions });
  for (const permission of permissionNames)
    callers.set(`only ${permission}`, {
      cookie: (await desk.join(permission)).cookie,
      isIn: true,
      permissions: [permission],
    });
});
after(() => desk.close());

type Wanted = 'allowed' | 'logged out' | 'proof needed' | 'not allowed';

function wantedOf({ may, fresh }: DeskEndpoint, { isIn, isStale, permissions }: Caller): Wanted {
  if (may === 'anyone') return 'allowed';
  if (!isIn) return 'logged out';
  if (may !== 'staff' && !holds(permissions, may)) return 'not allowed';
  return fresh && isStale ? 'proof needed' : 'allowed';
}

function found(status: number, type: string | undefined): string {
  if (status === 401 && type === '/problems/logged-out') return 'logged out';
  if (status === 401 && type === '/problems/proof-needed') return 'proof needed';
  if (status === 403) return 'not allowed';
  // the body is empty, so an allowed call may still reject it
  return [200, 204, 400, 404, 409].includes(status) ? 'allowed' : `${status}`;
}

const refusals = async () => {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from audit_entry where action = 'refused'`.execute(desk.shop.database.db);
  return rows[0]!.n;
};

test('allows each role of staff exactly the calls in the table', async (t) => {
  // calls that end the caller's session, or lock the person, run last
  const last = ['leave', 'logOut'];
  const wrong: string[] = [];
  let [cells, refused] = [0, 0];
  const before = await refusals();
  for (const [name, endpoint] of calls.toSorted(([a], [b]) => last.indexOf(a) - last.indexOf(b)))
    for (const [kind, caller] of callers) {
      const path = endpoint.path
        .slice('/api/desk/'.length)
        .replaceAll(/:(\w+)/g, (_, param: string) =>
          name === 'endMySession'
            ? crypto.randomUUID()
            : name === 'revokeInvitation'
              ? '0'.repeat(64)
              : (lineParams[param] ?? own[param]!),
        );
      const bytes = bytesOf(endpoint.body);
      const answer = await desk.call(endpoint.method, path, {
        ...(caller.cookie ? { cookie: caller.cookie } : {}),
        headers: { ...caller.headers, ...(bytes ? { 'content-type': bytes } : {}) },
        ...(endpoint.body ? { body: bytes ? Buffer.from('x') : {} } : {}),
      });
      const wanted = wantedOf(endpoint, caller);
      const is = found(answer.status, (answer.body as { type?: string } | undefined)?.type);
      if (is !== wanted) wrong.push(`${name}, ${kind}: ${answer.status} ${is}, not ${wanted}`);
      if (wanted === 'proof needed') refused += 1;
      if (wanted === 'not allowed') {
        refused += 1;
        if (answer.body.needs !== endpoint.may) wrong.push(`${name}, ${kind} needs ${answer.body.needs}`);
      }
      if (endpoint.may !== 'anyone')
        assert.equal(answer.headers['cache-control'], 'no-store', `${name}, ${kind}`);
      cells += 1;
    }
  assert.deepEqual(wrong, []);
  assert.ok(cells >= 4_500, `${cells} cells`);
  assert.equal((await refusals()) - before, refused, 'one entry for each refusal');
  t.diagnostic(`${cells} cells`);
});

test('requires a new login proof for every call that changes people, roles or login methods', () => {
  const free = [
    'logOut',
    'beginProof',
    'prove',
    'savePreferences',
    'saveNotifications',
    // these change no permissions
    'setWorkMinutes',
    'setOpenLimit',
    'setAway',
    'setHoliday',
    'sendExampleEmail',
    'verifyLog',
    'addOrderNote',
    'addCustomerNote',
    'declineApproval',
    'withdrawApproval',
    // these decide about no money: they check, dismiss, or repeat decisions of the provider or the shop
    'checkMoney',
    'retryEvents',
    'dismissEvent',
    'resendEmails',
    'syncPayment',
    'answerDispute',
  ];
  for (const [name, { method, may, fresh }] of calls)
    if (
      method === 'POST' &&
      may !== 'anyone' &&
      !(
        name in
        {
          ...workEndpoints,
          ...threadEndpoints,
          ...ticketEndpoints,
          ...replyEndpoints,
          ...proposalEndpoints,
          ...deskFileEndpoints,
        }
      )
    )
      assert.equal(fresh === true, !free.includes(name), name);
  for (const [name, { method, fresh }] of Object.entries(orderEndpoints) as [string, DeskEndpoint][])
    assert.equal(fresh === true, method === 'POST' && !name.endsWith('Note'), name);
});

test('has a row in the table for every route of the desk', () => {
  const paths = new Set(calls.map(([, { path }]) => path.toLowerCase()));
  const parents: string[] = [];
  for (const line of desk.shop.app.http.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent, part] = /^([│├└─ ]*)(\S+) \(/u.exec(line) ?? [];
    if (part === undefined) continue;
    parents.length = indent!.length / 4 - 1;
    parents.push(part);
    const path = parents.join('').toLowerCase();
    if (path.startsWith('/api/desk/') && path !== '/api/desk/*') assert.ok(paths.has(path), path);
  }
});

test('writes one audit entry for each changing call, without a name or an address', async () => {
  const owner = await desk.join('owner');
  const marked = 'Zanzibar';
  const code = desk.codeOf(await desk.shop.operate('staff', 'invite', 'own-empty'));
  const { passkey } = await desk.makePasskey(code);
  const body = { code, name: marked, email: `${marked}@staff.test`, passkey: { ...passkey, label: marked } };
  const joined = await desk.call<{ me: { id: string } }>('POST', 'welcome', { body });
  const { id } = joined.body.me;
  const none = { refund: 0, adjust: 0 };
  const act = async (path: string, sent?: object) => {
    const answer = await desk.call<{ key?: string }>('POST', path, {
      cookie: owner.cookie,
      ...(sent ? { body: sent } : {}),
    });
    assert.ok(answer.status < 300, `${path} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const { rows: start } = await sql<{ place: bigint }>`select max(place) as place from audit_entry`.execute(
    desk.shop.database.db,
  );
  await act('people/invite', { role: 'reader' });
  await act(`people/${id}`, { role: 'reader', limits: null });
  await act(`people/${id}/let-back-in`);
  const open = await desk.call<{ invitations: { id: string }[] }>('GET', 'people/invitations', owner);
  await act(`people/invitations/${open.body.invitations[0]!.id}/revoke`);
  await act(`people/${id}/lock`);
  await act(`people/${id}/unlock`);
  await act(`people/${id}/sessions/end`);
  await act(`people/${id}/leave`);
  const seen = { label: marked, permissions: ['log.see'], limits: none };
  const added = await act('roles', seen);
  await act(`roles/${added.key}`, { ...seen, label: `${marked} 2`, seen });
  await act('me', { publicName: marked, singleKeys: true });
  await act('me/recovery-codes');
  await act('logout');
  const { rows } = await sql<{ action: string; actor: string; all: string }>`
    select action, actor, to_jsonb(e)::text as all from audit_entry e where place > ${start[0]!.place} order by place`.execute(
    desk.shop.database.db,
  );
  assert.deepEqual(
    rows.map(({ action }) => action),
    [
      'invite',
      'change-person',
      'let-back-in',
      'revoke-invitation',
      'lock-person',
      'unlock-person',
      'end-sessions',
      'leave',
      'add-role',
      'change-role',
      'save-preferences',
      'renew-recovery-codes',
      'log-out',
    ],
  );
  for (const { actor, all } of rows) {
    assert.equal(actor, `staff:${owner.id}`);
    assert.ok(!all.includes('@') && !/zanzibar/i.test(all), all);
  }
});
