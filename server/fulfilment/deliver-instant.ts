import { deliveryDate } from '#contract/delivery-date.ts';
import type { AnalyzerReport } from '#contract/instant/analyzer-report.ts';
import type { HashtagSets } from '#contract/instant/hashtag-sets.ts';
import type { Order } from '#contract/storefront/orders.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { enqueue, type JobHandlers } from '#server/jobs/job.ts';
import { ProblemReply } from '#server/http/refusal.ts';
import type { AnalyzerBrief, HashtagBrief, InstantWorker } from '#server/instant/open-instant-worker.ts';
import type { SecondReader } from '#server/instant/second-reader/second-reader.ts';
import { system, writeActor } from '#server/process/actor.ts';
import type { Log } from '#server/process/log.ts';
import { analyzerType, instantTypes, makeInstantWork } from '#server/orders/instant-work.ts';
import type { OrderDeps } from '#server/orders/order-deps.ts';
import { sql } from 'kysely';
import { addSecondReading, readAgain } from './add-second-reading.ts';
import { takenOver } from './manual-takeover-emails.mail.ts';
import { moveLine } from './move-line.ts';
import { reportText } from './report-text.ts';

export type InstantDeps = OrderDeps & {
  instant: InstantWorker;
  secondReader: SecondReader | undefined;
  log: Log;
};

type InstantLine = {
  order_id: bigint;
  position: number;
  order_type: number;
  details: Order['lines'][number]['details'];
  /** Whether a person adds to the automatic result. */
  has_more: boolean;
};

async function make(
  { instant, catalogue }: Pick<InstantDeps, 'instant' | 'catalogue'>,
  line: InstantLine,
): Promise<AnalyzerReport | HashtagSets> {
  const { brief } = line.details;
  return line.order_type === analyzerType
    ? instant.analyze(brief as AnalyzerBrief)
    : instant.makeHashtags(brief as HashtagBrief, catalogue().platforms);
}

/**
 * Makes and delivers reports and hashtag sets right after payment. Where a person adds to them, the customer can already read a
 * version while the person works. After two failures a person takes the work over, and the customer and the operator get an
 * email. A second reader, if one is configured, checks a text after its delivery.
 */
export function deliverInstant(deps: InstantDeps): JobHandlers {
  const { db, clock, log } = deps;

  async function handOver(number: string, { order_id, position }: InstantLine): Promise<void> {
    const now = clock();
    const due = deliveryDate(now, 1, businessCalendar);
    await writeInOneStatement(db, [
      sql`update order_line set handed_over_at = ${now}, due_on = greatest(due_on, ${due}::date)
        where order_id = ${order_id} and position = ${position}`,
      sql`insert into order_event (order_id, line_position, at, actor, from_status, to_status, reason)
        values (${order_id}, ${position}, ${now}, ${writeActor(system)}, 'queued', 'queued',
          'We couldn’t finish this automatically, so our team is taking over')`,
      enqueue([
        takenOver.at(now, { number, position, to: 'customer' }),
        takenOver.at(now, { number, position, to: 'operator' }),
      ]),
    ]);
  }

  async function deliver(number: string, line: InstantLine): Promise<void> {
    const once = () => make(deps, line);
    const report = await once()
      .catch(async (error: unknown) => {
        log.warn({ err: error, number }, 'instant work failed, tried once more');
        return once();
      })
      .catch((error: unknown) => {
        log.error({ err: error, number }, 'instant work handed over');
        return undefined;
      });
    if (!report) return handOver(number, line);
    const delivered = { text: reportText(report), report };
    const move = line.has_more ? 'report' : 'deliver';
    const { position } = line;
    const isReadAgain = deps.secondReader !== undefined && report.type === 'analyzer';
    try {
      await moveLine(
        deps,
        { number, position, move, by: system, delivered },
        isReadAgain ? [enqueue([readAgain.at(clock(), { number, position })])] : [],
      );
    } catch (error) {
      // another process has delivered the work, or the order was cancelled
      if (!(error instanceof ProblemReply && error.status === 409)) throw error;
    }
  }

  const made = makeInstantWork.handledBy(async ({ number }) => {
    const { rows } = await sql<InstantLine>`
      select l.order_id, l.position, l.order_type, l.details, l.days > 0 as has_more
      from order_line l join customer_order o on o.id = l.order_id
      where o.number = ${number} and l.order_type = any(${instantTypes}) and l.work_status = 'queued'
        and l.handed_over_at is null
      order by l.position`.execute(db);
    for (const line of rows) await deliver(number, line);
    deps.jobs.wake();
  });
  return { ...made, ...addSecondReading(deps) };
}
