import type { Readable } from 'node:stream';
import type { Database } from '#server/database/open-database.ts';
import type { JobRunner } from '#server/jobs/run-jobs.ts';
import type { Clock } from '#server/process/clock.ts';
import type { Log } from '#server/process/log.ts';
import { type RawBuilder, sql } from 'kysely';
import type { NumberedStore } from './open-file-store.ts';
import type { Verdict } from './scan-with-clamd.ts';

/** The dependencies of the use cases about files; app.ts provides them. */
export type FileDeps = {
  db: Database['db'];
  clock: Clock;
  log: Log;
  jobs: Pick<JobRunner, 'wake'>;
  store: NumberedStore;
  /** Scans a file for viruses; undefined without a scanner. `bytes`: the file's size. */
  scanner: ((content: Readable, bytes: number) => Promise<Verdict>) | undefined;
};

/** Who uploaded a file. */
export type FileOwner = { customerId: bigint } | { staffId: bigint };

/** The owner's IDs as columns: customer_id and staff_id. */
export const ownerColumns = (owner: FileOwner): [bigint | null, bigint | null] =>
  'customerId' in owner ? [owner.customerId, null] : [null, owner.staffId];

/** SQL condition on `file` or `upload` with this alias: it belongs to the owner. */
export const isOwnedBy = (owner: FileOwner, alias: 'f' | 'u'): RawBuilder<unknown> =>
  'customerId' in owner
    ? sql`${sql.ref(`${alias}.customer_id`)} = ${owner.customerId}`
    : sql`${sql.ref(`${alias}.staff_id`)} = ${owner.staffId}`;
