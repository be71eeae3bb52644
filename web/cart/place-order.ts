import type { AnswerOf, BodySent } from '#contract/storefront/endpoints.ts';
import { ApiError } from '#ui/api-error.ts';
import { callApi } from '#web/api/call-api.ts';
import { dueOn } from '#ui/order-form/quote.ts';
import type { BillingValues } from '#web/billing/billing-store.ts';
import { fraudSignals } from '#web/checkout/fraud-signals.ts';
import { attemptFor, sendAttempt } from '#web/checkout/idempotent-attempt.ts';
import type { Agreement } from '#web/checkout/agreement-store.ts';
import type { PricedLine } from './priced-lines.ts';

type Payer = Pick<BodySent<'placeOrder'>, keyof BillingValues> & { accountEmail: string };

/** Sends the cart as an order; safe to repeat after any failure. */
export async function placeOrder(
  { accountEmail, ...billing }: Payer,
  lines: readonly PricedLine[],
  price: number,
  now: Date,
): Promise<AnswerOf<'placeOrder'>> {
  const agreed: { [Key in keyof Agreement]: true } = { agreedToPP_TOS: true, agreeToDeliveryTime: true };
  const content = {
    ...billing,
    ...agreed,
    price,
    orderTypes: lines.map(({ product }) => product.orderType),
    orderDetails: lines.map(({ details }) => details),
  };
  const lineIds = lines.map(({ id }) => id);
  // a later try with the same key sends the same days
  const deliveryDates = lines.map(({ quote: { days } }) => (days === 0 ? null : dueOn(now, days)));
  const send = () => {
    const attempt = attemptFor('order', content, (sent) => ({
      ...sent,
      // not a part of `content`: binds the order to the account, but a changed email address starts no new attempt
      accountEmail,
      lineIds,
      deliveryDates,
      ...fraudSignals(),
    }));
    return { attempt, sent: sendAttempt('order', attempt, (body) => callApi('placeOrder', body)) };
  };
  const { attempt, sent } = send();
  return sent.catch((error: unknown) => {
    const isOfEarlierDay = String(attempt.body.deliveryDates) !== String(deliveryDates);
    // The server rejected the stored delivery days, so that attempt placed no order. Sends again with today's days.
    if (isOfEarlierDay && error instanceof ApiError && 'agreeToDeliveryTime' in error.errors)
      return send().sent;
    throw error;
  });
}
