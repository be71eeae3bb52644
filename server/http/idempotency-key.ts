import { createHash } from 'node:crypto';
import type { Schema } from '#server/database/schema.ts';
import { ProblemReply } from './refusal.ts';
import type { Kysely } from 'kysely';

/** Digest of a parsed body, in which the schema determines the order of the keys. */
export const hashBody = (body: unknown): Buffer => createHash('sha256').update(JSON.stringify(body)).digest();

type Keyed = { customerId: bigint; key: string; route: string; bodyHash: Buffer };

/**
 * The stored answer for this idempotency key.
 * @throws ProblemReply 422 when the key was used with another body or on another route
 */
export async function findEarlierAnswer<Answer>(
  db: Kysely<Schema>,
  { customerId, key, route, bodyHash }: Keyed,
): Promise<Answer | undefined> {
  const row = await db
    .selectFrom('idempotency_key')
    .select(['answer', 'body_hash', 'route'])
    .where('customer_id', '=', customerId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.route !== route || !bodyHash.equals(row.body_hash))
    throw new ProblemReply(422, 'This Idempotency-Key was used for a different request. Send a new key.');
  return row.answer as Answer;
}
