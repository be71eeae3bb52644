import * as z from 'zod/mini';
import type { DeskAnswerOf, DeskBodyOf } from '#contract/desk/endpoints.ts';
import type { Limits } from '#contract/desk/permissions.ts';
import { addProblem } from '#contract/text.ts';
import { checkLimits, limitFields, type LimitForm, limitFormOf, limitsOf } from './limit-form.ts';

export type Person = DeskAnswerOf<'listPeople'>['people'][number];

export type PersonForm = LimitForm & {
  role: string;
  takes: 'all' | 'some';
  /** Order types as strings. */
  services: string[];
};

/** The form's schema: amounts and services are required only with the choices that use them. */
export const personForm = z
  .object({
    role: z.string(),
    ...limitFields,
    takes: z.enum(['all', 'some']),
    services: z.array(z.string()),
  })
  .check(
    z.check((context) => {
      const { takes, services } = context.value;
      checkLimits(context.value, (field, words) => addProblem(context, [field], words));
      if (takes === 'some' && services.length === 0)
        addProblem(context, ['services'], 'Choose at least one service');
    }),
  );

export const formOf = ({ role, limits, orderTypes }: Person): PersonForm => ({
  role,
  ...limitFormOf(limits),
  takes: orderTypes.length === 0 ? 'all' : 'some',
  services: orderTypes.map(String),
});

/** Converts the form to the call's body. `ofRole`: the limits of the chosen role, for a person with one limit of their own. */
export function bodyOf(
  { role, takes, services, ...form }: PersonForm,
  ofRole: Limits,
): DeskBodyOf<'changePerson'> {
  return {
    role,
    limits: form.refund === 'role' && form.adjust === 'role' ? null : limitsOf(form, ofRole),
    orderTypes: takes === 'all' ? [] : services.map(Number),
  };
}
