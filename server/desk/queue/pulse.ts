import { minute } from '#contract/durations.ts';
import type { DeskAnswerOf, DeskBodyOf } from '#contract/desk/endpoints.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { writeActor } from '#server/process/actor.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { type RawBuilder, sql } from 'kysely';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { findTasks } from './find-tasks.ts';
import {
  findNotices,
  type FoundNotice,
  lookAtScreen,
  toPulseNotice,
} from '#server/desk/notices/unseen-notices.ts';
import { presentSince } from './presence.ts';

type Seen = {
  work: string;
  staff: string;
  messages: string;
  others: string;
  here: { name: string; isWriting: boolean }[];
  notices: FoundNotice[];
};

/** The last count of each person and the state for which it was computed. By database, because a test opens several. */
const told = new WeakMap<DeskDeps['db'], Map<bigint, { since: string; count: number }>>();

/**
 * The number of the caller's tasks. Recomputed only when a mark, the caller's role or the minute has changed, because most polls
 * find no change.
 */
async function countTasks(
  deps: DeskDeps,
  caller: StaffCaller,
  { work, staff, messages }: Seen,
): Promise<number> {
  const ofDatabase = told.get(deps.db) ?? new Map<bigint, { since: string; count: number }>();
  told.set(deps.db, ofDatabase);
  const ofMinute = Math.floor(deps.clock().getTime() / minute);
  const since = [work, staff, messages, ofMinute, ...caller.permissions, ...caller.orderTypes].join(' ');
  const known = ofDatabase.get(caller.staffId);
  if (known?.since === since) return known.count;
  const count = (await findTasks(deps, caller)).filter(({ isMine }) => isMine).length;
  ofDatabase.set(caller.staffId, { since, count });
  return count;
}

/** SQL condition on audit_entry: it is about a line or an order. Must be written as in the index audit_entry_of_work. */
const isAboutWork = sql`(subject like 'line %' or subject like 'order %')`;

/** SQL condition on audit_entry: it is about a ticket. Must be written as in the index audit_entry_of_tickets. */
const isAboutTickets = sql`subject like 'ticket %'`;

/**
 * SQL expression: the newest row that another person wrote, or 0 if there is none among the newest 1,000. Without this limit,
 * each call would read the whole table in a shop where one person works alone.
 */
const newestOfOthers = (rows: RawBuilder<unknown>, isOthers: RawBuilder<unknown>) => sql`coalesce((
  select id from (${rows} order by id desc limit 1000) as newest where ${isOthers} order by id desc limit 1), 0)`;

/**
 * Returns marks that change with the data, the people present and the caller's unseen notices. Records the caller's screen. The
 * marks are computed from the newest rows, so that no code path has to report its changes.
 */
export async function pulse(
  deps: DeskDeps,
  caller: StaffCaller,
  { at, isWriting, isFocused = false }: DeskBodyOf<'pulse'>,
): Promise<DeskAnswerOf<'pulse'>> {
  const { staffId, sessionId } = caller;
  const actor = writeActor(caller.by);
  const now = deps.clock();
  const lookedAt = isFocused ? at : null;
  const seen = await writeInOneStatement(
    deps.db,
    [
      // keeps the reservation of the task that the call `next` gave, because its screen may still be loading
      sql`delete from staff_presence where session_id = ${sessionId} and subject is distinct from ${at}::text and not is_next
        or seen_at < ${presentSince(now)}`,
      ...(at === null
        ? []
        : [
            sql`insert into staff_presence (session_id, subject, staff_id, is_writing, seen_at)
              values (${sessionId}, ${at}, ${staffId}, ${isWriting}, ${now})
              on conflict (session_id, subject) do update set is_writing = excluded.is_writing, seen_at = excluded.seen_at,
                is_next = staff_presence.is_next and staff_presence.seen_at > ${presentSince(now)}`,
          ]),
      ...lookAtScreen(staffId, lookedAt, now),
    ],
    sql<Seen>`jsonb_build_object(
      'work', (select coalesce(max(id), 0) from order_event where id > 0) || '.' || (select coalesce(max(id), 0) from audit_entry where id > 0 and ${isAboutWork}),
      'staff', (select coalesce(max(id), 0) from audit_entry where id > 0)::text,
      'messages', (select coalesce(max(id), 0) from ticket_message where id > 0) || '.' || (select count(*) from ticket_message where send_at is not null)
        || '.' || (select coalesce(max(id), 0) from ticket where id > 0)
        || '.' || (select coalesce(max(id), 0) from audit_entry where id > 0 and ${isAboutTickets}),
      'others', ${newestOfOthers(sql`select id, actor from order_event where id > 0`, sql`actor <> ${actor}`)} || '.'
        || ${newestOfOthers(sql`select id, actor from audit_entry where id > 0 and ${isAboutWork}`, sql`actor <> ${actor}`)} || '.'
        || ${newestOfOthers(sql`select id, staff_id from ticket_message where id > 0`, sql`staff_id is distinct from ${staffId}`)} || '.'
        || (select coalesce(max(id), 0) from ticket where id > 0) || '.'
        || ${newestOfOthers(sql`select id, actor from audit_entry where id > 0 and ${isAboutTickets}`, sql`actor <> ${actor}`)},
      'here', (select coalesce(jsonb_agg(jsonb_build_object('name', s.name, 'isWriting', p.is_writing) order by s.name), '[]')
        from (select staff_id, bool_or(is_writing) as is_writing from staff_presence
          where subject = ${at}::text and staff_id <> ${staffId} and seen_at > ${presentSince(now)} group by staff_id) p
        join staff s on s.id = p.staff_id),
      'notices', ${findNotices(caller, lookedAt, now)}
    )`,
  );
  return {
    marks: { work: seen.work, staff: seen.staff, messages: seen.messages, others: seen.others },
    counts: { today: await countTasks(deps, caller, seen) },
    here: seen.here,
    notices: seen.notices.map((notice) => toPulseNotice(notice, now)),
  };
}
