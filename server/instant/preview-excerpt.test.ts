import assert from 'node:assert/strict';
import test from 'node:test';
import { previewWords } from '#contract/instant/previews.ts';
import { countWords } from '#contract/text.ts';
import { analyzeText } from './analyzer/analyze-text.ts';
import { excerptOf } from './preview-excerpt.ts';

const analyze = (text: string) =>
  analyzeText({ title: '', text, contentType: 'other', readers: 'everyone', language: 'en-US' });

const opening =
  `Our bakery opens at six, and the first loaves leave the oven soon after. We bake with flour from a mill in the next
valley. The dough rests for two days. People come from the whole town to buy it warm. We sell rye, wheat and spelt. On
Sundays we make rolls with seeds. You can order by phone or at the counter.`.replaceAll('\n', ' ');
const calm = 'The oven is old and keeps its heat. We light it at three and bake until noon. ';

test('shows a finding about the whole text in the preview when its passage is in the excerpt', async () => {
  const report = await analyze(`${opening}\n\n${calm.repeat(11)}`);
  assert.ok(report.words > 200);
  const { findings, overall, words } = excerptOf(report);
  assert.equal(words, previewWords);
  assert.deepEqual(
    findings.map(({ kind }) => kind),
    report.findings.map(({ kind }) => kind),
  );
  assert.ok(findings.some(({ kind }) => kind === 'long-opening'));
  assert.ok(overall < 100);
});

test('counts exactly the findings in the words of the excerpt', async () => {
  const wrong =
    'The the dough is left to rest. It was shaped by hand by our bakers, who definately know how to shape a loaf that keeps its form in the oven. ';
  const report = await analyze(`${wrong.repeat(4)}\n\n${calm.repeat(4)}\n\n${wrong.repeat(4)}`);
  const { text, findings, words } = excerptOf(report);
  assert.ok(report.text.startsWith(text));
  assert.equal(countWords(text), words);
  const inside = report.findings.filter(({ start, end }) => end > start && start < text.length);
  assert.ok(inside.length > 4 && inside.length < report.findings.length);
  assert.deepEqual(
    findings.map(({ id }) => id),
    inside.map(({ id }) => id),
  );
  for (const { end } of findings) assert.ok(end <= text.length);
});

test('scores an excerpt by its own density of errors, whatever the length of the text', async () => {
  const wrong = `${calm}You can definately taste it.\n\n`.repeat(8);
  const short = excerptOf(await analyze(`${wrong}${calm.repeat(3)}`));
  const long = excerptOf(await analyze(`${wrong}${calm.repeat(60)}`));
  assert.equal(short.findings.length, long.findings.length);
  assert.ok(Math.abs(short.overall - long.overall) <= 1, `${short.overall} and ${long.overall}`);
});

test('returns the report unchanged when the text is no longer than the excerpt', async () => {
  const report = await analyze(`${opening} You can definately taste it.`);
  const { text, findings } = excerptOf(report);
  assert.equal(text, report.text);
  assert.deepEqual(findings, report.findings);
});
