import type { Kysely, RawBuilder } from 'kysely';
import type { Catalogue } from '#contract/catalogue.ts';
import type { Database } from '#server/database/open-database.ts';
import type { Schema } from '#server/database/schema.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import type { JobRunner } from '#server/jobs/run-jobs.ts';
import type { Posting } from '#server/ledger/post.ts';
import type { Actor } from '#server/process/actor.ts';
import type { Clock } from '#server/process/clock.ts';
import type { Log } from '#server/process/log.ts';
import type { LockedPayment } from './lock-payment.ts';
import type { PaymentProvider } from './provider/provider.ts';

export type PaymentPurpose = 'order' | 'deposit';

/** A payment link whose money is there: in `cash`, but for what was held. Amounts in minor units. */
export type PaidLink = LockedPayment & {
  paidByCard: bigint;
  /** The part that was held on the balance; the rest is in cash. */
  fromReserved: bigint;
  paidAt: Date;
};

/** A payment link that ends unpaid, and who ended it. */
export type LinkEnd = { to: 'expired' | 'cancelled'; by: Actor; reason?: string };

/** What the end of a payment link means to what it pays for: written in the statement that ends it. */
export type Purpose = {
  /** Whatever arrives settles it, even late; otherwise only the whole price, in time. */
  takesAnyAmount: boolean;
  paid(link: PaidLink): { postings: Posting[]; writes: RawBuilder<unknown>[] };
  ended(number: string, end: LinkEnd, at: Date): RawBuilder<unknown>[];
  /** Whether anything that was paid for was handed over: asked in a transaction that has locked the link. */
  wasDelivered(tx: Kysely<Schema>, number: string): Promise<boolean>;
  /** Its payment is disputed, is not any more, or was taken back for good. */
  disputed(number: string, change: StandingChange, at: Date): RawBuilder<unknown>[];
};
export type OrderStanding = 'disputed' | 'paid' | 'chargedBack';
export type StandingChange = { was: OrderStanding; is: OrderStanding; by: Actor };
/** A purpose without its handlers is a type error. */
export type Purposes = Record<PaymentPurpose, Purpose>;

/** What the use cases of payments work with; app.ts hands it in. */
export type PaymentDeps = {
  db: Database['db'];
  clock: Clock;
  /** What is sold today, and by which rules. Read it once in a use case: another version may follow. */
  catalogue: () => Catalogue;
  log: Log;
  limits: RateLimits;
  jobs: Pick<JobRunner, 'wake'>;
  publicUrl: string;
  /** Collects new payments. */
  provider: PaymentProvider;
  /** Everyone whose keys are set, the above included: each looks after the payments it made. */
  providers: readonly PaymentProvider[];
  purposes: Purposes;
};
