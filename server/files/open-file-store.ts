import type { Schema } from '#server/database/schema.ts';
import type { FilesAddress } from '#server/process/files-address.ts';
import type { Log } from '#server/process/log.ts';
import { StartError } from '#server/process/start-error.ts';
import { type Kysely, sql } from 'kysely';
import { mkdir } from 'node:fs/promises';
import { diskStore } from './disk-store.ts';
import { type FileStore, StoreFailure } from './file-store.ts';

/** The key under which a store contains its own number, which identifies it. */
export const numberKey = 'store-number';

/** `number`: identifies the store; undefined while it is unreachable. */
export type NumberedStore = FileStore & { number: () => Promise<string | undefined> };

/** Opens a store without comparing its number with the one in the database. */
export async function storeAt(address: FilesAddress): Promise<FileStore> {
  if (address.kind === 's3') {
    const { s3Store } = await import('./s3-store.ts');
    return s3Store(address);
  }
  await mkdir(address.folder, { recursive: true, mode: 0o700 });
  return diskStore(address.folder);
}

/** Reads the store's number, or creates one. Writes it in any case, so that a read-only store fails here. */
async function readNumber(store: FileStore): Promise<string> {
  const found = (await store.readWhole(numberKey))?.toString().trim();
  const number = found && /^[\da-f-]{36}$/.test(found) ? found : crypto.randomUUID();
  await store.put(numberKey, Buffer.from(`${number}\n`));
  return number;
}

/**
 * Compares the store's number with the one in the database. While there is no file, the database takes over the store's number.
 * @throws StartError for another store
 */
async function agree(db: Kysely<Schema>, { place }: FileStore, number: string): Promise<void> {
  const { rows } = await sql<{ number: string }>`
    insert into file_store (number) values (${number}::uuid)
    on conflict (is_only) do update set number = case when exists (select from file) then file_store.number else excluded.number end
    returning number`.execute(db);
  const known = rows[0]!.number;
  if (known !== number)
    throw new StartError(
      `The files at ${place} belong to another database. Set FILES_URL or DATA_DIR to this shop’s files, or copy the files there. If the files are lost, start the shop without them: put ${known} in the file ${numberKey} there.`,
    );
}

/**
 * Opens the file store.
 * @throws StartError when it can't be written, or isn't the store with the shop's files. An unreachable bucket or a full disk
 * doesn't prevent the start, because both are temporary.
 */
export async function openFileStore(
  address: FilesAddress,
  db: Kysely<Schema>,
  log: Log,
): Promise<NumberedStore> {
  let number: string | undefined;
  let store: FileStore;
  try {
    store = await storeAt(address);
    number = await readNumber(store);
  } catch (error) {
    if (!(error instanceof StoreFailure && error.isPassing))
      throw new StartError(
        address.kind === 's3'
          ? `Files can’t be stored at ${address.endpoint}. ${adviceOn((error as Error).message)}`
          : `Files can’t be stored in ${address.folder} (${codeOf(error)}). Make the folder writable, or set FILES_URL to a different location.`,
      );
    log.warn({ err: error }, 'the store of files can’t be used: files can’t be added until it can');
    store = await storeAt(address);
  }
  if (number !== undefined) await agree(db, store, number);
  return {
    ...store,
    async number() {
      if (number !== undefined) return number;
      try {
        const found = await readNumber(store);
        await agree(db, store, found);
        number = found;
      } catch (error) {
        log.warn({ err: error }, 'the store of files can’t be used');
      }
      return number;
    },
  };
}

/** Advice for a failure: S3 services refuse a request whose time differs by more than 15 minutes. */
const adviceOn = (failure: string) =>
  failure.includes('RequestTimeTooSkewed')
    ? `${failure}: its clock and this machine’s differ. Set this machine’s clock.`
    : `${failure}. Check FILES_URL.`;

function codeOf(error: unknown): string {
  const { code, cause } = error as NodeJS.ErrnoException & { cause?: NodeJS.ErrnoException };
  return code ?? cause?.code ?? (error as Error).message;
}
