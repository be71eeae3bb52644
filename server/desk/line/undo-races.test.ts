import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { minute, second } from '#contract/durations.ts';
import type { Person } from '#test/server/open-test-desk.ts';
import { openTwoDesks } from '#test/server/open-two-desks.ts';
import { workAt } from '#test/server/work-at-desk.ts';

/** Number of races; `npm run prove -- undo` runs more. */
const races = Number(process.argv[2] ?? 60);

let both: Awaited<ReturnType<typeof openTwoDesks>>;
let owner: Person;
before(async () => {
  both = await openTwoDesks();
  owner = await both.desks[0].join('owner');
});
after(() => both.close());

/** Starts the act after a random delay from `fromMs` on, so that two calls can overlap at any statement. */
async function soon<Answer>(fromMs: number, act: () => Promise<Answer>): Promise<Answer> {
  const begin = performance.now() + Math.max(0, fromMs) + Math.random() * 4;
  while (performance.now() < begin) await turn();
  return act();
}

test(
  `either undoes or delivers, never both, when both calls race ${races} times`,
  { timeout: 30 * minute },
  async (t) => {
    const [desk, other] = both.desks;
    const { email, auth } = await desk.shop.customer();
    const { number, path } = await workAt(desk).order(auth);
    let person = owner;
    let left = 0;
    // whoever loses starts earlier the next time, because the machine's speed decides who wins
    let headStart = 0;
    let step = 1;
    let wasUndone: boolean | undefined;
    for (let race = 0; race < races; race += 1) {
      if (race % 100 === 99) person = { ...owner, cookie: await desk.logIn(owner) };
      const basedOn = await workAt(desk).write(person, path);
      await workAt(desk).done(person, `${path}/deliver`, { basedOn });
      both.pass(11 * second);
      const [undone] = await Promise.all([
        soon(headStart, () => workAt(other).post(person, `${path}/deliver/undo`)),
        soon(-headStart, () => desk.shop.app.jobs.drain()),
      ]);
      assert.ok([204, 409].includes(undone.status), JSON.stringify(undone.body));
      const isUndone = undone.status === 204;
      if (!isUndone) left += 1;
      step = isUndone === wasUndone ? step * 1.5 : 1;
      headStart += isUndone ? step : -step;
      wasUndone = isUndone;
      // an undone delivery doesn't take place later either
      both.pass(minute);
      await both.drain();
      const { versions, sendAt, draft } = await workAt(desk).line(person, path);
      assert.deepEqual(
        [versions.length, sendAt],
        [left, null],
        `race ${race}: undo answered ${undone.status}`,
      );
      if (isUndone) assert.equal(draft?.revision, basedOn, 'the draft is as it was');
    }
    const letters = await both.emailsTo(email);
    const sent = letters.filter(({ subject }) => subject?.includes(`ready (${number}`));
    assert.equal(sent.length, left, 'an email for each delivery that left, and for nothing else');
    t.diagnostic(`${left} left, ${races - left} undone`);
    assert.ok(left > 0 && left < races, 'each of the two wins sometimes');
    assert.deepEqual(await desk.shop.audit(), []);
  },
);
