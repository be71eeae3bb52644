import type { Catalogue } from '#contract/catalogue/catalogue.ts';
import type { Handlers } from '#server/http/bind-endpoints.ts';
import { networkOf } from '#server/http/rate-limits.ts';
import { ProblemReply, Refusal, unavailable } from '#server/http/refusal.ts';
import { TookTooLong, TooBusy } from '#server/process/run-in-child.ts';
import { previewFindings, previewTags } from '#contract/instant/previews.ts';
import { fixesByGain } from '#contract/instant/score-report.ts';
import { askForMore } from './hashtags/topic-parts.ts';
import type { InstantWorker } from './open-instant-worker.ts';
import { checkAnalyzable } from './check-analyzable.ts';
import { excerptOf } from './preview-excerpt.ts';

type Deps = {
  catalogue: () => Catalogue;
  /** A worker only for previews, so that paid work never waits for them. */
  previews: Pick<InstantWorker, 'analyze' | 'makeHashtags'>;
};

/** Maximum number of previews for which one network can wait at once. */
const mostAtOnce = 2;

/** Free previews of the two automatic services. The submitted text isn't stored. */
export function previewRoutes({
  previews,
  catalogue,
}: Deps): Pick<Handlers, 'checkText' | 'previewAnalysis' | 'previewHashtags'> {
  const waiting = new Map<string, number>();

  /**
   * Runs `make` while the network waits for few enough previews.
   * @throws ProblemReply 429 when the network waits for too many, 503 when too many tasks wait in total
   */
  async function inTurn<Result>(network: string, make: () => Promise<Result>): Promise<Result> {
    const others = waiting.get(network) ?? 0;
    if (others >= mostAtOnce) {
      const detail = 'We’re still working on your earlier previews. Try again in a moment.';
      throw new ProblemReply(429, detail, { headers: { 'retry-after': '5' }, errors: { '': [detail] } });
    }
    waiting.set(network, others + 1);
    try {
      return await make();
    } catch (error) {
      if (error instanceof TooBusy)
        throw unavailable('We’re creating a lot of previews right now. Try again in a moment.');
      if (error instanceof TookTooLong)
        throw unavailable('This preview took too long. Try again in a moment.');
      throw error;
    } finally {
      const left = waiting.get(network)! - 1;
      if (left > 0) waiting.set(network, left);
      else waiting.delete(network);
    }
  }

  return {
    async checkText({ body }) {
      return { problem: (await checkAnalyzable(body.text)) ?? null };
    },
    async previewAnalysis({ body, ip }) {
      const network = networkOf(ip);
      const problem = await checkAnalyzable(body.text);
      if (problem) throw new Refusal({ text: [problem] });
      const report = await inTurn(network, () =>
        previews.analyze({
          title: '',
          text: body.text,
          contentType: 'other',
          readers: 'everyone',
          goal: 'inform',
          language: body.language ?? 'en-US',
        }),
      );
      const { text, words, overall, findings } = excerptOf(report);
      // one finding of each kind, highest gain first, because three of one kind would show too little of the report
      const shown = fixesByGain({ reasons: report.reasons, findings })
        .slice(0, previewFindings)
        .flatMap(({ ids }) => findings.find(({ id }) => id === ids[0]) ?? []);
      return { text, words, overall, findings: shown, more: findings.length - shown.length };
    },
    async previewHashtags({ body: { topic }, ip }) {
      const network = networkOf(ip);
      const { sets, warnings } = await inTurn(network, () =>
        previews.makeHashtags(
          { topics: [topic], platforms: ['instagram'], seedKeywords: [], language: 'en-US' },
          catalogue().platforms,
        ),
      );
      return {
        tags: (sets[0]?.tags ?? []).slice(0, previewTags).map(({ tag, why }) => ({ tag, why })),
        leftOut: warnings,
        askForMore: askForMore(topic),
      };
    },
  };
}
