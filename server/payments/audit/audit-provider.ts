import { formatMoney } from '#contract/money.ts';
import { type RawBuilder, sql } from 'kysely';
import { findProvider, type MadeBy } from '#server/payments/provider/find-provider.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { ProviderMissing, ProviderRefused, type Snapshot } from '#server/payments/provider/provider.ts';

/** Parallel calls. Each makes up to three requests; Stripe allows 25 a second in test mode. */
const atOnce = 4;
/** A payment that failed longer ago can hardly be paid any more, so it isn't compared. */
const deadForDays = 30;

/** A payment for which a provider may hold money. */
export type Asked = MadeBy & { id: string; number: string; ref: string; currency: string; booked: bigint };

/** How the provider's record of a payment differs from the books, in words. */
export function compare({ id, number, currency, booked }: Asked, snapshot: Snapshot): string[] {
  const gone = snapshot.refunds
    .filter(({ state }) => state === 'succeeded')
    .reduce((sum, { amount }) => sum + amount, 0n);
  const taken = snapshot.disputes.reduce(
    (sum, { withdrawn, reinstated, fee }) => sum + withdrawn - reinstated + fee,
    0n,
  );
  const held = snapshot.state === 'paid' ? snapshot.captured - gone - taken : 0n;
  if (held === booked && (held === 0n || snapshot.currency === currency)) return [];
  return [
    `For payment ${id} of ${number}, the provider holds ${formatMoney(held, snapshot.currency)}, but ${formatMoney(booked, currency)} is posted.`,
  ];
}

/** The finding for a live payment whose provider's key isn't set. None for a test payment, which moves no money. */
const unasked = ({ provider, livemode }: Asked): string[] =>
  livemode ? [`Payments made with ${provider} can’t be compared because its live key isn’t set.`] : [];

export type ProviderAudit = { findings: string[]; asked: number };

/** Payments for which a provider may hold money, in the order of their IDs. `which`: an SQL condition on the attempt `a`. */
export async function findAsked(
  { db, clock }: PaymentDeps,
  which: RawBuilder<unknown>,
  most?: number,
): Promise<Asked[]> {
  const since = new Date(clock().getTime() - deadForDays * 86_400_000);
  const { rows } = await sql<Asked>`
    select a.id, l.number, a.provider, a.livemode, a.provider_ref as ref, coalesce(a.captured_currency, a.currency) as currency,
      (coalesce(a.captured_amount, 0) - coalesce((
        select sum(amount) from refund where payment_attempt_id = a.id and status = 'succeeded'
      ), 0) - coalesce((
        select sum(withdrawn - reinstated + fee) from dispute where payment_attempt_id = a.id
      ), 0))::bigint as booked
    from payment_attempt a join payment_link l on l.id = a.payment_link_id
    where a.provider_ref is not null and ${which}
      and (a.status not in ('failed', 'expired', 'canceled') or a.closed_at > ${since})
    order by a.id limit ${most ?? null}`.execute(db);
  return rows;
}

type Comparison = (asked: Asked, snapshot: Snapshot) => string[] | Promise<string[]>;

async function ask(deps: PaymentDeps, asked: Asked, look: Comparison): Promise<string[]> {
  try {
    return await look(asked, await findProvider(deps, asked).fetch(asked.ref));
  } catch (error) {
    if (error instanceof ProviderMissing) return unasked(asked);
    if (!(error instanceof ProviderRefused)) throw error;
    return [`For payment ${asked.id} of ${asked.number}, the provider has no record of ${asked.ref}.`];
  }
}

/** Fetches the snapshots of these payments and returns the differences found. @throws ProviderUnavailable */
export async function askProviders(
  deps: PaymentDeps,
  payments: readonly Asked[],
  look: Comparison,
): Promise<string[]> {
  const findings: string[] = [];
  for (let from = 0; from < payments.length; from += atOnce) {
    const answers = await Promise.all(
      payments.slice(from, from + atOnce).map((asked) => ask(deps, asked, look)),
    );
    findings.push(...answers.flat());
  }
  return [...new Set(findings)];
}

/** Asks each provider about its payments and compares the answers with the books. @throws ProviderUnavailable */
export async function auditProvider(deps: PaymentDeps): Promise<ProviderAudit> {
  const payments = await findAsked(deps, sql`true`);
  return { findings: await askProviders(deps, payments, compare), asked: payments.length };
}
