/** Refusals for a missing permission or proof are audited. */
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { minute } from '#contract/durations.ts';
import { sql } from 'kysely';
import { openTestDesk, type TestDesk } from '#test/server/open-test-desk.ts';

let desk: TestDesk;
before(async () => {
  desk = await openTestDesk();
});
after(() => desk.close());

type Refused = { call: string; needs: string; on?: string; request: string };
async function refusalsOf(at: TestDesk, id: string): Promise<Refused[]> {
  const { rows } = await sql<{ detail: Refused; all: string }>`
    select detail, to_jsonb(e)::text as all from audit_entry e
    where subject = ${`staff ${id}`} and action = 'refused' order by place`.execute(at.shop.database.db);
  for (const { all } of rows) assert.doesNotMatch(all, /zanzibar|@/i);
  return rows.map(({ detail }) => detail);
}

test('audits each call that a permission rejects once, with its subject', async () => {
  const manager = await desk.join('manager');
  const role = { label: 'Lead', permissions: ['staff.manage', 'log.see'], limits: { refund: 0, adjust: 0 } };
  const boss = await desk.join('owner');
  const { key } = (await desk.call<{ key: string }>('POST', 'roles', { cookie: boss.cookie, body: role }))
    .body;
  const lead = await desk.join(key);
  const { auth } = await desk.shop.customer();
  assert.ok(auth);
  const { rows } = await sql<{ id: bigint }>`select max(id) as id from customer`.execute(
    desk.shop.database.db,
  );
  const customer = String(rows[0]!.id);
  const adjustment = {
    requestId: crypto.randomUUID(),
    direction: 'credit',
    amount: 20_001,
    reason: 'Zanzibar',
  };
  const post = async (cookie: string, path: string, body: object) => {
    const answer = await desk.call('POST', path, { cookie, body });
    assert.equal(answer.status, 403, path);
    return answer.headers['x-request-id'];
  };
  const asked = await desk.call<{ approval: string }>('POST', `customers/${customer}/adjust`, {
    cookie: manager.cookie,
    body: adjustment,
  });
  const { approval } = asked.body;
  const requests = [
    await post(manager.cookie, `approvals/${approval}/approve`, { seen: 0 }),
    await post(lead.cookie, `people/${manager.id}`, { role: 'owner', limits: null }),
    await post(lead.cookie, 'people/invite', { role: 'owner' }),
  ];
  const found = [...(await refusalsOf(desk, manager.id)), ...(await refusalsOf(desk, lead.id))];
  assert.deepEqual(
    found.map(({ call, needs, on, request }) => [call, needs, on, request]),
    [
      ['approve', 'money.approve', approval, requests[0]],
      ['changePerson', 'work.own', manager.id, requests[1]],
      ['invite', '*', undefined, requests[2]],
    ],
  );
});

test('audits a call rejected for a missing proof, without text typed in its path', async () => {
  const own = await openTestDesk();
  try {
    const boss = await own.join('owner');
    own.shop.pass(11 * minute);
    const call = async (path: string, body?: object) =>
      (await own.call('POST', path, { cookie: boss.cookie, ...(body ? { body } : {}) })).body.type;
    assert.equal(await call('people/12/lock'), '/problems/proof-needed');
    assert.equal(await call('roles/zanzibar', {}), '/problems/proof-needed');
    assert.equal(await call('orders/zanzibar@example.com/cancel', {}), '/problems/proof-needed');
    assert.equal(await call('orders/R-7K3M-Q2XA/cancel', {}), '/problems/proof-needed');
    assert.deepEqual(
      (await refusalsOf(own, boss.id)).map(({ call: name, needs, on }) => [name, needs, on]),
      [
        ['lockPerson', 'proof', '12'],
        ['changeRole', 'proof', undefined],
        ['cancelDeskOrder', 'proof', undefined],
        ['cancelDeskOrder', 'proof', 'R-7K3M-Q2XA'],
      ],
    );
  } finally {
    await own.close();
  }
});

test('audits at most 300 rejected calls of a person per hour', async () => {
  const own = await openTestDesk({ settings: { RATE_LIMIT_FACTOR: '1' } });
  try {
    const { cookie, id } = await own.join('reader');
    const statuses: number[] = [];
    for (let batch = 0; batch < 31; batch += 1)
      statuses.push(
        ...(await Promise.all(
          Array.from({ length: 10 }, async () => (await own.call('GET', 'people', { cookie })).status),
        )),
      );
    assert.equal(statuses.filter((status) => status === 403).length, 300);
    assert.equal(statuses.filter((status) => status === 429).length, 10);
    assert.equal((await refusalsOf(own, id)).length, 300);
    assert.equal((await own.call('GET', 'me', { cookie })).status, 200, 'other calls go on');
  } finally {
    await own.close();
  }
});
