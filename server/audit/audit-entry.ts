import { type RawBuilder, sql } from 'kysely';
import { type Actor, writeActor } from '#server/process/actor.ts';

/**
 * `action`: the command's name. `subject`: what it was done to, like `order R-7K3M-Q2XA` or `customer 812`. `detail`: states, and amounts in
 * minor units as text. None of them holds personal data or a customer's words, because entries are never removed.
 */
export type Act = { action: string; subject: string; detail?: Record<string, string | number> };

/**
 * The audit log's entry for something that an operator or a member of staff does, to be written in the same transaction. Nothing for others:
 * what customers, providers and the shop itself do stands in the order's events and in the ledger.
 * `onlyIf`: an SQL condition on the statement's other parts.
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
