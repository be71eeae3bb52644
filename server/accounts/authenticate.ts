import type { Authenticate } from '#server/http/bind-endpoints.ts';
import { sql } from 'kysely';
import type { AccountDeps } from './account-deps.ts';

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The customer and session of an access token whose session hasn't ended. One indexed read. */
export function authenticate({
  db,
  clock,
  tokens,
}: Pick<AccountDeps, 'db' | 'clock' | 'tokens'>): Authenticate {
  return async (accessToken) => {
    const claims = await tokens.verify(accessToken);
    if (!claims || !uuid.test(claims.sessionId)) return undefined;
    const { rows } = await sql<{ customer_id: bigint }>`select customer_id from session
      where id = ${claims.sessionId} and ended_at is null and expires_at > ${clock()}`.execute(db);
    return rows[0]?.customer_id === claims.customerId ? claims : undefined;
  };
}
