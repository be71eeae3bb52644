import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';

let desk: TestDesk;
let owner: Person;
before(async () => {
  desk = await openTestDesk();
  owner = await desk.join('owner');
});
after(() => desk.close());

const none = { refund: 0, adjust: 0 };
const post = (path: string, { cookie }: Person, body: object) =>
  desk.call<{ key?: string; detail?: string }>('POST', path, { cookie, body });

test('rejects a change of a role that somebody else has changed since, and accepts the same change twice', async () => {
  const seen = { label: `Role ${crypto.randomUUID()}`, permissions: ['log.see', 'order.see'], limits: none };
  const added = await post('roles', owner, seen);
  const path = `roles/${added.body.key}`;
  const first = { ...seen, permissions: ['order.see', 'log.see', 'work.see'] };
  assert.equal((await post(path, owner, { ...first, seen })).status, 204);
  assert.equal((await post(path, owner, { ...first, seen })).status, 204);
  for (const second of [
    { ...seen, label: `${seen.label} 2` },
    { ...seen, permissions: ['log.see'] },
    { ...seen, limits: { refund: 100, adjust: 0 } },
    { ...seen, limits: { refund: 0, adjust: 100 } },
  ]) {
    const late = await post(path, owner, { ...second, seen });
    assert.equal(late.status, 409);
    assert.match(late.body.detail ?? '', /^Someone else has changed this role\./);
  }
  const { body } = await desk.call<{ roles: { label: string; permissions: string[] }[] }>(
    'GET',
    'roles',
    owner,
  );
  assert.deepEqual(body.roles.find(({ label }) => label === seen.label)?.permissions, first.permissions);
});
