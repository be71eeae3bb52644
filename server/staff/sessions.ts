import { auditEntry, withoutAdmission } from '#server/audit/audit-entry.ts';
import type { Schema } from '#server/database/schema.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { notFound } from '#server/http/refusal.ts';
import { type Kysely, sql } from 'kysely';
import type { StaffDeps } from './staff-deps.ts';
import { endSessions, lifetimes, type StaffCaller } from './staff-session.ts';

type Deps = { db: Kysely<Schema>; clock: StaffDeps['clock'] };

/** A person's active sessions, newest first. */
export async function listSessions({ db, clock }: Deps, staffId: bigint, current?: string) {
  const now = clock();
  const { rows } = await sql<{
    id: string;
    device: string;
    network: string;
    created_at: Date;
    last_used_at: Date;
  }>`
    select id, device, host(network) as network, created_at, last_used_at from staff_session
    where staff_id = ${staffId} and ended_at is null and expires_at > ${now}
      and last_used_at > ${new Date(now.getTime() - lifetimes.idle)} order by created_at desc limit 100`.execute(
    db,
  );
  return {
    sessions: rows.map(({ id, device, network, created_at: createdAt, last_used_at: lastUsedAt }) => ({
      id,
      device,
      network,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
      isCurrent: id === current,
    })),
  };
}

/** Logs the caller out. */
export async function logOut({ db, clock }: Deps, { sessionId, staffId, by }: StaffCaller): Promise<void> {
  const now = clock();
  await writeInOneStatement(db, [
    endSessions(sql`id = ${sessionId}`, 'loggedOut', now),
    ...auditEntry(withoutAdmission(by), now, { action: 'log-out', subject: `staff ${staffId}` }),
  ]);
}

/**
 * Ends a session of the caller.
 * @throws ProblemReply 404 for another person's session, or one that has ended
 */
export async function endMySession({ db, clock }: Deps, caller: StaffCaller, id: string): Promise<void> {
  const now = clock();
  const { staffId, by } = caller;
  const isEnded = await writeInOneStatement(
    db,
    [
      {
        ended_session: sql`${endSessions(sql`id = ${id} and staff_id = ${staffId}`, 'ended', now)} returning id`,
      },
      ...auditEntry(
        withoutAdmission(by),
        now,
        { action: 'end-session', subject: `staff ${staffId}`, detail: { ended: id } },
        sql`exists (select from ended_session)`,
      ),
    ],
    sql<boolean>`exists (select from ended_session)`,
  );
  if (!isEnded) throw notFound('This session has already ended.');
}
