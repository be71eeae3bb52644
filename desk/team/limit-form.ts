import * as z from 'zod/mini';
import { largestLimit } from '#contract/desk/staff.ts';
import { decimalAmount, decimalsOf, formatMoney } from '#contract/money.ts';
import type { Limits } from '#contract/desk/permissions.ts';
import { amountProblem, parseAmount } from '#contract/parse-amount.ts';
import type { FieldErrors } from '#contract/problems.ts';

const limitChoice = z.enum(['role', 'none', 'amount', 'any']);
/** A limit without a second person: the role's, zero, up to an amount, or none. */
export type LimitChoice = z.output<typeof limitChoice>;

/** The fields of both limits. Amounts as typed, in units of the currency, such as dollars. */
export const limitFields = {
  refund: limitChoice,
  adjust: limitChoice,
  refundAmount: z.string(),
  adjustAmount: z.string(),
};
export type LimitForm = { [Field in keyof typeof limitFields]: z.output<(typeof limitFields)[Field]> };

/** Names each amount that is missing or too large; an amount is required only with the choice that uses it. */
export function checkLimits(form: LimitForm, add: (field: string, words: string) => void): void {
  for (const kind of ['refund', 'adjust'] as const) {
    if (form[kind] !== 'amount') continue;
    const parsed = parseAmount(form[`${kind}Amount`].trim());
    if (parsed === undefined) add(`${kind}Amount`, amountProblem());
    else if (parsed > largestLimit) add(`${kind}Amount`, `Enter ${formatMoney(largestLimit)} or less`);
  }
}

/** An amount in the form that a person would type: 200, or 64.50. */
const typed = (amount: number | null | undefined) => {
  if (!amount) return '';
  const text = decimalAmount(amount);
  const whole = `.${'0'.repeat(decimalsOf())}`;
  return text.endsWith(whole) ? text.slice(0, -whole.length) : text;
};

function choiceOf(limits: Limits | null, kind: keyof Limits): LimitChoice {
  if (limits === null) return 'role';
  const limit = limits[kind];
  return limit === null ? 'any' : limit === 0 ? 'none' : 'amount';
}

/** The limits in the form; null: those of the role. */
export const limitFormOf = (limits: Limits | null): LimitForm => ({
  refund: choiceOf(limits, 'refund'),
  adjust: choiceOf(limits, 'adjust'),
  refundAmount: typed(limits?.refund),
  adjustAmount: typed(limits?.adjust),
});

/** Converts the form to limits. `ofRole`: the role's limits, for a field set to "role". */
export function limitsOf({ refund, adjust, refundAmount, adjustAmount }: LimitForm, ofRole: Limits): Limits {
  const limitOf = (choice: LimitChoice, amount: string, ofTheRole: number | null) =>
    ({ role: ofTheRole, none: 0, amount: Number(parseAmount(amount.trim())), any: null })[choice];
  return {
    refund: limitOf(refund, refundAmount, ofRole.refund),
    adjust: limitOf(adjust, adjustAmount, ofRole.adjust),
  };
}

const formFields: Record<string, string> = {
  'limits.adjust': 'adjust',
  'limits.refund': 'refund',
  orderTypes: 'services',
};

/** Maps the server's errors to the form's fields. */
export const errorsOf = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([path, words]) => [formFields[path] ?? path, words]));
