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

/**
 * How much the caller can refund, credit or debit for a customer without approval: what is left of their limit, or the most that is
 * possible, if that is less. `most`: null for a credit, which can be any amount. Amounts in minor units; `limit` null: none.
 */
export function limitLeftWords(
  verb: 'refund' | 'credit' | 'debit',
  { limit, used }: LimitUsed,
  { most, currency }: { most: number | null; currency: string },
): string {
  const money = (amount: number) => formatMoney(Math.max(0, amount), currency);
  const can = `You can ${verb}`;
  if (limit === null)
    return `${can} ${most === null ? 'any amount' : `up to ${money(most)}`} without approval.`;
  const needs = 'Any amount needs someone else’s approval.';
  if (limit === 0) return needs;
  const inAll =
    verb === 'refund' ? '' : `, and ${money(limit * weeklyLimitFactor)} for all customers in 7 days`;
  const left = limit - used;
  const now = left > 0 ? `${can} ${money(Math.min(left, most ?? left))} without approval.` : needs;
  return `${now} Your limit is ${money(limit)} per customer in 24 hours${inAll}.`;
}

/** Whether a typed amount is above what is left of the limit. */
export function isAbove(typed: string, { limit, used }: LimitUsed): boolean {
  const amount = parseAmount(typed.trim());
  return limit !== null && amount !== undefined && used + Number(amount) > limit;
}

/** Shown when an amount above the limit was sent. */
export const askedMessage = 'The request was sent for approval. Nothing has changed yet.';
