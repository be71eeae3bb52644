import type { JobHandlers } from '#server/jobs/job.ts';
import type { Config } from '#server/process/config.ts';
import type { FileDeps } from './file-deps.ts';
import { moveDeliveredFiles } from './move-delivered-files.ts';
import { openFileStore } from './open-file-store.ts';
import { scanFiles } from './scan-files.ts';
import { scanWithClamd } from './scan-with-clamd.ts';
import { sweepFiles } from './sweep-files.ts';

/**
 * Opens the file store, and the virus scanner if one is configured.
 * @throws StartError when the store can't be used
 */
export async function openStoreAndScanner(
  { files, scanner }: Pick<Config, 'files' | 'scanner'>,
  deps: Omit<FileDeps, 'store' | 'scanner'>,
): Promise<FileDeps> {
  return {
    ...deps,
    store: await openFileStore(files, deps.db, deps.log),
    scanner: scanner && ((content, bytes) => scanWithClamd(scanner, content, bytes)),
  };
}

/** The jobs about files. */
export const fileJobs = (deps: FileDeps): JobHandlers => ({
  ...sweepFiles(deps),
  ...scanFiles(deps),
  ...moveDeliveredFiles(deps),
});
