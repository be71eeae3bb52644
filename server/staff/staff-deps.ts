import type { Catalogue } from '#contract/catalogue/catalogue.ts';
import type { Database } from '#server/database/open-database.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import type { JobRunner } from '#server/jobs/run-jobs.ts';
import type { Clock } from '#server/process/clock.ts';
import type { Keys } from '#server/process/derived-keys.ts';
import type { Log } from '#server/process/log.ts';
import type { DeskOrigin } from './desk-origin.ts';

/** The dependencies of the use cases about staff; app.ts provides them. */
export type StaffDeps = {
  db: Database['db'];
  clock: Clock;
  catalogue: () => Catalogue;
  log: Log;
  limits: RateLimits;
  jobs: Pick<JobRunner, 'wake'>;
  origin: DeskOrigin;
  /** Whether the shop takes real money. */
  livemode: boolean;
  /** Keys that encrypt the secrets of authenticator apps. */
  codeKeys: Keys;
};

/** The browser that calls the desk. */
export type Visitor = {
  ip: string;
  userAgent: string;
  requestId: string;
  host: string;
  /** The cookie of a known browser, in which somebody has logged in before. */
  deviceCookie: string | undefined;
};
