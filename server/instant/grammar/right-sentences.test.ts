import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { readText } from '#server/instant/analyzer/read-text.ts';
import { findGrammar } from './find-grammar.ts';

// Correct sentences, each written by an editor to resemble an error that one of the patterns finds.
const sentences = readFileSync(new URL('right-sentences.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n');

test('reports nothing in correct sentences that resemble errors', () => {
  const marked = sentences.flatMap((sentence) =>
    findGrammar(readText(sentence)).map(
      ({ start, end }) => `“${sentence.slice(start, end)}” in “${sentence}”`,
    ),
  );
  assert.deepEqual(marked, []);
});
