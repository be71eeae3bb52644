import type * as z from 'zod/mini';

/** Field name (`email`, `orderDetails.0.brief.brandName`) → messages; "" is the general message. */
export type FieldErrors = Record<string, string[]>;

/** application/problem+json, RFC 9457, with the field map. */
export type Problem = {
  type: string;
  title: string;
  status: number;
  detail?: string;
  errors?: FieldErrors;
  /** The permission that a call of the desk needs. */
  needs?: string;
};

/** Messages that the owner has worded. Don't change them. */
export const messages = {
  unexpectedServerError: 'An unexpected server error occurred.',
  serverSideError: 'A server side error occurred.',
  validationFailed: 'Validation failed',
  tooManyRequests: 'Too many requests.',
  anErrorHasOccurred: 'An error has occurred.',
  loggedOut: 'You were logged out',
  pageNotFound: 'Page Not Found',
  mountingFailed: 'Error while mounting app:',
} as const;

// Limits the size of error responses, so that a crafted body can't produce a much larger response.
const mostFields = 200;
const longestName = 200;

/** The field map of a failed parse. An unknown field's error is at that field's own path. */
export function fieldErrors(error: { issues: readonly z.core.$ZodIssue[] }): FieldErrors {
  // a Map, because a field may be called toString
  const errors = new Map<string, string[]>();
  const add = (path: readonly PropertyKey[], message: string) => {
    const field = path.map(String).join('.').slice(0, longestName).toWellFormed();
    const known = errors.get(field) ?? [];
    if (known.length === 0 && errors.size >= mostFields) return;
    if (!known.includes(message)) errors.set(field, [...known, message]);
  };
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) add([...issue.path, key], 'Unknown field');
    else add(issue.path, issue.message);
  }
  return Object.fromEntries(errors);
}
