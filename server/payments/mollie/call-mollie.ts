import { ProviderUnavailable } from '#server/payments/provider/provider.ts';
import { providerTimeoutMs } from '#server/payments/provider/provider-error.ts';

type Init = {
  method?: string;
  /** The idempotency key. */
  key?: string;
  body?: unknown;
  timeoutMs?: number;
};
export type MollieAnswer = { status: number; ok: boolean; answer: unknown };
export type CallMollie = (path: string, init?: Init) => Promise<MollieAnswer>;

/**
 * Calls Mollie's API with an API key or an access token.
 * @throws ProviderUnavailable when no JSON response arrives
 */
export const openMollie =
  (credential: string, endpoint = 'https://api.mollie.com'): CallMollie =>
  async (path, init = {}) => {
    const { method, key, body, timeoutMs } = { method: 'GET', timeoutMs: providerTimeoutMs, ...init };
    try {
      const response = await fetch(`${endpoint}/v2${path}`, {
        method,
        headers: {
          authorization: `Bearer ${credential}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        // an empty list becomes undefined
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const answer: unknown = await response.json();
      return { status: response.status, ok: response.ok, answer };
    } catch (error) {
      throw new ProviderUnavailable('Mollie isn’t responding', { cause: error });
    }
  };
