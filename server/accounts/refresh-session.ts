import type { Tokens } from '#contract/storefront/accounts.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import type { Schema } from '#server/database/schema.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { ProblemReply } from '#server/http/refusal.ts';
import { enqueue } from '#server/jobs/job.ts';
import { type Kysely, sql } from 'kysely';
import type { AccountDeps } from './account-deps.ts';
import { sessionStolen } from './account-emails.mail.ts';
import { hashToken, newRefreshToken, refreshTokenExpiry } from './start-session.ts';

/** How long a used token is still accepted, for lost answers and duplicated tabs (ms). */
const leewayMs = 10_000;

const expired = () => new ProblemReply(401, 'Log in again.');

type PresentedToken = {
  session_id: string;
  customer_id: bigint;
  remember_me: boolean;
  ended: boolean;
  session_expires_at: Date;
  expires_at: Date;
  superseded_at: Date | null;
  first_successor_at: Date | null;
  any_successor_used: boolean | null;
};

async function lockPresented(tx: Kysely<Schema>, hash: Buffer): Promise<PresentedToken | undefined> {
  // locks the token family first and then reads its tokens, so that simultaneous refreshes run one after the other
  const family = await sql<{ id: string }>`
    select s.id from session s join refresh_token t on t.session_id = s.id where t.hash = ${hash} for update of s`.execute(
    tx,
  );
  if (family.rows.length === 0) return undefined;
  const { rows } = await sql<PresentedToken>`
    select t.session_id, s.customer_id, s.remember_me, s.ended_at is not null as ended, s.expires_at as session_expires_at,
      t.expires_at, t.superseded_at, n.first_successor_at, n.any_successor_used
    from refresh_token t join session s on s.id = t.session_id
    cross join lateral (
      select min(created_at) as first_successor_at, bool_or(used_at is not null) as any_successor_used
      from refresh_token where parent_hash = t.hash
    ) n
    where t.hash = ${hash}`.execute(tx);
  return rows[0];
}

type Verdict = 'rotate' | 'reuse' | 'expired';

function judge(token: PresentedToken, now: Date): Verdict {
  // a token expires with its session at the latest
  if (token.ended || token.expires_at <= now) return 'expired';
  const recent = (at: Date) => now.getTime() - at.getTime() <= leewayMs;
  if (token.superseded_at && !recent(token.superseded_at)) return 'reuse';
  const { first_successor_at: first, any_successor_used: used } = token;
  return first && used && !recent(first) ? 'reuse' : 'rotate';
}

/**
 * Exchanges a refresh token for new tokens. A used token stays valid while none of its successors is used, and for the leeway
 * after its first successor was issued. Of unused successors only the newest is valid. Any other reuse means theft or replay: all
 * tokens of the session become invalid, and the owner gets an email.
 * @throws ProblemReply 401 for anything but a valid token
 */
export async function refreshSession(
  { db, clock, log, limits, tokens, jobs }: AccountDeps,
  presented: string,
): Promise<Tokens> {
  const hash = hashToken(presented);
  const refreshToken = newRefreshToken();
  const now = clock();
  const family = await db
    .selectFrom('refresh_token')
    .select('session_id')
    .where('hash', '=', hash)
    .executeTakeFirst();
  if (!family) throw expired();
  await limits.refreshPerFamily.consume(family.session_id);
  const outcome = await inTransaction(db, async (tx) => {
    const token = await lockPresented(tx, hash);
    if (!token) return undefined;
    const verdict = judge(token, now);
    if (verdict === 'reuse')
      await writeInOneStatement(tx, [
        sql`update session set ended_at = ${now}, end_reason = 'reuse' where id = ${token.session_id}`,
        enqueue([sessionStolen.at(now, { sessionId: token.session_id }, token.session_id)]),
      ]);
    if (verdict === 'rotate')
      await writeInOneStatement(tx, [
        // supersedes only successors older than the leeway, so that a second tab can still use the token it has just got
        sql`update refresh_token set superseded_at = ${now} where parent_hash = ${hash} and used_at is null
          and superseded_at is null and created_at < ${new Date(now.getTime() - leewayMs)}`,
        sql`update refresh_token set used_at = coalesce(used_at, ${now}) where hash = ${hash}`,
        sql`update session set last_used_at = ${now} where id = ${token.session_id}`,
        sql`insert into refresh_token (hash, session_id, parent_hash, created_at, expires_at) values (${hashToken(refreshToken)},
          ${token.session_id}, ${hash}, ${now}, ${refreshTokenExpiry(now, token.remember_me, token.session_expires_at)})`,
      ]);
    return { token, verdict };
  });
  if (!outcome) throw expired();
  const { token, verdict } = outcome;
  if (verdict === 'reuse') {
    log.warn({ session: token.session_id }, 'refresh token reused: family ended');
    jobs.wake();
  }
  if (verdict !== 'rotate') throw expired();
  const accessToken = await tokens.sign({ customerId: token.customer_id, sessionId: token.session_id });
  return { accessToken, refreshToken };
}
