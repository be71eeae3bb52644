import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, rename, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { syncPath } from '#server/database/sync-to-disk.ts';
import { StartError } from '#server/process/start-error.ts';

/** A new key of age (https://age-encryption.org/v1), which the program age can also read. */
export const newKey = (): Promise<string> => generateX25519Identity();

type Web = Parameters<Encrypter['encrypt']>[0] & globalThis.ReadableStream;
const toWeb = (source: Readable) => Readable.toWeb(source) as unknown as Web;
const toNode = (stream: unknown) => Readable.fromWeb(stream as ReadableStream);

/**
 * Encrypts `source` for the key into a file that only its owner may read. The file appears once it is complete and synced to the
 * disk.
 */
export async function encryptInto(file: string, key: string, source: Readable): Promise<void> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(key));
  const unfinished = `${file}.unfinished`;
  await rm(unfinished, { force: true });
  try {
    await pipeline(
      toNode(await encrypter.encrypt(toWeb(source))),
      createWriteStream(unfinished, { mode: 0o600, flush: true }),
    );
  } catch (error) {
    source.destroy();
    await rm(unfinished, { force: true });
    throw error;
  }
  await chmod(unfinished, 0o600);
  await rename(unfinished, file);
  await syncPath(dirname(file));
}

/**
 * Decrypts a file into `target`. When a fault is found, `target` already has the bytes before it.
 * @throws StartError when the file can't be read, is damaged or has another key
 */
export async function decryptFrom(file: string, key: string, target: Writable): Promise<void> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(key);
  const source = createReadStream(file);
  let plain: Readable;
  try {
    plain = toNode(await decrypter.decrypt(toWeb(source)));
  } catch (error) {
    target.destroy();
    throw refusal(file, error);
  }
  let damage: unknown;
  plain.once('error', (error) => (damage = error));
  try {
    await pipeline(plain, target);
  } catch (error) {
    if (damage !== undefined && damage === error) throw refusal(file, error);
    throw error;
  }
}

function refusal(file: string, error: unknown): StartError {
  const { code, message } = error as NodeJS.ErrnoException;
  const name = basename(file);
  if (code !== undefined && code !== 'ERR_INVALID_ARG_VALUE')
    return new StartError(`${file} can’t be read (${code}).`, { cause: error });
  return new StartError(
    /no identity matched/i.test(message)
      ? `${name} was encrypted with another key. Set BACKUP_KEY_FILE to the file with the key of that backup.`
      : `${name} is damaged or isn’t a backup of the shop. Take another backup.`,
    { cause: error },
  );
}
