import type { JobHandlers } from '#server/jobs/job.ts';
import type { Mail } from '#server/mail/open-mail.ts';
import type { Config } from '#server/process/config.ts';
import type { FileDeps } from './file-deps.ts';
import { moveDeliveredFiles } from './move-delivered-files.ts';
import { openFileStore } from './open-file-store.ts';
import { scanFiles } from './scan-files.ts';
import { scanWithClamd } from './scan-with-clamd.ts';
import { sendStrays } from './strays.mail.ts';
import { sweepFiles } from './sweep-files.ts';
import { sendVirusEmails } from './virus-emails.mail.ts';

/**
 * Opens the file store, and the virus scanner if one is configured.
 * @throws StartError when the store can't be used
 */
export async function openFiles(
  { files, scanner }: Pick<Config, 'files' | 'scanner'>,
  deps: Omit<FileDeps, 'store' | 'scanner'>,
): Promise<FileDeps> {
  return {
    ...deps,
    store: await openFileStore(files, deps.db, deps.log),
    scanner: scanner && ((content, bytes) => scanWithClamd(scanner, content, bytes)),
  };
}

/** The jobs about files, including their emails. */
export const fileJobs = (
  deps: FileDeps,
  mail: Mail,
  { publicUrl, operatorEmail }: Pick<Config, 'publicUrl' | 'operatorEmail'>,
): JobHandlers => ({
  ...sweepFiles(deps),
  ...scanFiles(deps),
  ...moveDeliveredFiles(deps),
  ...sendStrays(mail, operatorEmail),
  ...sendVirusEmails({ db: deps.db, publicUrl, operatorEmail }, mail),
});
