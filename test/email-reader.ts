import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';

export type EmailReader = () => Promise<Email[]>;

/** Reads all emails in a mail folder, by name. Parses each once, because tests read them often and receipts contain a PDF. */
export function emailReader(folder: string): EmailReader {
  const parsed = new Map<string, { writtenAt: number; email: Promise<Email> }>();
  const read = async (name: string): Promise<Email> => {
    const file = join(folder, name);
    const { mtimeMs: writtenAt } = await stat(file);
    const known = parsed.get(name);
    if (known?.writtenAt === writtenAt) return known.email;
    const email = readFile(file).then((bytes) => PostalMime.parse(bytes));
    parsed.set(name, { writtenAt, email });
    return email;
  };
  return async () => {
    const names = await readdir(folder).catch((): string[] => []);
    // an email that is still being written has another file extension
    const written = names.filter((name) => name.endsWith('.eml')).toSorted();
    return Promise.all(written.map(read));
  };
}
