import { sql } from 'kysely';
import type { SupportDeps } from './support-deps.ts';

/** A support message that awaits a reply. */
export type OpenTicket = { number: string; createdAt: Date; name: string; email: string; message: string };

/** Support messages that await a reply, oldest first. */
export async function listOpenTickets({ db }: Pick<SupportDeps, 'db'>, limit: number): Promise<OpenTicket[]> {
  return db
    .selectFrom('ticket')
    .select(['number', 'created_at as createdAt', 'name', 'email', 'message'])
    .where('status', '=', sql.lit('open'))
    .orderBy('id')
    .limit(limit)
    .execute();
}
