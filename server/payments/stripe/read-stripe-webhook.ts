import Stripe from 'stripe';
import { type WebhookEvent, WebhookRefused } from '#server/payments/provider/provider.ts';
import * as z from 'zod/mini';

const toleranceSeconds = 300;

/** The fields we read from an event. */
const stripeEvent = z.object({
  id: z.string(),
  type: z.string(),
  created: z.number(),
  livemode: z.boolean(),
  data: z.object({ object: z.looseObject({}) }),
});
type ReadEvent = Pick<z.output<typeof stripeEvent>, 'id' | 'type' | 'created'> & { data: { object: object } };

type EventObject = {
  object?: string;
  id?: string;
  payment_intent?: string | { id: string } | null;
  metadata?: Record<string, string> | null;
};

/** Whether this software created the session. Other systems may use the same account. */
export const isOfShop = ({ metadata }: { metadata?: Record<string, string> | null }): boolean =>
  metadata?.['attempt'] !== undefined;

/**
 * The reference of an event's session or payment intent. Null when the event has none; undefined when the event is about
 * something else, or about another system's session.
 */
function refOf(object: EventObject): string | null | undefined {
  switch (object.object) {
    case 'checkout.session':
      return isOfShop(object) ? (object.id ?? null) : undefined;
    case 'refund':
    case 'charge':
    case 'dispute':
      return typeof object.payment_intent === 'object'
        ? (object.payment_intent?.id ?? null)
        : (object.payment_intent ?? null);
    default:
      return undefined;
  }
}

// the SDK does not reject timestamps in the future
function refuseFuture(signature: string, now: Date): void {
  const signedAt = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature)?.[1]);
  if (!(signedAt - now.getTime() / 1000 <= toleranceSeconds))
    throw new WebhookRefused('The webhook event has a timestamp in the future.');
}

/** Accepts a signature with any of the secrets: during a rotation, two are valid. */
function verify(rawBody: Buffer, signature: string, secrets: readonly string[], now: Date): unknown {
  let reason: unknown;
  for (const secret of secrets) {
    try {
      return Stripe.webhooks.constructEvent(
        rawBody,
        signature,
        secret,
        toleranceSeconds,
        undefined,
        now.getTime(),
      );
    } catch (error) {
      reason = error;
    }
  }
  const isUnsigned = reason instanceof Stripe.errors.StripeSignatureVerificationError;
  throw new WebhookRefused(
    isUnsigned ? 'The signature doesn’t match or is too old.' : 'The webhook event couldn’t be read.',
    { cause: reason },
  );
}

/**
 * Reads which payment a Stripe event is about.
 * @throws WebhookRefused for a wrong signature, a timestamp more than 5 minutes old or early, the other mode, or an unreadable
 * body
 */
export function readStripeWebhook(
  rawBody: Buffer,
  signature: unknown,
  { secrets, livemode, now }: { secrets: readonly string[]; livemode: boolean; now: Date },
): WebhookEvent | undefined {
  if (typeof signature !== 'string') throw new WebhookRefused('The signature is missing.');
  const parsed = z.safeParse(stripeEvent, verify(rawBody, signature, secrets, now));
  refuseFuture(signature, now);
  if (!parsed.success) throw new WebhookRefused('The webhook event couldn’t be read.');
  if (parsed.data.livemode !== livemode)
    throw new WebhookRefused(`The webhook event is in ${parsed.data.livemode ? 'live' : 'test'} mode.`);
  return webhookOf(parsed.data);
}

/** The webhook event of a Stripe event; undefined when it concerns no payment of the shop. */
export function webhookOf({ id, type, created, data }: ReadEvent): WebhookEvent | undefined {
  const ref = refOf(data.object);
  return ref === undefined ? undefined : { eventId: id, type, ref, payload: { id, type, created, ref } };
}
