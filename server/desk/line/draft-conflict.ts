import type { ProblemReply } from '#server/http/refusal.ts';
import { type FoundLine, stateConflict } from '#server/desk/find-line.ts';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { sql } from 'kysely';

type Act = 'save' | 'answer' | 'submit' | 'return' | 'deliver';
type Changed = { what: Act; by: bigint; name: string };

const readFirst = 'Read the changes, then try again.';

function wordsOf({ what, by, name }: Changed, { staffId }: StaffCaller): string {
  const who = by === staffId ? 'You' : name;
  const where = by === staffId ? ' in another window' : ' after you opened it';
  switch (what) {
    case 'save':
      return `${who} changed this text${where}. ${readFirst}`;
    case 'answer':
      return `${who} changed the answer to a requested change${where}. ${readFirst}`;
    case 'submit':
      return `${by === staffId ? 'You have' : `${name} has`} already submitted this text for review.`;
    case 'return':
      return `${by === staffId ? 'You have' : `${name} has`} already returned this text to the writer.`;
    case 'deliver':
      return `${by === staffId ? 'You’re' : `${name} is`} already delivering this text. The customer will get it in a few seconds.`;
  }
}

/** 409: the draft has another revision than the caller saw, or its delivery is pending. The text names who did that. */
export async function draftConflict(
  { db }: Pick<DeskDeps, 'db'>,
  caller: StaffCaller,
  { order_id: orderId, position }: Pick<FoundLine, 'order_id' | 'position'>,
): Promise<ProblemReply> {
  const { rows } = await sql<Changed>`
    select act.what, t.id as by, t.name from work_draft d
      cross join lateral (values
        ('save', d.saved_by, d.saved_at, 1),
        ('answer', (select p.answered_by from revision_point p where p.order_id = d.order_id and p.position = d.position
          and p.answered_at is not null order by p.answered_at desc limit 1), (select max(p.answered_at) from revision_point p
          where p.order_id = d.order_id and p.position = d.position), 2),
        ('submit', d.handed_in_by, d.handed_in_at, 3),
        ('return', d.returned_by, d.returned_at, 4),
        ('deliver', (d.sending->>'staff')::bigint, case when d.send_at is not null then 'infinity'::timestamptz end, 5)
      ) as act(what, by_id, at, rank) join staff t on t.id = act.by_id
    where d.order_id = ${orderId} and d.position = ${position} and act.at is not null
    order by act.at desc, act.rank desc limit 1`.execute(db);
  return stateConflict(
    rows[0]
      ? wordsOf(rows[0], caller)
      : 'This line has changed since you opened it. Read the line again, and then decide.',
  );
}
