import assert from 'node:assert/strict';
import test from 'node:test';
import { builtInCatalogue as catalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { deliveryTextOf } from '#contract/work/delivery-text.ts';
import type { HashtagSets } from '#contract/instant/hashtag-sets.ts';
import { isMarkdown } from '#contract/markdown.ts';
import { splitPasted } from '#desk/line/split-pasted.ts';
import { workSheetOf } from '#contract/work/work-sheet.ts';
import { reportText } from './report-text.ts';

const sets: HashtagSets = {
  type: 'hashtags',
  sets: [
    {
      topic: 'Sourdough bakery in Leeds',
      tags: [
        { tag: '#SourdoughBakery', group: 'core', why: 'From your topic.' },
        { tag: '#Leeds', group: 'local', why: 'Your location.' },
      ],
      platforms: [
        {
          platform: 'Instagram',
          limit: 30,
          pick: ['#SourdoughBakery', '#Leeds'],
          note: 'Limit: 30 per post.',
        },
        { platform: 'LinkedIn', limit: null, pick: [], note: 'No limit.' },
      ],
      rotation: [['#SourdoughBakery'], ['#Leeds']],
      fewer: '2 of up to 15.',
    },
  ],
  warnings: [],
  samplePost: null,
};
const written = `## Sourdough bakery in Leeds

### Instagram

#SourdoughBakery #Leeds

Limit: 30 per post.

### Set 1

#SourdoughBakery

### Set 2

#Leeds

### All hashtags

#SourdoughBakery #Leeds

2 of up to 15.`;

test('writes each set of hashtags on one line below its heading, with its reason', () => {
  assert.equal(reportText(sets), written);
});

test('keeps the headings of hashtag sets when staff edit and deliver them again', () => {
  const details = { quantity: 1, variant: 'standard', options: {}, brief: {} };
  const sheet = workSheetOf({ orderType: 5, details, isTakenOver: true }, catalogue)!;
  const { pieces, rest } = splitPasted(sheet, reportText(sets));
  assert.equal(rest, '');
  const delivered = deliveryTextOf(sheet, pieces);
  assert.equal(delivered, written);
  assert.ok(isMarkdown(delivered));
});

test('writes an analyzer report without a heading for an empty title and without lines of hyphens', () => {
  const text = reportText({
    type: 'analyzer',
    title: '',
    text: 'You can definately taste it.',
    words: 5,
    sentences: 1,
    readingSeconds: 1,
    grade: 4,
    aimedGrade: { from: 5, to: 9 },
    reasons: { correctness: '1 error.' },
    findings: [
      {
        id: 'spelling-8',
        part: 'correctness',
        kind: 'spelling',
        severity: 'error',
        start: 8,
        end: 18,
        what: 'Spelling',
        why: 'A misspelled word.',
        how: 'Correct it.',
        suggestions: ['definitely'],
        cost: 30,
      },
    ],
    before: null,
  });
  assert.match(text, /^70\/100\. Correctness 70\.\n\n5 words\./);
  assert.match(text, /\n\n### Fix these first\n\n- Spelling: “definately” → “definitely”$/);
  assert.doesNotMatch(text, /--/);
});
