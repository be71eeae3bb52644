import type { DeskBodyOf } from '#contract/desk/endpoints.ts';
import { auditEntry } from '#server/audit/audit-entry.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { stateConflict } from '#server/desk/find-line.ts';
import { notFound } from '#server/http/refusal.ts';
import { isOfKnownPayment, unknownPayment } from '#server/payments/webhooks/waiting-events.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import { sql } from 'kysely';

/**
 * Dismisses a webhook event whose payment the shop has searched for and doesn't know. The shop continues to search for three
 * days. If it finds the payment, the event is shown again.
 * @throws ProblemReply 404; 409 for any other event
 */
export async function dismissEvent(
  { db, clock }: Pick<DeskDeps, 'db' | 'clock'>,
  { staffId, by }: StaffCaller,
  { provider, eventId, note }: DeskBodyOf<'dismissEvent'>,
): Promise<void> {
  const now = clock();
  const isDismissed = sql<boolean>`exists (select from changed_provider_notice)`;
  const done = await writeInOneStatement(
    db,
    [
      {
        changed_provider_notice: sql`update provider_notice n set dismissed_by = ${staffId}, dismissed_at = ${now}, dismissal = ${note}
        where n.provider = ${provider} and n.event_id = ${eventId} and n.processed_at is null and n.dismissed_at is null and n.last_error = ${unknownPayment}
          and not ${isOfKnownPayment} returning 1`,
      },
      ...auditEntry(by, now, { action: 'dismiss-event', subject: `webhook event ${eventId}` }, isDismissed),
    ],
    sql<{
      isDismissed: boolean;
      isKnown: boolean;
    }>`jsonb_build_object('isDismissed', ${isDismissed},
      'isKnown', exists (select from provider_notice where provider = ${provider} and event_id = ${eventId}))`,
  );
  if (!done.isKnown) throw notFound('We can’t find that webhook event.');
  if (!done.isDismissed)
    throw stateConflict(
      'Only unprocessed webhook events about unknown payments can be dismissed. This event has already been processed or dismissed, or the shop has found its payment.',
    );
}
