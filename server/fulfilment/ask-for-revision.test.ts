import assert from 'node:assert/strict';
import test from 'node:test';
import { pointsText } from './ask-for-revision.ts';

test('quotes headings without their Markdown marks in the text of the requested changes', () => {
  const passage = { start: 0, end: 30, quote: 'the end.\n\n## Our bread\n\nWe bake #1' };
  assert.equal(
    pointsText([{ piece: null, label: 'Text', note: 'Shorter', passage }]),
    '1. Text, “the end.\n\nOur bread\n\nWe bake #1”: Shorter',
  );
});
