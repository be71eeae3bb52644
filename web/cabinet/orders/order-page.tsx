import { type ReactNode, Suspense, useState } from 'react';
import { latePart } from '#ui/late-part.tsx';
import { Link, useNavigate } from 'react-router';
import { formatDay } from '#contract/delivery-date.ts';
import { isRevision, promisedOn } from '#contract/storefront/lateness.ts';
import { formatMoney } from '#contract/money.ts';
import type { Order } from '#contract/storefront/orders.ts';
import { NamedText } from '#ui/named-text.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { FilesOnDevice } from '#web/checkout/files-on-device.tsx';
import { addAgain } from '#web/stored-orders/cart-actions.ts';
import { roundsWords } from '#ui/order-form/quote.ts';
import { useMinuteClock } from '#ui/use-minute-clock.ts';
import { AllOrders } from './all-orders.tsx';
import { BriefAnswers, type ProductWords } from './brief-answers.tsx';
import { CancelOrder, canCancel } from './cancel-order.tsx';
import { DeliveredWork } from './delivered-work.tsx';
import { formatDate } from '#web/cabinet/format-time.ts';
import { LateNotice } from './late-notice.tsx';
import { byClient, lineName, lineNameParts, plainText } from '#contract/storefront/line-name.ts';
import {
  businessDaysWords,
  hasEndedDisputed,
  hasWorkLeft,
  isReviewed,
  isUnderWay,
  lateLines,
  needsCustomer,
  nextStep,
} from './next-step.ts';
import { OpenQuestion } from './open-question.tsx';
import { messagesId, OrderMessages } from './order-messages.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { orderHeadingId, OrderTitle, orderTitle } from './order-title.tsx';
import { PaymentBreakdown } from './payment-breakdown.tsx';
import { isUnpaidForGood, orderAgainWords, PaymentNotice } from './payment-notice.tsx';
import { expectedDay, promiseText } from './promise-words.ts';
import { lateLabels, lineLabel, orderLabel, refundedLabel } from './status-labels.ts';
import { StatusTag } from './status-tag.tsx';

const LineFiles = latePart(async () => (await import('./line-files.tsx')).LineFiles);

/** One order: its state and what the customer can do now, the work, the messages, the price and the history. */
export function OrderPage({
  order,
  words,
  onChanged,
}: {
  order: Order;
  words: readonly ProductWords[];
  onChanged: () => Promise<void>;
}) {
  const { number, createdAt, lines } = order;
  const now = useMinuteClock();
  const next = now ? nextStep(order, now) : [];
  const said = next.length === 0 && now ? [refundedLabel(order)] : next;
  const saidText = plainText(said);
  const isTheirs = now !== undefined && needsCustomer(order, now);
  const late = now ? lateLines(order, now) : [];
  const { contents } = orderTitle(order, words);
  const navigate = useNavigate();
  // The cart applies today's prices and rules: it drops lines that are no longer offered and says so.
  const orderAgain = (again: readonly Line[] = lines) => {
    addAgain(again);
    void navigate('/cart');
  };
  return (
    <article aria-labelledby={orderHeadingId(number)}>
      <AllOrders />
      <h1
        id={orderHeadingId(number)}
        tabIndex={-1}
        className="mt-1 text-[clamp(1.75rem,1.3rem+2vw,2.625rem)] break-words focus:outline-none [&_strong]:font-[inherit]"
      >
        <OrderTitle order={order} words={words} />
      </h1>
      <p className="figures mt-2 text-muted">
        {contents.length > 0 && (
          <span className="line-clamp-2 break-words">
            <NamedText of={contents} />
          </span>
        )}
        <span className="text-small text-subtle">
          <bdi translate="no">{number}</bdi> · {formatDate(createdAt)}
        </span>
      </p>
      <div className="mt-5 mb-8 flex flex-wrap items-center gap-x-3 gap-y-2 border-t-[3px] border-red-line pt-4">
        <StatusTag {...orderLabel(order, now)} />
        {/* the notice below says when to pay */}
        {saidText !== '' && order.payment.status !== 'awaitingPayment' && (
          <span className={`figures ${isTheirs ? 'font-semibold' : 'text-muted'}`}>
            <NamedText of={said} />
          </span>
        )}
        <ToDo order={order} />
      </div>
      <div className="grid gap-x-14 gap-y-10 lg:not-has-[[data-wide]]:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-10">
          <PaymentNotice order={order} onOrderAgain={orderAgain} />
          <FilesOnDevice number={number} isPaid={order.payment.paidAt !== null} />
          {now && <LateNotice order={order} now={now} />}
          {byClient(lines).map((line) => (
            <OrderLine
              key={line.position}
              order={order}
              line={line}
              now={now}
              isLate={late.includes(line)}
              said={saidText}
              words={words.find(({ orderType }) => orderType === line.orderType)}
              onChanged={onChanged}
            />
          ))}
          <OrderMessages order={order} onChanged={onChanged} />
        </div>
        <div className="flex max-w-[32rem] min-w-0 flex-col gap-10">
          <Price order={order} now={now} onOrderAgain={orderAgain} onChanged={onChanged} />
          <section aria-label="Activity">
            <h2 className="mb-4 text-h3 tracking-[-0.012em]">Activity</h2>
            <OrderTimeline
              order={order}
              next={next}
              isLate={now !== undefined && late.length > 0 && !needsCustomer(order, now)}
            />
          </section>
        </div>
      </div>
    </article>
  );
}

/** Links to what the customer has to do further down, when it does not come first on the page. */
function ToDo({ order: { number, lines, payment } }: { order: Order }) {
  if (payment.status !== 'paid' && payment.status !== 'partiallyRefunded') return null;
  const todo = lines.filter(
    (line) =>
      (line.work.status === 'needsInfo' && lines.length > 1) ||
      (line.work.status === 'delivered' && isReviewed(line)),
  );
  return todo.map((line) => (
    <a key={line.position} className="link min-h-6 print:hidden" href={`#${lineId({ number }, line)}-todo`}>
      {line.work.status === 'needsInfo' ? 'Go to the question' : 'Accept or request a revision'}
      {todo.length > 1 && (
        <>
          {' '}
          (<NamedText of={lineNameParts(line, lines)} />)
        </>
      )}
    </a>
  ));
}

function OrderLine({
  order,
  line,
  now,
  isLate,
  said,
  words,
  onChanged,
}: {
  order: Order;
  line: Line;
  now: Date | undefined;
  isLate: boolean;
  /** The text at the top of the page, which the line doesn't repeat. */
  said: string;
  words: ProductWords | undefined;
  onChanged: () => Promise<void>;
}) {
  const { number, lines, payment } = order;
  const isOnly = lines.length === 1;
  const facts = isUnpaidForGood(order)
    ? []
    : [dueText(line, payment.status === 'disputed', now), promiseText(line), roundsText(line)].filter(
        (fact) => fact !== '' && fact !== said,
      );
  const id = lineId(order, line);
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className={isOnly ? 'sr-only' : 'flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1'}>
        <h2 id={id} tabIndex={-1} className="text-h3 tracking-[-0.012em] focus:outline-none">
          <NamedText of={lineNameParts(line, lines)} />
        </h2>
        {!isOnly && <StatusTag {...(isLate ? lateLabels : lineLabel(line))} />}
      </div>
      {facts.length > 0 && (
        <p className={`mb-4 flex flex-wrap gap-x-6 text-muted ${isOnly ? '' : 'mt-1'}`}>
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      )}
      {line.work.question !== null && (
        <div id={`${id}-todo`} className="scroll-mt-6">
          <OpenQuestion
            number={number}
            position={line.position}
            question={line.work.question}
            onChanged={onChanged}
          />
        </div>
      )}
      {line.work.versions > 0 && (
        <DeliveredWork number={number} line={line} todoId={`${id}-todo`} onChanged={onChanged} />
      )}
      <div className="flex flex-wrap gap-x-8">
        <details className="group open:basis-full">
          <summary className="link inline-flex min-h-11 items-center font-semibold">Your brief</summary>
          <div className="mt-2 mb-4">
            <BriefAnswers line={line} words={words} />
          </div>
        </details>
        {line.days > 0 && !isUnpaidForGood(order) && <FoldedFiles number={number} position={line.position} />}
      </div>
    </section>
  );
}

/** The price with its parts, how it was paid, and what the customer can do with the whole order. */
function Price({
  order,
  now,
  onOrderAgain,
  onChanged,
}: {
  order: Order;
  now: Date | undefined;
  onOrderAgain: (lines?: readonly Line[]) => void;
  onChanged: () => Promise<void>;
}) {
  const { number, lines, payment, amount, currency } = order;
  return (
    <section aria-labelledby="price">
      <h2 id="price" className="mb-2 text-h3 tracking-[-0.012em]">
        Price
      </h2>
      {byClient(lines).map((line) => (
        <div key={line.position} className="border-t border-hairline py-2">
          {lines.length > 1 && (
            <h3 className="text-base font-semibold break-words">
              <NamedText of={lineNameParts(line, lines)} />
            </h3>
          )}
          <dl className="figures">
            {line.parts.map((part) => (
              <div key={part.key} className="flex justify-between gap-4 py-0.5">
                <dt className="font-normal">{part.label}</dt>
                <dd>{formatMoney(part.amount, currency)}</dd>
              </div>
            ))}
          </dl>
          {lines.length > 1 && (
            <button
              type="button"
              className="link min-h-11 text-base print:hidden"
              aria-label={`Order again: ${lineName(line, lines)}`}
              onClick={() => onOrderAgain([line])}
            >
              Order again
            </button>
          )}
        </div>
      ))}
      <dl className="figures border-t-2 border-ink pt-3">
        <div className="flex justify-between gap-4 font-display text-[1.375rem] font-[650]">
          <dt className="font-[650]">Total</dt>
          <dd>{formatMoney(amount, currency)}</dd>
        </div>
        <PaymentBreakdown order={order} formatDate={formatDate} />
      </dl>
      <div className="mt-2 flex flex-wrap items-start gap-x-6 gap-y-1 print:hidden">
        {payment.paidAt !== null && (
          <Link
            className="link inline-flex min-h-11 items-center"
            to={`?receipt=${encodeURIComponent(number)}`}
          >
            Receipt
          </Link>
        )}
        {/* the notice of an order that was never paid has the same button */}
        {!isUnpaidForGood(order) && (
          <button type="button" className="link min-h-11" onClick={() => onOrderAgain()}>
            {orderAgainWords(order)}
          </button>
        )}
        {canCancel(order, now) && <CancelOrder order={order} onChanged={onChanged} />}
      </div>
      {payment.status === 'processing' && (
        <WhyNotCancel>
          You can’t cancel while your payment is being processed. After that, you can cancel until we start
          work.
        </WhyNotCancel>
      )}
      {payment.status === 'disputed' && !hasEndedDisputed(order) && hasWorkLeft(order) && (
        <WhyNotCancel>You can’t cancel while your payment is disputed.</WhyNotCancel>
      )}
      {now && isPartUndelivered(order) && payment.status !== 'processing' && !canCancel(order, now) && (
        <WhyNotCancel>
          Work has started. To cancel,{' '}
          <a className="link" href={`#${messagesId(number)}`}>
            write to us
          </a>
          . We’ll refund the part we haven’t done.
        </WhyNotCancel>
      )}
    </section>
  );
}

/** Whether we still owe a first version of something that is paid. */
const isPartUndelivered = (order: Order): boolean =>
  isUnderWay(order) && order.lines.some(({ work }) => work.versions === 0 && work.status !== 'cancelled');

const WhyNotCancel = ({ children }: { children: ReactNode }) => (
  <p className="mt-2 text-small text-subtle print:hidden">{children}</p>
);

/** The customer's files of a line, loaded when they are opened. */
function FoldedFiles(place: { number: string; position: number }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="open:basis-full" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
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
const lineId = ({ number }: Pick<Order, 'number'>, { position }: Pick<Line, 'position'>): string =>
  `line-${number}-${position}`;

function dueText(line: Line, isDisputed: boolean, now: Date | undefined): string {
  const { dueOn, days, work } = line;
  if (work.status === 'cancelled') return 'Canceled';
  if (dueOn === null)
    return days === 0 ? 'Ready about a minute after payment' : `${businessDaysWords(days)} after payment`;
  if (work.status === 'delivered' || work.status === 'completed') return '';
  if (isDisputed) return 'On hold while the payment is disputed';
  if (work.status === 'needsInfo') return 'On hold until you answer';
  const promised = promisedOn(line);
  const expected = now ? expectedDay(line, now) : null;
  if (expected !== null && promised !== null)
    return `${isRevision(line) ? 'Revision' : 'Delivery'} now expected ${formatDay(expected)}, originally due ${formatDay(promised)}`;
  if (isRevision(line))
    return promised === null ? 'Revision in progress' : `Revision due ${formatDay(promised)}`;
  return `Due ${formatDay(dueOn)}`;
}

const roundsText = ({ revisionRounds, work }: Line): string =>
  revisionRounds === 0 || work.status === 'cancelled' || work.status === 'completed'
    ? ''
    : `${roundsWords(work.revisionsLeft)} left`;
