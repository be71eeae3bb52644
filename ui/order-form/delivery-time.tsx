import { deliveryWords } from './quote.ts';

/** The text after "Delivery": a date such as "by Tue, Dec 1". Before the browser knows the time: a number of days. */
export function DeliveryTime({ now, days }: { now: Date | undefined; days: number }) {
  const { preposition, when } = deliveryWords(now, days);
  return (
    <>
      {preposition}
      <strong className="text-ink">{when}</strong>
    </>
  );
}
