import { ChevronRight } from 'lucide';
import { Link, useSearchParams } from 'react-router';
import { formatMoney } from '#contract/money.ts';
import type { Order } from '#contract/storefront/orders.ts';
import { plainText } from '#contract/storefront/line-name.ts';
import { Icon } from '#ui/icon.tsx';
import { NamedText } from '#ui/named-text.tsx';
import { useMinuteClock } from '#ui/use-minute-clock.ts';
import type { ProductWords } from './brief-answers.tsx';
import { formatDate } from '#web/cabinet/format-time.ts';
import { needsCustomer, nextStep } from './next-step.ts';
import { OrderTitle, orderTitle } from './order-title.tsx';
import { orderLabel, refundedLabel } from './status-labels.ts';
import { StatusTag } from './status-tag.tsx';

/** The link to an order: gets the focus when the customer returns to the list. */
export const rowId = (number: string): string => `open-${number}`;

/** The address of an order: a search of the list stays in it, so that the way back leads to what was found. */
function withOrder(search: URLSearchParams, number: string): string {
  const next = new URLSearchParams(search);
  next.set('order', number);
  return next.toString();
}

/** An order in the list, as a link to its own page. */
export function OrderRow({ order, words }: { order: Order; words: readonly ProductWords[] }) {
  const { number, createdAt, amount, currency } = order;
  const [search] = useSearchParams();
  const now = useMinuteClock();
  const next = now ? nextStep(order, now) : [];
  const said = next.length === 0 && now ? [refundedLabel(order)] : next;
  const isTheirs = now !== undefined && needsCustomer(order, now);
  const { contents } = orderTitle(order, words);
  return (
    <article aria-labelledby={`title-${number}`} className="relative border-b border-hairline first:border-t">
      {isTheirs && (
        <span aria-hidden className="absolute inset-y-4 -left-2.5 w-[3px] bg-red-line sm:-left-4" />
      )}
      <Link
        id={rowId(number)}
        to={`?${withOrder(search, number)}`}
        className="group grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 rounded-control py-4 md:grid-cols-[minmax(0,1fr)_15.5rem_8rem] md:gap-x-6"
      >
        <span
          id={`title-${number}`}
          role="heading"
          aria-level={3}
          className="leading-snug wrap-anywhere group-hover:underline group-hover:decoration-red-line group-hover:decoration-2 group-hover:underline-offset-4 md:text-lead"
        >
          <OrderTitle order={order} words={words} />
        </span>
        <span className="flex items-center justify-end gap-2 md:col-start-3 md:row-span-2">
          <strong className="figures">{formatMoney(amount, currency)}</strong>
          <Icon of={ChevronRight} className="flex-none text-subtle" />
        </span>
        <span className="figures mt-1 min-w-0 max-md:col-span-2 md:col-start-1">
          {contents.length > 0 && (
            <span className="line-clamp-2 text-base text-muted">
              <NamedText of={contents} />
            </span>
          )}
          <span className="block text-small text-subtle">
            <bdi translate="no">{number}</bdi> · {formatDate(createdAt)}
          </span>
        </span>
        <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 max-md:col-span-2 max-md:mt-2.5 md:col-start-2 md:row-span-2 md:row-start-1 md:flex-col md:items-start">
          <StatusTag {...orderLabel(order, now)} />
          {plainText(said) !== '' && (
            <span className={`figures text-base leading-snug ${isTheirs ? 'font-semibold' : 'text-muted'}`}>
              <NamedText of={said} />
            </span>
          )}
        </span>
      </Link>
    </article>
  );
}
