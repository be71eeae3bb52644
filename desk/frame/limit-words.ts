import { formatMoney } from '#contract/money.ts';
import { weeklyLimitFactor } from '#contract/desk/permissions.ts';
import { parseAmount } from '#contract/parse-amount.ts';

/**
 * The text of a limit for money without a second person. `amount` in minor units; null: no limit. `isAllowed`: whether the role has
 * the permission that the limit is for.
 */
export function limitWords(amount: number | null, isAllowed = true): string {
  if (!isAllowed) return 'not allowed';
  if (amount === null) return 'no limit';
  if (amount === 0) return 'only with approval';
  return `up to ${formatMoney(amount)} per customer in 24 hours`;
}

type LimitUsed = { limit: number | null; used: number };

/** The caller's own limit for a customer and what is left of it, as sentences. Amounts in minor units; `limit` null: none. */
export function limitLeftWords(
  verb: 'refund' | 'credit or debit',
  { limit, used }: LimitUsed,
  currency: string,
): string {
  if (limit === null) return `You can ${verb} any amount without approval.`;
  if (limit === 0) return 'Any amount needs someone else’s approval.';
  const inAll =
    verb === 'refund'
      ? ''
      : `, and ${formatMoney(limit * weeklyLimitFactor, currency)} for all customers in 7 days`;
  return `You can ${verb} ${formatMoney(Math.max(0, limit - used), currency)} without approval. Your limit is ${formatMoney(limit, currency)} per customer in 24 hours${inAll}.`;
}

/** Whether a typed amount is above what is left of the limit. */
export function isAbove(typed: string, { limit, used }: LimitUsed): boolean {
  const amount = parseAmount(typed.trim());
  return limit !== null && amount !== undefined && used + Number(amount) > limit;
}

/** Shown when an amount above the limit was sent. */
export const askedMessage = 'The request was sent for approval. Nothing has changed yet.';
