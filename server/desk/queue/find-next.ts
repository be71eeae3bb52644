import type { DeskAnswerOf, DeskBodyOf } from '#contract/desk/endpoints.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { sql } from 'kysely';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { findOpenLines, fullOf } from '#server/desk/line/open-lines.ts';
import { findTasks } from './find-tasks.ts';
import { presentSince } from './presence.ts';

type InHand = { subject: string; staff_id: bigint; is_writing: boolean };

/**
 * Finds and reserves the caller's most urgent task that nobody else is writing or was given. The reservation ensures that two
 * people who ask at once get different tasks. It ends when the task is no longer for its holder, for example after they submitted
 * the text. `after`: the task after which to start, in the order of Today.
 */
export async function findNext(
  deps: DeskDeps,
  caller: StaffCaller,
  { after }: DeskBodyOf<'next'>,
): Promise<DeskAnswerOf<'next'>> {
  const { staffId, sessionId } = caller;
  return inTransaction(deps.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('next'))`.execute(tx);
    const now = deps.clock();
    const all = await findTasks({ ...deps, db: tx }, caller);
    const tasks = all.filter(({ isMine }) => isMine);
    const { rows } = await sql<InHand>`
      select subject, staff_id, is_writing from staff_presence
      where staff_id <> ${staffId} and (is_writing or is_next) and seen_at > ${presentSince(now)}`.execute(
      tx,
    );
    const place = tasks.findIndex(({ url }) => url === after);
    // starts with the task after `after`, and continues from the first after the last
    const task = [...tasks.slice(place + 1), ...tasks.slice(0, Math.max(0, place))].find(
      ({ subject, isFor }) =>
        !rows.some((held) => held.subject === subject && (held.is_writing || isFor(held.staff_id))),
    );
    if (!task)
      return {
        next: null,
        isTaken: tasks.some(({ url }) => url !== after),
        full: all.some(({ isAboveLimit }) => isAboveLimit)
          ? fullOf(await findOpenLines({ db: tx }, caller))
          : null,
      };
    await writeInOneStatement(tx, [
      sql`delete from staff_presence where staff_id = ${staffId} and is_next and subject <> ${task.subject}`,
      sql`insert into staff_presence (session_id, subject, staff_id, is_writing, is_next, seen_at)
        values (${sessionId}, ${task.subject}, ${staffId}, false, true, ${now})
        on conflict (session_id, subject) do update set is_next = true, seen_at = excluded.seen_at,
          is_writing = staff_presence.is_writing and staff_presence.seen_at > ${presentSince(now)}`,
    ]);
    return { next: { url: task.url, words: `${task.title}: ${task.reason}` }, isTaken: false, full: null };
  });
}
