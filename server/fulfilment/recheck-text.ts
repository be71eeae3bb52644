import { day } from '#contract/durations.ts';
import type { AnalyzerReport } from '#contract/instant/analyzer-report.ts';
import type { Catalogue } from '#contract/catalogue/catalogue.ts';
import type { Order } from '#contract/storefront/orders.ts';
import { scoreReport } from '#contract/instant/score-report.ts';
import { countWords } from '#contract/text.ts';
import { notFound, ProblemReply, Refusal } from '#server/http/refusal.ts';
import type { AnalyzerBrief, InstantWorker } from '#server/instant/open-instant-worker.ts';
import { checkAnalyzable } from '#server/instant/check-analyzable.ts';
import { analyzerType } from '#server/orders/instant-work.ts';
import type { OrderDeps } from '#server/orders/order-deps.ts';
import { readNumber } from '#server/process/readable-number.ts';
import { sql } from 'kysely';

/** How many days after the report an improved text can be rechecked. */
const recheckDays = 14;
/** The end of the time for rechecks of a report that was delivered at this time. */
export const recheckUntil = (deliveredAt: Date): Date => new Date(deliveredAt.getTime() + recheckDays * day);

/** How many words the ordered analysis covers; 0 when it is no longer sold. */
export const wordsCovered = (catalogue: Catalogue, { variant }: Pick<OrderDetails, 'variant'>): number =>
  catalogue.productOf(analyzerType).variants.find(({ value }) => value === variant)?.maxWords ?? 0;

export type OrderDetails = Order['lines'][number]['details'];

type Ordered = {
  order_id: bigint;
  details: OrderDetails;
  report: AnalyzerReport;
  delivered_at: Date;
};

/**
 * Analyzes an improved text with the settings of the ordered one and compares both results. Stores only the latest comparison.
 * @throws ProblemReply 404 when this customer has no such report, 409 when the time for rechecks is over
 * @throws Refusal for a text that is too long or can't be analyzed
 */
export async function recheckText(
  { db, clock, instant, catalogue }: OrderDeps & { instant: InstantWorker },
  customerId: bigint,
  { number, position, text }: { number: string; position: number; text: string },
): Promise<AnalyzerReport> {
  const now = clock();
  const { rows } = await sql<Ordered>`
    select o.id as order_id, l.details, d.report, d.delivered_at
    from customer_order o join order_line l on l.order_id = o.id
    join delivery d on d.order_id = l.order_id and d.position = l.position and d.version = 1 and d.report is not null
    where o.customer_id = ${customerId} and o.number = ${readNumber('R', number) ?? ''}
      and l.position = ${position} and l.order_type = ${analyzerType}`.execute(db);
  const ordered = rows[0];
  if (!ordered) throw notFound('We can’t find that report in your account.');
  if (now >= recheckUntil(ordered.delivered_at))
    throw new ProblemReply(
      409,
      `Free re-checks ended ${recheckDays} days after delivery. Order a new report to check this text.`,
    );
  const { details, report: before } = ordered;
  const most = wordsCovered(catalogue(), details);
  const words = countWords(text);
  const problem =
    words > most
      ? `The text has ${words.toLocaleString('en-US')} words, but this order covers up to ${most.toLocaleString('en-US')} words`
      : await checkAnalyzable(text);
  if (problem) throw new Refusal({ text: [problem] });
  const { overall, parts } = scoreReport(before);
  const report: AnalyzerReport = {
    ...(await instant.analyze({ ...(details.brief as AnalyzerBrief), text })),
    before: { overall, parts, findings: before.findings.length },
  };
  await sql`insert into recheck (order_id, position, report, checked_at)
    values (${ordered.order_id}, ${position}, ${JSON.stringify(report)}, ${now})
    on conflict (order_id, position) do update set report = excluded.report, checked_at = excluded.checked_at`.execute(
    db,
  );
  return report;
}
