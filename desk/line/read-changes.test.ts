import assert from 'node:assert/strict';
import test from 'node:test';
import type { DeskLine } from '#contract/desk/work.ts';
import { changedWords } from './read-changes.ts';

const labels = ['Headline', 'Summary', 'Facts', 'Full text'];
const pieces = labels.map((label) => ({ key: label.toLowerCase(), label }));
const line = (texts: Record<string, string>) =>
  ({
    sheet: { pieces },
    draft: { pieces: Object.entries(texts).map(([key, text]) => ({ key, text })) },
  }) as unknown as Pick<DeskLine, 'sheet' | 'draft'>;

test('names the pieces that another person changed, added or emptied', () => {
  const before = { headline: 'Slow bread', summary: 'Baked early' };
  assert.equal(
    changedWords(line({ headline: 'Slow bread', summary: 'Baked late' }), before),
    'Changed: Summary.',
  );
  assert.equal(changedWords(line({ headline: 'Slow bread' }), before), 'Changed: Summary.');
  assert.equal(changedWords(line({ ...before, facts: '1897' }), before), 'Changed: Facts.');
  assert.equal(
    changedWords(line({ headline: 'A', summary: 'B', facts: 'C', 'full text': 'D' }), before),
    'Changed: Headline, Summary, Facts, and 1 more.',
  );
});

test('names no piece when all texts are equal, and counts an empty text as missing', () => {
  assert.equal(
    changedWords(line({ headline: 'Slow bread', facts: '' }), { headline: 'Slow bread', summary: '' }),
    '',
  );
});
