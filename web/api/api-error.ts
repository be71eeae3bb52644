import { type FieldErrors, messages, type Problem } from '#contract/problems.ts';

/** A call that did not succeed; `message` is what the owner wants people to read. */
export class ApiError extends Error {
  readonly status: number;
  /** Messages by field; "" is the general one. */
  readonly errors: FieldErrors;

  constructor(message: string, status: number, errors: FieldErrors = {}) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.errors = errors;
  }
}

export const unreachable = 'We can’t reach the shop. Check your connection and try again.';

/** The network is away or the server did not answer in time: nothing is known to have happened. */
export class UnreachableError extends Error {
  constructor(cause: unknown) {
    super(unreachable, { cause });
    this.name = 'UnreachableError';
  }
}

/** Which message a refused call shows. */
export function refusal(status: number, problem: Partial<Problem> | undefined): ApiError {
  const errors = problem?.errors;
  if (errors && Object.keys(errors).length > 0)
    return new ApiError(errors['']?.[0] ?? messages.validationFailed, status, errors);
  if (status === 429) return new ApiError(messages.tooManyRequests, status);
  if (status === 400) return new ApiError(messages.serverSideError, status);
  if (status >= 500) return new ApiError(messages.unexpectedServerError, status);
  return new ApiError(problem?.detail ?? messages.anErrorHasOccurred, status);
}

/** What to tell about any failure of a call. */
export function failureMessage(error: unknown): string {
  return error instanceof ApiError || error instanceof UnreachableError
    ? error.message
    : messages.anErrorHasOccurred;
}
