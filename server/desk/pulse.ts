import { minute } from '#contract/durations.ts';
import type { DeskAnswerOf, DeskBodyOf } from '#contract/desk-endpoints.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { sql } from 'kysely';
import type { DeskDeps } from './desk-deps.ts';
import { findTasks } from './find-tasks.ts';
import { presentSince } from './presence.ts';

type Seen = {
  work: string;
  staff: string;
  messages: string;
  here: { name: string; isWriting: boolean }[];
};

/** What each person was last told, as long as nothing changed; by database, because a test has several. */
const told = new WeakMap<DeskDeps['db'], Map<bigint, { since: string; count: number }>>();

/** How much needs the caller. Counted anew when a mark, their role or the minute has changed: most pulses find nothing new. */
async function countTasks(
  deps: DeskDeps,
  caller: StaffCaller,
  { work, staff, messages }: Seen,
): Promise<number> {
  const ofDatabase = told.get(deps.db) ?? new Map<bigint, { since: string; count: number }>();
  told.set(deps.db, ofDatabase);
  const ofMinute = Math.floor(deps.clock().getTime() / minute);
  const since = [work, staff, messages, ofMinute, ...caller.permissions].join(' ');
  const known = ofDatabase.get(caller.staffId);
  if (known?.since === since) return known.count;
  const count = (await findTasks(deps, caller)).filter(({ isMine }) => isMine).length;
  ofDatabase.set(caller.staffId, { since, count });
  return count;
}

/**
 * Tells what changed and who else is here, and that the caller is. The marks are the newest rows of what changes with work: no code path can
 * forget to tell.
 */
export async function pulse(
  deps: DeskDeps,
  { staffId, sessionId, ...caller }: StaffCaller,
  { at, isWriting }: DeskBodyOf<'pulse'>,
): Promise<DeskAnswerOf<'pulse'>> {
  const now = deps.clock();
  const seen = await writeInOneStatement(
    deps.db,
    [
      sql`delete from staff_presence where session_id = ${sessionId} and subject is distinct from ${at}::text
        or seen_at < ${presentSince(now)}`,
      ...(at === null
        ? []
        : [
            sql`insert into staff_presence (session_id, subject, staff_id, is_writing, seen_at)
              values (${sessionId}, ${at}, ${staffId}, ${isWriting}, ${now})
              on conflict (session_id, subject) do update set is_writing = excluded.is_writing, seen_at = excluded.seen_at`,
          ]),
    ],
    sql<Seen>`jsonb_build_object(
      'work', (select coalesce(max(id), 0) from order_event where id > 0)::text,
      'staff', (select coalesce(max(id), 0) from audit_entry where id > 0)::text,
      'messages', (select coalesce(max(id), 0) from ticket_message where id > 0)::text,
      'here', (select coalesce(jsonb_agg(jsonb_build_object('name', s.name, 'isWriting', p.is_writing) order by s.name), '[]')
        from (select staff_id, bool_or(is_writing) as is_writing from staff_presence
          where subject = ${at}::text and staff_id <> ${staffId} and seen_at > ${presentSince(now)} group by staff_id) p
        join staff s on s.id = p.staff_id)
    )`,
  );
  return {
    marks: { work: seen.work, staff: seen.staff, messages: seen.messages },
    counts: { today: await countTasks(deps, { ...caller, staffId, sessionId }, seen) },
    here: seen.here,
  };
}
