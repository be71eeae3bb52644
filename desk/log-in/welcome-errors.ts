import type { FieldErrors } from '#contract/problems.ts';
import { ApiError } from '#ui/api-error.ts';

/** Maps the errors of the new password or passkey, which are one member of the body, to the form's fields. */
export const errorsOf = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([path, words]) => [path.replace(/^(?:password|passkey)\./, ''), words]),
  );

/** Throws the refusal of a welcome with its errors at the form's fields. */
export function refuseAtFields(error: unknown): never {
  throw error instanceof ApiError ? new ApiError(error.message, error.status, errorsOf(error.errors)) : error;
}
