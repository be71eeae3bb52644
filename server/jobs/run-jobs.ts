import type { Schema } from '#server/database/schema.ts';
import { writeTogether } from '#server/database/write-together.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Clock } from '#server/clock.ts';
import { type Log, maskAddresses } from '#server/log.ts';
import { Deferral, instantPrefix, type JobHandlers, letterPrefix } from './job.ts';

const leaseMs = 2 * 60_000;
const clockSkewMs = 60 * 60_000;
/** Two hours and a half, and hourly from then on. */
const attemptsUntilTrouble = 12;
/** Four days. */
const attemptsOfDeferred = 106;
const pollEveryMs = 5_000;
/** How many run at once, by lane. */
const slots = { letters: 2, instant: 1, others: 4 };
type Lane = keyof typeof slots;
const lanes = Object.keys(slots) as Lane[];

function laneOf(kind: string): Lane {
  if (kind.startsWith(letterPrefix)) return 'letters';
  return kind.startsWith(instantPrefix) ? 'instant' : 'others';
}

/** Waiting time after so many failures: 5 s doubling up to an hour. */
const backoff = (failures: RawBuilder<unknown>) =>
  sql`make_interval(secs => least(5 * 2 ^ least(${failures} - 1, 20), 3600))`;

type ClaimedJob = {
  id: bigint;
  kind: string;
  payload: unknown;
  attempts: number;
  leased_until: Date;
  /** Whether the process that had it ended meanwhile. */
  was_leased: boolean;
  /** Whether the newest try that failed was deferred. */
  is_deferred: boolean;
};

export type JobRunner = {
  /** Looks for due jobs now: call it after the commit that wrote one. */
  wake(): void;
  /** Runs everything due until nothing is; for tests and commands. */
  drain(): Promise<void>;
  /** Ends after the jobs under way; none is claimed from then on. */
  stop(): Promise<void>;
};

type Deps = {
  db: Kysely<Schema>;
  clock: Clock;
  log: Log;
  /** What is written with a job that was given up, or that is never given up and has failed as often. */
  onTrouble?: (kind: string, now: Date) => RawBuilder<unknown>[];
};

// A claim sets the next try as a failure would: a job that ends its process waits as long as one that throws.
async function claim(
  { db, clock }: Deps,
  kinds: readonly string[],
  room: Record<Lane, number>,
): Promise<ClaimedJob[]> {
  const now = clock();
  const leasedUntil = new Date(now.getTime() + leaseMs);
  // a lease that ends later was made by a clock that was far ahead: those of processes differ, but not so much
  const farthest = new Date(leasedUntil.getTime() + clockSkewMs);
  const due = (lane: Lane) => sql`select id, run_at, leased_until is not null as was_leased from job
    where dead_at is null and run_at <= ${now} and (leased_until is null or leased_until not between ${now} and ${farthest})
      and kind = any(${kinds.filter((kind) => laneOf(kind) === lane)})
    order by run_at, id limit ${room[lane]} for update skip locked`;
  const { rows } = await sql<ClaimedJob>`
    with ${sql.join(lanes.map((lane) => sql`${sql.ref(lane)} as (${due(lane)})`))},
    due as (${sql.join(
      lanes.map((lane) => sql`select * from ${sql.table(lane)}`),
      sql` union all `,
    )}),
    claimed as (
      update job set leased_until = ${leasedUntil}, attempts = attempts + 1,
        run_at = ${now}::timestamptz + ${backoff(sql`(attempts + 1)`)}
      from due where job.id = due.id
      returning job.id, kind, payload, attempts, leased_until, is_deferred, due.was_leased, due.run_at as due_at
    )
    select id, kind, payload, attempts, leased_until, was_leased, is_deferred from claimed order by due_at, id`.execute(
    db,
  );
  return rows;
}

/** Whether the job is still this worker's: another has it once the lease has run out. */
const isOurs = ({ id, attempts, leased_until }: ClaimedJob) =>
  sql`id = ${id} and attempts = ${attempts} and leased_until = ${leased_until}`;

type Ended = { job: ClaimedJob; writes: RawBuilder<unknown>[] };

/** Runs the job and says what is to be written of it. */
async function attempt(
  { clock, log, onTrouble }: Deps,
  job: ClaimedJob,
  { run, forever }: JobHandlers[string],
): Promise<RawBuilder<unknown>[]> {
  const most = job.is_deferred ? attemptsOfDeferred : attemptsUntilTrouble;
  try {
    if (job.was_leased && job.attempts > most && !forever)
      throw new Error('The process ended while this job ran');
    const again = await run(job.payload as never);
    return [
      again
        ? sql`update job set run_at = ${again}, attempts = 0, leased_until = null, last_error = null where ${isOurs(job)}`
        : sql`delete from job where ${isOurs(job)}`,
    ];
  } catch (error) {
    const isDeferred = error instanceof Deferral;
    const message = maskAddresses(error instanceof Error ? error.message : String(error));
    const now = clock();
    const inTrouble = job.attempts >= attemptsUntilTrouble;
    // one other error among many of a server that is away ends nothing
    const dead = job.attempts >= (isDeferred ? attemptsOfDeferred : most) && !forever;
    log[inTrouble ? 'error' : 'warn'](
      { job: String(job.id), kind: job.kind, attempts: job.attempts, err: error },
      dead ? 'job given up' : 'job failed',
    );
    return [
      sql`update job set last_error = ${message.replaceAll('\0', '').slice(0, 2000)}, is_deferred = ${isDeferred}, leased_until = null,
        run_at = ${now}::timestamptz + ${backoff(sql`attempts`)},
        dead_at = ${dead ? now : null}, dedupe_key = case when ${dead} then null else dedupe_key end
        where ${isOurs(job)}`,
      ...(inTrouble ? (onTrouble?.(job.kind, now) ?? []) : []),
    ];
  }
}

/** Runs due jobs, each at least once: handlers must be idempotent. Any number of processes share one table. */
export function runJobs(deps: Deps, handlers: JobHandlers): JobRunner {
  const kinds = Object.keys(handlers);
  const running: Record<Lane, Set<Promise<void>>> = {
    letters: new Set(),
    instant: new Set(),
    others: new Set(),
  };
  /** What the database did not take: without it the job waits for its lease's end, and what was done is done twice. */
  let unwritten: Ended[] = [];
  let stopped = false;
  let again = false;
  let looking: Promise<void> | undefined;

  const underWay = () => lanes.flatMap((lane) => [...running[lane]]);
  const logUnreachable = (error: unknown) => deps.log.error({ err: error }, 'job table not reachable');

  async function write(ended: Ended): Promise<void> {
    try {
      await writeTogether(deps.db, ended.writes);
    } catch (error) {
      unwritten.push(ended);
      logUnreachable(error);
    }
  }

  async function writeAgain(): Promise<void> {
    const ours = unwritten.filter(({ job }) => job.leased_until > deps.clock());
    unwritten = [];
    await Promise.all(ours.map(write));
  }

  async function work(job: ClaimedJob): Promise<void> {
    await write({ job, writes: await attempt(deps, job, handlers[job.kind]!) });
  }

  async function startDue(): Promise<void> {
    await writeAgain();
    const free = (lane: Lane) => slots[lane] - running[lane].size;
    const room = { letters: free('letters'), instant: free('instant'), others: free('others') };
    if (lanes.every((lane) => room[lane] === 0)) return;
    for (const job of await claim(deps, kinds, room)) {
      const lane = running[laneOf(job.kind)];
      const worked = work(job)
        .catch(logUnreachable)
        .finally(() => {
          lane.delete(worked);
          look();
        });
      lane.add(worked);
    }
  }

  // one look at a time; a wake during it leads to another
  function look(): void {
    if (stopped) return;
    if (looking) {
      again = true;
      return;
    }
    again = false;
    looking = startDue()
      .catch(logUnreachable)
      .finally(() => {
        looking = undefined;
        if (again) look();
      });
  }

  const timer = setInterval(look, pollEveryMs);
  timer.unref();

  return {
    wake: look,
    async drain() {
      look();
      while (looking || underWay().length > 0) await Promise.all([looking, ...underWay()]);
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      // in this order: the look may have claimed jobs that it has yet to start
      await looking;
      await Promise.all(underWay());
      await writeAgain();
    },
  };
}
