import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { minute } from '#contract/durations.ts';
import type { DeskLine } from '#contract/desk-work.ts';
import type { Order } from '#contract/orders.ts';
import { type MortalDatabase, openMortal } from '#test/server/die-between-statements.ts';
import { openTestDatabase } from '#test/server/open-test-database.ts';
import { openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';

const stored = await openTestDatabase();
after(() => stored[Symbol.asyncDispose]());

let life: MortalDatabase;
let desk: TestDesk;

async function startProcess(startsAt?: Date): Promise<void> {
  life = openMortal(stored);
  desk = await openTestDesk({ database: life, ...(startsAt ? { startsAt } : {}) });
}

async function done<Body>(
  person: Person,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<Body> {
  const answer = await desk.call<Body>(method, path, { cookie: person.cookie, ...(body ? { body } : {}) });
  assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** A written line, sent on its way. */
async function sendOne(owner: Person, batch: number) {
  const { auth, email } = await desk.shop.customer();
  await desk.shop.addFunds(auth, 50_000);
  const { orderNumber: number, token } = await desk.shop.placeOrder(auth);
  await desk.shop.pay(token, 'balance', auth);
  await desk.shop.app.jobs.drain();
  const path = `lines/${number}/1`;
  const { sheet } = await done<DeskLine>(owner, 'GET', path);
  const pieces = sheet.pieces.map(({ key }, index) => ({
    key,
    text: `Rye and Co bakes number ${index} of batch ${batch} before the town wakes up`,
  }));
  const { revision } = await done<{ revision: number }>(owner, 'POST', `${path}/draft`, {
    pieces,
    message: '',
    basedOn: 0,
  });
  await done(owner, 'POST', `${path}/deliver`, { basedOn: revision });
  return { number, email };
}

test('delivers once, with one email, whenever the process dies', async () => {
  await startProcess();
  let deaths = 0;
  for (let moment = 0; moment < 30; moment += 1) {
    // a process of its own each time: people log in to it anew
    const owner = await desk.join('owner');
    const others = (await done<{ people: { id: string }[] }>(owner, 'GET', 'people')).people;
    for (const { id } of others) if (id !== owner.id) await leave(id);
    const { number, email } = await sendOne(owner, moment);
    desk.shop.pass(11_000);
    life.dieAfter(moment);
    await desk.shop.app.jobs.drain().catch((error: unknown) => {
      if (!life.isDead) throw error;
    });
    if (life.isDead) {
      deaths += 1;
      const dead = desk;
      await startProcess(dead.shop.now());
      await dead.close();
    } else life.dieAfter(Infinity);
    // what the dead process had claimed is free again after its lease
    for (let lease = 0; lease < 3; lease += 1) {
      desk.shop.pass(15 * minute);
      await desk.shop.app.jobs.drain();
    }
    const auth = desk.shop.bearer((await desk.shop.logIn(email)).accessToken);
    const { body } = await desk.shop.send<Order>('GET', `/api/orders/${number}`, { headers: auth });
    const [line] = body.lines;
    assert.deepEqual([line?.work.status, line?.work.versions], ['delivered', 1], `moment ${moment}`);
    const ready = (await desk.shop.emailsTo(email)).filter(({ subject }) => /ready/.test(subject ?? ''));
    assert.equal(new Set(ready.map(({ messageId }) => messageId)).size, 1, `emails of moment ${moment}`);
  }
  assert.ok(deaths > 5, `${deaths} deaths`);
  assert.deepEqual(await desk.shop.audit(), []);
  await desk.close();
});

/** Otherwise somebody else would have to read each text first. */
async function leave(id: string): Promise<void> {
  await stored.db
    .updateTable('staff')
    .set({ locked_at: desk.shop.now() })
    .where('id', '=', BigInt(id))
    .execute();
}
