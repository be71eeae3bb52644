import { appliedMigrations, listMigrations } from '#server/database/migrate.ts';
import type { Database } from '#server/database/open-database.ts';
import { sql } from 'kysely';
import type { Clock } from '#server/process/clock.ts';
import type { Handlers } from './bind-endpoints.ts';
import { ProblemReply, unavailable } from './refusal.ts';

/** How long (ms) a job may be due without starting before the queue counts as stuck. */
const stuckAfterMs = 10 * 60_000;

/** How long an answer is cached (ms). Load balancers ask every few seconds. */
const freshMs = 1_000;

type Health = { problems: Record<string, string[]>; deadJobs: number };

async function examine({ db, checkDatabase }: Database, emailPrefix: string, now: Date): Promise<Health> {
  // emails do not count as stuck jobs, because a hanging mail server delays only them
  const isEmail = sql`starts_with(kind, ${emailPrefix})`;
  try {
    const problem = await checkDatabase();
    if (problem) return { problems: { database: [problem] }, deadJobs: 0 };
    const { rows } = await sql<{ stuck: boolean; dead: number }>`select exists (
      select from job where dead_at is null and run_at < ${new Date(now.getTime() - stuckAfterMs)} and leased_until is null
        and not (${isEmail} and exists (select from job where ${isEmail} and leased_until > ${now}))
    ) as stuck, (select count(*)::int from job where dead_at is not null) as dead`.execute(db);
    const applied = await appliedMigrations(db);
    const problems = {
      ...(rows[0]!.stuck ? { queue: ['Jobs have been waiting for more than ten minutes.'] } : {}),
      ...(applied.length < listMigrations().length
        ? { migrations: ['The database schema is older than this version of the shop.'] }
        : {}),
    };
    return { problems, deadJobs: rows[0]!.dead };
  } catch {
    return { problems: { database: ['The database isn’t responding.'] }, deadJobs: 0 };
  }
}

/** Calls `ask` at most once a second, however many requests arrive, and caches its answer. */
function askedOnceASecond<Value>(ask: () => Promise<Value>, clock: Clock): () => Promise<Value> {
  let last: { askedAt: number; answer: Promise<Value>; isThere: boolean } | undefined;
  return () => {
    const now = clock().getTime();
    // checks in both directions, because a clock can be set back
    const isFresh = last && (!last.isThere || Math.abs(now - last.askedAt) < freshMs);
    if (last && isFresh) return last.answer;
    const asked = { askedAt: now, answer: ask(), isThere: false };
    const arrive = () => void (asked.isThere = true);
    asked.answer.then(arrive, arrive);
    last = asked;
    return asked.answer;
  };
}

/**
 * The routes of liveness and readiness. `emailPrefix`: beginning of the kinds of email jobs. `isLeaving`: while it returns true,
 * both answer 503, so that proxies and load balancers use other processes, or wait.
 */
export function healthRoutes(
  database: Database,
  clock: Clock,
  emailPrefix: string,
  isLeaving: () => boolean,
): Pick<Handlers, 'live' | 'ready'> {
  const health = askedOnceASecond(() => examine(database, emailPrefix, clock()), clock);
  const assertStays = () => {
    if (isLeaving()) throw unavailable('The server is shutting down.');
  };
  return {
    live: async () => {
      assertStays();
      return { status: 'ok' };
    },
    ready: async () => {
      assertStays();
      const { problems, deadJobs } = await health();
      if (Object.keys(problems).length > 0)
        throw new ProblemReply(503, 'The server isn’t ready.', {
          errors: problems,
          headers: { 'retry-after': '5' },
        });
      return { status: 'ok', deadJobs };
    },
  };
}
