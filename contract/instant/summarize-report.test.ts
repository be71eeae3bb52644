import assert from 'node:assert/strict';
import test from 'node:test';
import type { AnalyzerReport, Finding } from './analyzer-report.ts';
import { summarizeReport } from './summarize-report.ts';

const found = (more: Partial<Finding>): Finding => ({
  id: `${more.kind}`,
  part: 'correctness',
  kind: 'typo',
  severity: 'error',
  start: 0,
  end: 4,
  what: '',
  why: '',
  how: '',
  suggestions: [],
  cost: 10,
  ...more,
});
const report = (findings: Finding[], more: Partial<AnalyzerReport> = {}): AnalyzerReport => ({
  type: 'analyzer',
  title: '',
  text: 'Text',
  words: 1,
  sentences: 1,
  readingSeconds: 1,
  grade: 7,
  aimedGrade: { from: 5, to: 9 },
  reasons: { correctness: '', clarity: '' },
  findings,
  before: null,
  ...more,
});

test('returns one sentence about no errors when nothing needs attention', () => {
  assert.deepEqual(summarizeReport(report([])), ['We found no errors.']);
  // an unknown name doesn't count as an error
  assert.deepEqual(summarizeReport(report([found({ kind: 'name', severity: 'check', cost: 0 })])), [
    'We found no errors.',
  ]);
});

test('counts errors, possible errors and the gain of the first fixes, and names the weakest area', () => {
  assert.deepEqual(
    summarizeReport(
      report(
        [
          found({ kind: 'a' }),
          found({ kind: 'b', severity: 'check' }),
          found({ kind: 'c', part: 'clarity', severity: 'hint', cost: 50 }),
        ],
        { grade: 11.2 },
      ),
    ),
    [
      'Fix 1 error and check 1 possible error before you publish.',
      'The first 3 kinds of fixes would raise the score from 64 to 100.',
      'The weakest area is clarity and style, with 50 of 100 points.',
      'The text reads at grade 11.2, above the target of 5–9.',
    ],
  );
});

test('omits dismissed findings, and names the features that a text of this kind lacks', () => {
  const checklist = {
    title: 'Press release',
    points: [
      { label: 'The date', isMet: false, start: 0, end: 0 },
      { label: 'A quote from a person', isMet: true, start: 0, end: 4 },
      { label: 'A contact for journalists', isMet: false, start: 0, end: 0 },
    ],
  };
  assert.deepEqual(summarizeReport(report([found({ kind: 'a' })], { checklist }), new Set(['a'])), [
    'No errors are left.',
    'Missing for this kind of text: the date and a contact for journalists.',
  ]);
});
