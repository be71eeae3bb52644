import { least } from '#contract/money.ts';
import type { Schema } from '#server/database/schema.ts';
import { notFound } from '#server/http/refusal.ts';
import { type Kysely, sql } from 'kysely';
import type { PaymentPurpose } from './payment-deps.ts';
import type { UnopenedAttempt } from './open-attempt.ts';
import type { LinkRequest } from './provider/provider.ts';
import { amountSentBack } from './returned-amount.ts';
import { isLiveIn } from './reduce-snapshot.ts';

/** A payment link with its live attempt and its owner's balance. Minor units. */
export type PaymentLink = {
  id: bigint;
  token: string;
  customer_id: bigint;
  purpose: PaymentPurpose;
  number: string;
  /** `ordered` and `revisionRounds`: missing in deposits and in links made by an earlier version of the shop. */
  lines: { title: string; ordered?: string; amount: number; days: number; revisionRounds?: number }[];
  amount: bigint;
  /** The sum of the payments received through the link. */
  captured: bigint;
  /** The part of `captured` that was refunded to cards outside the price, or charged back. */
  returned: bigint;
  refunded: bigint;
  is_disputed: boolean;
  is_charged_back: boolean;
  /** The status of the newest attempt. */
  has_failed: boolean;
  has_expired: boolean;
  currency: string;
  livemode: boolean;
  status: 'awaitingPayment' | 'paid' | 'expired' | 'cancelled';
  expires_at: Date;
  attempt_id: string | null;
  attempt_status: 'creating' | 'open' | 'processing' | null;
  attempt_url: string | null;
  attempt_ref: string | null;
  attempt_provider: string | null;
  attempt_request: LinkRequest | null;
  /** Amount held by the live attempt. */
  held: bigint;
  cash: bigint;
  debt: bigint;
};

/** Reads a link by its token or number. @throws ProblemReply 404 when the link is unknown. */
export async function loadPaymentLink(
  db: Kysely<Schema>,
  by: { token: string } | { number: string },
): Promise<PaymentLink> {
  const isMeant = 'token' in by ? sql`l.token = ${by.token}` : sql`l.number = ${by.number}`;
  const { rows } = await sql<PaymentLink>`
    select l.id, l.token, l.customer_id, l.purpose, l.number, l.lines, l.amount, l.captured, ${amountSentBack(sql.ref('l.id'))} as returned, l.refunded, l.currency, l.livemode, l.status,
      l.expires_at, l.disputed > 0 as is_disputed, l.charged_back_at is not null as is_charged_back,
      coalesce(newest.status = 'failed', false) as has_failed, coalesce(newest.status = 'expired', false) as has_expired, a.id as attempt_id, a.status as attempt_status,
      a.url as attempt_url, a.provider_ref as attempt_ref, a.provider as attempt_provider, a.request as attempt_request,
      coalesce(a.held, 0) as held, balance.cash, balance.debt
    from payment_link l
    left join payment_attempt a on a.payment_link_id = l.id and ${isLiveIn('a.status')}
    left join lateral (
      select status from payment_attempt where payment_link_id = l.id order by created_at desc limit 1
    ) as newest on true
    cross join lateral (
      select coalesce(sum(b.amount) filter (where c.code = 'cash'), 0)::bigint as cash,
        coalesce(sum(b.amount) filter (where c.code = 'debt'), 0)::bigint as debt
      from ledger_account c join ledger_balance b on b.account_id = c.id
      where c.customer_id = l.customer_id and c.currency = l.currency and c.livemode = l.livemode
    ) as balance
    where ${isMeant}`.execute(db);
  if (!rows[0]) throw notFound('We can’t find this payment link. Copy the full link from the email.');
  return rows[0];
}

/** The link's live attempt with its stored page request. */
export const liveAttempt = (link: PaymentLink): UnopenedAttempt | undefined => {
  const { attempt_id: id, attempt_request: request, attempt_provider: provider, livemode } = link;
  return id !== null && request !== null && provider !== null
    ? { id, request, provider, livemode }
    : undefined;
};

/**
 * Money of earlier payments through an order's link that is still on the balance, in minor units. It counts towards the price
 * even when another person pays the rest.
 */
export function receivedBefore({ purpose, captured, returned, cash, held }: PaymentLink): bigint {
  const kept = captured - returned;
  return purpose === 'order' && kept > 0n ? least(kept, cash + held) : 0n;
}
