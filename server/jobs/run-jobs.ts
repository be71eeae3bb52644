import { planEachTime } from '#server/database/prepare-statements.ts';
import type { Schema } from '#server/database/schema.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Clock } from '#server/process/clock.ts';
import { type Log, maskAddresses } from '#server/process/log.ts';
import { Deferral, type JobHandlers, type Lane, laneOf, slots } from './job.ts';

const leaseMs = 2 * 60_000;
/** A lease is renewed once it has less than this left. */
const renewBeforeMs = 90_000;
/** A job that runs longer hangs: its lease is renewed no more, so that another process may take it over. */
const longestRunMs = 60 * 60_000;
const clockSkewMs = 60 * 60_000;
/** Two hours and a half, and hourly from then on. */
const attemptsUntilTrouble = 12;
/** Four days. */
const attemptsOfDeferred = 106;
const pollEveryMs = 5_000;
const lanes = Object.keys(slots) as Lane[];
/**
 * How many jobs a process holds at most, by lane: those beyond the slots wait in it, which saves a claim for each. Few, since
 * another process could do them; none of the slow ones.
 */
const mostHeld: Record<Lane, number> = { letters: 8, instant: 1, others: 8 };

/** Waiting time after so many failures: 5 s doubling up to an hour. */
const backoff = (failures: RawBuilder<unknown>) =>
  sql`make_interval(secs => least(5 * 2 ^ least(${failures} - 1, 20), 3600))`;

type ClaimedRow = {
  id: bigint;
  kind: string;
  /** Null: no handler here takes this kind, and the job was taken out of its lane. */
  lane: Lane | null;
  payload: unknown;
  attempts: number;
  /** Whether the process that had it ended meanwhile. */
  was_leased: boolean;
  /** Whether the newest try that failed was deferred. */
  is_deferred: boolean;
  /** When it was due before it was claimed. */
  due_at: Date;
};

type ClaimedJob = ClaimedRow & {
  lane: Lane;
  claimedAt: Date;
  /** When its lease ends: the newest last. More than one while it is not known whether a renewal was written. */
  leases: Date[];
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

/**
 * Puts due and waiting jobs that are in no lane into the lane of their kind: those that an older process wrote, and those
 * that a process without a handler for them took out.
 */
async function place({ db }: Deps, kinds: readonly string[]): Promise<void> {
  const laneOfKind = JSON.stringify(Object.fromEntries(kinds.map((kind) => [kind, laneOf(kind)])));
  await sql`update job set lane = ${laneOfKind}::jsonb ->> kind where id in (
    select id from job where lane is null and dead_at is null and kind = any(${kinds}) for update skip locked)`.execute(
    db,
  );
}

// A claim sets the next try as a failure would: a job that ends its process waits as long as one that throws. It reads the
// front of the lane's index whatever the kinds there are: one without a handler is taken out of the lane, and costs no more.
async function claim(
  { db, clock }: Deps,
  kinds: readonly string[],
  room: Record<Lane, number>,
  heldIds: readonly bigint[],
): Promise<{ jobs: ClaimedJob[]; found: Record<Lane, number> }> {
  const now = clock();
  const leasedUntil = new Date(now.getTime() + leaseMs);
  // a lease that ends later was made by a clock that was far ahead: those of processes differ, but not so much
  const farthest = new Date(leasedUntil.getTime() + clockSkewMs);
  const due = (
    lane: Lane,
  ) => sql`select id, lane, run_at, leased_until is not null as was_leased, kind = any(${kinds}) as is_ours
    from job
    where dead_at is null and lane = ${lane} and run_at <= ${now}
      and (leased_until is null or leased_until not between ${now} and ${farthest}) and id <> all(${heldIds})
    order by run_at, id limit ${room[lane]} for update skip locked`;
  const { rows } = await sql<ClaimedRow & { from_lane: Lane }>`
    with ${sql.join(lanes.map((lane) => sql`${sql.ref(lane)} as (${due(lane)})`))},
    due as (${sql.join(
      lanes.map((lane) => sql`select * from ${sql.table(lane)}`),
      sql` union all `,
    )}),
    claimed as (
      update job set lane = case when is_ours then job.lane end,
        leased_until = case when is_ours then ${leasedUntil}::timestamptz end,
        attempts = case when is_ours then attempts + 1 else attempts end,
        run_at = case when is_ours then ${now}::timestamptz + ${backoff(sql`(attempts + 1)`)} else job.run_at end
      from due where job.id = due.id
      returning job.id, kind, job.lane, due.lane as from_lane, payload, attempts, is_deferred, due.was_leased, due.run_at as due_at
    )
    select * from claimed order by due_at, id ${planEachTime}`.execute(db);
  const found = { letters: 0, instant: 0, others: 0 };
  for (const { from_lane } of rows) found[from_lane] += 1;
  const jobs = rows.flatMap(({ lane, ...row }) =>
    lane === null ? [] : { ...row, lane, claimedAt: now, leases: [leasedUntil] },
  );
  return { jobs, found };
}

/** Whether the job is still this worker's: another has it once the lease has run out. */
const isOurs = ({ id, attempts, leases }: ClaimedJob) =>
  sql`id = ${id} and attempts = ${attempts} and leased_until = any(${leases})`;

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
    const nextRun = await run(job.payload as never);
    return [
      nextRun
        ? sql`update job set run_at = ${nextRun}, attempts = 0, leased_until = null, last_error = null where ${isOurs(job)}`
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

/**
 * Runs due jobs, each at least once: handlers must be idempotent. Any number of processes share one table. What a process
 * holds stays its own however long it runs, for it renews the lease, and is not claimed by it again.
 */
export function runJobs(deps: Deps, handlers: JobHandlers): JobRunner {
  const kinds = Object.keys(handlers);
  const running: Record<Lane, Map<ClaimedJob, Promise<void>>> = {
    letters: new Map(),
    instant: new Map(),
    others: new Map(),
  };
  /** Claimed, and begun as slots become free. */
  const ready: Record<Lane, ClaimedJob[]> = { letters: [], instant: [], others: [] };
  /** Lanes of which the newest claim took all it asked for. */
  const full = new Set<Lane>();
  /** Results the database did not take: without them a job waits for its lease's end, and what was done is done twice. */
  let unwritten: Ended[] = [];
  let stopped = false;
  let mustPlace = true;
  let mustLookAgain = false;
  let looking: Promise<void> | undefined;

  const underWay = () => lanes.flatMap((lane) => [...running[lane].values()]);
  const held = () => lanes.flatMap((lane) => [...running[lane].keys(), ...ready[lane]]);
  const logUnreachable = (error: unknown) => deps.log.error({ err: error }, 'job table not reachable');

  async function write(ended: Ended): Promise<void> {
    try {
      await writeInOneStatement(deps.db, ended.writes);
    } catch (error) {
      unwritten.push(ended);
      logUnreachable(error);
    }
  }

  async function writeAgain(): Promise<void> {
    const now = deps.clock();
    const isLate = ({ job }: Ended) => job.leases.at(-1)! <= now;
    const [late, ours] = [unwritten.filter(isLate), unwritten.filter((ended) => !isLate(ended))];
    unwritten = [];
    for (const { job } of late)
      deps.log.error(
        { job: String(job.id), kind: job.kind },
        'the result of a job was not written in time: it runs again',
      );
    await Promise.all(ours.map(write));
  }

  /** Renews the leases that are near their end. */
  async function renew(): Promise<void> {
    const now = deps.clock();
    const until = new Date(now.getTime() + leaseMs);
    const ending = held().filter(
      ({ leases, claimedAt }) =>
        leases.at(-1)!.getTime() - now.getTime() < renewBeforeMs &&
        now.getTime() - claimedAt.getTime() < longestRunMs,
    );
    if (ending.length === 0) return;
    const renewals = ending.map((job) => sql`update job set leased_until = ${until} where ${isOurs(job)}`);
    for (const job of ending) job.leases.push(until);
    await writeInOneStatement(deps.db, renewals);
    for (const job of ending) job.leases = [until];
  }

  /** Gives back what was claimed and not begun, as if it had not been claimed. */
  async function giveBack(): Promise<void> {
    const jobs = lanes.flatMap((lane) => ready[lane].splice(0));
    await writeInOneStatement(
      deps.db,
      jobs.map(
        (job) =>
          sql`update job set leased_until = null, attempts = attempts - 1, run_at = ${job.due_at} where ${isOurs(job)}`,
      ),
    ).catch(logUnreachable);
  }

  async function work(job: ClaimedJob): Promise<void> {
    await write({ job, writes: await attempt(deps, job, handlers[job.kind]!) });
  }

  function begin(lane: Lane): void {
    while (running[lane].size < slots[lane]) {
      const job = ready[lane].shift();
      if (!job) return;
      const worked = work(job)
        .catch(logUnreachable)
        .finally(() => {
          running[lane].delete(job);
          if (!stopped) begin(lane);
          // jobs may have written others without a word, so the last of a batch looks for them
          if (ready[lane].length === 0 && (full.has(lane) || running[lane].size === 0)) look();
        });
      running[lane].set(job, worked);
    }
  }

  async function startDue(mayClaim: boolean): Promise<void> {
    await writeAgain();
    await renew();
    if (!mayClaim) return;
    if (mustPlace) {
      await place(deps, kinds);
      mustPlace = false;
    }
    const room = (lane: Lane) =>
      ready[lane].length > 0 || running[lane].size >= slots[lane] ? 0 : mostHeld[lane] - running[lane].size;
    const rooms = { letters: room('letters'), instant: room('instant'), others: room('others') };
    for (const lane of lanes) if (rooms[lane] === 0) full.add(lane);
    if (lanes.every((lane) => rooms[lane] === 0)) return;
    const heldIds = held().map(({ id }) => id);
    const { jobs, found } = await claim(deps, kinds, rooms, heldIds);
    for (const job of jobs) ready[job.lane].push(job);
    for (const lane of lanes) {
      if (rooms[lane] === 0) continue;
      if (found[lane] < rooms[lane]) full.delete(lane);
      else full.add(lane);
      begin(lane);
      // all that was found has no handler here
      if (full.has(lane) && running[lane].size === 0 && ready[lane].length === 0) mustLookAgain = true;
    }
  }

  // one look at a time; a wake during it leads to another
  function look(): void {
    if (looking) {
      mustLookAgain = true;
      return;
    }
    mustLookAgain = false;
    looking = startDue(!stopped)
      .catch(logUnreachable)
      .finally(() => {
        looking = undefined;
        if (mustLookAgain && !stopped) look();
      });
  }

  const lookAtAll = () => {
    mustPlace = true;
    look();
  };
  // also while it stops: what it still runs stays its own
  const timer = setInterval(lookAtAll, pollEveryMs);
  timer.unref();

  return {
    wake: () => {
      if (!stopped) look();
    },
    async drain() {
      if (!stopped) lookAtAll();
      while (looking || underWay().length > 0) await Promise.all([looking, ...underWay()]);
    },
    async stop() {
      stopped = true;
      // in this order: the look may have claimed jobs that it has yet to start
      await looking;
      await giveBack();
      await Promise.all(underWay());
      clearInterval(timer);
      await looking;
      await writeAgain();
    },
  };
}
