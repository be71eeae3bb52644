import { Minus, Plus } from 'lucide';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { formatMoney } from '#contract/money.ts';
import type { OrderDetails } from '#contract/catalogue/order-details.ts';
import { plainText } from '#contract/storefront/line-name.ts';
import { draftId, readDraft } from '#web/stored-orders/draft-store.ts';
import { DeliveryTime } from '#ui/order-form/delivery-time.tsx';
import { roundsWords } from '#ui/order-form/quote.ts';
import { type PricedLine, withQuantity } from './priced-lines.ts';
import { Icon } from '#ui/icon.tsx';
import { namedList, NamedText } from '#ui/named-text.tsx';

/** A restored line gets the focus. */
export const lineId = (id: string): string => `line-${id}`;

export function CartLineItem({
  line,
  contents,
  now,
  onChange,
  onRemove,
}: {
  line: PricedLine;
  /** A bundle's contents and its saving. */
  contents: { items: readonly string[]; saving: string } | undefined;
  now: Date | undefined;
  onChange: (details: OrderDetails) => void;
  onRemove: () => void;
}) {
  const { id, product, files, quote } = line;
  const { parts } = quote;
  const [hasChanges] = useState(() => readDraft(draftId(product.slug, id)) !== undefined);
  const name = plainText(line.name);
  return (
    <li id={lineId(id)} tabIndex={-1} className="border-b border-hairline py-6 first:border-t">
      {/* a long name wraps beside its price; only very large text puts the price below */}
      <div className="flex flex-wrap items-baseline gap-x-6 gap-y-1">
        <h2 className="min-w-0 flex-[1_1_8.5rem] text-h3 tracking-[-0.012em]">
          <NamedText of={line.name} />
        </h2>
        <strong className="figures ml-auto text-lead whitespace-nowrap">{formatMoney(quote.amount)}</strong>
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
        {quote.days > 0 && ' if you pay now'}
        {quote.revisionRounds > 0 && ` · ${roundsWords(quote.revisionRounds)}`}
      </p>
      {files.length > 0 && (
        <p className="mt-2 text-base wrap-anywhere text-muted">
          Files: <NamedText of={namedList(files.map(({ name }) => name))} />
        </p>
      )}
      {hasChanges && (
        <p className="mt-2 text-base">
          You have unsaved changes to this item. Choose “Edit” to save or discard them.
        </p>
      )}
      <div className="-mb-2 mt-2 flex flex-wrap items-center gap-x-6">
        <Quantity line={line} name={name} onChange={onChange} />
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

/** Buttons for one item more or less, when the brief fits any number. */
function Quantity({
  line,
  name,
  onChange,
}: {
  line: PricedLine;
  name: string;
  onChange: (details: OrderDetails) => void;
}) {
  const { quantity } = line.details;
  const [fewer, more] = [-1, 1].map((by) => withQuantity(line, quantity + by));
  if (!fewer && !more) return null;
  const step = (label: string, next: OrderDetails | undefined, icon: ReactNode) => (
    <button
      type="button"
      aria-label={`${label}: ${name}`}
      aria-disabled={!next}
      className="grid size-11 place-items-center rounded-control hover:bg-surface-2 aria-disabled:cursor-default aria-disabled:text-subtle aria-disabled:opacity-40"
      onClick={() => next && onChange(next)}
    >
      {icon}
    </button>
  );
  return (
    <div
      role="group"
      data-repeats
      aria-label={`Quantity: ${name}`}
      className="figures flex items-center rounded-control border-[1.5px] border-control"
    >
      {step('One fewer', fewer, <Icon of={Minus} size={18} />)}
      <output className="min-w-8 text-center">{quantity}</output>
      {step('One more', more, <Icon of={Plus} size={18} />)}
    </div>
  );
}
