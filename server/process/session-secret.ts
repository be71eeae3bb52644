import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Keys } from './derived-keys.ts';
import { StartError } from './start-error.ts';

const shortest = 32;

// Writes a temporary file and links it under the final name: of simultaneous processes one succeeds, and all read its secret.
async function makeOnce(file: string): Promise<void> {
  const draft = `${file}.${crypto.randomUUID()}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(`${randomBytes(48).toString('base64url')}\n`);
    await handle.sync();
    await link(draft, file);
  } finally {
    await handle.close();
    await unlink(draft);
  }
}

/**
 * The configured secrets, or those in a file of the data folder, one per line. The first start creates the file, readable only by
 * its owner.
 * @throws StartError when the folder can't be written, or a secret is too short to be safe
 */
export async function sessionSecrets(configured: Keys | undefined, dataDir: string): Promise<Keys> {
  if (configured) return configured;
  const file = join(dataDir, 'session-secret');
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await makeOnce(file).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    });
    const [newest = '', ...older] = (await readFile(file, 'utf8'))
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
    if ([newest, ...older].every(({ length }) => length >= shortest)) return [newest, ...older];
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(
      `Can’t write to the data folder ${dataDir} (${code}). Set DATA_DIR to a different folder.`,
    );
  }
  throw new StartError(
    `The file ${file} contains a secret that’s shorter than ${shortest} characters. Delete the file, and the shop will create a new one.`,
  );
}
