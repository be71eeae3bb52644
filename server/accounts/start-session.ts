import { day, hour } from '#contract/durations.ts';
import { createHash, randomBytes } from 'node:crypto';
import type { Tokens } from '#contract/storefront/accounts.ts';
import type { Schema } from '#server/database/schema.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { enqueue } from '#server/jobs/job.ts';
import { type Kysely, sql } from 'kysely';
import type { AccountDeps } from './account-deps.ts';
import { newSignIn } from './account-emails.mail.ts';
import { claimTickets } from './claim-tickets.ts';
import { describeDevice } from './describe-device.ts';

/** Maximum idle time and total lifetime of a session (ms), with and without "remember me". */
export const lifetimes = {
  remembered: { idle: 30 * day, absolute: 90 * day },
  browser: { idle: 24 * hour, absolute: 24 * hour },
} as const;

/** SHA-256 of a refresh token. A fast hash is enough, because a token of 256 random bits can't be guessed. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
export const newRefreshToken = (): string => randomBytes(32).toString('base64url');

/** When a new refresh token expires: after its idle time, but no later than its session. */
export function refreshTokenExpiry(now: Date, rememberMe: boolean, familyEnds: Date): Date {
  const { idle } = rememberMe ? lifetimes.remembered : lifetimes.browser;
  return new Date(Math.min(now.getTime() + idle, familyEnds.getTime()));
}

type NewSession = {
  customerId: bigint;
  /** The hash that was checked. The session starts only if the account still has this hash. */
  passwordHash: string;
  rememberMe: boolean;
  userAgent: string;
  /** The browser's time zone in words, for the list of sessions; null when unknown. */
  place: string | null;
};

/**
 * Starts a session and returns its first tokens. A login from a new kind of browser emails the owner.
 * @returns undefined when the password was changed or the account locked since the check
 */
export async function startSession(
  { db, clock, tokens }: Pick<AccountDeps, 'clock' | 'tokens'> & { db: Kysely<Schema> },
  { customerId, passwordHash, rememberMe, userAgent, place }: NewSession,
): Promise<Tokens | undefined> {
  const now = clock();
  const sessionId = crypto.randomUUID();
  const refreshToken = newRefreshToken();
  const device = describeDevice(userAgent);
  const { absolute } = rememberMe ? lifetimes.remembered : lifetimes.browser;
  const familyEnds = new Date(now.getTime() + absolute);
  const known = sql`select from session where customer_id = ${customerId}`;
  const isStarted = await writeInOneStatement(
    db,
    [
      // a password change locks the row first and then ends the existing sessions
      {
        proven_customer: sql`select id from customer where id = ${customerId} and password_hash = ${passwordHash}
        and locked_at is null and erased_at is null for share`,
      },
      {
        new_session: sql`insert into session (id, customer_id, remember_me, device, place, created_at, last_used_at, expires_at)
        select ${sessionId}, id, ${rememberMe}, ${device}, ${place}, ${now}, ${now}, ${familyEnds} from proven_customer returning id`,
      },
      sql`insert into refresh_token (hash, session_id, created_at, expires_at)
        select ${hashToken(refreshToken)}, id, ${now}, ${refreshTokenExpiry(now, rememberMe, familyEnds)} from new_session`,
      claimTickets(customerId, now, sql`exists (select from new_session)`),
      enqueue(
        [newSignIn.at(now, { sessionId })],
        sql`exists (select from new_session) and exists (${known}) and not exists (${known} and device = ${device})`,
      ),
    ],
    sql<boolean>`exists (select from new_session)`,
  );
  if (!isStarted) return undefined;
  return { accessToken: await tokens.sign({ customerId, sessionId }), refreshToken };
}
