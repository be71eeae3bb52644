import { day } from '#contract/durations.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import type { PaymentProvider } from '#server/payments/provider/provider.ts';
import { sql } from 'kysely';

/** A provider that lists the movements of its balance. */
export type ListingProvider = PaymentProvider & Required<Pick<PaymentProvider, 'movements'>>;

type Payout = { id: string; ref: string; amount: bigint; created_at: Date };

/** Payouts per run. */
const atOnce = 50;
/** Providers complete a payout's list within hours. After this time an incomplete list is accepted. */
const completeAfterMs = 14 * day;

/** Stores which movements each new payout contains. @throws ProviderUnavailable */
export async function readPayouts(
  { db, clock }: Pick<PaymentDeps, 'db' | 'clock'>,
  provider: ListingProvider,
): Promise<void> {
  const { name, livemode } = provider;
  const { rows } = await sql<Payout>`
    select id, about as ref, amount, created_at from provider_entry
    where kind = 'payout' and lists_content and content_read_at is null and about is not null
      and provider = ${name} and livemode = ${livemode}
    order by created_at, id limit ${atOnce}`.execute(db);
  for (const { id, ref, amount, created_at: createdAt } of rows) {
    const content = await provider.contentOf?.({ ref, amount });
    const now = clock();
    if (!content?.isComplete && now.getTime() - createdAt.getTime() <= completeAfterMs) continue;
    const { by, refs } = content ?? { by: 'id', refs: [] };
    // a later movement of the same payment or refund is in a later payout
    const isInPayout =
      by === 'id'
        ? sql`id = any(${refs}::text[])`
        : sql`about = any(${refs}::text[]) and kind in ('payment', 'refund', 'dispute') and created_at <= ${createdAt}`;
    await sql`with in_payout as (
        update provider_entry set payout_ref = ${ref}
        where provider = ${name} and livemode = ${livemode} and ${isInPayout} and payout_ref is null
      )
      update provider_entry set content_read_at = ${now}
      where provider = ${name} and livemode = ${livemode} and id = ${id} and content_read_at is null`.execute(
      db,
    );
  }
}
