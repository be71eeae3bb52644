import { deliveryWords } from './quote.ts';

/** The text after "Delivered", such as "by Tue, Dec 1"; a number of days until the current time is known. */
export function DeliveryTime({ now, days }: { now: Date | undefined; days: number }) {
  const { preposition, when } = deliveryWords(now, days);
  return (
    <>
      {preposition}
      <strong className="text-ink">{when}</strong>
    </>
  );
}
