import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import fc from 'fast-check';
import { minute } from '#contract/durations.ts';
import type { Person } from '#test/server/open-test-desk.ts';
import { openTwoDesks } from '#test/server/open-two-desks.ts';
import { workAt } from '#test/server/work-at-desk.ts';

/** Number of interleavings; `npm run prove -- two-writers` runs more. */
const wanted = Number(process.argv[2] ?? 150);
/** Number of interleavings per line. */
const perLine = 50;

let both: Awaited<ReturnType<typeof openTwoDesks>>;
let people: readonly Person[];
before(async () => {
  both = await openTwoDesks();
  people = [await both.desks[0].join('owner'), await both.desks[0].join('editor')];
});
after(() => both.close());

/** The text on a person's screen, and the revision that it is based on. */
type Screen = { who: 0 | 1; text: string; basedOn: number; typed: string[] };
type Saved = { status: number; body: { revision?: number } };

/** `type`: a person types a word. `save`: a person saves. `both`: both save at once. */
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ act: fc.constant('type' as const), who: fc.constantFrom(0, 1) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('save' as const), who: fc.constantFrom(0, 1) }) },
  { weight: 4, arbitrary: fc.constant({ act: 'both' as const, who: 0 }) },
);

const wordsOf = (text: string) => text.split(' ').filter(Boolean);

async function openScreens(path: string, key: string) {
  const deskOf = (who: number) => workAt(both.desks[who]!);
  let current = (await deskOf(0).line(people[0]!, path)).draft?.revision ?? 0;
  const screens = ([0, 1] as const).map((who): Screen => ({ who, text: '', basedOn: current, typed: [] }));

  const save = ({ who, text, basedOn }: Screen): Promise<Saved> =>
    deskOf(who).post(people[who]!, `${path}/draft`, { pieces: [{ key, text }], message: '', basedOn });
  const read = async ({ who }: Screen) => {
    const { draft } = await deskOf(who).line(people[who]!, path);
    return {
      text: draft?.pieces.find((piece) => piece.key === key)?.text ?? '',
      revision: draft?.revision ?? 0,
    };
  };

  return {
    screens,
    read,
    type(who: number, word: string) {
      const screen = screens[who]!;
      screen.typed.push(word);
      screen.text = `${screen.text} ${word}`.trim();
    },
    /**
     * Saves the screens at once. The server accepts at most one save; the other person then reads that text and merges both.
     * Returns whether a save was accepted.
     */
    async save(saving: readonly Screen[]) {
      const upToDate = saving.filter(({ basedOn }) => basedOn === current);
      const answers = await Promise.all(saving.map(save));
      const taken = saving.filter((_, index) => answers[index]!.status === 200);
      const words = JSON.stringify({ saving, current, answers });
      assert.equal(taken.length, Math.min(upToDate.length, 1), words);
      assert.ok(
        taken.every((one) => upToDate.includes(one)),
        words,
      );
      for (const [index, screen] of saving.entries()) {
        const { status, body } = answers[index]!;
        if (status === 200) {
          current += 1;
          assert.equal(body.revision, current, words);
          screen.basedOn = current;
        } else assert.equal(status, 409, words);
      }
      for (const screen of saving.filter((one) => !taken.includes(one))) {
        const theirs = await read(screen);
        assert.equal(theirs.revision, current, words);
        const mine = wordsOf(screen.text).filter((word) => !wordsOf(theirs.text).includes(word));
        screen.text = [theirs.text, ...mine].join(' ').trim();
        screen.basedOn = theirs.revision;
      }
      return taken.length > 0;
    },
  };
}

test(
  `accepts one of two saves of the same text and loses no typed word in ${wanted} random interleavings`,
  {
    timeout: 60 * minute,
  },
  async (t) => {
    let conflicts = 0;
    for (let played = 0; played < wanted; played += perLine) {
      const { auth } = await both.desks[0].shop.customer();
      const { path } = await workAt(both.desks[0]).order(auth);
      const { sheet } = await workAt(both.desks[0]).line(people[0]!, path);
      let words = 0;
      const interleaving = fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 8 }), async (steps) => {
        const two = await openScreens(path, sheet.pieces[0]!.key);
        const { screens } = two;
        for (const { act, who } of steps) {
          words += 1;
          if (act === 'type') two.type(who, `${who}:${words}`);
          else if (act === 'save') await two.save([screens[who]!]);
          else {
            for (const one of [0, 1]) two.type(one, `${one}:${words}`);
            await two.save(screens);
            conflicts += 1;
          }
        }
        // a rejected text stays on its screen and is saved again
        for (const screen of screens) if (!(await two.save([screen]))) assert.ok(await two.save([screen]));
        const { text } = await two.read(screens[0]!);
        assert.deepEqual(
          new Set(wordsOf(text)),
          new Set(screens.flatMap(({ typed }) => typed)),
          'every word of both, and no other',
        );
      });
      await fc.assert(interleaving, { numRuns: Math.min(perLine, wanted - played) });
    }
    t.diagnostic(`${conflicts} times two saves at once`);
  },
);
