import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { minute, second } from '#contract/durations.ts';
import type { Order } from '#contract/storefront/orders.ts';
import { type MortalDatabase, openMortal } from '#test/server/die-between-statements.ts';
import { openTestDatabase, type TestDatabase } from '#test/server/open-test-database.ts';
import { openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';
import { workAt } from '#test/server/work-at-desk.ts';

let stored: TestDatabase;
let life: MortalDatabase;
let desk: TestDesk;
let owner: Person;
let email: string;
// emails sent by a process survive its death in this folder
const dataDir = mkdtempSync(join(tmpdir(), 'redline-lives-'));

before(async () => {
  stored = await openTestDatabase();
  await startProcess();
  owner = await desk.join('owner');
  ({ email } = await desk.shop.customer());
});
after(async () => {
  await desk.close();
  await stored.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function startProcess(startsAt?: Date): Promise<void> {
  life = openMortal(stored);
  desk = await openTestDesk({ database: life, dataDir, ...(startsAt ? { startsAt } : {}) });
}

/** Runs `act` in a process that dies at this moment (MortalDatabase.dieAfter), then starts another. Returns whether it died. */
async function dieAt(moment: number, act: () => Promise<unknown>): Promise<boolean> {
  life.dieAfter(moment);
  await act().catch((error: unknown) => {
    if (!life.isDead) throw error;
  });
  if (!life.isDead) {
    life.dieAfter(Infinity);
    return false;
  }
  const dead = desk;
  await startProcess(dead.shop.now());
  await dead.close();
  return true;
}

/** When the process dies: during the call, and during the jobs that follow it. */
type Death = { ofCall?: number; ofJobs?: number };

/** Delivers a text while the process dies, and expects one version and one email. Returns whether the process died. */
async function deliverOnce({ ofCall = Infinity, ofJobs = Infinity }: Death): Promise<boolean> {
  const cookie = await desk.logIn(owner);
  const headers = desk.shop.bearer((await desk.shop.logIn(email)).accessToken);
  const { number, path } = await workAt(desk).order(headers);
  const basedOn = await workAt(desk).write({ cookie }, path);
  await desk.shop.app.jobs.drain();
  const diedInCall = await dieAt(ofCall, () =>
    desk.call('POST', `${path}/deliver`, { cookie, body: { basedOn } }),
  );
  // the person retries; the server rejects it when the first try was stored
  if (diedInCall) {
    const again = await workAt(desk).post({ cookie }, `${path}/deliver`, { basedOn });
    assert.ok([200, 409].includes(again.status), JSON.stringify(again.body));
  }
  desk.shop.pass(11 * second);
  const diedInJobs = await dieAt(ofJobs, () => desk.shop.app.jobs.drain());
  // claimed jobs of the dead process run after their lease
  for (let lease = 0; lease < 3; lease += 1) {
    desk.shop.pass(3 * minute);
    await desk.shop.app.jobs.drain();
  }
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

/**
 * Lets the process die at each moment in turn, until it survives three times.
 * @returns the number of deaths
 */
async function dieAtEach(deathAt: (moment: number) => Death): Promise<number> {
  let deaths = 0;
  for (let [moment, lived] = [0, 0]; lived < 3; moment += 1) {
    assert.ok(moment < 80, 'the process dies at every moment');
    if (await deliverOnce(deathAt(moment))) deaths += 1;
    else lived += 1;
  }
  return deaths;
}

test('undoes a delivery after another process has replaced the one that was asked, and sends nothing', async () => {
  const cookie = await desk.logIn(owner);
  const headers = desk.shop.bearer((await desk.shop.logIn(email)).accessToken);
  const { number, path } = await workAt(desk).order(headers);
  const basedOn = await workAt(desk).write({ cookie }, path);
  await workAt(desk).done({ cookie }, `${path}/deliver`, { basedOn });
  const replaced = desk;
  await startProcess(replaced.shop.now());
  await replaced.close();
  desk.shop.pass(8 * second);
  await workAt(desk).done({ cookie }, `${path}/deliver/undo`);
  desk.shop.pass(minute);
  await desk.shop.app.jobs.drain();
  const { versions, sendAt, draft } = await workAt(desk).line({ cookie }, path);
  assert.deepEqual([versions, sendAt, draft?.revision], [[], null, basedOn]);
  const letters = await desk.shop.emailsTo(email);
  assert.ok(!letters.some(({ subject }) => subject?.includes(`ready (${number}`)));
});

test('delivers once, with one email, when the process dies between any two statements of the call', async (t) => {
  const deaths = await dieAtEach((ofCall) => ({ ofCall }));
  t.diagnostic(`${deaths} deaths`);
  assert.ok(deaths >= 10, `${deaths} deaths`);
});

test('delivers once, with one email, when the process dies between any two statements of the jobs', async (t) => {
  const deaths = await dieAtEach((ofJobs) => ({ ofJobs }));
  t.diagnostic(`${deaths} deaths`);
  assert.ok(deaths >= 20, `${deaths} deaths`);
  assert.deepEqual(await desk.shop.audit(), []);
});
