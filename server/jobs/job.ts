import { type RawBuilder, sql } from 'kysely';

export type NewJob = { kind: string; payload: unknown; runAt: Date; dedupeKey?: string };

/** Number of jobs that run at once, by lane. */
export const slots = { letters: 2, instant: 1, others: 4 };
export type Lane = keyof typeof slots;

/**
 * A handler of an email throws it when the mail server is temporarily unavailable. The job is then retried for four days, as mail
 * servers do (RFC 5321, 4.5.4.1). After other errors a job is given up: after 12 attempts (about 2.5 hours), or two such errors
 * in a row.
 */
export class Deferral extends Error {}

/** A handler's result: nothing when the job is done, or the time of its next run. */
export type JobHandler<Payload> = (payload: Payload) => Promise<Date | void>;
/** Handlers by kind. `forever`: the job is never given up and retried at least hourly. */
export type JobHandlers = Record<string, { run: JobHandler<never>; forever: boolean }>;

/** Prefix of the kinds of emails. They have slots of their own, so that a hanging mail server delays no payment. */
export const emailPrefix = 'mail.';
/** Prefix of the kinds that analyze texts in a separate process, one at a time, so that a text that hangs delays no other job. */
export const instantPrefix = 'instant.';

/** The lane in which jobs of a kind run. */
export function laneOf(kind: string): Lane {
  if (kind.startsWith(emailPrefix)) return 'letters';
  return kind.startsWith(instantPrefix) ? 'instant' : 'others';
}

/**
 * A kind of job. Creates jobs from their payload, and binds the handler. Payloads are JSON with IDs, without personal data.
 * `forever`: for jobs that must succeed at any time, such as those about money and those that reschedule themselves.
 */
export function jobKind<Payload extends Record<string, string | number>>(
  kind: string,
  { forever = false }: { forever?: boolean } = {},
) {
  return {
    at: (runAt: Date, payload: Payload, dedupeKey?: string): NewJob => ({
      kind,
      payload,
      runAt,
      ...(dedupeKey ? { dedupeKey: `${kind}:${dedupeKey}` } : {}),
    }),
    handledBy: (run: JobHandler<Payload>): JobHandlers => ({ [kind]: { run, forever } }),
  };
}

/**
 * The insert of jobs, alone or within the caller's statement. A waiting job with the same key is kept instead of the new one.
 * `onlyIf`: an SQL condition on the statement's other parts.
 */
export function enqueue(
  jobs: readonly NewJob[],
  onlyIf: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> {
  const rows = jobs.map(({ kind, payload, runAt, dedupeKey }) => ({
    kind,
    lane: laneOf(kind),
    payload,
    run_at: runAt,
    dedupe_key: dedupeKey ?? null,
  }));
  return sql`insert into job (kind, lane, payload, run_at, dedupe_key)
    select kind, lane, payload, run_at, dedupe_key
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new(kind text, lane text, payload jsonb, run_at timestamptz, dedupe_key text)
    where ${onlyIf}
    on conflict on constraint job_once do nothing`;
}

/** The writes that enqueue a job unless one with this topic was enqueued on the same day (UTC). */
export function enqueueOncePerDay(job: NewJob, topic: string): RawBuilder<unknown>[] {
  const day = job.runAt.toISOString().slice(0, 10);
  const said = sql`exists (select from said_today where topic = ${topic} and day = ${day})`;
  return [
    // the job's key decides between two simultaneous inserts
    enqueue([{ ...job, dedupeKey: `${topic}:${day}` }], sql`not ${said}`),
    sql`insert into said_today (topic, day) values (${topic}, ${day}) on conflict do nothing`,
  ];
}
