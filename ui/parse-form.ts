import * as z from 'zod/mini';
import { fieldErrors } from '#contract/problems.ts';
import type { FormErrors } from './use-form.ts';

// Without this zod probes `new Function`, which the Content-Security-Policy reports.
z.config({ jitless: true });

/** Holds a form's values against a schema of the contract. */
export function formErrors(schema: z.ZodMiniType, values: unknown): FormErrors {
  const result = z.safeParse(schema, values);
  return result.success ? {} : fieldErrors(result.error);
}

/** The values as the contract wants them, or nothing where they do not fit. */
export function parsed<Schema extends z.ZodMiniType>(
  schema: Schema,
  values: unknown,
): z.output<Schema> | undefined {
  const result = z.safeParse(schema, values);
  return result.success ? result.data : undefined;
}
