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
 * parts.
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
      select ${at}, ${writeActor(by)}, ${action}, ${subject}, ${JSON.stringify({ ...detail, ...where })}::jsonb where ${onlyIf}`,
  ];
}
