import assert from 'node:assert/strict';
import test from 'node:test';
import { second } from '#contract/durations.ts';
import { openInstantWorker } from '#server/instant/open-instant-worker.ts';
import { findDraftErrors } from './find-draft-errors.ts';

const line = { brand: 'Rye & Co', details: { brief: { language: 'en-US' } } } as unknown as Parameters<
  typeof findDraftErrors
>[1];
const pieces = [
  { key: 'slogan-1', text: 'We bakes rye every morning.' },
  { key: 'slogan-2', text: '' },
];

function logOf() {
  const warnings: unknown[] = [];
  return { warnings, log: { warn: (what: unknown) => warnings.push(what) } as never };
}
const silent = {
  language: null,
  languageWords: 'The language check took too long or failed. Try again, or continue without it.',
};

test('returns no findings after ten seconds when the analyzer hangs', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { log } = logOf();
  const answer = findDraftErrors({ analyzer: { analyze: () => new Promise(() => {}) }, log }, line, pieces);
  t.mock.timers.tick(10 * second);
  assert.deepEqual(await answer, silent);
});

test('returns no findings, and logs the error, when the analyzer fails', async () => {
  const { log, warnings } = logOf();
  const analyze = () => Promise.reject(new Error('The worker ended'));
  assert.deepEqual(await findDraftErrors({ analyzer: { analyze }, log }, line, pieces), silent);
  assert.equal(warnings.length, 1);
});

test('assigns each error to its piece', async (t) => {
  const analyzer = openInstantWorker();
  t.after(() => analyzer.close());
  // starts the analyzer first: on a busy machine, its start takes longer than the timeout
  await analyzer.analyze({
    text: 'Rye bread.',
    title: '',
    contentType: 'other',
    readers: '',
    language: 'en-US',
  });
  const { log } = logOf();
  const { language } = await findDraftErrors({ analyzer, log }, line, [
    { key: 'slogan-1', text: 'Rye bread is baked here.' },
    { key: 'slogan-2', text: 'We recieve the flour on Monday.' },
  ]);
  assert.deepEqual(
    language?.map(({ piece, quote }) => [piece, quote]),
    [['slogan-2', 'recieve']],
  );
});
