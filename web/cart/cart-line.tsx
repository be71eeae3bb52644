import { Link } from 'react-router';
import { formatMoney } from '#contract/money.ts';
import { DeliveryTime } from '#web/orders/delivery-time.tsx';
import { roundsWords } from '#web/orders/quote.ts';
import type { PricedLine } from './priced-lines.ts';

export function CartLineItem({
  line,
  contents,
  now,
  onRemove,
}: {
  line: PricedLine;
  /** Of a bundle: what is in it, and what it saves. */
  contents: { items: readonly string[]; saving: string } | undefined;
  now: Date | undefined;
  onRemove: () => void;
}) {
  const { id, product, details, quote } = line;
  const { parts, total } = quote.price;
  const brand = details.brief['brandName'];
  const name = typeof brand === 'string' && brand !== '' ? `${product.title} for ${brand}` : product.title;
  return (
    <li className="border-b border-hairline py-6 first:border-t">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="min-w-0 text-h3 tracking-[-0.012em] break-words">{name}</h2>
        <strong className="figures text-lead">{formatMoney(total)}</strong>
      </div>
      {contents && (
        <p className="mt-2 text-base text-muted">
          {contents.items.join(' · ')}
          <strong className="mt-1 block text-success">{contents.saving}</strong>
        </p>
      )}
      <ul className="figures mt-2 text-base text-muted">
        {parts.map(({ key, label, amount }) => (
          <li key={key}>
            {label}
            {parts.length > 1 && `, ${formatMoney(amount)}`}
          </li>
        ))}
      </ul>
      <p className="mt-2 text-base text-muted">
        Delivery <DeliveryTime now={now} days={quote.days} />
        {quote.days > 0 && ' if you pay today'}
        {quote.revisions > 0 && ` · ${roundsWords(quote.revisions)}`}
      </p>
      <div className="-mb-2 mt-2 flex gap-6">
        <Link
          className="link flex min-h-11 items-center font-semibold"
          to={`${product.orderRoute}?edit=${encodeURIComponent(id)}`}
          aria-label={`Edit ${name}`}
        >
          Edit
        </Link>
        <button
          type="button"
          className="link flex min-h-11 items-center font-semibold"
          aria-label={`Remove ${name}`}
          onClick={onRemove}
        >
          Remove
        </button>
      </div>
    </li>
  );
}
