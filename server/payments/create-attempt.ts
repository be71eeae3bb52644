import { minute } from '#contract/durations.ts';
import { formatMoney } from '#contract/money.ts';
import { shop } from '#contract/shop.ts';
import { enqueue } from '#server/jobs/job.ts';
import { ledgerPost } from '#server/ledger/post.ts';
import { sql } from 'kysely';
import type { PaymentLink } from './load-payment-link.ts';
import { reserve } from '#server/ledger/postings.ts';
import type { UnopenedAttempt } from './open-attempt.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { paymentUrl } from './payment-url.ts';
import { pollAttempt } from './poll-attempt-job.ts';
import type { LinkRequest } from './provider/provider.ts';
import { isLiveIn } from './reduce-snapshot.ts';

// Stripe accepts 30 minutes to 24 hours from the arrival of the request (https://docs.stripe.com/api/checkout/sessions/create).
// The 10 minutes allow for other clocks and slow requests.
const pageLifetimeMs = 24 * 60 * minute - 10 * minute;
const shortestPageLifetimeMs = 40 * minute;

/**
 * The description on the provider's page and the bank statement. Mollie accepts at most 255 characters
 * (https://docs.mollie.com/reference/create-payment).
 */
function describe({ purpose, number, lines, amount, currency }: PaymentLink, toPay: bigint): string {
  if (purpose === 'deposit') return `Deposit ${number} to your ${shop.name} balance`;
  const items = lines.map(({ title, ordered }) => (ordered === undefined ? title : `${title} (${ordered})`));
  const counted = [...Map.groupBy(items, String)].map(([item, { length }]) =>
    length === 1 ? item : `${length} × ${item}`,
  );
  const what = `Order ${number}: ${counted.join(', ')}`;
  const part =
    toPay < amount
      ? `. ${formatMoney(toPay, currency)} of ${formatMoney(amount, currency)}; ${formatMoney(amount - toPay, currency)} comes from your balance`
      : '';
  const room = 255 - part.length;
  return (what.length > room ? `${what.slice(0, room - 1)}…` : what) + part;
}

function freezeRequest(
  { publicUrl, clock }: PaymentDeps,
  link: PaymentLink,
  amount: bigint,
  attemptId: string,
): LinkRequest {
  const now = clock().getTime();
  const expires = Math.max(
    Math.min(now + pageLifetimeMs, link.expires_at.getTime()),
    now + shortestPageLifetimeMs,
  );
  const page = paymentUrl(publicUrl, link.token);
  return {
    amount: String(amount),
    currency: link.currency,
    description: describe(link, amount),
    reference: attemptId,
    number: link.number,
    returnUrl: `${page}&from=provider`,
    cancelUrl: `${page}&from=canceled`,
    expiresAt: new Date(expires).toISOString(),
  };
}

const isUnderfunded = (error: unknown) =>
  error instanceof Error && (error as { constraint?: string }).constraint === 'ledger_balance_not_below_zero';

/**
 * Creates an attempt for a link's amount less `held`, holds `held` on the balance and schedules the first poll, in one statement
 * that locks the link. Undefined when the link, its attempt or the balance changed since `link` was read: the caller must read
 * the link again.
 */
export async function createAttempt(
  deps: PaymentDeps,
  link: PaymentLink,
  held: bigint,
): Promise<UnopenedAttempt | undefined> {
  const { db, clock, provider } = deps;
  const now = clock();
  const id = crypto.randomUUID();
  const amount = link.amount - held;
  const request = freezeRequest(deps, link, amount, id);
  const firstPoll = pollAttempt.at(new Date(now.getTime() + 2 * minute), { attemptId: id });
  const { customer_id: customerId, currency, livemode } = link;
  const hold = reserve({ attemptId: id, customerId, currency, livemode, held }, now);
  try {
    const { rows } = await sql<{ id: string }>`
      with payable as (
        select id from payment_link where id = ${link.id} and status = 'awaitingPayment' and captured = ${link.captured} for update
      ), attempt as (
        insert into payment_attempt (id, payment_link_id, provider, livemode, amount, held, currency, request, created_at, expires_at)
        select ${id}::uuid, id, ${provider.name}, ${livemode}, ${amount}, ${held}, ${currency}, ${JSON.stringify(request)}::json,
          ${now}, ${request.expiresAt}
        from payable
        on conflict (payment_link_id) where ${isLiveIn('status')} do nothing
        returning id
      ), poll as (${enqueue([firstPoll], sql`exists (select from attempt)`)})
      select id, ${hold.length > 0 ? ledgerPost(hold) : sql`null`} from attempt`.execute(db);
    return rows[0] && { id, request, provider: provider.name, livemode };
  } catch (error) {
    if (isUnderfunded(error)) return undefined;
    throw error;
  }
}
