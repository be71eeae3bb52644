import { type FieldErrors, messages, type Problem } from '#contract/problems.ts';

/** An error whose message is for the user. */
export class ShownError extends Error {}

/** A failed call; `message` is the text for the user. */
export class ApiError extends ShownError {
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

export const unreachable = 'We can’t connect. Check your internet connection and try again.';

/** The network is unavailable or the server timed out: whether the call took effect is unknown. */
export class UnreachableError extends ShownError {
  constructor(cause: unknown) {
    super(unreachable, { cause });
    this.name = 'UnreachableError';
  }
}

/**
 * Awaits an answer or its body.
 * @throws UnreachableError when the connection ends first; after an abort by the page, the error itself
 */
export async function orUnreachable<Answer>(
  answer: Promise<Answer>,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new UnreachableError(error);
  }
}

/** The message that a refused call shows. */
export function refusal(status: number, problem: Partial<Problem> | undefined): ApiError {
  const errors = problem?.errors;
  if (errors && Object.keys(errors).length > 0)
    return new ApiError(errors['']?.[0] ?? messages.validationFailed, status, errors);
  if (status === 429) return new ApiError(messages.tooManyRequests, status);
  if (status === 400) return new ApiError(messages.serverSideError, status);
  if (status >= 500) return new ApiError(messages.unexpectedServerError, status);
  return new ApiError(problem?.detail ?? messages.anErrorHasOccurred, status);
}

/** The message for any failure; a general one for a fault of the program. */
export const failureMessage = (error: unknown): string =>
  error instanceof ShownError ? error.message : messages.anErrorHasOccurred;
