import assert from 'node:assert/strict';
import test from 'node:test';
import { cutText, paragraphsOf } from './cut-text.ts';

const text = 'Rye on Mondays.\n\nSpelt on Tuesdays.\n \n\nThen rest.';

test('splits a text at marks and paragraphs without losing a character', () => {
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

test('finds each item of a list', () => {
  const list = '## Plain\n\n1. Slow bread.\n2. Rye, early.\n   Still rye.\n- Spelt.\n12 loaves.';
  assert.deepEqual(
    paragraphsOf(list).map(({ start, end }) => list.slice(start, end)),
    ['## Plain', '1. Slow bread.', '2. Rye, early.\n   Still rye.', '- Spelt.\n12 loaves.'],
  );
  assert.equal(
    cutText(list, [])
      .map((cut) => cut.text)
      .join(''),
    list,
  );
});

test('separates a heading from the lines before and after it', () => {
  const headed = 'Rye.\n## Plain\nEarly.\nDark.\n### Warm\n\nSlow.';
  assert.deepEqual(
    paragraphsOf(headed).map(({ start, end }) => headed.slice(start, end)),
    ['Rye.', '## Plain', 'Early.\nDark.', '### Warm', 'Slow.'],
  );
});

test('sets `paragraph` in exactly one segment for each paragraph of a text', () => {
  assert.equal(cutText(text, []).filter(({ paragraph }) => paragraph).length, 3);
});
