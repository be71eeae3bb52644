import { planEachTime } from '#server/database/prepare-statements.ts';
import type { Schema } from '#server/database/schema.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Clock } from '#server/process/clock.ts';
import { type Log, maskAddresses } from '#server/process/log.ts';
import { Deferral, type JobHandlers, type Lane, laneOf, slots } from './job.ts';

const leaseMs = 2 * 60_000;
/** A lease is renewed when it has less than this time left (ms). */
const renewBeforeMs = 90_000;
/** A job that runs longer than this (ms) hangs. Its lease is no longer renewed, so that another process can take the job over. */
const longestRunMs = 60 * 60_000;
const clockSkewMs = 60 * 60_000;
/** Twelve attempts take about 2.5 hours; further attempts are hourly. */
const attemptsUntilTrouble = 12;
/** An email whose server refuses temporarily is tried up to 106 times, which takes four days. */
const attemptsOfDeferred = 106;
const pollEveryMs = 5_000;
/** A job that hangs must end a test or a command with an error. */
const longestDrainMs = 4 * 60_000;
const lanes = Object.keys(slots) as Lane[];
/**
 * Maximum number of jobs that a process holds, by lane. Jobs beyond the slots wait in the process, which saves claims. Few wait,
 * because another process could run them meanwhile; in the lane of slow jobs none.
 */
const mostHeld: Record<Lane, number> = { letters: 8, instant: 1, others: 8 };

/** Delay after this many failures: 5 s, doubled up to an hour. */
const backoff = (failures: RawBuilder<unknown>) =>
  sql`make_interval(secs => least(5 * 2 ^ least(${failures} - 1, 20), 3600))`;

type ClaimedRow = {
  id: bigint;
  kind: string;
  /** Null: this process has no handler for the kind, and the job was taken out of its lane. */
  lane: Lane | null;
  payload: unknown;
  attempts: number;
  /** Whether the job was claimed before and its process died. */
  was_leased: boolean;
  /** Whether the last failed attempt threw a Deferral. */
  is_deferred: boolean;
  /** When the job was due before this claim. */
  due_at: Date;
};

type ClaimedJob = ClaimedRow & {
  lane: Lane;
  claimedAt: Date;
  /** The possible ends of the lease, newest last. Several while it is unknown whether a renewal was saved. */
  leases: Date[];
};

export type JobRunner = {
  /** Claims due jobs now. Call it after the commit that enqueued a job. */
  wake(): void;
  /**
   * Runs all due jobs until none is left; for tests and commands.
   * @throws Error when jobs are still running after `limitMs`
   */
  drain(limitMs?: number): Promise<void>;
  /** Stops claiming jobs and resolves after the running ones. */
  stop(): Promise<void>;
};

type Deps = {
  db: Kysely<Schema>;
  clock: Clock;
  log: Log;
  /** The writes to add when a job is given up, or when a `forever` job has failed 12 times. */
  onTrouble?: (kind: string, now: Date) => RawBuilder<unknown>[];
};

/** Assigns lanes to jobs without one: those that an older release wrote, and those that a process without a handler took out. */
async function assignLanes({ db }: Deps, kinds: readonly string[]): Promise<void> {
  const laneOfKind = JSON.stringify(Object.fromEntries(kinds.map((kind) => [kind, laneOf(kind)])));
  await sql`update job set lane = ${laneOfKind}::jsonb ->> kind where id in (
    select id from job where lane is null and dead_at is null and kind = any(${kinds}) for update skip locked)`.execute(
    db,
  );
}

// Claims due jobs. A claim schedules the next attempt as a failure does, so that a job that crashes its process is delayed like
// one that throws. It reads only the front of the lane's index. Jobs without a handler are taken out of the lane, so that later
// claims don't read them.
async function claim(
  { db, clock }: Deps,
  kinds: readonly string[],
  room: Record<Lane, number>,
  heldIds: readonly bigint[],
): Promise<{ jobs: ClaimedJob[]; found: Record<Lane, number> }> {
  const now = clock();
  const leasedUntil = new Date(now.getTime() + leaseMs);
  // a lease longer than this was written by a clock that is far ahead; the clocks of processes differ less
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

/** SQL condition: the job still belongs to this runner. Another may take it after the lease has expired. */
const isOurs = ({ id, attempts, leases }: ClaimedJob) =>
  sql`id = ${id} and attempts = ${attempts} and leased_until = any(${leases})`;

type Ended = { job: ClaimedJob; writes: RawBuilder<unknown>[] };

/** Runs the job and returns the changes to save. */
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
    // a single other error among many temporary ones doesn't give up a job
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

const logUnreachable = ({ log }: Deps, error: unknown) =>
  log.error({ err: error }, 'job table not reachable');

/**
 * Saves the results of jobs, and retries those that couldn't be saved. If they are lost, the job runs again when its lease
 * expires.
 */
function openResults(deps: Deps) {
  let unwritten: Ended[] = [];

  async function write(ended: Ended): Promise<void> {
    try {
      await writeInOneStatement(deps.db, ended.writes);
    } catch (error) {
      unwritten.push(ended);
      logUnreachable(deps, error);
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

  return { write, writeAgain };
}

/** Renews the leases that expire soon. */
async function renewLeases({ db, clock }: Deps, held: readonly ClaimedJob[]): Promise<void> {
  const now = clock();
  const until = new Date(now.getTime() + leaseMs);
  const ending = held.filter(
    ({ leases, claimedAt }) =>
      leases.at(-1)!.getTime() - now.getTime() < renewBeforeMs &&
      now.getTime() - claimedAt.getTime() < longestRunMs,
  );
  if (ending.length === 0) return;
  const renewals = ending.map((job) => sql`update job set leased_until = ${until} where ${isOurs(job)}`);
  for (const job of ending) job.leases.push(until);
  await writeInOneStatement(db, renewals);
  for (const job of ending) job.leases = [until];
}

/** Releases jobs that were claimed but not started, as if they had not been claimed. */
async function releaseJobs(deps: Deps, jobs: readonly ClaimedJob[]): Promise<void> {
  await writeInOneStatement(
    deps.db,
    jobs.map(
      (job) =>
        sql`update job set leased_until = null, attempts = attempts - 1, run_at = ${job.due_at} where ${isOurs(job)}`,
    ),
  ).catch((error: unknown) => logUnreachable(deps, error));
}

/**
 * Runs due jobs, each at least once, so handlers must be idempotent. Any number of processes share one table. A process renews
 * the leases of its running jobs, and doesn't claim those jobs again.
 */
export function runJobs(deps: Deps, handlers: JobHandlers): JobRunner {
  const kinds = Object.keys(handlers);
  const running: Record<Lane, Map<ClaimedJob, Promise<void>>> = {
    letters: new Map(),
    instant: new Map(),
    others: new Map(),
  };
  /** Claimed jobs that start when a slot is free. */
  const ready: Record<Lane, ClaimedJob[]> = { letters: [], instant: [], others: [] };
  /** Lanes whose last claim returned as many jobs as requested. */
  const full = new Set<Lane>();
  const results = openResults(deps);
  let stopped = false;
  let mustAssignLanes = true;
  let mustPollAgain = false;
  let polling: Promise<void> | undefined;

  const underWay = () => lanes.flatMap((lane) => [...running[lane].values()]);
  const held = () => lanes.flatMap((lane) => [...running[lane].keys(), ...ready[lane]]);
  const unreachable = (error: unknown) => logUnreachable(deps, error);

  async function work(job: ClaimedJob): Promise<void> {
    await results.write({ job, writes: await attempt(deps, job, handlers[job.kind]!) });
  }

  function begin(lane: Lane): void {
    while (running[lane].size < slots[lane]) {
      const job = ready[lane].shift();
      if (!job) return;
      const worked = work(job)
        .catch(unreachable)
        .finally(() => {
          running[lane].delete(job);
          if (!stopped) begin(lane);
          // jobs may have enqueued others without waking the runner, so the end of a batch triggers another claim
          if (ready[lane].length === 0 && (full.has(lane) || running[lane].size === 0)) poll();
        });
      running[lane].set(job, worked);
    }
  }

  async function startDue(mayClaim: boolean): Promise<void> {
    await results.writeAgain();
    await renewLeases(deps, held());
    if (!mayClaim) return;
    if (mustAssignLanes) {
      await assignLanes(deps, kinds);
      mustAssignLanes = false;
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
      // claims again at once when all claimed jobs had no handler here, and so left the lane
      if (full.has(lane) && running[lane].size === 0 && ready[lane].length === 0) mustPollAgain = true;
    }
  }

  // one claim at a time; a wake during a claim triggers another
  function poll(): void {
    if (polling) {
      mustPollAgain = true;
      return;
    }
    mustPollAgain = false;
    polling = startDue(!stopped)
      .catch(unreachable)
      .finally(() => {
        polling = undefined;
        if (mustPollAgain && !stopped) poll();
      });
  }

  const pollAllLanes = () => {
    mustAssignLanes = true;
    poll();
  };
  // also runs while the runner stops, because jobs are still running
  const timer = setInterval(pollAllLanes, pollEveryMs);
  timer.unref();

  return {
    wake: () => {
      if (!stopped) poll();
    },
    async drain(limitMs = longestDrainMs) {
      if (!stopped) pollAllLanes();
      const { promise: over, reject } = Promise.withResolvers<never>();
      const timer = setTimeout(() => {
        const jobs = lanes.flatMap((lane) =>
          [...running[lane].keys()].map(({ kind, id }) => `${kind} ${id}`),
        );
        reject(new Error(`Still running after ${limitMs} ms: ${jobs.join(', ')}`));
      }, limitMs);
      try {
        while (polling || underWay().length > 0)
          await Promise.race([over, Promise.all([polling, ...underWay()])]);
      } finally {
        clearTimeout(timer);
      }
    },
    async stop() {
      stopped = true;
      // waits for the claim first, because it may return jobs that must be released
      await polling;
      await releaseJobs(
        deps,
        lanes.flatMap((lane) => ready[lane].splice(0)),
      );
      await Promise.all(underWay());
      clearInterval(timer);
      await polling;
      await results.writeAgain();
    },
  };
}
