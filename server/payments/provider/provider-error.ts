import { ProviderRefused, ProviderUnavailable } from './provider.ts';

/**
 * Timeout of a provider call (ms). Short, because customers wait for it. A timeout loses nothing, because a retry has the same
 * idempotency key.
 */
export const providerTimeoutMs = 2_500;
/** Timeout of a page of movements (ms). Longer, because no customer waits and a page has hundreds of movements. */
export const pageTimeoutMs = 20_000;

/** Temporary: timeout, idempotency key in use, too early, too many requests. A retry with the same key may succeed. */
const passing = new Set([408, 409, 425, 429]);
/** Wrong API key. The operator can correct it, so a refund or an existing payment is retried, not failed. */
const keyIsWrong = new Set([401, 403]);

type Answer = {
  /** HTTP status of the answer; undefined when there was no answer. */
  status: number | undefined;
  /**
   * Whether the call creates a page. No payment depends on the page yet, so a final error, even a wrong API key, ends the
   * attempt and alerts the operator.
   */
  isNewPage: boolean;
};

/** Maps an error response of a provider's API to the port's errors. */
export function providerError(
  message: string,
  { status, isNewPage }: Answer,
  cause?: unknown,
): ProviderRefused | ProviderUnavailable {
  const isOver =
    status !== undefined && status < 500 && !passing.has(status) && (isNewPage || !keyIsWrong.has(status));
  return isOver ? new ProviderRefused(message, { cause }) : new ProviderUnavailable(message, { cause });
}
