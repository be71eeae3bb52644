import type { Schema } from '#server/database/schema.ts';
import { enqueueOncePerDay, type JobHandlers, jobKind } from '#server/jobs/job.ts';
import { composeEmail } from '#server/mail/compose-email.ts';
import type { Mail } from '#server/mail/open-mail.ts';
import type { Kysely, RawBuilder } from 'kysely';

// `each`: one email per attempt, because each needs its own decision. Other reasons: one email a day for all attempts.
const reasons = {
  livemode: {
    each: false,
    words:
      'The payment provider reported a payment in a different mode (test or live) than the one it started in. Nothing was posted. Check the provider’s API keys. Further alerts today go only to the log.',
  },
  currency: {
    each: true,
    words:
      'A payment arrived in a different currency than requested. It’s posted to “Payments under review, and unexplained transactions” until you refund it in the provider’s dashboard.',
  },
  refused: {
    each: false,
    words:
      'The payment provider refused to open a payment page. The log has the reason. The customer was asked to try again in a moment. Further alerts today go only to the log.',
  },
  unreachable: {
    each: false,
    words:
      'For 23 hours, the shop couldn’t reach the provider to open a payment page, so it ended the payment attempt. Further alerts today go only to the log.',
  },
  unknown: {
    each: false,
    words:
      'The provider reported a payment state that this version of the shop doesn’t recognize. The shop changed nothing; the log has the details. Check the payment in the provider’s dashboard, and check for a newer version of the shop. Further alerts today go only to the log.',
  },
  slow: {
    each: true,
    words:
      'The provider has been processing this payment for more than 14 days. The order or deposit is waiting for it. Check the payment in the provider’s dashboard. The shop now polls it once a week.',
  },
} as const;
export type AttemptTrouble = keyof typeof reasons;

const attemptAlert = jobKind<{ reason: AttemptTrouble; attemptId: string; day: string }>(
  'mail.attempt-alert',
);
const orphanAlert = jobKind<{ provider: string; ref: string; eventId: string }>('mail.orphan-alert');

const dayOf = (now: Date) => now.toISOString().slice(0, 10);

/** The writes that email the operator about an attempt: once a day per reason, or once per attempt for reasons with `each`. */
export const reportAttempt = (reason: AttemptTrouble, attemptId: string, now: Date): RawBuilder<unknown>[] =>
  enqueueOncePerDay(
    attemptAlert.at(now, { reason, attemptId, day: dayOf(now) }),
    reasons[reason].each ? `${reason}:${attemptId}` : reason,
  );

/** The writes that email the operator, once a day, about a webhook event of an unknown payment. */
export const reportOrphan = (provider: string, ref: string, eventId: string, now: Date) =>
  enqueueOncePerDay(orphanAlert.at(now, { provider, ref, eventId }), 'orphan');

export function sendOperatorAlerts(db: Kysely<Schema>, mail: Mail, operatorEmail: string): JobHandlers {
  return {
    ...attemptAlert.handledBy(async ({ reason, attemptId, day }) => {
      const attempt = await db
        .selectFrom('payment_attempt as a')
        .innerJoin('payment_link as l', 'l.id', 'a.payment_link_id')
        .select(['a.provider', 'a.provider_ref', 'l.number'])
        .where('a.id', '=', attemptId)
        .executeTakeFirstOrThrow();
      const title = `Payment for ${attempt.number} needs attention`;
      await mail.send(
        composeEmail({
          id: `alert-${reason}-${attemptId}-${day}`,
          to: operatorEmail,
          subject: title,
          title,
          blocks: [
            { paragraph: reasons[reason].words },
            {
              rows: [
                ['Order or deposit', attempt.number],
                ['Provider', attempt.provider],
                ['Provider’s reference', attempt.provider_ref ?? 'none'],
                ['Payment attempt', attemptId],
              ],
            },
          ],
        }),
      );
    }),
    ...orphanAlert.handledBy(async ({ provider, ref, eventId }) => {
      const title = 'Unknown payment reported';
      await mail.send(
        composeEmail({
          id: `alert-orphan-${eventId}`,
          to: operatorEmail,
          subject: title,
          title,
          blocks: [
            {
              paragraph:
                'The provider reported a payment that isn’t in this shop’s database. Nothing was posted. This is expected if another system uses the same provider account. Otherwise, find out in the provider’s dashboard whose payment it is. The webhook event is kept. Further alerts today go only to the log.',
            },
            {
              rows: [
                ['Provider', provider],
                ['Provider’s reference', ref],
                ['Webhook event', eventId],
              ],
            },
          ],
        }),
      );
    }),
  };
}
