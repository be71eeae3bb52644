import type { EndSessionBody, LogoutEverywhereBody, SessionList } from '#contract/storefront/accounts.ts';
import type { SignedIn } from '#server/http/bind-endpoints.ts';
import { notFound } from '#server/http/refusal.ts';
import { type RawBuilder, sql } from 'kysely';
import type { AccountDeps } from './account-deps.ts';
import { confirmPassword } from './confirm-password.ts';
import { hashToken, lifetimes } from './start-session.ts';

type Deps = Pick<AccountDeps, 'db' | 'clock'>;
type ConfirmedDeps = Deps & Pick<AccountDeps, 'limits'>;
type EndReason = 'logout' | 'passwordChange' | 'emailChange' | 'loggedOutEverywhere' | 'locked' | 'erased';

/** The write that ends all sessions of a customer, with their access tokens. */
export const endSessionsOf = (customerId: bigint, reason: EndReason, now: Date): RawBuilder<unknown> =>
  sql`update session set ended_at = ${now}, end_reason = ${reason} where customer_id = ${customerId} and ended_at is null`;

/** Ends the caller's session, and the session of the refresh token in the request if it is the caller's. */
export async function logOut(
  { db, clock }: Deps,
  { customerId, sessionId }: SignedIn,
  refreshToken: string,
): Promise<void> {
  await sql`update session set ended_at = ${clock()}, end_reason = 'logout'
    where customer_id = ${customerId} and ended_at is null
      and (id = ${sessionId} or id = (select session_id from refresh_token where hash = ${hashToken(refreshToken)}))`.execute(
    db,
  );
}

/**
 * Ends all sessions of the caller.
 * @throws Refusal without the password, because the thief of a session must not lock its owner out
 */
export async function logOutEverywhere(
  deps: ConfirmedDeps,
  { customerId }: SignedIn,
  { currentPassword }: LogoutEverywhereBody,
): Promise<void> {
  const { db, clock } = deps;
  await confirmPassword(deps, customerId, currentPassword);
  await endSessionsOf(customerId, 'loggedOutEverywhere', clock()).execute(db);
}

/**
 * Ends one session of the caller.
 * @throws Refusal without the password; ProblemReply 404 for an ended session or another customer's session
 */
export async function endSession(
  deps: ConfirmedDeps,
  { customerId }: SignedIn,
  { sessionId, currentPassword }: EndSessionBody,
): Promise<void> {
  const { db, clock } = deps;
  await confirmPassword(deps, customerId, currentPassword);
  const { rows } = await sql`update session set ended_at = ${clock()}, end_reason = 'logout'
    where id = ${sessionId} and customer_id = ${customerId} and ended_at is null returning 1`.execute(db);
  if (rows.length === 0) throw notFound('That browser is already logged out. Reload the page.');
}

/** The caller's sessions, the last used first. */
export async function listSessions(
  { db, clock }: Deps,
  { customerId, sessionId }: SignedIn,
): Promise<SessionList> {
  const now = clock();
  const idleSince = ({ idle }: { idle: number }) => new Date(now.getTime() - idle);
  const { rows } = await sql<{
    id: string;
    device: string;
    place: string | null;
    created_at: Date;
    last_used_at: Date;
  }>`
    select id, device, place, created_at, last_used_at from session
    where customer_id = ${customerId} and ended_at is null and expires_at > ${now}
      and last_used_at > case when remember_me then ${idleSince(lifetimes.remembered)}::timestamptz else ${idleSince(lifetimes.browser)}::timestamptz end
    order by id = ${sessionId} desc, last_used_at desc, id limit 100`.execute(db);
  return {
    sessions: rows.map(({ id, device, place, created_at, last_used_at }) => ({
      id,
      device,
      place,
      createdAt: created_at.toISOString(),
      lastUsedAt: last_used_at.toISOString(),
      current: id === sessionId,
    })),
  };
}
