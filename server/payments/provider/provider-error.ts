import { ProviderRefused, ProviderUnavailable } from './provider.ts';

/**
 * Timeout of a provider call (ms). Customers wait for it; a timeout loses nothing, because the
 * call is repeated with the same idempotency key.
 */
export const providerTimeoutMs = 2_500;
/** Timeout of a page of movements (ms): no customer waits for it, and it has hundreds of them. */
export const pageTimeoutMs = 20_000;

/** Timeout, idempotency key in progress, too early, too many requests: a retry with the same key may succeed. */
const passing = new Set([408, 409, 425, 429]);
/** Statuses for a wrong key. The operator can correct it, so refunds and payments must not fail because of it. */
const keyIsWrong = new Set([401, 403]);

type Answer = {
  /** HTTP status of the answer; undefined when there was no answer. */
  status: number | undefined;
  /**
   * Whether the call creates a page. No payment depends on it yet: a lasting error ends the attempt and
   * alerts the operator.
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
