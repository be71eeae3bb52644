import { setTimeout as sleep } from 'node:timers/promises';
import { type AnalyzerBrief, openInstantWorker } from '#server/instant/open-instant-worker.ts';
import { median, percentile, printTable } from './print-table.ts';
import { cleanTexts } from './quality/read-sets.ts';

const idleMs = 5_000;

function textOf(words: number): string {
  const all = cleanTexts('dev')
    .map(({ text }) => text)
    .join('\n\n');
  const parts = all.repeat(Math.ceil(words / 2500)).split(/(?<=\s)/u);
  return parts.slice(0, words).join('');
}

const briefOf = (words: number): AnalyzerBrief => ({
  title: 'A text of some length',
  text: textOf(words),
  contentType: 'article',
  readers: 'everyone',
  language: 'en-US',
});

const memory = () => Math.round(process.memoryUsage().rss / 1e6);

/** Measures a report's time and memory, and whether the process stays responsive meanwhile. */
export async function measureInstant(): Promise<void> {
  const before = memory();
  const worker = openInstantWorker({ idleMs });
  const timed = async (words: number) => {
    const start = performance.now();
    await worker.analyze(briefOf(words));
    return Math.round(performance.now() - start);
  };
  const cold = await timed(1000);
  const rows: { words: number; 'warm ms, median of 5': number }[] = [];
  for (const words of [200, 1000, 2500, 5000]) {
    const times: number[] = [];
    for (let n = 0; n < 5; n += 1) times.push(await timed(words));
    rows.push({ words, 'warm ms, median of 5': median(times) });
  }
  printTable(`A report: cold ${cold} ms for 1,000 words, then`, rows);

  const waits: number[] = [];
  let last = performance.now();
  const beat = setInterval(() => {
    waits.push(performance.now() - last - 10);
    last = performance.now();
  }, 10);
  const order: number[] = [];
  const start = performance.now();
  await Promise.all(
    Array.from({ length: 50 }, (_, index) => worker.analyze(briefOf(500)).then(() => order.push(index))),
  );
  const seconds = (performance.now() - start) / 1000;
  clearInterval(beat);
  const busy = memory();
  // waits for the idle process to end and its memory to be released
  await sleep(idleMs + 20_000);
  printTable('Fifty orders of 500 words at once', [
    {
      'all done after s': seconds.toFixed(1),
      'in order': order.every((index, place) => index === place) ? 'yes' : 'no',
      'the process waited ms, 99 of 100': percentile(waits, 0.99).toFixed(1),
      'MB of the shop, before': before,
      'at work beside the process': busy,
      'once idle': memory(),
    },
  ]);
  await worker.close();
}
