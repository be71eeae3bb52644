import type { Schema } from '#server/database/schema.ts';
import { type Kysely, sql } from 'kysely';

/**
 * `needsReview`: whether a person other than the last writer must review each text before its delivery. True when at least two
 * active people may deliver; with one, the rule would block all work. `hasOther`: whether anyone else may deliver.
 */
export type ReviewRules = { needsReview: boolean; hasOther: boolean };

/**
 * Whether nobody except this person has written, submitted or reviewed the newest text. A submitted text counts as submitted even
 * after its reviewer corrects it, so that the reviewer can deliver it.
 */
export const isOnlyReviewer = (
  { saved_by: savedBy, handed_in_by: handedInBy }: { saved_by: bigint | null; handed_in_by: bigint | null },
  staffId: bigint,
): boolean => savedBy === staffId && (handedInBy === null || handedInBy === staffId);

/** The rules of review that apply to this person's texts. */
export async function findReviewRules(db: Kysely<Schema>, staffId: bigint): Promise<ReviewRules> {
  const { rows } = await sql<{ readers: number; others: number }>`
    select count(*)::int as readers, count(*) filter (where t.id <> ${staffId})::int as others
    from staff t join staff_role r on r.key = t.role
    where t.locked_at is null and t.left_at is null and r.permissions && '{*,work.deliver}'`.execute(db);
  const { readers, others } = rows[0]!;
  return { needsReview: readers > 1, hasOther: others > 0 };
}
