import { type RawBuilder, sql } from 'kysely';
import { type Actor, writeActor } from '#server/process/actor.ts';

/**
 * `action`: the command's name. `subject`: its object, such as `order R-7K3M-Q2XA` or `customer 812`. `detail`: states,
 * and amounts in minor units as text. They must not contain personal data or a customer's words, because entries are
 * permanent.
 */
export type Act = { action: string; subject: string; detail?: Record<string, string | number> };

/**
 * The writes that add an audit entry for an action of the operator or staff, in the same transaction. Empty for other
 * actors, whose actions are in the order's events and the ledger. `onlyIf`: an SQL condition on the statement's other
 * parts. The statement fails with the code `notAdmitted` if staff may no longer do what they could when their request began.
 */
export function auditEntry(
  by: Actor,
  at: Date,
  { action, subject, detail = {} }: Act,
  onlyIf: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown>[] {
  if (by.kind !== 'operator' && by.kind !== 'staff') return [];
  const where =
    by.kind === 'staff' ? { ...(by.sessionId ? { session: by.sessionId } : {}), request: by.requestId } : {};
  return [
    sql`insert into audit_entry (at, actor, action, subject, detail)
      select ${at}, ${writeActor(by)}, ${action}, ${subject}, ${JSON.stringify({ ...detail, ...where })}::jsonb
      where ${onlyIf} and ${stillAdmitted(by)}`,
  ];
}

/** The code of the database's error when staff may no longer act (migration 0073). */
export const notAdmitted = 'ST001';

/** An SQL condition that fails the statement unless the actor may still do what they could when their request began. */
export const stillAdmitted = (by: Actor): RawBuilder<boolean> =>
  by.kind === 'staff' && by.admission !== undefined
    ? sql<boolean>`staff_still_admitted(${by.sessionId ?? null}::uuid, ${by.admission})`
    : sql<boolean>`true`;

/** The actor without `admission`, for a change that can end the actor's own permissions. Check `stillAdmitted` before. */
export const withoutAdmission = <By extends Actor>(by: By): By =>
  by.kind === 'staff' ? { ...by, admission: undefined } : by;
