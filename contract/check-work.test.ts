import assert from 'node:assert/strict';
import test from 'node:test';
import { checkWork } from './check-work.ts';
import type { WorkSheet } from './work-sheet.ts';

const sheet: WorkSheet = {
  pieces: [
    { key: 'blurb-1', label: 'Blurb 1', headings: ['Blurb 1'], limits: { maxWords: 3 } },
    { key: 'blurb-2', label: 'Blurb 2', headings: ['Blurb 2'], limits: { maxWords: 3 } },
  ],
  expected: 2,
  minutes: 0,
};

test('names each empty piece and each piece with too many words', () => {
  assert.deepEqual(
    checkWork({ sheet, pieces: [{ key: 'blurb-1', text: 'One two three four' }], brief: {} }),
    [
      { key: 'filled', ok: 'no', words: 'Blurb 2 is empty.', piece: 'blurb-2' },
      {
        key: 'words',
        ok: 'no',
        words: 'Blurb 1 has 4 words; at most 3 were ordered.',
        piece: 'blurb-1',
      },
    ],
  );
});
