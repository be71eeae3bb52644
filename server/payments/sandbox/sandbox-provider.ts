import * as z from 'zod/mini';
import type { Clock } from '#server/process/clock.ts';
import type { Keys } from '#server/process/derived-keys.ts';
import {
  type PaymentProvider,
  ProviderUnavailable,
  type Snapshot,
} from '#server/payments/provider/provider.ts';
import { providerError, providerTimeoutMs } from '#server/payments/provider/provider-error.ts';
import { readSignedWebhook } from './sandbox-webhooks.ts';

const minorUnits = z.string().check(z.regex(/^\d+$/));
const answer = z.object({
  ref: z.string(),
  url: z.url(),
  status: z.enum(['open', 'processing', 'paid', 'failed', 'expired', 'canceled']),
  captured: minorUnits,
  currency: z.string(),
  refunds: z.array(
    z.object({
      ref: z.string(),
      reference: z.nullable(z.string()),
      amount: minorUnits,
      status: z.enum(['pending', 'succeeded', 'failed']),
    }),
  ),
  disputes: z.array(
    z.object({
      ref: z.string(),
      amount: minorUnits,
      withdrawn: minorUnits,
      reinstated: minorUnits,
      fee: minorUnits,
      status: z.enum(['inquiry', 'open', 'won', 'lost']),
      evidenceDueAt: z.iso.datetime({ offset: true }),
    }),
  ),
});
type Answer = z.output<typeof answer>;

const toSnapshot = ({ ref, status, captured, currency, refunds, disputes }: Answer): Snapshot => ({
  ref,
  livemode: false,
  state: status,
  captured: BigInt(captured),
  currency,
  refunds: refunds.map(({ status: state, amount, ...refund }) => ({
    ...refund,
    state,
    amount: BigInt(amount),
  })),
  disputes: disputes.map((dispute) => ({
    ref: dispute.ref,
    amount: BigInt(dispute.amount),
    withdrawn: BigInt(dispute.withdrawn),
    reinstated: BigInt(dispute.reinstated),
    fee: BigInt(dispute.fee),
    state: dispute.status,
    reason: 'fraudulent',
    evidenceDueAt: new Date(dispute.evidenceDueAt),
  })),
});

type Options = {
  /** Base URL of the sandbox; known once the server listens. */
  origin: () => string;
  publicUrl: string;
  keys: Keys;
  clock: Clock;
};

/** The sandbox as a provider. Called only over HTTP, as real providers are. */
export function sandboxProvider({ origin, publicUrl, keys, clock }: Options): PaymentProvider {
  async function call(
    path: string,
    init: { method: string; headers?: Record<string, string>; body?: string },
  ): Promise<Answer> {
    let response: Response;
    let body: unknown;
    try {
      response = await fetch(`${origin()}/sandbox-pay/api/sessions${path}`, {
        ...init,
        headers: { authorization: `Bearer ${keys[0]}`, ...init.headers },
        redirect: 'error',
        signal: AbortSignal.timeout(providerTimeoutMs),
      });
      body = await response.json();
    } catch (error) {
      throw new ProviderUnavailable('The sandbox isn’t responding', { cause: error });
    }
    const { status, ok } = response;
    if (!ok)
      throw providerError(`The sandbox responded with status ${status}`, { status, isNewPage: path === '' });
    const parsed = z.safeParse(answer, body);
    if (!parsed.success) throw new ProviderUnavailable('The sandbox sent an invalid response');
    return parsed.data;
  }

  return {
    name: 'sandbox',
    livemode: false,
    pageOrigins: [new URL(publicUrl).origin],
    createLink: (request, idempotencyKey) =>
      call('', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
        body: JSON.stringify(request),
      }),
    fetch: async (ref) => toSnapshot(await call(`/${encodeURIComponent(ref)}`, { method: 'GET' })),
    stop: async (ref) => toSnapshot(await call(`/${encodeURIComponent(ref)}/stop`, { method: 'POST' })),
    refund: async (ref, { amount, reference }, idempotencyKey) =>
      toSnapshot(
        await call(`/${encodeURIComponent(ref)}/refunds`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
          body: JSON.stringify({ amount: String(amount), reference }),
        }),
      ),
    readWebhook: (rawBody, headers) =>
      readSignedWebhook(keys, rawBody, headers['sandbox-signature'], clock()),
  };
}
