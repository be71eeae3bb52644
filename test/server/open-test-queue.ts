import { sql } from 'kysely';
import { waitFor } from '#test/wait-for.ts';
import { openTestDatabase } from './open-test-database.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { enqueue, jobKind } from '#server/jobs/job.ts';
import { runJobs } from '#server/jobs/run-jobs.ts';

export const silent = { debug() {}, info() {}, warn() {}, error() {} };
export const note = jobKind<{ text: string }>('note');
export const start = new Date('2026-11-20T12:00:00Z');

export const payment = jobKind<{ text: string }>('payment.note', { forever: true });
export const letter = jobKind<{ text: string }>('mail.note');
export const report = jobKind<{ text: string }>('instant.note');

/** A queue of its own, with a clock that the test moves. `handler` runs its jobs. */
export async function openTestQueue(handler: (payload: { text: string }) => Promise<Date | void>) {
  const errors: string[] = [];
  const database = await openTestDatabase();
  let now = start;
  const troubles: string[] = [];
  const onTrouble = (kind: string) => {
    troubles.push(kind);
    return [];
  };
  const log = { ...silent, error: (_: unknown, message: string) => void errors.push(message) };
  const deps = { db: database.db, clock: () => now, log, onTrouble };
  const handlers = {
    ...note.handledBy(handler),
    ...payment.handledBy(handler),
    ...letter.handledBy(handler),
    ...report.handledBy(handler),
  };
  return {
    db: database.db,
    troubles,
    errors,
    add: (runAt: Date, text: string, key?: string, kind = note) =>
      writeInOneStatement(database.db, [enqueue([kind.at(runAt, { text }, key)])]),
    runner: runJobs(deps, handlers),
    another: () => runJobs(deps, handlers),
    pass: (ms: number) => void (now = new Date(now.getTime() + ms)),
    rows: async () =>
      (
        await sql<{
          attempts: number;
          last_error: string | null;
          dead_at: Date | null;
          run_at: Date;
          dedupe_key: string | null;
          leased_until: Date | null;
        }>`select * from job`.execute(database.db)
      ).rows,
    async [Symbol.asyncDispose]() {
      await this.runner.stop();
      await database.drop();
    },
  };
}

/** Repeats `ask` until it resolves with a value. */
export const until = <Value>(ask: () => Promise<Value | undefined>) => waitFor('the state of the queue', ask);
