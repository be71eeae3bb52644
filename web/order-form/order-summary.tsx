import type { ReactNode } from 'react';
import { formatMoney } from '#contract/money.ts';
import { DeliveryTime } from '#ui/order-form/delivery-time.tsx';
import { PriceParts } from '#ui/order-form/price-parts.tsx';
import { deliveryWords, type FormQuote, roundsWords } from '#ui/order-form/quote.ts';

type Progress = { answered: number; asked: number };

/** A line whose length shows the brief's progress. */
function ProgressLine({ answered, asked }: Progress) {
  return (
    <div aria-hidden className="h-[3px] bg-surface-2">
      <div
        className="h-full origin-left bg-red-line transition-transform duration-300"
        ref={(line) => line?.style.setProperty('transform', `scaleX(${answered / asked})`)}
      />
    </div>
  );
}

const progressWords = ({ answered, asked }: Progress) =>
  answered === asked
    ? 'Brief complete'
    : `${asked - answered} answer${asked - answered === 1 ? '' : 's'} needed`;

/**
 * The summary beside the order form: price with its parts, delivery date, revision rounds and guarantee.
 * Sticky on wide screens; phones have `OrderBar`.
 */
export function OrderSummary({
  title,
  contents,
  quote,
  now,
  progress,
  guarantee,
  children,
}: {
  title: string;
  /** The included extras. */
  contents: readonly string[];
  quote: FormQuote | undefined;
  now: Date | undefined;
  progress: Progress;
  guarantee: string | undefined;
  children: ReactNode;
}) {
  return (
    <aside
      aria-label="Your order"
      className="rounded-b-sheet border border-t-0 border-hairline bg-surface lg:sticky lg:top-6"
    >
      <ProgressLine {...progress} />
      <div className="p-6 pt-5">
        <h2 className="mb-2 text-h3 tracking-[-0.012em]">{title}</h2>
        {contents.length > 0 && (
          <ul className="mb-3 border-b border-hairline pb-3 text-small leading-snug text-muted">
            {contents.map((part) => (
              <li key={part} className="py-0.5">
                {part}
              </li>
            ))}
          </ul>
        )}
        {quote ? (
          <PriceParts parts={quote.parts} />
        ) : (
          <p className="text-muted">Enter a quantity to see the price.</p>
        )}
        <output className="mt-2.5 block border-t border-hairline pt-3.5">
          <span className="figures flex flex-wrap items-baseline justify-between gap-x-4 font-display text-[1.5rem] leading-tight font-[650]">
            <span>Total</span> <span>{quote ? formatMoney(quote.amount) : '–'}</span>
          </span>
          {/* A new key replaces the element once the date is known, so that it does not count as a layout shift. */}
          <span key={now ? 'date' : 'days'} className="mt-2 block min-h-[3.2em] text-muted">
            {quote && (
              <>
                Delivery <DeliveryTime now={now} days={quote.days} />
                {now && quote.days > 0 && ' if you pay now'}. {roundsWords(quote.revisionRounds)}.
              </>
            )}
          </span>
        </output>
        <div className="mt-4 flex flex-col gap-2.5">{children}</div>
        <p className="mt-3 text-center text-small text-subtle">{progressWords(progress)}</p>
        {guarantee && <p className="mt-3 border-t border-hairline pt-3 text-small text-muted">{guarantee}</p>}
      </div>
    </aside>
  );
}

/** The order summary in one line at the bottom of a phone's screen. */
export function OrderBar({
  quote,
  now,
  progress,
  children,
}: {
  quote: FormQuote | undefined;
  now: Date | undefined;
  progress: Progress;
  children: ReactNode;
}) {
  const delivery = quote && deliveryWords(now, quote.days);
  return (
    <div className="sticky bottom-0 z-10 -mx-[var(--gutter)] bg-bg lg:hidden">
      <ProgressLine {...progress} />
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-[var(--gutter)] py-2.5">
        {/* The fixed flex basis decides whether the button fits beside the text, because the text changes with the clock. */}
        <p className="figures min-w-0 flex-[1_1_8rem] leading-tight">
          <strong className="block font-display text-[1.375rem] font-[650] whitespace-nowrap">
            {quote ? formatMoney(quote.amount) : '–'}
          </strong>
          <span className="text-small text-muted">{delivery && delivery.preposition + delivery.when}</span>
        </p>
        {children}
      </div>
    </div>
  );
}
