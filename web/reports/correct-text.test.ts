import assert from 'node:assert/strict';
import test from 'node:test';
import type { Finding } from '#contract/instant/analyzer-report.ts';
import { changesOf, correctText, type Decisions } from './correct-text.ts';

const text = 'We recieve alot of mail. Their our fans.';
function found(quote: string, suggestions: string[], more: Partial<Finding> = {}): Finding {
  const start = text.indexOf(quote);
  return {
    id: quote,
    part: 'correctness',
    kind: 'typo',
    severity: 'error',
    start,
    end: start + quote.length,
    what: '',
    why: '',
    how: '',
    suggestions,
    cost: 1,
    ...more,
  };
}
const spelling = found('recieve', ['receive'], { kind: 'spelling' });
const unsure = found('alot', ['a lot', 'allot'], { kind: 'spelling' });
const confused = found('Their our', ['They are our'], { severity: 'check' });

const corrected = (findings: Finding[], decisions: Decisions = {}) =>
  correctText(text, changesOf(findings, decisions))
    .map((piece) => piece.text)
    .join('');

test('applies only errors with one sure replacement when the customer has decided nothing', () => {
  assert.equal(corrected([confused, unsure, spelling]), 'We receive alot of mail. Their our fans.');
});

test('applies the replacements that the customer chose, and no change where the customer kept the words', () => {
  assert.equal(
    corrected([spelling, unsure, confused], { recieve: null, alot: 'a lot', 'Their our': 'They are our' }),
    'We recieve a lot of mail. They are our fans.',
  );
});

test('applies the customer’s choice instead of an overlapping change', () => {
  const wider = found('recieve alot', ['get a lot'], { severity: 'hint' });
  assert.equal(corrected([spelling, wider]), 'We receive alot of mail. Their our fans.');
  assert.equal(
    corrected([spelling, wider], { 'recieve alot': 'get a lot' }),
    'We get a lot of mail. Their our fans.',
  );
});

test('names the words that each change replaces', () => {
  const pieces = correctText(text, changesOf([spelling], {}));
  assert.deepEqual(
    pieces.map((piece) => [piece.text, piece.change?.replaced]),
    [
      ['We ', undefined],
      ['receive', 'recieve'],
      [text.slice(10), undefined],
    ],
  );
});

test('ignores a suggestion about the whole text', () => {
  assert.equal(corrected([{ ...spelling, start: 0, end: 0 }]), text);
});
