import type { Me } from '#contract/desk/staff.ts';
import { auditEntry } from '#server/audit/audit-entry.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { sql } from 'kysely';
import { showMe } from './show-me.ts';
import type { StaffDeps } from './staff-deps.ts';
import type { StaffCaller } from './staff-session.ts';

/**
 * Saves the caller's preferences. `name`: shown to colleagues; undefined leaves it unchanged. `publicName`: shown to customers;
 * null shows "Our team".
 */
export async function savePreferences(
  deps: Pick<StaffDeps, 'db' | 'clock' | 'catalogue' | 'livemode'>,
  caller: StaffCaller,
  {
    name,
    publicName,
    singleKeys,
  }: { name?: string | undefined; publicName: string | null; singleKeys: boolean },
): Promise<Me> {
  const { staffId, by } = caller;
  await writeInOneStatement(deps.db, [
    sql`update staff set name = coalesce(${name ?? null}, name), public_name = ${publicName}, single_keys = ${singleKeys}
      where id = ${staffId}`,
    ...auditEntry(by, deps.clock(), { action: 'save-preferences', subject: `staff ${staffId}` }),
  ]);
  return showMe(deps, caller);
}
