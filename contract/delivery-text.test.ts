import assert from 'node:assert/strict';
import test from 'node:test';
import { builtInCatalogue as catalogue } from './built-in-catalogue.ts';
import { deliveryTextOf } from './delivery-text.ts';
import { splitPasted } from './split-pasted.ts';
import { workSheetOf } from './work-sheet.ts';

const details = { quantity: 2, variant: '100', options: {}, brief: {} };
const sheet = workSheetOf({ orderType: 2, details }, catalogue)!;

test('writes each piece below its heading and leaves out empty ones', () => {
  const pieces = [
    { key: 'blurb-1', text: 'Rye, milled at four.' },
    { key: 'blurb-2', text: ' ' },
  ];
  assert.equal(deliveryTextOf(sheet, pieces), '## Blurb 1\n\nRye, milled at four.');
});

test('splits a pasted text at blank lines', () => {
  assert.deepEqual(splitPasted(sheet, 'Rye.\n\nSeeds.\n\nBrioche.'), {
    pieces: [
      { key: 'blurb-1', text: 'Rye.' },
      { key: 'blurb-2', text: 'Seeds.' },
    ],
    rest: 'Brioche.',
  });
});
