import type { StoredFile } from '#contract/files/file-ids.ts';
import type { Database } from '#server/database/open-database.ts';
import { type RawBuilder, sql } from 'kysely';

/**
 * `name`, `public_name`: those of the member of staff who wrote the message. `send_at`: when an unsent message will be sent; null
 * once it is sent.
 */
export type MessageRow = {
  id: bigint;
  author: 'customer' | 'staff';
  name: string | null;
  public_name: string | null;
  text: string;
  files: StoredFile[];
  at: Date;
  send_at: Date | null;
};

/** SQL expression of StoredFile[]: the files of a message, oldest first. */
export const filesOfMessage = (messageId: RawBuilder<unknown>): RawBuilder<StoredFile[]> => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'mediaType', f.media_type, 'bytes', f.bytes, 'scan', f.scan) order by f.created_at), '[]')
  from attachment a join file f on f.id = a.file_id where a.message_id = ${messageId})`;

/** The ID of the first message of a contact form's ticket, which the ticket's own row contains. Lower than all other IDs. */
const firstId = 0n;

/**
 * A page of a ticket's messages, newest first, by keyset: `cursor` marks the end of the previous page. `where`: an
 * SQL condition on ticket_message `m`.
 */
export async function findMessages(
  { db }: Pick<Database, 'db'>,
  ticketId: bigint,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
  where: RawBuilder<unknown> = sql`true`,
): Promise<{ messages: MessageRow[]; nextCursor: string | null }> {
  const before = cursor === undefined ? sql`` : sql`and m.id < ${BigInt(cursor)}`;
  const { rows } = await sql<MessageRow>`
    select * from (
      (select m.id, m.author, s.name, s.public_name, m.text, m.at, m.send_at, ${filesOfMessage(sql`m.id`)} as files
      from ticket_message m left join staff s on s.id = m.staff_id
      where m.ticket_id = ${ticketId} and ${where} ${before}
      order by m.id desc limit ${limit + 1})
      union all
      select ${firstId}, 'customer', null, null, message, created_at, null, '[]'::jsonb from ticket
      where id = ${ticketId} and message <> '' ${cursor === undefined ? sql`` : sql`and ${BigInt(cursor)} > ${firstId}`}
    ) m order by id desc limit ${limit + 1}`.execute(db);
  const messages = rows.slice(0, limit);
  return { messages, nextCursor: rows.length > limit ? String(messages.at(-1)!.id) : null };
}
