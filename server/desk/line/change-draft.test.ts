import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { openTestDesk, type TestDesk } from '#test/server/open-test-desk.ts';
import { workAt } from '#test/server/work-at-desk.ts';

let desk: TestDesk;
before(async () => {
  desk = await openTestDesk();
});
after(() => desk.close());

test('logs a person’s first change of a colleague’s text, but neither later nor rejected ones', async () => {
  const { shop } = desk;
  const [owner, editor] = [await desk.join('owner'), await desk.join('editor')];
  const { auth } = await shop.customer();
  await shop.addFunds(auth, 50_000);
  const { orderNumber, token } = await shop.placeOrder(auth);
  await shop.pay(token, 'balance', auth);
  const path = `lines/${orderNumber}/1`;
  let revision = 0;
  const save = async (person: typeof owner, basedOn = revision) => {
    const { sheet } = await workAt(desk).line(owner, path);
    const pieces = workAt(desk).textsFor({ sheet });
    const { status, body } = await desk.call<{ revision: number }>('POST', `${path}/draft`, {
      cookie: person.cookie,
      body: { pieces, message: '', basedOn },
    });
    if (status === 200) revision = body.revision;
    return status;
  };
  const entries = async () => {
    const { rows } = await sql<{ actor: string; detail: { revision: number } }>`
      select actor, detail from audit_entry where action = 'change-draft' order by place`.execute(
      shop.database.db,
    );
    return rows.map(({ actor, detail }) => [actor, detail.revision]);
  };

  assert.deepEqual([await save(owner), await save(owner)], [200, 200]);
  assert.deepEqual(await entries(), [], 'their own text');
  assert.equal(await save(editor, 1), 409);
  assert.deepEqual(await entries(), [], 'a refused save');
  assert.deepEqual([await save(editor), await save(editor), await save(owner)], [200, 200, 200]);
  assert.deepEqual(await entries(), [
    [`staff:${editor.id}`, 2],
    [`staff:${owner.id}`, 4],
  ]);
});
