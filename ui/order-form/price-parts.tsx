import { formatMoney } from '#contract/money.ts';
import type { PricePart } from '#contract/catalogue/pricing.ts';

export function PriceParts({ parts }: { parts: readonly PricePart[] }) {
  return (
    <dl className="figures">
      {parts.map(({ key, label, amount }) => (
        <div key={key} className="flex flex-wrap justify-between gap-x-4 py-1.5">
          <dt className="font-normal">{label}</dt>
          <dd>{formatMoney(amount)}</dd>
        </div>
      ))}
    </dl>
  );
}
