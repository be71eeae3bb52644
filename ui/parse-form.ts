import * as z from 'zod/mini';
import { fieldErrors } from '#contract/problems.ts';
import type { FormErrors } from './use-form.ts';

// Prevents zod from trying `new Function`, which violates the content security policy.
z.config({ jitless: true });

/** Checks a form's values by a schema of the contract. */
export function formErrors(schema: z.ZodMiniType, values: unknown): FormErrors {
  const result = z.safeParse(schema, values);
  return result.success ? {} : fieldErrors(result.error);
}

/** The values in the contract's form, or undefined when they are invalid. */
export function parsed<Schema extends z.ZodMiniType>(
  schema: Schema,
  values: unknown,
): z.output<Schema> | undefined {
  const result = z.safeParse(schema, values);
  return result.success ? result.data : undefined;
}
