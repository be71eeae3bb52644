import type { Handlers } from '#server/http/bind-endpoints.ts';
import { Refusal } from '#server/http/refusal.ts';
import { previewFindings, previewTags, previewWords } from '#contract/previews.ts';
import { fixesByGain, scoreReport } from '#contract/score-report.ts';
import { firstWords } from '#contract/text.ts';
import type { InstantWorker } from './open-instant-worker.ts';
import { problemOfText } from './problem-of-text.ts';

type Deps = { instant: InstantWorker };

/** Free looks at what the two services make; nothing of what is sent is stored. */
export function previewRoutes({
  instant,
}: Deps): Pick<Handlers, 'checkText' | 'previewAnalysis' | 'previewHashtags'> {
  return {
    async checkText({ body }) {
      return { problem: (await problemOfText(body.text)) ?? null };
    },
    async previewAnalysis({ body }) {
      const text = firstWords(body.text, previewWords);
      const problem = await problemOfText(text);
      if (problem) throw new Refusal({ text: [problem] });
      const report = await instant.analyze({
        title: '',
        text,
        contentType: 'other',
        readers: 'everyone',
        goal: 'inform',
        language: 'en-US',
      });
      // one of each kind, what gains most first: three of the same would show less than there is
      const shown = fixesByGain(report)
        .slice(0, previewFindings)
        .flatMap(({ ids }) => report.findings.find(({ id }) => id === ids[0]) ?? []);
      return {
        text: report.text,
        words: report.words,
        overall: scoreReport(report).overall,
        findings: shown,
        more: report.findings.length - shown.length,
      };
    },
    async previewHashtags({ body: { topic } }) {
      const { sets } = await instant.makeHashtags({
        topics: [topic],
        platforms: ['instagram'],
        seedKeywords: [],
        language: 'en-US',
      });
      return { tags: (sets[0]?.tags ?? []).slice(0, previewTags).map(({ tag, why }) => ({ tag, why })) };
    },
  };
}
