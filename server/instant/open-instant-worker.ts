import type { AnalyzerReport } from '#contract/instant/analyzer-report.ts';
import type { HashtagSets } from '#contract/instant/hashtag-sets.ts';
import type { Platform } from '#contract/catalogue/product.ts';
import { type ChildOptions, runInChild } from '#server/process/run-in-child.ts';
import type { AnalyzerBrief } from './analyzer/analyze-text.ts';
import type { HashtagBrief } from './hashtags/hashtag-brief.ts';

export type { AnalyzerBrief, HashtagBrief };

export type InstantTask =
  | { kind: 'analyze'; brief: AnalyzerBrief }
  | { kind: 'hashtags'; brief: HashtagBrief; platforms: readonly Platform[] };

export type InstantWorker = {
  /**
   * Analyzes a text.
   * @throws TooBusy when too many tasks wait
   * @throws TookTooLong when the analysis isn't done in time
   * @throws Error when the analysis ends its process
   */
  analyze(brief: AnalyzerBrief): Promise<AnalyzerReport>;
  makeHashtags(brief: HashtagBrief, platforms: readonly Platform[]): Promise<HashtagSets>;
  close: () => Promise<void>;
};

/** Limits of free previews (ms). One that isn't ready in time is refused, so that no visitor waits long for others' texts. */
export const previewOptions: ChildOptions = { timeLimitMs: 15_000, answerWithinMs: 15_000, mostWaiting: 10 };

/** Makes reports and hashtag sets, one at a time, in a separate process that is started on demand. */
export function openInstantWorker(options: ChildOptions = {}): InstantWorker {
  const child = runInChild<InstantTask, AnalyzerReport | HashtagSets>(
    new URL('instant-process.ts', import.meta.url),
    options,
  );
  return {
    analyze: async (brief) => (await child.run({ kind: 'analyze', brief })) as AnalyzerReport,
    makeHashtags: async (brief, platforms) =>
      (await child.run({ kind: 'hashtags', brief, platforms })) as HashtagSets,
    close: child.close,
  };
}
