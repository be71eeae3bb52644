import { type RawBuilder, sql } from 'kysely';
import { type Actor, writeActor } from '#server/process/actor.ts';

/**
 * `action`: the command's name. `subject`: what it was done to, like `order R-7K3M-Q2XA` or `customer 812`. `detail`: states, and amounts in
 * minor units as text. None of them holds personal data or a customer's words, because entries are never removed.
 */
export type Act = { action: string; subject: string; detail?: Record<string, string | number> };

/**
 * The audit log's entry for something that an operator does, to be written in the same transaction. Nothing for others: what customers,
 * providers and the shop itself do stands in the order's events and in the ledger.
 */
export function auditEntry(
  by: Actor,
  at: Date,
  { action, subject, detail = {} }: Act,
): RawBuilder<unknown>[] {
  if (by.kind !== 'operator') return [];
  return [
    sql`insert into audit_entry (at, actor, action, subject, detail)
      values (${at}, ${writeActor(by)}, ${action}, ${subject}, ${JSON.stringify(detail)}::jsonb)`,
  ];
}
