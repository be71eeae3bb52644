import assert from 'node:assert/strict';
import test from 'node:test';
import { builtInCatalogue as catalogue } from './built-in-catalogue.ts';
import { workSheetOf } from './work-sheet.ts';

const blurbs = { quantity: 2, variant: '100', options: {}, brief: { items: ['Rye loaf', 'Seed loaf'] } };

test('makes a piece of each blurb, with the words that were ordered and the item of the brief', () => {
  assert.deepEqual(workSheetOf({ orderType: 2, details: blurbs }, catalogue), {
    pieces: [
      {
        key: 'blurb-1',
        label: 'Blurb 1',
        about: 'Rye loaf',
        headings: ['Blurb 1'],
        limits: { maxWords: 100 },
      },
      {
        key: 'blurb-2',
        label: 'Blurb 2',
        about: 'Seed loaf',
        headings: ['Blurb 2'],
        limits: { maxWords: 100 },
      },
    ],
    expected: 2,
    minutes: 50,
  });
});
