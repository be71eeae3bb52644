import assert from 'node:assert/strict';
import test from 'node:test';
import { fixesByGain, scoreReport } from '#contract/score-report.ts';
import { type AnalyzerBrief, analyzeText } from './analyze-text.ts';

const analyze = (text: string, more: Partial<AnalyzerBrief> = {}) =>
  analyzeText({
    title: 'Why slow bread matters',
    text,
    contentType: 'article',
    readers: 'everyone',
    goal: 'inform',
    language: 'en-US',
    ...more,
  });
const marked = async (text: string, kind: string, more: Partial<AnalyzerBrief> = {}) => {
  const report = await analyze(text, more);
  return report.findings
    .filter((finding) => finding.kind === kind)
    .map(({ start, end }) => report.text.slice(start, end));
};

test('findings stand where their words stand, also after emoji, Markdown and other scripts', async () => {
  const text = '# Brot 😀 and more\n\nשלום. We recieve 🫘 flour.\n\n- Item one\n- We definately bake it.';
  assert.deepEqual(
    (await marked(text, 'spelling')).filter((word) => /^[a-z]/.test(word)),
    ['recieve', 'definately'],
  );
});

test('each variety of English has its own spelling; own words are right', async () => {
  assert.deepEqual(
    await marked('The colour of the crust is dark brown.', 'spelling', { language: 'en-GB' }),
    [],
  );
  const american = await analyze('The colour of the crust is dark brown.');
  assert.ok(american.findings.some(({ start, end }) => american.text.slice(start, end) === 'colour'));
  const own = await analyze('We feed the levain twice a day with GoldenCrust flour.', {
    ownWords: ['levain', 'GoldenCrust'],
  });
  assert.deepEqual(
    own.findings.filter(({ kind }) => kind === 'spelling'),
    [],
  );
});

test('long sentences, roundabout words, fillers and the passive voice are told with their reasons', async () => {
  const long = `We ${'bake and deliver and sell and '.repeat(8)}rest.`;
  assert.deepEqual(await marked(long, 'very-long-sentence'), [long]);
  assert.deepEqual(await marked('We do it in order to save time.', 'wordy'), ['in order to']);
  assert.deepEqual(await marked('It is a world-class loaf.', 'filler'), ['world-class']);
  assert.deepEqual(
    await marked('The bakery was founded in 1987. It was sold last year. We eat it.', 'passive'),
    ['was founded', 'was sold'],
  );
  assert.deepEqual(await marked('We are excited. The shop is open. It was red and round.', 'passive'), []);
});

test('a search phrase is looked for where readers look; without one the part is not judged', async () => {
  const text = '# Baking\n\nWe take two days for a loaf.\n\nSlow bread keeps for a week.';
  const { reasons, findings } = await analyze(text, { keyphrase: 'slow bread' });
  assert.ok(reasons.search);
  assert.deepEqual(
    findings.filter(({ part }) => part === 'search').map(({ kind }) => kind),
    ['phrase-opening', 'phrase-heading'],
  );
  assert.equal((await analyze(text)).reasons.search, undefined);
});

test('dismissing raises the score by what the finding cost, and mending a kind by its gain', async () => {
  const report = await analyze('We recieve flour. We definately bake. The the dough rests. It is very good.');
  const before = scoreReport(report).overall;
  const [first] = fixesByGain(report);
  assert.ok(first && first.gain > 0);
  assert.equal(scoreReport(report, new Set(first.ids)).overall, before + first.gain);
  assert.equal(scoreReport(report, new Set(report.findings.map(({ id }) => id))).overall, 100);
  assert.equal(new Set(report.findings.map(({ id }) => id)).size, report.findings.length);
});

test('empty, odd and huge texts are read without an error', async () => {
  for (const text of [
    '',
    '   ',
    '.',
    '# ',
    '!!!',
    'a',
    '\n\n\n',
    'word '.repeat(5000),
    '<b>x</b>',
    '1. 2. 3.',
  ])
    assert.equal((await analyze(text)).text, text);
});
