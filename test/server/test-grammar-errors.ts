import assert from 'node:assert/strict';
import test from 'node:test';
import { readText } from '#server/instant/analyzer/read-text.ts';
import { findGrammar } from '#server/instant/grammar/find-grammar.ts';

/**
 * Kinds of errors: texts with the words to mark and, where it matters, the first suggestion ('' for none, as where words are left
 * out); and correct texts that resemble them.
 */
export type GrammarErrors = Record<
  string,
  { wrong: [text: string, quote: string, suggestion?: string][]; right: string[] }
>;

const found = (text: string) =>
  findGrammar(readText(text)).map(({ start, end, suggestions }) => ({
    quote: text.slice(start, end),
    suggestion: suggestions[0],
  }));

/** Tests that each kind of error is found and corrected, and that correct texts have no finding. */
export function testGrammarErrors(errors: GrammarErrors): void {
  for (const [kind, { wrong, right }] of Object.entries(errors))
    test(`finds ${kind}, and reports nothing in correct texts`, () => {
      for (const [text, quote, suggestion] of wrong) {
        const all = found(text);
        const isMeant = (one: (typeof all)[number]) =>
          one.quote === quote && (suggestion === undefined || (one.suggestion ?? '') === suggestion);
        assert.ok(all.some(isMeant), `“${quote}” in “${text}”: ${JSON.stringify(all)}`);
      }
      for (const text of right) assert.deepEqual(found(text), [], text);
    });
}
