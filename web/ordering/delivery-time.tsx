import { deliveryWords } from './quote.ts';

/** What follows “Delivered”, as in “by Tue, Dec 1”; in days until the present is known. */
export function DeliveryTime({ now, days }: { now: Date | undefined; days: number }) {
  const { preposition, when } = deliveryWords(now, days);
  return (
    <>
      {preposition}
      <strong className="text-ink">{when}</strong>
    </>
  );
}
