import { createHash } from 'node:crypto';
import { hour } from '#contract/durations.ts';
import type { BodyOf } from '#contract/storefront/endpoints.ts';
import { fileBounds, fileProblem, sizeWords } from '#contract/files/files.ts';
import type { StoredFile } from '#contract/files/file-ids.ts';
import type { UploadProgress } from '#contract/files/file-bodies.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { notFound, Refusal, unavailable } from '#server/http/refusal.ts';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '#server/database/schema.ts';
import { type FileDeps, type FileOwner, isOwnedBy, ownerColumns } from './file-deps.ts';
import { fileKey, type FileStore, partKey, StoreFailure } from './file-store.ts';
import { reachStore } from './reach-store.ts';
import { recognizeFile } from './recognize-file.ts';
import { scanSoon } from './scan-files.ts';

const partBytes = fileBounds.part;

/** 503: this process uses another store, in which a part would be missing later. */
const wrongStore = () =>
  unavailable('You can’t add files right now. What you’ve already sent is safe. Try again in a minute.');

/**
 * SQL condition on file `f`: it belongs to paid work, and not to an unpaid or canceled order or its messages, which cost nothing.
 * Not written as `exists`, because PostgreSQL may then read all attachments.
 */
const isOfPaidWork = sql`coalesce((
  select o.paid_at is not null and exists (select from order_line l where l.order_id = o.id and l.work_status <> 'cancelled')
  from attachment a join customer_order o on o.id = a.order_id where a.file_id = f.id), false)`;

/** SQL: total bytes of the owner's uploads, and of files that don't belong to paid work. */
const waitingBytes = (owner: FileOwner) => sql`(
  select coalesce(sum(u.bytes), 0) from upload u where ${isOwnedBy(owner, 'u')}
) + (
  select coalesce(sum(f.bytes), 0) from file f
  where ${isOwnedBy(owner, 'f')} and f.removed_at is null and f.scan <> 'infected' and not ${isOfPaidWork}
)`;

/**
 * SQL condition: the owner is staff, a customer with a confirmed address, or one who has paid. Without it, anyone could upload
 * after registering a foreign address.
 */
const mayUpload = (owner: FileOwner) =>
  'customerId' in owner
    ? sql`coalesce((select c.email_confirmed_at is not null
        or coalesce((select true from payment_link p where p.customer_id = c.id and p.status = 'paid' limit 1), false)
        from customer c where c.id = ${owner.customerId}), false)`
    : sql`true`;

/**
 * Begins an upload. `bytes`: the file's size.
 * @throws Refusal for a rejected name or size, and before the customer's address is confirmed; ProblemReply 503 when the store
 * is unavailable
 */
export async function beginUpload(
  { db, clock, store, log }: FileDeps,
  owner: FileOwner,
  { name, bytes }: BodyOf<'beginUpload'>,
): Promise<{ id: string; partBytes: number }> {
  const problem = fileProblem({ name, bytes }, 'customerId' in owner ? 'customer' : 'staff');
  if (problem !== undefined) throw new Refusal({ file: [problem] });
  const number = await store.number();
  const id = crypto.randomUUID();
  const expiresAt = new Date(clock().getTime() + fileBounds.uploadHours * hour);
  const [customerId, staffId] = ownerColumns(owner);
  const is = await inTransaction(db, async (tx) => {
    // serializes the starts of an owner's uploads, so that each counts the earlier ones
    await sql`select pg_advisory_xact_lock(hashtext('uploads'), hashtext(${JSON.stringify([String(customerId), String(staffId)])}))`.execute(
      tx,
    );
    return writeInOneStatement(
      tx,
      [
        sql`insert into upload (id, name, bytes, customer_id, staff_id, expires_at)
          select ${id}::uuid, ${name}, ${bytes}, ${customerId}::bigint, ${staffId}::bigint, ${expiresAt}
          where exists (select from file_store where number = ${number ?? null}::uuid) and ${mayUpload(owner)}
            and ${waitingBytes(owner)} + ${bytes} <= ${fileBounds.waiting}`,
      ],
      sql<{ here: boolean; allowed: boolean; waiting: number }>`jsonb_build_object(
        'here', exists (select from file_store where number = ${number ?? null}::uuid), 'allowed', ${mayUpload(owner)},
        'waiting', ${waitingBytes(owner)})`,
    );
  });
  if (!is.here) {
    log.error({ place: store.place }, 'no file is taken: this process has another store than the shop');
    throw wrongStore();
  }
  if (!is.allowed)
    throw new Refusal({
      file: [
        'Before your first payment, you can add files only with a confirmed email address. Use the link in the email we sent you, or request a new one under “Account details.”',
      ],
    });
  if (is.waiting + bytes > fileBounds.waiting)
    throw new Refusal({
      file: [
        `“${name}” can’t be added because you already have ${sizeWords(is.waiting)} of files that aren’t part of a paid order. The limit is ${sizeWords(fileBounds.waiting)}. Remove some of those files, or pay for their order first.`,
      ],
    });
  return { id, partBytes };
}

type UploadRow = { id: string; name: string; bytes: bigint; received: bigint; number: string };
type Part = { uploadId: string; offset: number; content: Uint8Array };

async function findUpload(
  { db, clock }: Pick<FileDeps, 'db' | 'clock'>,
  owner: FileOwner,
  id: string,
): Promise<UploadRow | undefined> {
  const { rows } = await sql<UploadRow>`
    select u.id, u.name, u.bytes, u.received, s.number from upload u cross join file_store s
    where u.id = ${id}::uuid and ${isOwnedBy(owner, 'u')} and u.expires_at > ${clock()}`.execute(db);
  return rows[0];
}

type FileRow = { id: string; name: string; media_type: string; bytes: bigint; scan: StoredFile['scan'] };

async function findFile(db: Kysely<Schema>, owner: FileOwner, id: string): Promise<StoredFile | undefined> {
  const { rows } = await sql<FileRow>`
    select f.id, f.name, f.media_type, f.bytes, f.scan from file f
    where f.id = ${id}::uuid and ${isOwnedBy(owner, 'f')} and f.removed_at is null`.execute(db);
  const row = rows[0];
  if (!row) return undefined;
  return { id, name: row.name, mediaType: row.media_type, bytes: Number(row.bytes), scan: row.scan };
}

/**
 * The file of a finished upload: a client whose answer was lost, or whose request was duplicated, sends the last part again.
 * @throws ProblemReply 404 when the upload expired or was removed
 */
async function findFinished({ db }: Pick<FileDeps, 'db'>, owner: FileOwner, id: string): Promise<StoredFile> {
  const file = await findFile(db, owner, id);
  if (!file) throw notFound('This upload has expired. Add the file again.');
  return file;
}

/** Whether the part has an offset and a length that are valid in an upload of this size. */
const fits = ({ offset, content }: Part, bytes: number) =>
  offset % partBytes === 0 && content.length === Math.min(partBytes, bytes - offset);

/**
 * Stores the next part of an upload. A repeated or early part changes nothing, and the answer has the expected offset. The last
 * part creates the file.
 * @throws Refusal for a part of a wrong size or a rejected file; ProblemReply 404, 503
 */
export async function sendPart(deps: FileDeps, owner: FileOwner, part: Part): Promise<UploadProgress> {
  const { db, store } = deps;
  const { uploadId, offset, content } = part;
  const upload = await findUpload(deps, owner, uploadId);
  if (!upload) {
    const file = await findFinished(deps, owner, uploadId);
    return { received: file.bytes, file };
  }
  if ((await store.number()) !== upload.number) throw wrongStore();
  const bytes = Number(upload.bytes);
  let received = Number(upload.received);
  if (offset === received && received < bytes) {
    if (!fits(part, bytes))
      throw new Refusal({ '': ['A part of the file has the wrong size. Add the file again.'] });
    await reachStore(deps, () => store.put(partKey(uploadId, offset), content));
    const { rows } = await sql<{ received: bigint }>`
      update upload set received = greatest(received, ${offset + content.length}) where id = ${uploadId}::uuid returning received`.execute(
      db,
    );
    if (!rows[0]) {
      // the upload was finished or removed meanwhile, so nothing else deletes this part
      await reachStore(deps, () => store.remove(partKey(uploadId, offset)));
      const file = await findFinished(deps, owner, uploadId);
      return { received: file.bytes, file };
    }
    received = Number(rows[0].received);
  }
  if (received < bytes) return { received, file: null };
  return { received, file: await finishOnce(deps, owner, upload) };
}

const finishing = new Map<string, Promise<StoredFile>>();
/** Serializes the checks of files, because each check has the whole file in memory. */
let previous: Promise<unknown> = Promise.resolve();

// simultaneous calls share one result, because a client whose answer was lost sends the last part again
function finishOnce(deps: FileDeps, owner: FileOwner, upload: UploadRow): Promise<StoredFile> {
  const known = finishing.get(upload.id);
  if (known) return known;
  const next = previous.then(() => finish(deps, owner, upload));
  previous = next.catch(() => undefined);
  finishing.set(upload.id, next);
  void next.catch(() => undefined).finally(() => finishing.delete(upload.id));
  return next;
}

async function readParts(store: FileStore, id: string, bytes: number): Promise<Buffer> {
  const whole = Buffer.alloc(bytes);
  for (let offset = 0; offset < bytes; offset += partBytes) {
    const content = await store.readWhole(partKey(id, offset));
    if (!content || content.length !== Math.min(partBytes, bytes - offset))
      throw new StoreFailure('A part of an upload is missing from file storage');
    content.copy(whole, offset);
  }
  return whole;
}

async function finish(deps: FileDeps, owner: FileOwner, upload: UploadRow): Promise<StoredFile> {
  const { db, clock, store } = deps;
  const { id, name } = upload;
  // a copy of the last part may have finished the upload, in this process or another one
  const before = await findFile(db, owner, id);
  if (before) return before;
  const content = await reachStore(deps, () => readParts(store, id, Number(upload.bytes))).catch(
    async (error: unknown) => {
      const meanwhile = await findFile(db, owner, id);
      if (meanwhile) return meanwhile;
      throw error;
    },
  );
  if (!Buffer.isBuffer(content)) return content;
  let mediaType: string;
  try {
    ({ mediaType } = await recognizeFile(name, content, 'customerId' in owner ? 'customer' : 'staff'));
  } catch (error) {
    await dropUpload(deps, upload);
    throw error;
  }
  await reachStore(deps, () => store.put(fileKey(id), content));
  const sha256 = createHash('sha256').update(content).digest();
  const [customerId, staffId] = ownerColumns(owner);
  await writeInOneStatement(db, [
    { removed_upload: sql`delete from upload where id = ${id}::uuid returning id` },
    sql`insert into file (id, name, media_type, bytes, sha256, customer_id, staff_id, created_at, scan)
      select id, ${name}, ${mediaType}, ${content.length}, ${sha256}, ${customerId}::bigint, ${staffId}::bigint, ${clock()},
        ${deps.scanner ? 'waiting' : 'off'} from removed_upload`,
    ...scanSoon(deps, id, sql`exists (select from removed_upload)`),
  ]);
  const file = await findFile(db, owner, id);
  // the upload was removed meanwhile
  if (!file) {
    await reachStore(deps, () => store.remove(fileKey(id)));
    throw notFound('This upload has expired. Add the file again.');
  }
  await removeParts(deps, upload);
  deps.jobs.wake();
  return file;
}

/** Deletes the parts of an upload. The daily cleanup deletes those that remain after an error. */
async function removeParts(
  { store, log }: Pick<FileDeps, 'store' | 'log'>,
  { id, bytes }: Pick<UploadRow, 'id' | 'bytes'>,
): Promise<void> {
  try {
    for (let offset = 0; offset < bytes; offset += partBytes) await store.remove(partKey(id, offset));
  } catch (error) {
    log.warn({ err: error }, 'parts of an upload could not be deleted yet');
  }
}

/** Ends an upload: deletes its row, then its parts. */
async function dropUpload(deps: FileDeps, upload: Pick<UploadRow, 'id' | 'bytes'>): Promise<void> {
  await sql`delete from upload where id = ${upload.id}::uuid`.execute(deps.db);
  await removeParts(deps, upload);
}
