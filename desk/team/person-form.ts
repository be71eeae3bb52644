import * as z from 'zod/mini';
import type { DeskAnswerOf, DeskBodyOf } from '#contract/desk/endpoints.ts';
import { largestLimit } from '#contract/desk/staff.ts';
import { decimalAmount, decimalsOf, formatMoney } from '#contract/money.ts';
import type { Limits } from '#contract/desk/permissions.ts';
import { amountProblem, parseAmount } from '#contract/parse-amount.ts';
import type { FieldErrors } from '#contract/problems.ts';
import { addProblem } from '#contract/text.ts';

export type Person = DeskAnswerOf<'listPeople'>['people'][number];

/** A person's limit without a second person: the role's, zero, up to an amount, or none. */
export type LimitChoice = 'role' | 'none' | 'amount' | 'any';
export type PersonForm = {
  role: string;
  refund: LimitChoice;
  adjust: LimitChoice;
  /** As typed, in units of the currency, such as dollars. */
  refundAmount: string;
  adjustAmount: string;
  takes: 'all' | 'some';
  /** Order types as strings. */
  services: string[];
};

const limitChoice = z.enum(['role', 'none', 'amount', 'any']);
/** The form's schema: amounts and services are required only with the choices that use them. */
export const personForm = z
  .object({
    role: z.string(),
    refund: limitChoice,
    adjust: limitChoice,
    refundAmount: z.string(),
    adjustAmount: z.string(),
    takes: z.enum(['all', 'some']),
    services: z.array(z.string()),
  })
  .check(
    z.check((context) => {
      const { takes, services } = context.value;
      for (const kind of ['refund', 'adjust'] as const) {
        if (context.value[kind] !== 'amount') continue;
        const parsed = parseAmount(context.value[`${kind}Amount`].trim());
        if (parsed === undefined) addProblem(context, [`${kind}Amount`], amountProblem());
        else if (parsed > largestLimit)
          addProblem(context, [`${kind}Amount`], `Enter up to ${formatMoney(largestLimit)}`);
      }
      if (takes === 'some' && services.length === 0)
        addProblem(context, ['services'], 'Choose at least one service');
    }),
  );

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

export const formOf = ({ role, limits, orderTypes }: Person): PersonForm => ({
  role,
  refund: choiceOf(limits, 'refund'),
  adjust: choiceOf(limits, 'adjust'),
  refundAmount: typed(limits?.refund),
  adjustAmount: typed(limits?.adjust),
  takes: orderTypes.length === 0 ? 'all' : 'some',
  services: orderTypes.map(String),
});

/** Converts the form to the call's body. `ofRole`: the limits of the chosen role, for a person with one limit of their own. */
export function bodyOf(
  { role, refund, adjust, refundAmount, adjustAmount, takes, services }: PersonForm,
  ofRole: Limits,
): DeskBodyOf<'changePerson'> {
  const limitOf = (choice: LimitChoice, amount: string, ofTheRole: number | null) =>
    ({ role: ofTheRole, none: 0, amount: Number(parseAmount(amount.trim())), any: null })[choice];
  return {
    role,
    limits:
      refund === 'role' && adjust === 'role'
        ? null
        : {
            refund: limitOf(refund, refundAmount, ofRole.refund),
            adjust: limitOf(adjust, adjustAmount, ofRole.adjust),
          },
    orderTypes: takes === 'all' ? [] : services.map(Number),
  };
}

const formFields: Record<string, keyof PersonForm> = {
  'limits.adjust': 'adjust',
  'limits.refund': 'refund',
  orderTypes: 'services',
};

/** Maps the server's errors to the form's fields. */
export const errorsOf = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([path, words]) => [formFields[path] ?? path, words]));
