import { ProviderRefused, ProviderUnavailable } from './provider.ts';

/**
 * How long a provider may take for one answer. Customers wait for it, and nothing is lost when it takes longer: the
 * call is repeated with the same key.
 */
export const providerTimeoutMs = 2_500;

/** Timeout, the same key still in progress, too early, too many: a later try with the same key may succeed. */
const passing = new Set([408, 409, 425, 429]);
/** A key that is wrong today is right again tomorrow: no refund fails and no payment is lost for it. */
const keyIsWrong = new Set([401, 403]);

type Answer = {
  /** Of HTTP; undefined when there was no answer. */
  status: number | undefined;
  /** Nothing hangs on a page that was not made: an answer that will not change soon ends it, and the operator hears of it. */
  isNewPage: boolean;
};

/** What an answer of a provider's API that is no success means for the caller of the port. */
export function providerError(
  message: string,
  { status, isNewPage }: Answer,
  cause?: unknown,
): ProviderRefused | ProviderUnavailable {
  const isOver =
    status !== undefined && status < 500 && !passing.has(status) && (isNewPage || !keyIsWrong.has(status));
  return isOver ? new ProviderRefused(message, { cause }) : new ProviderUnavailable(message, { cause });
}
