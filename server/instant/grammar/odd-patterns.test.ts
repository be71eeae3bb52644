import assert from 'node:assert/strict';
import test from 'node:test';
import { blankOverlong, cleanText } from '#server/instant/analyzer/clean-text.ts';
import { readText } from '#server/instant/analyzer/read-text.ts';
import { checkConsistency } from '#server/instant/consistency/find-inconsistencies.ts';
import { findLeftovers } from '#server/instant/wording/find-leftovers.ts';
import { findLateNews, findVagueness } from '#server/instant/wording/find-vagueness.ts';
import { findWording } from '#server/instant/wording/find-wording.ts';
import { findGrammar } from './find-grammar.ts';
import { leastCpuMs } from '#test/least-cpu-ms.ts';

/** Parts that texts of customers repeat: pasted tables, lists, codes and runs of one character. */
const parts = [
  'a',
  'X',
  '1 ',
  '- a ',
  '\n',
  '. ',
  'the Board ',
  'three things: a, ',
  'I be it to ',
  'and or to ',
  "it's ",
  '[a](',
  '{{ ',
  '10% ',
  'in the event ',
  'a-b ',
  'Al Bo ',
  'May 4, ',
  'if you, ',
  '"a',
];

test('checks a text of repeated patterns in time linear in its length', async () => {
  const time = (part: string, length: number) => {
    const text = blankOverlong(cleanText(part.repeat(Math.ceil(length / part.length)).slice(0, length)));
    return leastCpuMs(1_000, () => {
      const read = readText(text);
      findGrammar(read);
      findWording(read);
      checkConsistency(read);
      findLeftovers(text);
      findVagueness(read);
      findLateNews(read, 'email');
    });
  };
  await time('warm up. ', 1000);
  for (const part of parts) {
    const [short, long] = [await time(part, 5_000), await time(part, 20_000)];
    // four times the length: quadratic time would be sixteen times as long
    assert.ok(long <= 1_000 || long < short * 11, `${JSON.stringify(part)}: ${short} ms, ${long} ms`);
    if (process.argv.includes('--times')) console.log(JSON.stringify(part), short, long);
  }
});
