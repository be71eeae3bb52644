import { ChevronDown } from 'lucide';
import { Fragment, lazy, Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { formatDay } from '#contract/delivery-date.ts';
import { formatMoney } from '#contract/money.ts';
import { lineDaysLate, mayCancel, promisedOn } from '#contract/lateness.ts';
import type { Order } from '#contract/orders.ts';
import { addLine } from '#web/ordering/cart-actions.ts';
import { roundsWords } from '#web/ordering/quote.ts';
import { useMinuteClock } from '#web/ordering/use-minute-clock.ts';
import { BriefAnswers, type ProductWords } from './brief-answers.tsx';
import { CancelOrder, canCancel } from './cancel-order.tsx';
import { DeliveredWork } from './delivered-work.tsx';
import { brandOf, lineName, subjectName } from './line-name.ts';
import {
  businessDaysWords,
  hasEndedDisputed,
  hasWorkLeft,
  lateLines,
  needsCustomer,
  nextStep,
} from './next-step.ts';
import { OpenQuestion } from './open-question.tsx';
import { OrderMessages } from './order-messages.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { Notice } from '#ui/notice.tsx';
import { PaymentBreakdown } from './payment-breakdown.tsx';
import { StatusTag } from './status-tag.tsx';
import { lateLabels, orderLabel, refundedLabel, workLabels } from './status-labels.ts';
import { deadlineWords, formatDate } from './format-time.ts';
import { Icon } from '#ui/icon.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

const LineFiles = lazy(async () => ({ default: (await import('./line-files.tsx')).LineFiles }));

export function OrderCard({
  order,
  isOpen,
  words,
  onChanged,
}: {
  order: Order;
  isOpen: boolean;
  words: readonly ProductWords[];
  onChanged: () => Promise<void>;
}) {
  const { number, createdAt, amount, currency } = order;
  const now = useMinuteClock();
  const next = now ? nextStep(order, now) : '';
  const said = next === '' && now ? refundedLabel(order) : next;
  const isTheirs = now !== undefined && needsCustomer(order, now);
  const { products, brands, subject, contents } = orderTitle(order, words);
  return (
    <article
      aria-labelledby={`order-${number}`}
      className={`relative border-b border-hairline ${isOpen ? 'border-t-[3px] border-t-red-line' : 'first:border-t'}`}
    >
      {isTheirs && !isOpen && (
        <span aria-hidden className="absolute inset-y-4 -left-2.5 w-[3px] bg-red-line sm:-left-4" />
      )}
      <Link
        id={`open-${number}`}
        to={isOpen ? '/cabinet/history' : `?order=${encodeURIComponent(number)}`}
        preventScrollReset
        aria-expanded={isOpen}
        className="group grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 rounded-control py-4 md:grid-cols-[minmax(0,1fr)_15.5rem_8rem] md:gap-x-6"
      >
        <span
          id={`order-${number}`}
          role="heading"
          aria-level={3}
          className="leading-snug group-hover:underline group-hover:decoration-red-line group-hover:decoration-2 group-hover:underline-offset-4 md:text-lead"
        >
          <strong>{products}</strong>
          {brands.length > 0 && ' for '}
          {brands.map((brand, index) => (
            <Fragment key={brand}>
              {index > 0 && ', '}
              <bdi>{brand}</bdi>
            </Fragment>
          ))}
          {subject !== '' && (
            <>
              : <bdi>{subject}</bdi>
            </>
          )}
        </span>
        <span className="flex items-center justify-end gap-2 md:col-start-3 md:row-span-2">
          <strong className="figures">{formatMoney(amount, currency)}</strong>
          <Icon
            of={ChevronDown}
            className={`flex-none text-subtle transition-transform duration-200 ${isOpen ? 'rotate-180' : ''}`}
          />
        </span>
        <span className="figures mt-1 min-w-0 max-md:col-span-2 md:col-start-1">
          {contents !== '' && <span className="line-clamp-2 text-base text-muted">{contents}</span>}
          <span className="block text-small text-subtle">
            {number} · {formatDate(createdAt)}
          </span>
        </span>
        <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 max-md:col-span-2 max-md:mt-2.5 md:col-start-2 md:row-span-2 md:row-start-1 md:flex-col md:items-start">
          <StatusTag {...orderLabel(order, now)} />
          {said !== '' && (
            <span className={`figures text-base leading-snug ${isTheirs ? 'font-semibold' : 'text-muted'}`}>
              {said}
            </span>
          )}
        </span>
      </Link>
      {isOpen && <OrderDetail order={order} words={words} now={now} onChanged={onChanged} />}
    </article>
  );
}

function OrderDetail({
  order,
  words,
  now,
  onChanged,
}: {
  order: Order;
  words: readonly ProductWords[];
  now: Date | undefined;
  onChanged: () => Promise<void>;
}) {
  const { payment, lines, currency } = order;
  const late = now ? lateLines(order, now) : [];
  const undelivered = lines.filter(({ work }) => work.versions === 0).length;
  const isUnpaidForGood = payment.status === 'expired' || payment.status === 'cancelled';
  const navigate = useNavigate();
  // The cart applies today's prices and rules: it drops lines that are no longer offered and says so.
  const orderAgain = () => {
    for (const { orderType, details } of lines) addLine(orderType, details);
    void navigate('/cart');
  };
  return (
    <div className="grid gap-x-14 gap-y-10 pt-2 pb-10 lg:not-has-[[data-wide]]:grid-cols-[1fr_20rem]">
      <div className="flex min-w-0 flex-col gap-10">
        {payment.status === 'awaitingPayment' && payment.paymentLink && (
          <div className="note flex flex-wrap items-center justify-between gap-4 py-1">
            <p>
              Pay by <strong>{deadlineWords(payment.expiresAt)}</strong> to start this order. After that, the
              order expires and you owe nothing.
            </p>
            <a className="button button-primary" href={localPath(payment.paymentLink)}>
              Pay for this order
            </a>
          </div>
        )}
        {payment.status === 'disputed' && (
          <div className="note py-1">
            <p>
              {hasEndedDisputed(order)
                ? `Your bank reversed the payment, and the order has ended.${undelivered === 0 ? '' : undelivered === lines.length ? ' We won’t deliver the work.' : ' We won’t deliver the rest.'}`
                : `Your bank has put the payment on hold${hasWorkLeft(order) ? ', so we’ve paused work until the banks decide' : ' until the banks decide'}. If you didn’t mean to dispute it, tell your bank and contact us.`}
            </p>
          </div>
        )}
        {now && <LateNotice order={order} now={now} />}
        {lines.map((line) => (
          <section key={line.position} aria-label={line.title} className="min-w-0">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
              <h4
                id={lineId(order, line)}
                tabIndex={-1}
                className="text-h3 tracking-[-0.012em] focus:outline-none"
              >
                {lineName(line, lines)}
              </h4>
              {lines.length > 1 && (
                <StatusTag {...(late.includes(line) ? lateLabels : workLabels[line.work.status])} />
              )}
            </div>
            <p className="mt-1 mb-4 text-muted">
              {isUnpaidForGood
                ? ''
                : [dueText(line, payment.status === 'disputed'), roundsText(line)]
                    .filter(Boolean)
                    .join(' · ')}
            </p>
            {line.work.question !== null && (
              <OpenQuestion
                number={order.number}
                position={line.position}
                question={line.work.question}
                onChanged={onChanged}
              />
            )}
            {line.work.versions > 0 && (
              <DeliveredWork number={order.number} line={line} onChanged={onChanged} />
            )}
            <dl className="figures mb-6 border-t border-hairline pt-2">
              {line.parts.map(({ key, label, amount }) => (
                <div key={key} className="flex justify-between gap-4 py-1">
                  <dt className="font-normal">{label}</dt>
                  <dd>{formatMoney(amount, currency)}</dd>
                </div>
              ))}
            </dl>
            <details className="group">
              <summary className="link inline-flex min-h-11 items-center font-semibold">Your brief</summary>
              <div className="mt-2">
                <BriefAnswers
                  line={line}
                  words={words.find(({ orderType }) => orderType === line.orderType)}
                />
              </div>
            </details>
            {line.days > 0 && !isUnpaidForGood && (
              <FoldedFiles number={order.number} position={line.position} />
            )}
          </section>
        ))}
        <dl className="figures border-t-2 border-ink pt-3">
          <div className="flex justify-between gap-4 font-display text-[1.375rem] font-[650]">
            <dt className="font-[650]">Total</dt>
            <dd>{formatMoney(order.amount, currency)}</dd>
          </div>
          <PaymentBreakdown payment={payment} currency={currency} formatDate={formatDate} />
        </dl>
        <div className="-mt-4 flex flex-wrap items-start gap-x-8 gap-y-2">
          {payment.paidAt !== null && (
            <Link
              className="link inline-flex min-h-11 items-center"
              to={`?receipt=${encodeURIComponent(order.number)}`}
            >
              Receipt
            </Link>
          )}
          <button type="button" className="link min-h-11" onClick={orderAgain}>
            Order again
          </button>
          {canCancel(order, now) && <CancelOrder order={order} onChanged={onChanged} />}
        </div>
        <OrderMessages order={order} onChanged={onChanged} />
      </div>
      <section aria-label="What happened">
        <h4 className="mb-4 text-h3 tracking-[-0.012em]">What happened</h4>
        <OrderTimeline
          order={order}
          next={now ? nextStep(order, now) : ''}
          isLate={now !== undefined && late.length > 0 && !needsCustomer(order, now)}
        />
      </section>
    </div>
  );
}

/** The customer's files of a line, loaded when they are opened. */
function FoldedFiles(place: { number: string; position: number }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="link inline-flex min-h-11 items-center font-semibold">Your files</summary>
      <div className="mt-2 mb-4">
        {isOpen && (
          <Suspense fallback={<Skeleton lines={2} label="Loading your files" />}>
            <LineFiles {...place} />
          </Suspense>
        )}
      </div>
    </details>
  );
}

type Line = Order['lines'][number];

/** The line's heading: gets the focus when an action has removed its button. */
export const lineId = ({ number }: Pick<Order, 'number'>, { position }: Pick<Line, 'position'>): string =>
  `line-${number}-${position}`;

/** Distinguishes orders: products, brands, the subject of a single line, quantities and topics. */
function orderTitle(
  { lines }: Order,
  words: readonly ProductWords[],
): {
  products: string;
  brands: string[];
  subject: string;
  contents: string;
} {
  const [line] = lines;
  const isBundle = words.some((one) => one.orderType === line?.orderType && one.isBundle);
  const brands = [...new Set(lines.map(brandOf))].filter((brand) => brand !== '');
  const amounts = lines.length === 1 ? lines[0]?.parts[0]?.label : `${lines.length} items`;
  return {
    products: [...new Set(lines.map(({ title }) => title))].join(', '),
    brands,
    subject: line && lines.length === 1 && !isBundle ? subjectName(line) : '',
    contents: [amounts, ...lines.flatMap(subjectOf)].filter(Boolean).join(' · '),
  };
}

/** The first product or topic of a line whose brief lists some. */
function subjectOf({ details: { brief } }: Line): string[] {
  const listed = brief['items'] ?? brief['topics'];
  const [first] = Array.isArray(listed) ? listed : [];
  return first === undefined ? [] : [first];
}

/** Names late work with its due day, and the customer's choices. */
function LateNotice({ order, now }: { order: Order; now: Date }) {
  const { lines } = order;
  const late = lateLines(order, now);
  const [first] = late;
  if (!first) return null;
  const sorry = 'We’re sorry.';
  const lateBy = (line: Line) => `${businessDaysWords(lineDaysLate(line, now))} late`;
  const wasDue = (line: Line) =>
    `${line.work.versions > 0 ? 'The revision' : 'It'} was due ${formatDay(promisedOn(line) ?? '')}.`;
  const title =
    lines.length === 1
      ? `This order is ${lateBy(first)}. ${sorry}`
      : `${late.length} of ${lines.length} items ${late.length === 1 ? 'is' : 'are'} late. ${sorry}`;
  return (
    <Notice kind="error" title={title}>
      {lines.length === 1 ? (
        <p>{wasDue(first)}</p>
      ) : (
        <ul>
          {late.map((line) => (
            <li key={line.position}>
              <strong>{lineName(line, lines)}:</strong> {lateBy(line)}. {wasDue(line)}
            </li>
          ))}
        </ul>
      )}
      <p className="mt-1">
        {mayCancel(lines, now)
          ? 'You can cancel the whole order for a full refund, or wait.'
          : 'We’ll deliver as soon as we can.'}{' '}
        {late.some(({ details, work }) => details.express && work.versions === 0) &&
          'We refund the express surcharge automatically.'}
      </p>
    </Notice>
  );
}

function dueText(line: Line, isDisputed: boolean): string {
  const { dueOn, days, work } = line;
  if (work.status === 'cancelled') return 'Canceled';
  if (dueOn === null)
    return days === 0 ? 'Ready about a minute after payment' : `${businessDaysWords(days)} after payment`;
  if (work.status === 'delivered' || work.status === 'completed')
    return days === 0 ? '' : `Promised for ${formatDay(dueOn)}`;
  if (isDisputed) return 'On hold while the payment is disputed';
  if (work.status === 'needsInfo') return 'On hold until you answer';
  const promised = promisedOn(line);
  if (work.versions > 0)
    return promised === null ? 'Revision in progress' : `Revision due ${formatDay(promised)}`;
  return `Due ${formatDay(dueOn)}`;
}

const roundsText = ({ revisionRounds, work }: Line): string =>
  revisionRounds === 0 || work.status === 'cancelled' || work.status === 'completed'
    ? ''
    : `${roundsWords(work.revisionsLeft)} left`;

/** The link as a path of this site, whatever origin the shop had when it was created. */
function localPath(link: string): string {
  try {
    const { pathname, search } = new URL(link);
    return pathname + search;
  } catch {
    return link;
  }
}
