import type { AnswerOf, BodyOf, ParamsOf } from '#contract/storefront/endpoints.ts';
import type { CustomerFiles } from '#contract/files/file-bodies.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import type { Schema } from '#server/database/schema.ts';
import type { FileAnswer } from '#server/http/bind-table.ts';
import { notFound, ProblemReply } from '#server/http/refusal.ts';
import { readNumber } from '#server/process/readable-number.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { attachFiles } from './attach-files.ts';
import { type FileDeps, isOwnedBy } from './file-deps.ts';
import { openFile } from './open-file.ts';
import { removeOne } from './remove-files.ts';

type LinePlace = ParamsOf<'addFiles'>;

/**
 * SQL condition: the customer can add and remove files of the brief of line `l`. People work on the line, or it isn't paid yet.
 */
const isOpen = sql<boolean>`(l.days > 0 or l.handed_over_at is not null)
  and l.work_status in ('waiting', 'queued', 'inProgress', 'needsInfo', 'revisionRequested')
  and not exists (select from customer_order x join payment_link p on p.id = x.payment_link_id
    where x.id = l.order_id and p.status in ('expired', 'cancelled'))`;

async function findLine(
  db: Kysely<Schema>,
  customerId: bigint,
  { number, position }: LinePlace,
): Promise<{ order_id: bigint; is_open: boolean }> {
  const { rows } = await sql<{ order_id: bigint; is_open: boolean }>`
    select l.order_id, ${isOpen} as is_open from order_line l
    where l.order_id = (select id from customer_order where number = ${readNumber('R', number) ?? ''} and customer_id = ${customerId})
      and l.position = ${position}`.execute(db);
  if (!rows[0]) throw notFound('We can’t find that order in your account.');
  return rows[0];
}

type Row = Omit<CustomerFiles['files'][number], 'mediaType' | 'addedAt' | 'bytes'> & {
  media_type: string;
  bytes: bigint;
  added_at: Date;
};

/**
 * Lists the customer's files of a line, oldest first.
 * @throws ProblemReply 404
 */
export async function listFiles(
  { db }: Pick<FileDeps, 'db'>,
  customerId: bigint,
  place: LinePlace,
): Promise<AnswerOf<'listFiles'>> {
  const { order_id: orderId, is_open: mayChange } = await findLine(db, customerId, place);
  const { rows } = await sql<Row>`
    select f.id, f.name, f.media_type, f.bytes, f.scan, a.kind, a.version, a.added_at
    from attachment a join file f on f.id = a.file_id
    where a.order_id = ${orderId} and a.position = ${place.position} and a.kind in ('brief', 'answer', 'revision')
    order by a.added_at, f.created_at`.execute(db);
  return {
    files: rows.map(({ media_type: mediaType, added_at: addedAt, bytes, ...row }) => ({
      ...row,
      mediaType,
      bytes: Number(bytes),
      addedAt: addedAt.toISOString(),
    })),
    mayChange,
  };
}

/**
 * Adds uploaded files to the brief of a line.
 * @throws Refusal for files that can't be added; ProblemReply 404; 409 once the line is delivered
 */
export async function addFiles(
  { db, clock }: Pick<FileDeps, 'db' | 'clock'>,
  customerId: bigint,
  place: LinePlace,
  { files }: BodyOf<'addFiles'>,
): Promise<undefined> {
  await inTransaction(db, async (tx) => {
    // every transition of the line locks its payment link first
    await sql`select 1 from payment_link where number = ${readNumber('R', place.number) ?? ''} and customer_id = ${customerId} for update`.execute(
      tx,
    );
    const line = await findLine(tx, customerId, place);
    if (!line.is_open)
      throw new ProblemReply(
        409,
        'You can no longer add files here because the work has been delivered or has ended. Send them with a message about the order.',
      );
    await attachFiles(tx, {
      owner: { customerId },
      place: { kind: 'brief', orderId: line.order_id, position: place.position },
      files,
      at: clock(),
    });
  });
  return undefined;
}

/**
 * SQL condition on attachment `a`: the team delivered its file, or sent it with a message. Not written as `exists`, because
 * beside an `or` PostgreSQL may then read all messages.
 */
export const isReceived: RawBuilder<unknown> = sql`(a.kind = 'delivery'
  or coalesce((select m.send_at is null from ticket_message m where m.id = a.message_id), false))`;

/**
 * Opens a file of the customer, or one that was delivered or sent to them.
 * @throws ProblemReply 404, 503
 */
export const showFile = (deps: FileDeps, customerId: bigint, id: string): Promise<FileAnswer> =>
  openFile(
    deps,
    id,
    sql`(f.customer_id = ${customerId} or ${isReceived}
      and exists (select from customer_order o where o.id = a.order_id and o.customer_id = ${customerId}))`,
  );

/**
 * Removes an upload or a file of a brief. Files of answers, requests and messages can't be removed, because people may have read
 * them.
 * @throws ProblemReply 404, 409
 */
export async function removeFile(
  deps: Pick<FileDeps, 'db' | 'clock' | 'jobs'>,
  customerId: bigint,
  id: string,
): Promise<undefined> {
  const owner = { customerId };
  const isRemoved = await removeOne(deps, {
    file: sql`f.id = ${id}::uuid and ${isOwnedBy(owner, 'f')} and not exists (
      select from attachment a where a.file_id = f.id and not (a.kind = 'brief' and exists (
        select from order_line l where l.order_id = a.order_id and l.position = a.position and ${isOpen})))`,
    upload: sql`u.id = ${id}::uuid and ${isOwnedBy(owner, 'u')}`,
  });
  if (isRemoved) return undefined;
  const { rows } = await sql`
    select 1 from file f where f.id = ${id}::uuid and ${isOwnedBy(owner, 'f')} and f.removed_at is null`.execute(
    deps.db,
  );
  if (rows.length === 0) throw notFound('We can’t find that file.');
  throw new ProblemReply(
    409,
    'You’ve already sent us this file, so you can no longer remove it. If you want us to delete it, write to us.',
  );
}
