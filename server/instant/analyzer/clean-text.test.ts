import assert from 'node:assert/strict';
import test from 'node:test';
import { leastCpuMs } from '#test/least-cpu-ms.ts';
import { cleanText } from './clean-text.ts';

const lines = `We mill the flour in the morning and mix the dough at noon, and then we
wait for two whole days before we shape each loaf and bake it for the neigh-
borhood. By seven it hangs on your door, and the stone-
ground rye is gone by noon on most days.`;

test('joins words that a PDF hyphenated at the end of a line, and keeps the hyphens of compounds', () => {
  const text = cleanText(lines);
  assert.ok(text.includes('the neighborhood. By'), text);
  assert.ok(cleanText('A well-\nknown baker.').includes('well-\nknown'));
});

test('removes page numbers, also inside a sentence', () => {
  assert.equal(cleanText('We mix the\n\n12\n\ndough at noon.'), 'We mix the\ndough at noon.');
  assert.equal(cleanText('We wait.\n\nPage 3 of 9\n\nThen we bake.'), 'We wait.\n\nThen we bake.');
  assert.equal(cleanText('We sell:\n12\nloaves a day.'), 'We sell:\n12\nloaves a day.');
});

test('cleans long runs of line breaks, spaces, hyphens and quotation marks in linear time', async () => {
  for (const part of [
    '\n',
    ' \n',
    '-\n',
    'ab-\n',
    '1\n\n',
    '\f1',
    '>',
    '> ',
    '>\n',
    'on ',
    'Sent from ',
    'To: a\n',
  ]) {
    const time = (times: number) => leastCpuMs(500, () => cleanText(part.repeat(times)));
    assert.ok((await time(40_000)) < 500 + 8 * (await time(10_000)), part);
  }
});
