import { type JobHandlers, jobKind } from '#server/jobs/job.ts';
import type { Clock } from '#server/process/clock.ts';
import { isMadeBy, type Keys, sign } from '#server/process/derived-keys.ts';
import { type WebhookEvent, WebhookRefused } from '#server/payments/provider/provider.ts';

const toleranceSeconds = 300;

const mac = (key: string, timestamp: number, body: string) => sign(key, `${timestamp}.${body}`);

/** The signature header: `t=<unix seconds>,v1=<HMAC-SHA256 of "t.body" in hex>`. */
export const signWebhook = (key: string, body: string, at: Date): string => {
  const timestamp = Math.floor(at.getTime() / 1000);
  return `t=${timestamp},v1=${mac(key, timestamp, body)}`;
};

/** @throws WebhookRefused for a wrong signature, a timestamp more than 5 minutes old or early, or an unreadable body */
export function readSignedWebhook(keys: Keys, rawBody: Buffer, signature: unknown, now: Date): WebhookEvent {
  const match = /^t=(\d{1,12}),v1=([\da-f]{64})$/.exec(typeof signature === 'string' ? signature : '');
  if (!match) throw new WebhookRefused('The signature is missing or malformed.');
  const timestamp = Number(match[1]);
  if (!isMadeBy(keys, (key) => mac(key, timestamp, rawBody.toString('utf8')), match[2]!))
    throw new WebhookRefused('The signature doesn’t match.');
  if (Math.abs(now.getTime() / 1000 - timestamp) > toleranceSeconds)
    throw new WebhookRefused('The webhook event is too old or from the future.');
  try {
    const { id, type, ref } = JSON.parse(rawBody.toString('utf8')) as Record<string, unknown>;
    if (typeof id !== 'string' || typeof type !== 'string' || typeof ref !== 'string')
      throw new Error('fields');
    return { eventId: id, type, ref, payload: { id, type, ref } };
  } catch {
    throw new WebhookRefused('The webhook event couldn’t be read.');
  }
}

/** The job that sends a webhook event to the shop, and retries until the shop answers 2xx. */
export const sandboxWebhook = jobKind<{ eventId: string; type: string; ref: string }>('sandbox.notice');

export function sendSandboxWebhooks(shopOrigin: () => string, [newest]: Keys, clock: Clock): JobHandlers {
  return sandboxWebhook.handledBy(async ({ eventId, type, ref }) => {
    const body = JSON.stringify({ id: eventId, type, ref });
    const answer = await fetch(`${shopOrigin()}/api/webhooks/sandbox`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'sandbox-signature': signWebhook(newest, body, clock()),
      },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(10_000),
    });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`The shop answered ${answer.status}`);
  });
}
