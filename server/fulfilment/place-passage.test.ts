import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { placePassage } from './place-passage.ts';

test('keeps the offsets of a passage whose words are at its offsets', () => {
  assert.deepEqual(placePassage('Bread, before you wake.', { start: 7, end: 13, quote: 'before' }), {
    start: 7,
    end: 13,
    quote: 'before',
  });
});

test('finds the nearest occurrence of the same words when the offsets are wrong', () => {
  const text = 'rye, wheat, rye, spelt, rye';
  assert.equal(placePassage(text, { start: 14, end: 17, quote: 'rye' })?.start, 12);
  assert.equal(placePassage(text, { start: 900, end: 903, quote: 'rye' })?.start, 24);
});

test('finds no passage for words that the text does not contain, or for offsets without words', () => {
  assert.equal(placePassage('Bread.', { start: 0, end: 3, quote: 'Rye' }), undefined);
  assert.equal(placePassage('', { start: 0, end: 1, quote: 'R' }), undefined);
});

test('matches composed and decomposed forms of the same letters', () => {
  const text = 'The cafe\u0301 opens';
  assert.equal(placePassage(text, { start: 4, end: 8, quote: 'café'.normalize('NFC') })?.quote, 'cafe\u0301');
  assert.equal(placePassage('The café', { start: 4, end: 9, quote: 'cafe\u0301' })?.quote, 'café');
});

test('finds a passage again after edits elsewhere in the text, but not after edits within the passage', () => {
  const letter = fc.constantFrom('a', 'é', 'e\u0301', '🍞', '👩‍🍳', ' ', '\n', '語');
  const part = fc.array(letter, { maxLength: 30 }).map((letters) => letters.join(''));
  fc.assert(
    fc.property(part, part, part, part, (before, after, newBefore, newAfter) => {
      const quote = `[${before.slice(0, 3)}rye]`;
      const start = before.length;
      const passage = { start, end: start + quote.length, quote };
      const found = placePassage(newBefore + quote + newAfter, passage);
      assert.deepEqual(found, { start: newBefore.length, end: newBefore.length + quote.length, quote });
      assert.equal(placePassage(`${newBefore}[rice]${after}`, passage), undefined);
    }),
    { numRuns: 1_000 },
  );
});

test('never returns offsets within a surrogate pair', () => {
  const letters = ['a', 'é', 'e\u0301', '🍞', '👩‍🍳', ' ', '\n', '語'];
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  for (let round = 0; round < 1_000; round += 1) {
    const text = Array.from({ length: 1 + random(30) }, () => letters[random(letters.length)]).join('');
    const start = random(text.length + 2);
    const end = start + random(6);
    const placed = placePassage(text, { start, end, quote: text.slice(start, end) || 'x' });
    if (!placed) continue;
    assert.equal(text.slice(placed.start, placed.end), placed.quote);
    assert.ok(placed.quote.isWellFormed(), JSON.stringify([text, start, end]));
  }
});
