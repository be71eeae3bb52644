import type { Kysely, RawBuilder } from 'kysely';
import type { Catalogue } from '#contract/catalogue/catalogue.ts';
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

/** A payment link that is being paid: `fromReserved` comes from the hold, the rest from `cash`. Amounts in minor units. */
export type PaidLink = LockedPayment & {
  paidByCard: bigint;
  fromReserved: bigint;
  paidAt: Date;
};

/** A payment link that ends unpaid, and the actor who ended it. */
export type LinkEnd = { to: 'expired' | 'cancelled'; by: Actor; reason?: string };

/** How an order or a deposit follows its payment link: its writes run in the statement that changes the link. */
export type LinkHandler = {
  /** `true`: any received amount pays the link, even after it ended. `false`: only the whole price while the link is open. */
  takesAnyAmount: boolean;
  onPaid(link: PaidLink): { postings: Posting[]; writes: RawBuilder<unknown>[] };
  onEnded(number: string, end: LinkEnd, at: Date): RawBuilder<unknown>[];
  /** Whether any of the paid work was delivered. The caller's transaction has locked the link. */
  wasDelivered(tx: Kysely<Schema>, number: string): Promise<boolean>;
  /** A dispute of the link's payment began, ended or was lost. */
  onDisputeChanged(number: string, change: StandingChange, at: Date): RawBuilder<unknown>[];
};
export type OrderStanding = 'disputed' | 'paid' | 'chargedBack';
export type StandingChange = { was: OrderStanding; is: OrderStanding; by: Actor };
export type LinkHandlers = Record<PaymentPurpose, LinkHandler>;

/** The dependencies of all payment functions; app.ts provides them. */
export type PaymentDeps = {
  db: Database['db'];
  clock: Clock;
  /** The current catalogue. Read it once per use case: the next read may return a newer version. */
  catalogue: () => Catalogue;
  log: Log;
  limits: RateLimits;
  jobs: Pick<JobRunner, 'wake'>;
  publicUrl: string;
  /** The provider for new payments. */
  provider: PaymentProvider;
  /** Every configured provider, including `provider`. The others serve the payments that they took earlier. */
  providers: readonly PaymentProvider[];
  linkHandlers: LinkHandlers;
};
