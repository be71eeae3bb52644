import assert from 'node:assert/strict';
import test from 'node:test';
import { layOutText } from './lay-out-text.ts';

/** The drawn lines of a text from left to right, where each character is one point wide. */
function drawn(text: string, width = 1_000) {
  const lines = layOutText(
    [{ text, style: '' }],
    width,
    (_, style) => style,
    (one, other) => one === other,
    (run) => [...run].length,
  );
  return lines.map(({ parts, isRightToLeft }) => ({
    // a run in one of these scripts is shaped from right to left, so its first character is on the right
    shown: parts
      .map((part) =>
        /[\u0590-\u06ef]/u.test(part.text.trim()[0] ?? '') ||
        /^[( ]*[א-ת]/u.test(part.text) ||
        /[א-ת]/u.test(part.text)
          ? [...part.text].toReversed().join('')
          : part.text,
      )
      .join(''),
    isRightToLeft,
  }));
}
const shown = (text: string, width?: number) => drawn(text, width).map((line) => line.shown);

test('places the words and numbers of a Hebrew text in visual order', () => {
  // the house number is to the left of the street, and its digits keep their order
  assert.deepEqual(drawn('הרצל 12'), [{ shown: '12 לצרה', isRightToLeft: true }]);
  assert.deepEqual(shown('הרצל 12, Tel Aviv'), ['Tel Aviv ,12 לצרה']);
  assert.deepEqual(drawn('Tea: קפה לחם!'), [{ shown: 'Tea: םחל הפק!', isRightToLeft: false }]);
});

test('mirrors brackets in text from right to left', () => assert.deepEqual(shown('הרצל (ד)'), ['(ד) לצרה']));

test('places Arabic and Persian digits in their order, and draws each alone', () => {
  const parts = layOutText(
    [{ text: '١٢ شارع ۱۲', style: '' }],
    100,
    (_, style) => style,
    () => true,
    (run) => run.length,
  )[0]!.parts.map((part) => part.text);
  // draws each of a script's own digits alone, so that the font's shaper can't reverse them
  assert.deepEqual(parts, ['۱', '۲', ' شارع ', '١', '٢']);
});

test('breaks lines between words, and orders each line by itself', () => {
  assert.deepEqual(shown('אבג דהו זחט', 7), ['והד גבא', 'טחז']);
  assert.deepEqual(shown('one two-three four', 8), ['one two-', 'three', 'four']);
  assert.deepEqual(shown('ภาษาไทยเป็น', 7).join(''), 'ภาษาไทยเป็น');
});

test('divides a word that is longer than a line, never within a character', () => {
  assert.deepEqual(shown('x'.repeat(25), 10), ['x'.repeat(10), 'x'.repeat(10), 'x'.repeat(5)]);
  assert.deepEqual(shown(`ab ${'x'.repeat(12)} c`, 10), ['ab', 'x'.repeat(10), 'xx c']);
  assert.deepEqual(shown('👩‍👩‍👧👩‍👩‍👧', 5), ['👩‍👩‍👧', '👩‍👩‍👧']);
  assert.deepEqual(shown('xx', 0.5), ['x', 'x']);
  assert.deepEqual(shown(''), ['']);
  for (const long of ['x'.repeat(5_000), 'שלום '.repeat(2_000), ' '.repeat(5_000), '-'.repeat(5_000)])
    assert.ok(shown(long, 90).length > 0);
});

test('measures and draws the words of each font style separately', () => {
  const lines = layOutText(
    [
      { text: 'One ', style: 'plain' },
      { text: 'שלום', style: 'bold' },
    ],
    100,
    (character, style) => (character === 'O' ? 'capital' : style),
    (one, other) => one === other,
    (run, style) => run.length * (style === 'bold' ? 2 : 1),
  );
  assert.deepEqual(lines[0]!.parts, [
    { text: 'O', style: 'capital', x: 0, width: 1 },
    { text: 'ne ', style: 'plain', x: 1, width: 3 },
    { text: 'שלום', style: 'bold', x: 4, width: 8 },
  ]);
});
