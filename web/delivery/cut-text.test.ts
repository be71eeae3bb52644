import assert from 'node:assert/strict';
import test from 'node:test';
import { cutText, paragraphsOf } from './cut-text.ts';

const text = 'Rye on Mondays.\n\nSpelt on Tuesdays.\n \n\nThen rest.';

test('cuts a text at marks and paragraphs without losing a character', () => {
  const cuts = cutText(text, [{ start: 4, end: 22 }]);
  assert.equal(cuts.map((cut) => cut.text).join(''), text);
  assert.deepEqual(
    cuts.filter(({ isMarked }) => isMarked).map((cut) => cut.text),
    ['on Mondays.', '\n\n', 'Spelt'],
  );
});

test('finds each paragraph without the blank lines between them', () => {
  assert.deepEqual(
    paragraphsOf(text).map(({ start, end }) => text.slice(start, end)),
    ['Rye on Mondays.', 'Spelt on Tuesdays.', 'Then rest.'],
  );
  assert.deepEqual(paragraphsOf(''), []);
});

test('names the paragraph at its end', () => {
  assert.equal(cutText(text, []).filter(({ paragraph }) => paragraph).length, 3);
});
