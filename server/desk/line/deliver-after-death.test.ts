import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { minute, second } from '#contract/durations.ts';
import type { Order } from '#contract/storefront/orders.ts';
import { dieAtEach, openMortalDesk } from '#test/server/open-mortal-desk.ts';
import type { Person } from '#test/server/open-test-desk.ts';
import { workAt } from '#test/server/work-at-desk.ts';

let lives: Awaited<ReturnType<typeof openMortalDesk>>;
let owner: Person;
let email: string;

before(async () => {
  lives = await openMortalDesk();
  owner = await lives.desk.join('owner');
  ({ email } = await lives.desk.shop.customer());
});
after(() => lives.close());

/** When the process dies: after this statement of the call, or after this statement of the jobs that follow it. */
type Death = { ofCall?: number; ofJobs?: number };

/** Delivers a text while the process dies, and checks that one version and one email result. Returns whether the process died. */
async function deliverOnce({ ofCall = Infinity, ofJobs = Infinity }: Death): Promise<boolean> {
  const first = lives.desk;
  const cookie = await first.logIn(owner);
  const headers = first.shop.bearer((await first.shop.logIn(email)).accessToken);
  const { number, path } = await workAt(first).order(headers);
  const basedOn = await workAt(first).write({ cookie }, path);
  await first.shop.app.jobs.drain();
  const diedInCall = await lives.dieAt(ofCall, () =>
    first.call('POST', `${path}/deliver`, { cookie, body: { basedOn } }),
  );
  // the person retries; the server rejects the retry when the first call was stored
  if (diedInCall) {
    const again = await workAt(lives.desk).post({ cookie }, `${path}/deliver`, { basedOn });
    assert.ok([200, 409].includes(again.status), JSON.stringify(again.body));
  }
  const diedInJobs = await lives.finishJobs(ofJobs, 3 * minute);
  const { desk } = lives;
  const words = JSON.stringify({ ofCall, ofJobs });
  const { body } = await desk.shop.send<Order>('GET', `/api/orders/${number}`, { headers });
  const [line] = body.lines;
  assert.deepEqual([line?.work.status, line?.work.versions], ['delivered', 1], words);
  const ready = (await desk.shop.emailsTo(email)).filter(({ subject }) =>
    subject?.includes(`ready (${number}`),
  );
  // an email that is sent twice has the same Message-ID, so a mailbox shows it once
  assert.equal(new Set(ready.map(({ messageId }) => messageId)).size, 1, `emails, ${words}`);
  return diedInCall || diedInJobs;
}

test('undoes a delivery that another process received before it ended, and sends nothing', async () => {
  const asked = lives.desk;
  const cookie = await asked.logIn(owner);
  const headers = asked.shop.bearer((await asked.shop.logIn(email)).accessToken);
  const { number, path } = await workAt(asked).order(headers);
  const basedOn = await workAt(asked).write({ cookie }, path);
  await workAt(asked).done({ cookie }, `${path}/deliver`, { basedOn });
  await lives.replace();
  const { desk } = lives;
  desk.shop.pass(8 * second);
  await workAt(desk).done({ cookie }, `${path}/deliver/undo`);
  desk.shop.pass(minute);
  await desk.shop.app.jobs.drain();
  const { versions, sendAt, draft } = await workAt(desk).line({ cookie }, path);
  assert.deepEqual([versions, sendAt, draft?.revision], [[], null, basedOn]);
  const letters = await desk.shop.emailsTo(email);
  assert.ok(!letters.some(({ subject }) => subject?.includes(`ready (${number}`)));
});

test('delivers once, with one email, when the process dies after any statement of the call', async (t) => {
  const deaths = await dieAtEach((ofCall) => deliverOnce({ ofCall }), 3);
  t.diagnostic(`${deaths} deaths`);
  assert.ok(deaths >= 5, `${deaths} deaths`);
});

test('delivers once, with one email, when the process dies after any statement of the jobs', async (t) => {
  const deaths = await dieAtEach((ofJobs) => deliverOnce({ ofJobs }), 3);
  t.diagnostic(`${deaths} deaths`);
  assert.ok(deaths >= 10, `${deaths} deaths`);
  assert.deepEqual(await lives.desk.shop.audit(), []);
});
