import { type RawBuilder, sql } from 'kysely';

export type NewJob = { kind: string; payload: unknown; runAt: Date; dedupeKey?: string };

/** How many jobs run at once, by lane. */
export const slots = { letters: 2, instant: 1, others: 4 };
export type Lane = keyof typeof slots;

/**
 * What an email's handler throws when the mail server does not take it for now: it is tried for four days, as mail servers do
 * themselves (RFC 5321, 4.5.4.1). After any other error, or two in a row then, a job is given up after two hours and a half.
 */
export class Deferral extends Error {}

/** What a handler answers: nothing when the job is done, an instant when it is to run again. */
export type JobHandler<Payload> = (payload: Payload) => Promise<Date | void>;
/** By kind. `forever`: never given up, tried again hourly at the least. */
export type JobHandlers = Record<string, { run: JobHandler<never>; forever: boolean }>;

/** Kinds that begin so are letters. They have slots of their own: a mail server that hangs holds up no payment. */
export const emailPrefix = 'mail.';
/** Kinds that begin so are work of the shop's own thread, which does one at a time: a text that hangs holds up nothing else. */
export const instantPrefix = 'instant.';

export function laneOf(kind: string): Lane {
  if (kind.startsWith(emailPrefix)) return 'letters';
  return kind.startsWith(instantPrefix) ? 'instant' : 'others';
}

/**
 * A kind of job: makes jobs of its payload and names its handler. Payloads are JSON: ids, no personal data.
 * `forever` is for what must happen however long it takes: jobs of money, and jobs that call themselves again.
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
 * The insert of jobs, alone or among other writes of the caller's statement. A waiting job of the same key stays.
 * `onlyIf`: a condition on the statement's other parts.
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

/** The writes that enqueue a job unless one on this topic was enqueued on the same day (UTC). */
export function enqueueOncePerDay(job: NewJob, topic: string): RawBuilder<unknown>[] {
  const day = job.runAt.toISOString().slice(0, 10);
  const said = sql`exists (select from said_today where topic = ${topic} and day = ${day})`;
  return [
    // the key decides between two that ask in the same moment
    enqueue([{ ...job, dedupeKey: `${topic}:${day}` }], sql`not ${said}`),
    sql`insert into said_today (topic, day) values (${topic}, ${day}) on conflict do nothing`,
  ];
}
