import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { lineDues, type LineRow, lineViews } from '#contract/desk/work.ts';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import { day, minute } from '#contract/durations.ts';
import { openTestDesk, type Person, type TestDesk } from '#test/server/open-test-desk.ts';
import { openTestTeam } from '#test/server/open-test-team.ts';
import { type Item, workAt } from '#test/server/work-at-desk.ts';

/** Number of histories; `npm run prove -- moving-lines` runs more. */
const histories = Number(process.argv[2] ?? 60);
const services = [0, 1, 2, 3] as const;

let desk: TestDesk;
let owner: Person;
let editor: Person;
const places: { number: string; position: number }[] = [];

before(async () => {
  desk = await openTestDesk();
  for (let group = 0; group < 3; group += 1) {
    const { auth } = await desk.shop.customer();
    for (let n = 0; n < 4; n += 1) {
      const items = [0, 1, 2].map((line): Item => {
        const orderType = services[(group + n + line) % services.length]!;
        return { orderType, express: orderType === 3 && n % 2 === 0 };
      });
      const { number } = await workAt(desk).order(auth, items);
      for (let position = 1; position <= items.length; position += 1) places.push({ number, position });
    }
    desk.shop.pass(day);
  }
  [owner, editor] = [await desk.join('owner'), await desk.join('editor')];
});
after(() => desk.close());

type Page = { lines: LineRow[]; nextCursor: string | null };
const pageOf = (query: string) => workAt(desk).get<Page>(editor, `lines?${query}`);
const keyOf = ({ number, position }: { number: string; position: number }) => `${number} ${position}`;
const pathOf = ({ number, position }: { number: string; position: number }) => `lines/${number}/${position}`;

/** Each filter is off in most lists, because most lists would be empty otherwise. */
const perhaps = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value });
const filter = fc.record({
  show: perhaps(fc.constantFrom(...lineViews)),
  due: perhaps(fc.constantFrom(...lineDues)),
  service: perhaps(fc.constantFrom(...services)),
  who: perhaps(fc.constantFrom('me', 'free')),
  express: perhaps(fc.constant(1)),
  q: perhaps(fc.constant('Golden')),
});
const queryOf = (chosen: object) =>
  Object.entries(chosen)
    .flatMap(([key, value]) => (value === null ? [] : [`${key}=${String(value)}`]))
    .join('&');

/** A change by another person between two pages; the server rejects it where the line's state does not allow it. */
const move = fc.record({
  line: fc.nat(),
  act: fc.constantFrom('take', 'give-back', 'ask', 'resume', 'start', 'postpone'),
});
async function play({ line, act }: { line: number; act: string }): Promise<string> {
  const place = places[line % places.length]!;
  if (act === 'postpone') await postpone(place);
  else {
    const answer =
      act === 'start'
        ? await workAt(desk).post(editor, 'lines/start', { lines: [place] })
        : await workAt(desk).post(
            editor,
            `${pathOf(place)}/${act}`,
            act === 'ask' || act === 'resume' ? { text: 'Which year?' } : undefined,
          );
    assert.ok([200, 204, 409].includes(answer.status), JSON.stringify(answer.body));
  }
  return keyOf(place);
}

/** Changes a line's position in the list, as an answer after several days does. */
const postpone = ({ number, position }: { number: string; position: number }) =>
  sql`update order_line set due_on = due_on + 1 where position = ${position}
    and order_id = (select id from customer_order where number = ${number})`.execute(desk.shop.database.db);

test(
  `lists each unchanged line exactly once while other lines change between pages, in ${histories} histories`,
  {
    timeout: 30 * minute,
  },
  async () => {
    let moved = 0;
    const history = fc.asyncProperty(
      filter,
      fc.integer({ min: 1, max: 8 }),
      fc.array(move, { minLength: 8, maxLength: 8 }),
      async (chosen, limit, moves) => {
        const query = queryOf(chosen);
        const before = (await pageOf(`${query}&limit=200`)).lines.map(keyOf);
        const touched = new Set<string>();
        const found: string[] = [];
        const waiting = [...moves];
        for (let cursor: string | null = ''; cursor !== null;) {
          const page: Page = await pageOf(
            `${query}&limit=${limit}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
          );
          found.push(...page.lines.map(keyOf));
          assert.ok(page.lines.length <= limit);
          assert.ok(found.length <= 10 * places.length, 'the pages end');
          cursor = page.nextCursor;
          const next = waiting.shift();
          if (next && cursor !== null) touched.add(await play(next));
        }
        moved += touched.size;
        const stayed = (keys: readonly string[]) => keys.filter((key) => !touched.has(key));
        assert.deepEqual(stayed(found), stayed(before), query);
      },
    );
    await fc.assert(history, { numRuns: histories });
    assert.ok(moved > histories, `${moved} lines moved`);
  },
);

test('assigns 197 of 200 lines when 3 have changed, names the 3, and logs each assignment once', async () => {
  const { auth } = await desk.shop.customer();
  const lines: { number: string; position: number }[] = [];
  while (lines.length < 200) {
    const { number } = await workAt(desk).order(
      auth,
      Array.from({ length: 8 }, (): Item => ({ orderType: 3 })),
    );
    for (let position = 1; position <= 8; position += 1) lines.push({ number, position });
  }
  const moved = [lines[8]!, lines[100]!, lines[199]!];
  for (const { number, position } of moved) await openTestTeam(desk.shop).deliver(number, position);
  const { done, refused } = await workAt(desk).done<DeskAnswerOf<'assignLines'>>(owner, 'lines/assign', {
    lines,
    staffId: editor.id,
  });
  assert.equal(done, 197);
  assert.deepEqual(
    refused,
    moved.map((place) => ({ ...place, why: 'You can’t do this now because the work has been delivered.' })),
  );
  const { rows } = await sql<{ subject: string; many: number }>`
    select subject, count(*)::int as many from audit_entry where action = 'assign' group by subject`.execute(
    desk.shop.database.db,
  );
  assert.equal(rows.length, 197);
  assert.ok(rows.every(({ many }) => many === 1));
});
