import { deskProblems } from '#contract/desk/endpoint.ts';
import type { DeskBodyOf } from '#contract/desk/endpoints.ts';
import { auditEntry } from '#server/audit/audit-entry.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { notFound, ProblemReply } from '#server/http/refusal.ts';
import { ledgerPost } from '#server/ledger/post.ts';
import { lockMovements } from '#server/payments/movements/find-owners.ts';
import {
  explanationPostings,
  isOwned,
  isUnexplained,
  ownOfEntry,
  type StoredMovement,
} from '#server/payments/movements/movement-postings.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { sql } from 'kysely';

type Found = StoredMovement & { own: bigint; is_unexplained: boolean; explained_by: string | null };

/**
 * Books an unexplained movement to the account of its explanation, once. A posting reverses the explanation when the movement's
 * payment, refund or dispute becomes known.
 * @throws ProblemReply 404; 409 when the movement is explained, when its payment is known, or while the shop still searches for
 * it
 */
export async function explainMovement(
  { db, clock }: Pick<DeskDeps, 'db' | 'clock'>,
  { staffId, by }: StaffCaller,
  { provider, livemode, id, explanation, note }: DeskBodyOf<'explainMovement'>,
): Promise<void> {
  const now = clock();
  await inTransaction(db, async (tx) => {
    // locks before reading, so that the second of two simultaneous explanations sees the first
    await lockMovements(tx);
    const { rows } = await sql<Found>`
      select e.provider, e.livemode, e.id, e.kind, e.currency, e.amount, e.fee, e.original_currency, e.original, ${ownOfEntry} as own,
        ${isUnexplained} as is_unexplained, 
        case when not ${isOwned} then (select name from staff where id = e.explained_by) end as explained_by
      from provider_entry e where e.provider = ${provider} and e.livemode = ${livemode} and e.id = ${id}`.execute(
      tx,
    );
    const [moved] = rows;
    if (!moved) throw notFound('We can’t find that transaction.');
    if (!moved.is_unexplained)
      throw new ProblemReply(
        409,
        moved.explained_by === null
          ? 'This transaction isn’t waiting for an explanation.'
          : `${moved.explained_by} has already explained this transaction.`,
        { type: deskProblems.moved },
      );
    await writeInOneStatement(
      tx,
      [
        sql`update provider_entry set explained_as = ${explanation}, explained_by = ${staffId}, explained_at = ${now}, explanation = ${note}
          where provider = ${provider} and livemode = ${livemode} and id = ${id}`,
        ...auditEntry(by, now, {
          action: 'explain-movement',
          subject: `movement ${id}`,
          detail: { provider, as: explanation, amount: String(moved.own), currency: moved.currency },
        }),
      ],
      ledgerPost(
        explanationPostings(moved, explanation, { by, at: now, ...(note === '' ? {} : { memo: note }) }),
      ),
    );
  });
}
