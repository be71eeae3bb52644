/**
 * npm run quality: the quality of the analyzer and the hashtags on the labelled sets of bench/quality. Recall: the fraction of
 * planted errors that are found. Precision: the fraction of findings that are correct. `--misses` prints what was missed and what
 * was wrong; `--write` stores the figures for the next comparison.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { openInstantWorker } from '#server/instant/open-instant-worker.ts';
import { countJunk, measureHashtags } from './quality/measure-hashtags.ts';
import { measurePassives } from './quality/measure-passives.ts';
import { type Count, type Measures, measureSet } from './quality/measure-set.ts';
import { measureStructure } from './quality/measure-structure.ts';
import { cleanTexts, type SetPart } from './quality/read-sets.ts';

const kept = new URL('quality/last-run.json', import.meta.url);
const tell = process.argv.includes('--misses') ? (line: string) => console.log(line) : () => {};

/** Errors per 1,000 words, or a share from 0 to 1. */
const figureOf = (name: string, { of, right }: Count): number =>
  Number((/in clean/u.test(name) ? (right * 1000) / of : right / of).toFixed(2));
const figuresOf = (measures: Measures) =>
  Object.fromEntries(Object.entries(measures).map(([name, count]) => [name, figureOf(name, count)]));

/** Times (ms) of the first report and of a later one in a new process, per 1,000 words. */
async function measureTime(): Promise<Record<string, number>> {
  // a long time limit, because on a busy machine a slow report is a figure, not a failure
  const worker = openInstantWorker({ timeLimitMs: 300_000 });
  const text = cleanTexts('held')
    .map((one) => one.text)
    .join('\n\n');
  const brief = { title: '', text, contentType: 'other', readers: 'everyone', language: 'en-US' };
  const time = async () => {
    const start = performance.now();
    const { words } = await worker.analyze(brief);
    return { ms: performance.now() - start, words };
  };
  const cold = await time();
  const warm = await time();
  await worker.close();
  return {
    'cold, ms': Math.round(cold.ms),
    'warm, ms per 1,000 words': Math.round((warm.ms * 1000) / warm.words),
  };
}

type Figures = Record<string, Record<string, number>>;
const before = (() => {
  try {
    return JSON.parse(readFileSync(kept, 'utf8')) as Figures;
  } catch {
    return {};
  }
})();
const time = await measureTime();
const measureAll = async (part: SetPart): Promise<Measures> => ({
  ...(await measureSet(part, tell)),
  ...(await measureStructure(part, tell)),
  ...measureHashtags(part, tell),
});
const measured = {
  dev: await measureAll('dev'),
  held: await measureAll('held'),
  'passive voice': measurePassives(tell),
};
const figures: Figures = Object.fromEntries(
  Object.entries(measured).map(([part, measures]) => [part, figuresOf(measures)]),
);
for (const [part, measures] of Object.entries(measured)) {
  console.log(`\n${part}`);
  console.table(
    Object.fromEntries(
      Object.entries(measures)
        .toSorted(([a], [b]) => a.localeCompare(b))
        .map(([name, count]) => {
          const now = figureOf(name, count);
          const was = before[part]?.[name];
          return [name, { count: count.of, now, ...(was === undefined || was === now ? {} : { was }) }];
        }),
    ),
  );
}
console.log(time, `${Math.round(process.memoryUsage.rss() / 2 ** 20)} MiB`);
const { tags, junk } = countJunk();
console.log(`${tags} hashtags, ${junk.length} junk${junk.length > 0 ? `: ${junk.join(' ')}` : ''}.`);
if (process.argv.includes('--write')) writeFileSync(kept, `${JSON.stringify(figures, null, 2)}\n`);
