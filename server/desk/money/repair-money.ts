import type { DeskAnswerOf, DeskBodyOf } from '#contract/desk/endpoints.ts';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import { notFound } from '#server/http/refusal.ts';
import { resendFailedEmails } from '#server/mail/failed-emails.ts';
import { beginCheck } from '#server/payments/audit/check-now.ts';
import { syncWithProvider } from '#server/payments/audit/sync-with-provider.ts';
import { retryEvents as retry } from '#server/payments/webhooks/retry-events.ts';
import { readNumber } from '#server/process/readable-number.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';

/** Starts a check of the money. The Checks page shows its result. */
export const checkMoney = ({ payments }: DeskDeps, { by }: StaffCaller): Promise<void> =>
  beginCheck(payments, by);

/**
 * Applies one webhook event again, or all unapplied ones.
 * @throws ProblemReply 404
 */
export async function retryEvents(
  { payments }: DeskDeps,
  { by }: StaffCaller,
  { eventId }: DeskBodyOf<'retryEvents'>,
): Promise<DeskAnswerOf<'retryEvents'>> {
  const count = await retry(payments, eventId ?? undefined, by);
  if (count === 0 && eventId !== null) throw notFound('That webhook event has already been processed.');
  return { count };
}

/**
 * Sends one failed email again, or all of them.
 * @throws ProblemReply 404
 */
export async function resendEmails(
  { db, clock, payments: { jobs } }: DeskDeps,
  { by }: StaffCaller,
  { id }: DeskBodyOf<'resendEmails'>,
): Promise<DeskAnswerOf<'resendEmails'>> {
  const sent = await resendFailedEmails(db, id === null ? 'all' : BigInt(id), clock(), by);
  if (sent === 0n && id !== null) throw notFound('That email has already been resent.');
  jobs.wake();
  return { count: Number(sent) };
}

/**
 * Syncs a payment with its provider: posts what has changed and starts its missing jobs again.
 * @throws ProblemReply 404, 409 when the provider doesn't know it, 503 when the provider doesn't answer
 */
export async function syncPayment(
  { payments }: DeskDeps,
  { by }: StaffCaller,
  { number: typed }: { number: string },
): Promise<void> {
  const number = readNumber('R', typed) ?? readNumber('D', typed);
  if (!number) throw notFound('We can’t find that payment.');
  await syncWithProvider(payments, number, by);
}
