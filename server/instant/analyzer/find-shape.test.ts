import assert from 'node:assert/strict';
import test from 'node:test';
import { fixFirst } from '#contract/instant/score-report.ts';
import { analyzeText } from './analyze-text.ts';

const sentence = 'We bake good bread here. ';
/** A text of more than 200 words whose first paragraph has this many. */
const withOpening = (words: number) =>
  `${'We bake good bread. '.repeat(words / 4)}\n\n${`${sentence.repeat(8)}\n\n`.repeat(5)}`;

test('lists a long opening among the first fixes only when it is far above the limit of words', async () => {
  for (const [words, isFirst] of [
    [64, false],
    [80, true],
  ] as const) {
    const report = await analyzeText({
      title: '',
      text: withOpening(words),
      contentType: 'other',
      readers: 'everyone',
      language: 'en-US',
    });
    const kind = 'long-opening';
    assert.ok(report.findings.some((one) => one.kind === kind));
    assert.equal(
      fixFirst(report).some((one) => one.kind === kind),
      isFirst,
    );
  }
});
