import assert from 'node:assert/strict';
import test from 'node:test';
import type { Brief } from '#contract/catalogue/brief.ts';
import { type Check, type CheckKey, checkWork } from '#contract/work/check-work.ts';
import type { PieceLimits } from '#contract/work/work-sheet.ts';

/** A draft to check. */
export type Case = {
  /** The text of each piece; "" for an empty one. */
  texts: string[];
  brief?: Brief;
  limits?: PieceLimits;
  /** Keys and labels of the pieces; by default a single piece, "Text". */
  kind?: 'Post' | 'Slogan';
  group?: string;
  optional?: true;
  points?: { outcome: 'done' | 'notDone' | null; answer?: string }[];
};

export function check(
  key: CheckKey,
  { texts, brief = {}, limits, kind, group, optional, points }: Case,
): Check[] {
  const own = kind === 'Post' ? { maxHashtags: 99 } : {};
  const names = texts.map((_, index) => `${kind ?? 'Text'} ${index + 1}`);
  const keys = names.map((name) => name.toLowerCase().replace(' ', '-'));
  const sheet = {
    pieces: texts.map((_, index) => ({
      key: keys[index]!,
      label: names[index]!,
      limits: limits ?? own,
      ...(group !== undefined && { group }),
      ...(optional && { optional }),
    })),
  };
  const pieces = texts.map((text, index) => ({ key: keys[index]!, text }));
  return checkWork({ sheet, pieces, brief, ...(points && { points }) }).filter(
    (result) => result.key === key,
  );
}

/** `finds`: cases, each with the text of its first finding. `passes`: similar cases without a finding. */
type Table = { ok?: 'look' | 'no'; finds: [Case | string, string][]; passes: (Case | string)[] };

const asCase = (one: Case | string): Case => (typeof one === 'string' ? { texts: [one] } : one);

/** Tests that a check reports its cases, at least eight, and as many similar cases pass. */
export function checkTable(key: CheckKey, { ok = 'no', finds, passes }: Table): void {
  test(`reports each finding of the check “${key}”, and accepts similar texts`, () => {
    assert.ok(finds.length >= 8 && passes.length >= 8);
    for (const [one, said] of finds) {
      const [first] = check(key, asCase(one));
      assert.deepEqual([first?.ok, first?.words], [ok, said], JSON.stringify(one));
    }
    for (const one of passes)
      for (const result of check(key, asCase(one)))
        assert.equal(result.ok, 'yes', `${JSON.stringify(one)}: ${result.words}`);
  });
}
