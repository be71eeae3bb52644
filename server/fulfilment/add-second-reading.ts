import type { AnalyzerReport, SecondReading } from '#contract/instant/analyzer-report.ts';
import { hour, minute, second } from '#contract/durations.ts';
import type { AnalyzerBrief } from '#server/instant/open-instant-worker.ts';
import { judgeRemarks } from '#server/instant/second-reader/judge-remarks.ts';
import { ReaderFailure, type SecondReader } from '#server/instant/second-reader/second-reader.ts';
import { type JobHandlers, jobKind } from '#server/jobs/job.ts';
import type { OrderDeps } from '#server/orders/order-deps.ts';
import type { Log } from '#server/process/log.ts';
import { sql } from 'kysely';
import type { OrderDetails } from './recheck-text.ts';

/** Sends the text of a delivered report to the second reader, an external language checker (LANGUAGETOOL_URL). */
export const readAgain = jobKind<{ number: string; position: number }>('second-reader');

/** Timeout of one answer (ms). */
const patienceMs = 20 * second;
/** Delay (ms) of a retry: while another reading is running, and after a failure. */
const delays = { busy: 5 * second, failed: 10 * minute };
/** How long after the delivery a failing second reader is retried (ms). Later, the customer has probably read the report. */
const longestMs = 2 * hour;

type Deps = Pick<OrderDeps, 'db' | 'clock'> & { log: Log; secondReader: SecondReader | undefined };

type Delivered = { order_id: bigint; report: AnalyzerReport; details: OrderDetails; delivered_at: Date };

/**
 * Adds the second reader's findings to a report.
 * @returns the time of the next try; undefined when none is needed
 */
async function read(
  { db, clock, log, secondReader }: Deps,
  { number, position }: { number: string; position: number },
): Promise<Date | undefined> {
  const { rows } = await sql<Delivered>`
    select d.order_id, d.report, l.details, d.delivered_at
    from customer_order o join order_line l on l.order_id = o.id
    join delivery d on d.order_id = l.order_id and d.position = l.position and d.version = 1 and d.report is not null
    where o.number = ${number} and l.position = ${position}`.execute(db);
  const [row] = rows;
  // the account was erased, or the second reader was switched off
  if (!row || !secondReader) return undefined;
  const { language, title, ownWords = [] } = row.details.brief as AnalyzerBrief;
  const answer = await secondReader
    .read(row.report.text, language, AbortSignal.timeout(patienceMs))
    .catch((error: unknown) => {
      if (error instanceof ReaderFailure) return error;
      throw error;
    });
  if (answer instanceof ReaderFailure) {
    const isLast = clock().getTime() - row.delivered_at.getTime() >= longestMs;
    log[isLast ? 'error' : 'warn'](
      { err: answer, number },
      isLast ? 'second reader given up' : 'second reader failed',
    );
    return isLast ? undefined : new Date(clock().getTime() + delays.failed);
  }
  const reading: SecondReading = {
    by: secondReader.by,
    findings: judgeRemarks(answer, row.report, [title, ...ownWords]),
  };
  await sql`update delivery set report = jsonb_set(report, '{secondReader}', ${JSON.stringify(reading)}::jsonb)
    where order_id = ${row.order_id} and position = ${position} and version = 1 and report is not null`.execute(
    db,
  );
  return undefined;
}

/**
 * The jobs that call the second reader: one at a time per process, so that a hanging call doesn't occupy the slots of other jobs.
 */
export function addSecondReading(deps: Deps): JobHandlers {
  let isBusy = false;
  return readAgain.handledBy(async (place) => {
    if (isBusy) return new Date(deps.clock().getTime() + delays.busy);
    isBusy = true;
    try {
      return await read(deps, place);
    } finally {
      isBusy = false;
    }
  });
}
