import type { DeskAnswerOf, DeskBodyOf } from '#contract/desk/endpoints.ts';
import { day } from '#contract/durations.ts';
import { auditEntry } from '#server/audit/audit-entry.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { notFound, Refusal } from '#server/http/refusal.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { type RawBuilder, sql } from 'kysely';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { stateConflict } from '#server/desk/find-line.ts';

type WriteDeps = Pick<DeskDeps, 'db' | 'clock'>;

/** All saved replies; those in most messages of the last 90 days come first. */
export async function listReplies({ db, clock }: WriteDeps): Promise<DeskAnswerOf<'listReplies'>> {
  const since = new Date(clock().getTime() - 90 * day);
  const { rows } = await sql<{ id: bigint; title: string; text: string }>`
    select r.id, r.title, r.text from saved_reply r order by (
      select count(*) from ticket_message m where m.saved_reply_id = r.id and m.at > ${since}
    ) desc, r.title`.execute(db);
  return { replies: rows.map(({ id, ...reply }) => ({ id: String(id), ...reply })) };
}

const isTitleUsed = (error: unknown) =>
  error instanceof Error && (error as { constraint?: string }).constraint === 'saved_reply_title_once';

/**
 * Writes a saved reply with an audit entry.
 * @returns its ID; null when no row matches
 */
async function write(
  { db, clock }: WriteDeps,
  { by }: StaffCaller,
  action: string,
  statement: (now: Date) => RawBuilder<{ id: bigint }>,
): Promise<string | null> {
  try {
    return await inTransaction(db, async (tx) => {
      const now = clock();
      const { rows } = await statement(now).execute(tx);
      if (!rows[0]) return null;
      const id = String(rows[0].id);
      await writeInOneStatement(tx, auditEntry(by, now, { action, subject: `reply ${id}` }));
      return id;
    });
  } catch (error) {
    if (isTitleUsed(error))
      throw new Refusal({ title: ['Another saved reply has this title. Choose another title'] });
    throw error;
  }
}

const noSuchReply = () => notFound('We can’t find that saved reply.');

/**
 * Adds a saved reply. Repeating a person's request adds nothing.
 * @throws Refusal when another reply has this title
 */
export async function addReply(
  deps: WriteDeps,
  caller: StaffCaller,
  { title, text }: DeskBodyOf<'addReply'>,
): Promise<DeskAnswerOf<'addReply'>> {
  const id = await write(
    deps,
    caller,
    'add-reply',
    (now) => sql<{ id: bigint }>`insert into saved_reply (title, text, changed_by, changed_at)
      values (${title}, ${text}, ${caller.staffId}, ${now}) returning id`,
  ).catch(async (error: unknown) => {
    const same = await deps.db
      .selectFrom('saved_reply')
      .select('id')
      .where('title', '=', title)
      .where('text', '=', text)
      .where('changed_by', '=', caller.staffId)
      .executeTakeFirst();
    if (!same || !(error instanceof Refusal)) throw error;
    return String(same.id);
  });
  return { id: id! };
}

/**
 * Changes a saved reply that still is as the caller saw it.
 * @throws Refusal when another reply has this title; ProblemReply 404; 409 when somebody else has changed it
 */
export async function changeReply(
  deps: WriteDeps,
  caller: StaffCaller,
  { id }: { id: string },
  { title, text, seen }: DeskBodyOf<'changeReply'>,
): Promise<void> {
  const changed = await write(
    deps,
    caller,
    'change-reply',
    (now) => sql<{
      id: bigint;
    }>`update saved_reply set title = ${title}, text = ${text}, changed_by = ${caller.staffId}, changed_at = ${now}
      where id = ${BigInt(id)} and title = ${seen.title} and text = ${seen.text} returning id`,
  );
  if (changed !== null) return;
  const current = await deps.db
    .selectFrom('saved_reply')
    .select(['title', 'text'])
    .where('id', '=', BigInt(id))
    .executeTakeFirst();
  if (!current) throw noSuchReply();
  // a retry of the same change succeeds
  if (current.title === title && current.text === text) return;
  throw stateConflict('Someone else has changed this saved reply. Close the form and read their text first.');
}

/**
 * Deletes a saved reply.
 * @throws ProblemReply 404
 */
export async function deleteReply(
  deps: WriteDeps,
  caller: StaffCaller,
  { id }: { id: string },
): Promise<void> {
  const deleted = await write(
    deps,
    caller,
    'delete-reply',
    () => sql<{ id: bigint }>`delete from saved_reply where id = ${BigInt(id)} returning id`,
  );
  if (deleted === null) throw noSuchReply();
}
