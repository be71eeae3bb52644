import { sql } from 'kysely';
import type { FileDeps } from './file-deps.ts';
import { fileKey } from './file-store.ts';

const folders = Array.from({ length: 256 }, (_, index) => index.toString(16).padStart(2, '0'));
/** Maximum number of differences in a report. */
const mostFindings = 100;

type Known = { id: string; bytes: bigint; is_whole: boolean };

/** The rows whose bytes belong to a folder of the store, by key. `is_whole`: all bytes must be in the store. */
async function rowsOf({ db }: Pick<FileDeps, 'db'>, folder: string): Promise<Map<string, Known>> {
  const first = `${folder}000000-0000-0000-0000-000000000000`;
  const last = `${folder}ffffff-ffff-ffff-ffff-ffffffffffff`;
  const { rows } = await sql<Known>`
    select id, bytes, removed_at is null and scan <> 'infected' as is_whole from file where id between ${first}::uuid and ${last}::uuid
    union all select id, bytes, false from upload where id between ${first}::uuid and ${last}::uuid`.execute(
    db,
  );
  return new Map(rows.map((row) => [fileKey(row.id), row]));
}

/**
 * Compares the store with the database: missing bytes, other sizes, and bytes without a row. Changes nothing.
 * @returns a sentence per difference, at most a hundred
 */
export async function findStrays(deps: Pick<FileDeps, 'db' | 'store'>): Promise<string[]> {
  const findings: string[] = [];
  for (const folder of folders) {
    // reads the rows before and after the listing, because files are added and removed meanwhile
    const before = await rowsOf(deps, folder);
    const stored = await deps.store.list(folder);
    const after = await rowsOf(deps, folder);
    for (const key of stored.keys())
      if (!before.has(key) && !after.has(key))
        findings.push(`${key} is in file storage but not in the database.`);
    for (const [key, { bytes, is_whole: isWhole }] of after) {
      if (!isWhole || !before.get(key)?.is_whole) continue;
      const size = stored.get(key);
      if (size === undefined) findings.push(`${key} isn’t in file storage.`);
      else if (BigInt(size) !== bytes)
        findings.push(`${key} has ${size} bytes in file storage instead of ${bytes}.`);
    }
    if (findings.length >= mostFindings) break;
  }
  return findings.slice(0, mostFindings);
}
