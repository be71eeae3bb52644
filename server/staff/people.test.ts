import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { permissionNames } from '#contract/desk/permissions.ts';
import { sql } from 'kysely';
import { openTestDesk, type Person, staffPassword, type TestDesk } from '#test/server/open-test-desk.ts';

let desk: TestDesk;
let owner: Person;
before(async () => {
  desk = await openTestDesk();
  owner = await desk.join('owner');
});
after(() => desk.close());

type Role = { permissions: string[]; limits?: object; label?: string };
const none = { refund: 0, adjust: 0 };
const post = (path: string, { cookie }: { cookie: string }, body?: unknown) =>
  desk.call<Record<string, string>>('POST', path, { cookie, ...(body === undefined ? {} : { body }) });
async function addRole({ permissions, limits = none, label = `Role ${crypto.randomUUID()}` }: Role) {
  const answer = await post('roles', owner, { label, permissions, limits });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body['key']!;
}

test('rejects granting permissions that the manager lacks, and managing people with more permissions', async () => {
  const key = await addRole({
    permissions: ['staff.manage', 'work.see', 'money.refund'],
    limits: { refund: 1000, adjust: 0 },
  });
  const lead = await desk.join(key);
  const allowed = await addRole({
    permissions: ['work.see', 'money.refund'],
    limits: { refund: 1000, adjust: 0 },
  });
  const above = await addRole({ permissions: ['work.see'], limits: { refund: 1001, adjust: 0 } });
  assert.equal((await post('people/invite', lead, { role: allowed })).status, 200);
  for (const role of ['owner', 'editor', above]) {
    const answer = await post('people/invite', lead, { role });
    assert.deepEqual([answer.status, answer.body['type']], [403, '/problems/not-allowed'], role);
  }
  for (const act of ['lock', 'leave', 'let-back-in', 'sessions/end'])
    assert.equal((await post(`people/${owner.id}/${act}`, lead)).status, 403, act);
  const member = await desk.join(allowed);
  const change = (role: string, limits: object | null) => post(`people/${member.id}`, lead, { role, limits });
  assert.equal((await change('editor', null)).status, 403);
  assert.equal((await change(allowed, { refund: null, adjust: 0 })).status, 403, 'no limit is more');
  assert.equal((await change(allowed, { refund: 999, adjust: 0 })).status, 204);
  const role = { label: 'Mine', limits: none };
  assert.equal(
    (await post('roles', lead, { ...role, permissions: ['work.see', 'keys.manage'] })).status,
    403,
  );
  const added = await post('roles', lead, { ...role, permissions: ['work.see'] });
  assert.equal(added.status, 200);
  const again = await post('roles', lead, { ...role, permissions: ['work.see'] });
  assert.deepEqual([again.status, again.body], [200, added.body], 'sent again');
  assert.equal((await post('roles', lead, { ...role, permissions: ['work.own'] })).status, 400, 'taken');
  for (const act of ['sessions/end', 'lock', 'unlock', 'leave'])
    assert.equal((await post(`people/${member.id}/${act}`, lead)).status, 204, act);
  assert.equal((await post(`people/${member.id}/unlock`, lead)).status, 404, 'has left');
});

test('names the field of a role that grants more than the manager has', async () => {
  const limits = { refund: 1000, adjust: 500 };
  const lead = await desk.join(await addRole({ permissions: ['staff.manage', 'work.see'], limits }));
  const member = await desk.join(await addRole({ permissions: ['work.see'] }));
  const errorsOf = async (path: string, body: object) => {
    const answer = await desk.call('POST', path, { cookie: lead.cookie, body });
    assert.equal(answer.status, 403, JSON.stringify(body));
    return answer.body.errors;
  };
  const change = (role: string, own: object | null) => errorsOf(`people/${member.id}`, { role, limits: own });
  const { role } = member.me;
  assert.deepEqual(await change('owner', { refund: 0, adjust: 0 }), {
    role: ['You can’t grant permissions that you don’t have yourself'],
  });
  assert.deepEqual(await change(role, { refund: 1001, adjust: null }), {
    'limits.refund': ['You can grant up to $10.00, your own limit'],
    'limits.adjust': ['You can grant up to $5.00, your own limit'],
  });
  const generous = await addRole({ permissions: ['work.see'], limits: { refund: 0, adjust: 501 } });
  assert.deepEqual(Object.keys((await change(generous, null)) ?? {}), ['role']);
  assert.deepEqual(Object.keys((await errorsOf('people/invite', { role: generous })) ?? {}), ['role']);
  const added = {
    label: 'More',
    permissions: ['work.see', 'keys.manage'],
    limits: { refund: 0, adjust: 501 },
  };
  assert.deepEqual(Object.keys((await errorsOf('roles', added)) ?? {}).toSorted(), [
    'limits.adjust',
    'permissions',
  ]);
  assert.equal(
    (await errorsOf(`people/${owner.id}`, { role, limits: null })) ?? null,
    null,
    'no field is wrong',
  );
});

test('keeps at least one active person for each permission', async () => {
  const own = await openTestDesk();
  try {
    const first = await own.join('owner');
    const act = (path: string, body?: unknown) =>
      own.call('POST', path, { cookie: first.cookie, ...(body === undefined ? {} : { body }) });
    for (const [path, body] of [
      [`people/${first.id}/lock`],
      [`people/${first.id}/leave`],
      [`people/${first.id}`, { role: 'manager', limits: null }],
    ] as const) {
      const answer = await act(path, body);
      assert.equal(answer.status, 409, path);
      assert.match(
        answer.body.detail ?? '',
        /no one with these permissions: .*“Invite people, change their roles and end their sessions”/,
      );
    }
    assert.equal((await own.call('GET', 'me', { cookie: first.cookie })).status, 200);
    const second = await own.join('owner');
    // two owners remove each other at once: one remains, and the other's call is rejected or finds no session
    for (let round = 0; round < 6; round += 1) {
      for (const { email } of [first, second]) await own.shop.operate('staff', 'unlock', email);
      const cookies = [await own.logIn(first), await own.logIn(second)];
      const answers = await Promise.all(
        [second, first].map(({ id }, n) => own.call('POST', `people/${id}/lock`, { cookie: cookies[n] })),
      );
      assert.match(answers.map(({ status }) => status).join(' '), /^(?:204 (?:409|401)|(?:409|401) 204)$/);
    }
  } finally {
    await own.close();
  }
});

test('lets the operator lock the last owner and create a new one', async () => {
  const own = await openTestDesk();
  try {
    const first = await own.join('owner');
    await own.shop.operate('staff', 'lock', first.email, first.email);
    assert.equal((await own.call('GET', 'me', { cookie: first.cookie })).status, 401);
    assert.match(await own.shop.operate('desk'), /welcome#/);
  } finally {
    await own.close();
  }
});

test('keeps an active holder of each permission, and grants none that the manager lacks, in every change', async () => {
  const own = await openTestDesk();
  try {
    const { db } = own.shop.database;
    const boss = await own.join('owner');
    const people = [await own.join('reader'), await own.join('reader'), await own.join('reader')];
    const four = ['staff.manage', 'work.see', 'money.see', 'log.see'];
    const sets = Array.from({ length: 16 }, (_, bits) => four.filter((_name, n) => bits & (1 << n)));
    for (const [bits, permissions] of sets.entries())
      await sql`insert into staff_role (key, label, permissions, refund_limit, adjust_limit)
        values (${`set-${bits}`}, ${`Set ${bits}`}, ${permissions}, 0, 0)`.execute(db);
    await sql`update staff set locked_at = now() where id = ${BigInt(boss.id)}`.execute(db);
    const holders = async () => {
      const { rows } = await sql<{ permission: string }>`select distinct unnest(permissions) as permission
        from staff t join staff_role r on r.key = t.role where locked_at is null and left_at is null`.execute(
        db,
      );
      return new Set(rows.map(({ permission }) => permission));
    };
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    let [done, refused] = [0, 0];
    for (let round = 0; round < 150; round += 1) {
      const roles = people.map(() => random(16));
      for (const [n, { id }] of people.entries())
        await sql`update staff set role = ${`set-${roles[n]}`}, locked_at = null where id = ${BigInt(id)}`.execute(
          db,
        );
      const [actor, target, given] = [random(3), random(3), random(16)];
      const before = await holders();
      const answer = await own.call('POST', `people/${people[target]!.id}`, {
        cookie: people[actor]!.cookie,
        body: { role: `set-${given}`, limits: null },
      });
      const held = sets[roles[actor]!]!;
      const mayGive = [...sets[given]!, ...sets[roles[target]!]!].every((name) => held.includes(name));
      const left = [...roles.keys()].flatMap((n) => (n === target ? sets[given]! : sets[roles[n]!]!));
      const loses = [...before].some((name) => !left.includes(name));
      const wanted = !held.includes('staff.manage') || !mayGive ? 403 : loses ? 409 : 204;
      assert.equal(answer.status, wanted, JSON.stringify({ roles, actor, target, given }));
      if (wanted === 204) done += 1;
      else refused += 1;
      if (wanted !== 204) assert.deepEqual(await holders(), before);
    }
    assert.ok(done > 5 && refused > 20, `${done} ${refused}`);
  } finally {
    await own.close();
  }
});

test('ends the links that a person created when the person is locked, leaves or gets another role', async () => {
  const look = async (url: string) =>
    (await desk.call('POST', 'welcome/look', { body: { code: desk.codeOf(url) } })).status;
  for (const [path, body] of [
    ['/lock', undefined],
    ['/leave', undefined],
    ['', { role: 'reader', limits: null }],
  ] as const) {
    const other = await desk.join('owner');
    const [made, mine] = [
      (await post('people/invite', other, { role: 'owner' })).body['url']!,
      (await post('people/invite', owner, { role: 'owner' })).body['url']!,
    ];
    assert.equal(await look(made), 200);
    assert.equal((await post(`people/${other.id}${path}`, owner, body)).status, 204);
    assert.deepEqual([await look(made), await look(mine)], [404, 200], path);
  }
});

test('voids an invitation that a person creates at the moment of being locked or getting another role', async () => {
  const isOpen = async (url: string) =>
    (await desk.call('POST', 'welcome/look', { body: { code: desk.codeOf(url) } })).status === 200;
  for (const [path, body] of [
    ['/lock', undefined],
    ['', { role: 'reader', limits: null }],
    ['/lock', undefined],
  ] as const) {
    const other = await desk.join('owner');
    const urls: string[] = [];
    const first = Promise.withResolvers<void>();
    const inviting = Array.from({ length: 8 }, async () => {
      for (let status = 200; status === 200 && urls.length < 200;) {
        const answer = await post('people/invite', other, { role: 'owner' });
        ({ status } = answer);
        if (status === 200) urls.push(answer.body['url']!);
        else assert.ok([401, 403, 409].includes(status), String(status));
        first.resolve();
      }
    });
    await first.promise;
    assert.equal((await post(`people/${other.id}${path}`, owner, body)).status, 204);
    await Promise.all(inviting);
    assert.ok(urls.length > 0);
    for (const url of urls) assert.equal(await isOpen(url), false, path);
  }
});

test('answers 403 when a manager of people revokes a link, or reads the sessions, of a person with more permissions', async () => {
  const key = await addRole({ permissions: ['staff.manage'] });
  const below = await desk.join(key);
  const other = await desk.join('owner');
  await post(`people/${other.id}/let-back-in`, owner);
  await post('people/invite', owner, { role: 'owner' });
  const { body } = await desk.call<{ invitations: { id: string }[] }>('GET', 'people/invitations', below);
  assert.ok(body.invitations.length >= 2);
  for (const { id } of body.invitations.slice(0, 2))
    assert.equal((await post(`people/invitations/${id}/revoke`, below)).status, 403);
  assert.equal((await desk.call('GET', `people/${other.id}/sessions`, below)).status, 403);
});

test('lists usable links, and lets a manager end one early', async () => {
  type Listed = { invitations: { id: string; role: string | null; invitedBy: string }[] };
  desk.shop.pass(1000);
  const url = (await post('people/invite', owner, { role: 'editor' })).body['url']!;
  const listed = async () => (await desk.call<Listed>('GET', 'people/invitations', owner)).body.invitations;
  const [newest] = await listed();
  assert.deepEqual([newest!.role, newest!.invitedBy], ['editor', `staff:${owner.id}`]);
  assert.ok(!JSON.stringify(newest).includes(desk.codeOf(url)));
  const revoke = async () => (await post(`people/invitations/${newest!.id}/revoke`, owner)).status;
  assert.deepEqual([await revoke(), await revoke()], [204, 404]);
  assert.equal((await desk.call('POST', 'welcome/look', { body: { code: desk.codeOf(url) } })).status, 404);
  assert.ok((await listed()).every(({ id }) => id !== newest!.id));
});

test('applies a role’s changed permissions from the next call on', async () => {
  const person = await desk.join('manager');
  const permissions = async () =>
    (await desk.call<{ permissions: string[] }>('GET', 'me', { cookie: person.cookie })).body.permissions;
  assert.ok((await permissions()).includes('money.refund'));
  await post(`people/${person.id}`, owner, { role: 'writer', limits: null });
  assert.deepEqual(await permissions(), ['work.own', 'work.take', 'work.write']);
  const seen = { label: `Role ${crypto.randomUUID()}`, permissions: ['log.see'], limits: none };
  const key = await addRole(seen);
  await post(`people/${person.id}`, owner, { role: key, limits: null });
  await post(`roles/${key}`, owner, {
    label: 'Other',
    permissions: ['log.see', 'order.see'],
    limits: none,
    seen,
  });
  assert.deepEqual(await permissions(), ['log.see', 'order.see']);
  const builtIn = { label: 'Owner', permissions: ['log.see'], limits: none };
  assert.equal((await post('roles/reader', owner, { ...builtIn, seen: builtIn })).status, 409);
});

test('lists people, roles and sessions, and shows a person’s own limits instead of the role’s', async () => {
  const person = await desk.join('support');
  await post(`people/${person.id}`, owner, { role: 'support', limits: { refund: 700, adjust: 0 } });
  const { body } = await desk.call<{ people: Record<string, unknown>[] }>('GET', 'people', owner);
  const listed = body.people.find(({ id }) => id === person.id)!;
  assert.deepEqual(
    [listed['status'], listed['role'], listed['limits'], listed['passkeys'], listed['sessions']],
    ['active', 'support', { refund: 700, adjust: 0 }, 1, 1],
  );
  const me = (await desk.call<{ limits: object }>('GET', 'me', { cookie: person.cookie })).body;
  assert.deepEqual(me.limits, { refund: 700, adjust: 0 });
  const roles = (await desk.call<{ roles: { key: string; isBuiltIn: boolean }[] }>('GET', 'roles', owner))
    .body.roles;
  assert.equal(roles.filter(({ isBuiltIn }) => isBuiltIn).length, 7);
  const theirs = await desk.call<{ sessions: object[] }>('GET', `people/${person.id}/sessions`, owner);
  assert.equal(theirs.body.sessions.length, 1);
  await post(`people/${person.id}/sessions/end`, owner);
  assert.equal((await desk.call('GET', 'me', { cookie: person.cookie })).status, 401);
});

test('adds and removes login methods, but never removes the last one', async () => {
  const person = await desk.join('reader');
  const other = await desk.logIn(person);
  const status = async (cookie: string) => (await desk.call('GET', 'me', { cookie })).status;
  const remove = () => post(`me/passkeys/${person.authenticator.id}/remove`, person);
  assert.equal((await remove()).status, 409);
  assert.equal((await post(`me/passkeys/${owner.authenticator.id}/remove`, person)).status, 404);
  const { secret } = (await post('me/code', person)).body as { secret: string };
  const password = { password: staffPassword, secret, code: desk.six(secret) };
  const set = await desk.call<{ hasCode: boolean }>('POST', 'me/password', {
    cookie: person.cookie,
    body: password,
  });
  assert.deepEqual([set.status, set.body.hasCode], [200, true]);
  assert.equal(await status(other), 401, 'a new password ends other sessions');
  const renewed = await desk.call<{ codes: string[] }>('POST', 'me/recovery-codes', {
    cookie: person.cookie,
  });
  assert.equal(renewed.body.codes.length, 10);
  assert.ok(!renewed.body.codes.includes(person.recoveryCodes[0]!));
  assert.equal((await remove()).status, 200);
  assert.equal(await status(person.cookie), 200);
  const preferences = { publicName: 'Maya, editor', singleKeys: false };
  const saved = await desk.call<object>('POST', 'me', { cookie: person.cookie, body: preferences });
  assert.deepEqual({ ...saved.body, ...preferences }, saved.body);
  const renamed = await desk.call<object>('POST', 'me', {
    cookie: person.cookie,
    body: { ...preferences, name: ' Maya Marsh ' },
  });
  assert.deepEqual({ ...renamed.body, ...preferences, name: 'Maya Marsh' }, renamed.body);
  const team = await desk.call<{ people: { id: string; name: string }[] }>('GET', 'people', owner);
  assert.equal(team.body.people.find(({ id }) => id === person.id)!.name, 'Maya Marsh');
  const again = await desk.call<{ name: string }>('POST', 'me', { cookie: person.cookie, body: preferences });
  assert.equal(again.body.name, 'Maya Marsh', 'the name stays when it is omitted');
  const mine = await desk.call<{ sessions: { id: string; isCurrent: boolean }[] }>(
    'GET',
    'me/sessions',
    person,
  );
  assert.deepEqual(
    mine.body.sessions.map(({ isCurrent }) => isCurrent),
    [true],
  );
  const foreign = await desk.call<{ sessions: { id: string }[] }>('GET', 'me/sessions', owner);
  assert.equal((await post(`me/sessions/${foreign.body.sessions[0]!.id}/end`, person)).status, 404);
  assert.equal((await post(`me/sessions/${mine.body.sessions[0]!.id}/end`, person)).status, 204);
  assert.equal(await status(person.cookie), 401);
});

test("deletes the data of a person who left, and old sessions, but keeps the person's name for the log", async () => {
  const own = await openTestDesk();
  try {
    const boss = await own.join('owner');
    const gone = await own.join('reader');
    assert.equal((await own.call('POST', `people/${gone.id}/leave`, { cookie: boss.cookie })).status, 204);
    own.shop.pass(91 * 24 * 60 * 60 * 1000);
    await own.shop.app.jobs.drain();
    const { rows } = await sql<{ name: string; email: string; sessions: number; passkeys: number }>`
      select name, email, (select count(*)::int from staff_session s where s.staff_id = t.id) as sessions,
        (select count(*)::int from staff_passkey p where p.staff_id = t.id) as passkeys
      from staff t where id = ${BigInt(gone.id)}`.execute(own.shop.database.db);
    assert.deepEqual(rows, [{ name: 'Maya Stone', email: `left-${gone.id}`, sessions: 0, passkeys: 0 }]);
  } finally {
    await own.close();
  }
});

test('has exactly one label for each permission', () => {
  assert.equal(new Set(permissionNames).size, 27);
});
