import { formatMoney } from '#contract/money.ts';
import { sql } from 'kysely';
import { applySnapshot } from './apply-snapshot.ts';
import { findProvider, type MadeBy } from './find-provider.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { ProviderMissing, ProviderUnavailable, type Snapshot } from './provider.ts';

const atOnce = 8;
/** A payment given up longer ago can hardly be made any more. */
const deadForDays = 30;

type Asked = MadeBy & { id: string; number: string; ref: string; currency: string; booked: bigint };

function compare({ id, number, currency, booked }: Asked, snapshot: Snapshot): string[] {
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
    `The payment ${id} for ${number}: the provider holds ${formatMoney(held, snapshot.currency)}, ${formatMoney(booked, currency)} booked.`,
  ];
}

/** Money of a provider that was left; test money that nobody looks after any more is no loss. */
const unasked = ({ provider, livemode }: Asked): string[] =>
  livemode ? [`Payments made with ${provider} cannot be compared: its live key is not set.`] : [];

export type ProviderAudit = { findings: string[]; asked: number };

/** Payments that a provider may hold money of: all, or one. */
async function findAsked({ db, clock }: PaymentDeps, id?: string): Promise<Asked[]> {
  const since = new Date(clock().getTime() - deadForDays * 86_400_000);
  const { rows } = await sql<Asked>`
    select a.id, l.number, a.provider, a.livemode, a.provider_ref as ref, coalesce(a.captured_currency, a.currency) as currency,
      (coalesce(a.captured_amount, 0) - coalesce((
        select sum(amount) from refund where payment_attempt_id = a.id and status = 'succeeded'
      ), 0) - coalesce((
        select sum(withdrawn - reinstated + fee) from dispute where payment_attempt_id = a.id
      ), 0))::bigint as booked
    from payment_attempt a join payment_link l on l.id = a.payment_link_id
    where a.provider_ref is not null and ${id === undefined ? sql`true` : sql`a.id = ${id}::uuid`}
      and (a.status not in ('failed', 'expired', 'canceled') or a.closed_at > ${since})
    order by a.created_at`.execute(db);
  return rows;
}

/** Applies what no notice told of, and answers what differs after that. */
async function catchUp(deps: PaymentDeps, asked: Asked, snapshot: Snapshot): Promise<string[]> {
  if (await applySnapshot(deps, asked.provider, snapshot))
    deps.log.warn({ attempt: asked.id }, 'no notice told of what happened at the provider');
  const now = await findAsked(deps, asked.id);
  return now.flatMap((again) => compare(again, snapshot));
}

async function ask(deps: PaymentDeps, asked: Asked, isCatchingUp: boolean): Promise<string[]> {
  try {
    const snapshot = await findProvider(deps, asked).fetch(asked.ref);
    const differences = compare(asked, snapshot);
    // a bank's question moves no money yet, and is an event all the same
    const isNews = differences.length > 0 || snapshot.disputes.length > 0;
    return isCatchingUp && isNews ? await catchUp(deps, asked, snapshot) : differences;
  } catch (error) {
    if (error instanceof ProviderMissing) return unasked(asked);
    if (error instanceof ProviderUnavailable) throw error;
    return [`The payment ${asked.id} for ${asked.number}: the provider does not know ${asked.ref}.`];
  }
}

/**
 * Asks each provider about its payments and compares what it holds with what is booked. `isCatchingUp`: what differs is
 * applied first, as the notice that got lost would have been.
 */
export async function auditProvider(deps: PaymentDeps, isCatchingUp: boolean): Promise<ProviderAudit> {
  const rows = await findAsked(deps);
  const findings: string[] = [];
  for (let from = 0; from < rows.length; from += atOnce) {
    const answers = await Promise.all(
      rows.slice(from, from + atOnce).map((asked) => ask(deps, asked, isCatchingUp)),
    );
    findings.push(...answers.flat());
  }
  return { findings: [...new Set(findings)], asked: rows.length };
}
