import { useEffect, useState } from 'react';
import { formatMoney } from '#contract/money.ts';
import type { OrderDetails } from '#contract/catalogue/order-details.ts';
import { ButtonLink } from '#ui/button.tsx';
import { fieldId } from '#ui/error-summary.tsx';
import { DeliveryTime } from '#ui/order-form/delivery-time.tsx';
import { ExpressField } from '#ui/order-form/express-field.tsx';
import { OptionFields } from '#ui/order-form/option-fields.tsx';
import { PriceParts } from '#ui/order-form/price-parts.tsx';
import { QuantityField } from '#ui/order-form/quantity-field.tsx';
import { deliveryWords, quoteForm, roundsWords } from '#ui/order-form/quote.ts';
import { restoredDetails } from '#ui/order-form/restored-details.ts';
import { VariantField } from '#ui/order-form/variant-field.tsx';
import { useMinuteClock } from '#ui/use-minute-clock.ts';
import { draftId, keepDraft, readDraft } from '#web/stored-orders/draft-store.ts';
import { keepChosenPrice } from '#web/products/chosen-price.ts';
import type { PriceModel } from './price-model.ts';

const form = 'price';

/** Prices and dates the visitor's choice with the code of the order form, and passes it on to the form. */
export function PricePicker({ product, asked, order }: PriceModel & { order: string }) {
  const now = useMinuteClock();
  const [details, setDetails] = useState<OrderDetails>(() =>
    restoredDetails(product, readDraft(draftId(product.slug, null))),
  );
  const quote = quoteForm(product, details);
  const error = quote
    ? undefined
    : `Order ${product.quantity.min} to ${product.quantity.max} ${product.unit.many}`;
  const words = quote && now ? chosenWords(quote.amount, now, quote.days) : '';
  useEffect(() => {
    if (words !== '') keepChosenPrice(product.orderRoute, words);
  }, [product, words]);

  const set = (change: Partial<OrderDetails>) => {
    const { quantity, variant, options, express } = { ...details, ...change };
    const next = { ...details, quantity, variant, options, express };
    setDetails(next);
    // the questions' answers stay as they are in the form's draft
    const draft = readDraft(draftId(product.slug, null));
    if (quoteForm(product, next))
      keepDraft(draftId(product.slug, null), {
        ...(typeof draft === 'object' ? draft : {}),
        quantity,
        variant,
        options,
        express,
      });
  };

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-8">
        <VariantField
          id={fieldId(form, 'variant')}
          product={product}
          details={details}
          onValue={(variant) => set({ variant })}
          error={undefined}
        />
        <QuantityField
          id={fieldId(form, 'quantity')}
          product={product}
          value={details.quantity}
          onValue={(quantity) => set({ quantity })}
          error={error}
        />
        <OptionFields
          form={form}
          product={product}
          details={details}
          onOption={(key, value) => set({ options: { ...details.options, [key]: value } })}
        />
        <ExpressField
          id={fieldId(form, 'express')}
          product={product}
          details={details}
          now={now}
          onExpress={(express) => set({ express })}
          error={undefined}
        />
      </div>
      <aside
        aria-label="Your price"
        className="rounded-b-sheet border border-t-[3px] border-hairline border-t-red-line bg-surface p-6 lg:sticky lg:top-6"
      >
        {quote ? <PriceParts parts={quote.parts} /> : <p className="text-muted">{error}.</p>}
        {/* what the brief sets isn't chosen here */}
        {product.options.map(
          ({ key, type, help }) =>
            type === 'derived' &&
            help !== undefined && (
              <p key={key} className="mt-1 text-small text-subtle">
                {help}
              </p>
            ),
        )}
        <output className="mt-2.5 block border-t border-hairline pt-3.5">
          <span className="figures flex flex-wrap items-baseline justify-between gap-x-4 font-display text-[1.5rem] leading-tight font-[650]">
            <span>Total</span> <span>{quote ? formatMoney(quote.amount) : '–'}</span>
          </span>
          <span className="mt-2 block min-h-[3.2em] text-muted">
            {quote && (
              <>
                Delivery <DeliveryTime now={now} days={quote.days} />
                {now && quote.days > 0 && ' if you pay now'}. {roundsWords(quote.revisionRounds)}.
              </>
            )}
          </span>
        </output>
        <ButtonLink to={product.orderRoute} prefetch="intent" className="mt-4 w-full">
          {order}
        </ButtonLink>
        <p className="mt-3 text-center text-small text-subtle">Next: the brief. It {asked}.</p>
      </aside>
    </div>
  );
}

function chosenWords(amount: number, now: Date, days: number): string {
  const { preposition, when } = deliveryWords(now, days);
  return `${formatMoney(amount)}, ${preposition}${when}`;
}
