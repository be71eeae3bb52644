import { second } from '#contract/durations.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { enqueue, type JobHandlers, jobKind } from '#server/jobs/job.ts';
import { sql } from 'kysely';
import type { FileDeps } from './file-deps.ts';
import { fileKey, StoreFailure } from './file-store.ts';
import type { Verdict } from './scan-with-clamd.ts';
import { queueVirusEmails } from './virus-emails.mail.ts';

/** Scans an uploaded file. Retried until the scanner answers. */
export const scanFile = jobKind<{ file: string }>('files.scan', { forever: true });

/** Delay (ms) of a scan that finds another one running. */
const laterMs = 5 * second;

type Row = { scan: 'off' | 'waiting' | 'clean' | 'infected' | 'failed'; bytes: bigint };

async function keep({ db, clock, log }: FileDeps, id: string, verdict: Verdict): Promise<void> {
  const waits = sql`id = ${id}::uuid and scan = 'waiting' and removed_at is null`;
  if (verdict.is === 'tooLarge') {
    await sql`update file set scan = 'failed' where ${waits}`.execute(db);
    log.error(
      { file: id },
      'a file is too large for the virus scanner: raise StreamMaxLength of clamd to 26M',
    );
    return;
  }
  if (verdict.is === 'clean') {
    await sql`update file set scan = 'clean' where ${waits}`.execute(db);
    return;
  }
  log.warn({ file: id, virus: verdict.virus }, 'a virus was found in a file');
  await inTransaction(db, async (tx) => {
    const { rows } =
      await sql`update file set scan = 'infected', virus = ${verdict.virus} where ${waits} returning 1`.execute(
        tx,
      );
    if (rows.length > 0) await writeInOneStatement(tx, [await queueVirusEmails(tx, id, clock())]);
  });
}

async function scan(deps: FileDeps, id: string): Promise<void> {
  const { db, clock, store, scanner, jobs } = deps;
  const find = () =>
    sql<Row>`select scan, bytes from file where id = ${id}::uuid and removed_at is null`.execute(db);
  const [row] = (await find()).rows;
  if (row?.scan === 'waiting') {
    if (!scanner) {
      // marks the file as unscanned, because the scanner was switched off after the upload
      await sql`update file set scan = 'off' where id = ${id}::uuid and scan = 'waiting'`.execute(db);
      return;
    }
    const content = await store.read(fileKey(id));
    if (!content) {
      if ((await find()).rows.length === 0) return;
      throw new StoreFailure('A file that’s waiting to be scanned isn’t in file storage');
    }
    await keep(deps, id, await scanner(content, Number(row.bytes)));
    // the scanner is available again, so waiting scans are retried at once
    await sql`update job set run_at = ${clock()} where kind = 'files.scan' and dead_at is null and leased_until is null
      and run_at > ${clock()}`.execute(db);
    jobs.wake();
  }
  // the row is marked before the bytes are deleted, so that downloads stop at once and a retry after a crash deletes the bytes
  const [known] = (await find()).rows;
  if (known?.scan === 'infected') await store.remove(fileKey(id));
}

/**
 * The write that enqueues the scan of a new file, if a scanner is configured. `onlyIf`: an SQL condition on the statement's other
 * parts.
 */
export const scanSoon = (
  { clock, scanner }: Pick<FileDeps, 'clock' | 'scanner'>,
  id: string,
  onlyIf: Parameters<typeof enqueue>[1],
) => (scanner ? [enqueue([scanFile.at(clock(), { file: id }, id)], onlyIf)] : []);

/** The jobs that scan files: one at a time per process, so that a hanging scanner doesn't occupy the slots of other jobs. */
export function scanFiles(deps: FileDeps): JobHandlers {
  let isBusy = false;
  return scanFile.handledBy(async ({ file }) => {
    if (isBusy) return new Date(deps.clock().getTime() + laterMs);
    isBusy = true;
    try {
      await scan(deps, file);
    } finally {
      isBusy = false;
    }
    return undefined;
  });
}
