import { mkdir, open, readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalEmail } from '#server/database/email-address.ts';
import { syncPath } from '#server/database/sync-to-disk.ts';

// far longer than the headers of our emails, which have one address each
const headerBytes = 16_384;

async function readHeaders(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headerBytes));
    const text = buffer.toString('utf8', 0, bytesRead);
    return text.split('\r\n\r\n', 1)[0]!.replaceAll(/\r\n[ \t]/g, ' ');
  } finally {
    await handle.close();
  }
}

/** Deletes the emails in a folder that were sent to an address or have it as Reply-To. Returns their number. */
export async function deleteEmails(folder: string, address: string): Promise<number> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const wanted = canonicalEmail(address);
  let deleted = 0;
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.eml')) continue;
    const file = join(folder, name);
    const headers = await readHeaders(file);
    const named = [...headers.matchAll(/^(?:to|reply-to):\s*(.*)$/gim)].map(([, value]) =>
      canonicalEmail(value!),
    );
    if (!named.includes(wanted)) continue;
    await unlink(file);
    deleted += 1;
  }
  if (deleted > 0) await syncPath(folder);
  return deleted;
}
