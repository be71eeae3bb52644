import assert from 'node:assert/strict';
import test from 'node:test';
import { sheetCsv } from './sheet-csv.ts';

test('writes a row per piece with its word and character counts, and escapes formulas', () => {
  const csv = sheetCsv([
    { key: 'post-1', label: 'Post 1', text: 'Bread, “before” you wake 🍞' },
    { key: 'post-2', label: 'Post 2', text: '=HYPERLINK("x")\nsecond line' },
    { key: 'post-3', label: 'Post 3', text: '@brand bakes' },
  ]);
  assert.equal(
    csv,
    '"Part","Text","Words","Characters"\r\n' +
      '"Post 1","Bread, “before” you wake 🍞",4,26\r\n' +
      '"Post 2","\'=HYPERLINK(""x"")\nsecond line",4,27\r\n' +
      '"Post 3","@brand bakes",2,12\r\n',
  );
});
