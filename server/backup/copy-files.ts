import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Kysely } from 'kysely';
import { day } from '#contract/durations.ts';
import type { Schema } from '#server/database/schema.ts';
import { fileKey, type FileStore } from '#server/files/file-store.ts';
import { numberKey } from '#server/files/open-file-store.ts';
import type { BackupPlace } from '#server/process/backup-settings.ts';
import { decryptFrom, encryptInto } from './age-file.ts';

/** How long a file stays in the backup (days) after the shop deleted it, and after its row disappeared from the database. */
const deletedDays = 30;
const unknownDays = 400;

const inBackup = ({ folder }: BackupPlace, key: string) => join(folder, 'files', `${key}.age`);

async function copyOne(place: BackupPlace, key: string, source: Readable): Promise<void> {
  const file = inBackup(place, key);
  await mkdir(join(file, '..'), { recursive: true, mode: 0o700 });
  await encryptInto(file, place.key, source);
}

/**
 * Copies the stored files that the backup lacks; a stored file never changes. Returns the number of all files, and of those that
 * the store lacks.
 */
export async function copyFiles(
  place: BackupPlace,
  store: FileStore,
  db: Kysely<Schema>,
  now: Date,
): Promise<{ files: number; missing: number }> {
  const number = await store.readWhole(numberKey);
  if (number) await copyOne(place, numberKey, Readable.from([number]));
  const rows = await db
    .selectFrom('file')
    .select(['id', 'removed_at'])
    .where('scan', '<>', 'infected')
    .execute();
  const count = { files: 0, missing: 0 };
  const removedAt = new Map(rows.map(({ id, removed_at: at }) => [id, at]));
  for (const [id, at] of removedAt) {
    if (at) continue;
    count.files += 1;
    const key = fileKey(id);
    if (existsSync(inBackup(place, key))) continue;
    const source = await store.read(key);
    if (source) await copyOne(place, key, source);
    else count.missing += 1;
  }
  for (const [id, file] of await listCopies(place)) {
    const at = removedAt.get(id);
    const ms = now.getTime() - (at ?? (await stat(file)).mtime).getTime();
    if (at === null || ms < (at ? deletedDays : unknownDays) * day) continue;
    await rm(file);
  }
  return count;
}

async function listCopies({ folder }: BackupPlace): Promise<[id: string, file: string][]> {
  const files = join(folder, 'files');
  const entries = existsSync(files) ? await readdir(files, { recursive: true, withFileTypes: true }) : [];
  return entries
    .filter((entry) => entry.isFile() && /^[\da-f-]{36}\.age$/.test(entry.name))
    .map(({ name, parentPath }) => [name.slice(0, -'.age'.length), join(parentPath, name)]);
}

async function decrypted(place: BackupPlace, file: string): Promise<Buffer> {
  const plain = new PassThrough();
  const [bytes] = await Promise.all([buffer(plain), decryptFrom(file, place.key, plain)]);
  return bytes;
}

/** Copies the backup's files back into a store that lacks them. Returns their number. */
export async function restoreFiles(place: BackupPlace, store: FileStore): Promise<number> {
  // the database identifies the store by its number
  const number = inBackup(place, numberKey);
  if (existsSync(number)) await store.put(numberKey, await decrypted(place, number));
  let restored = 0;
  for (const [id, file] of await listCopies(place)) {
    const key = fileKey(id);
    if ((await store.list(key.slice(0, 2))).has(key)) continue;
    await store.put(key, await decrypted(place, file));
    restored += 1;
  }
  return restored;
}

/** Copies the secret that signs codes in emails, if it is in the data folder. */
export async function copySecret(place: BackupPlace, dataDir: string): Promise<void> {
  const secret = await readFile(join(dataDir, secretFile)).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  });
  if (secret) await encryptInto(join(place.folder, `${secretFile}.age`), place.key, Readable.from([secret]));
}

const secretFile = 'session-secret';
