import { ChevronDown } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { formatDay } from '#contract/delivery-date.ts';
import { formatMoney } from '#contract/money.ts';
import type { Order, WorkStatus } from '#contract/orders.ts';
import { addLine } from '#web/orders/change-cart.ts';
import { useNow } from '#web/orders/use-now.ts';
import { BriefAnswers, type ProductWords } from './brief-answers.tsx';
import { CancelOrder, canCancel } from './cancel-order.tsx';
import { DeliveredWork } from './delivered-work.tsx';
import { nextStep } from './next-step.ts';
import { OpenQuestion } from './open-question.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { PaidRows } from './paid-rows.tsx';
import { StatusTag } from './status-tag.tsx';
import { hasEndedDisputed, orderWords, paymentWords, workWords } from './status-words.ts';
import { dateWords, timeWords } from './time-words.ts';

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
  const { number, createdAt, amount, currency, lines } = order;
  const now = useNow();
  const next = now ? nextStep(order, now) : '';
  const titles = [...new Set(lines.map(({ title }) => title))].join(', ');
  return (
    <article
      aria-labelledby={`order-${number}`}
      className={`border-b border-hairline ${isOpen ? 'border-t-[3px] border-t-red-line' : 'first:border-t'}`}
    >
      <Link
        to={isOpen ? '/cabinet/history' : `?order=${encodeURIComponent(number)}`}
        preventScrollReset
        aria-expanded={isOpen}
        className="group grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 rounded-control py-5 sm:grid-cols-[1fr_auto_7rem_auto]"
      >
        <span className="min-w-0">
          <span
            id={`order-${number}`}
            className="block font-semibold group-hover:underline group-hover:decoration-red-line group-hover:decoration-2 group-hover:underline-offset-4"
          >
            {titles}
          </span>
          <span className="figures block text-small text-subtle">
            {number}, {dateWords(createdAt)}
          </span>
          {next !== '' && <span className="figures block text-small text-muted">{next}</span>}
        </span>
        <span className="max-sm:col-start-1 max-sm:row-start-2">
          <StatusTag {...orderWords(order)} />
        </span>
        <strong className="figures text-right max-sm:col-start-2 max-sm:row-start-1">
          {formatMoney(amount, currency)}
        </strong>
        <ChevronDown
          aria-hidden
          size={20}
          strokeWidth={1.75}
          className={`justify-self-end text-subtle transition-transform duration-200 ${isOpen ? 'rotate-180' : ''}`}
        />
      </Link>
      {isOpen && <OrderDetail order={order} words={words} onChanged={onChanged} />}
    </article>
  );
}

function OrderDetail({
  order,
  words,
  onChanged,
}: {
  order: Order;
  words: readonly ProductWords[];
  onChanged: () => Promise<void>;
}) {
  const { payment, lines, events, currency } = order;
  const paid = payment.paidByCard + payment.paidFromBalance;
  const navigate = useNavigate();
  // Today's prices and rules are the cart's to say: it drops, with a word, what is not offered that way any more.
  const orderAgain = () => {
    for (const { orderType, details } of lines) addLine(orderType, details);
    void navigate('/cart');
  };
  return (
    <div className="grid gap-x-14 gap-y-10 pt-2 pb-10 lg:grid-cols-[1fr_20rem]">
      <div className="flex min-w-0 flex-col gap-10">
        {payment.status === 'awaitingPayment' && payment.paymentLink && (
          <div className="note flex flex-wrap items-center justify-between gap-4 py-1">
            <p>
              This order waits for its payment until <strong>{timeWords(payment.expiresAt)}</strong>.
            </p>
            <a className="button button-primary" href={localPath(payment.paymentLink)}>
              Pay {formatMoney(order.amount, currency)}
            </a>
          </div>
        )}
        {payment.status === 'disputed' && (
          <div className="note py-1">
            <p>
              {hasEndedDisputed(order)
                ? 'Your bank took the payment back, and the order has ended. What was not delivered is not done any more.'
                : 'Your bank took the payment back for now. Work stands still until the banks have decided. If you did not mean to dispute it, tell your bank and write to us.'}
            </p>
          </div>
        )}
        {lines.map((line) => (
          <section key={line.position} aria-label={line.title} className="min-w-0">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
              <h2 className="text-h3 tracking-[-0.012em]">{line.title}</h2>
              {lines.length > 1 && <StatusTag {...workWords[line.work.status]} />}
            </div>
            <p className="mt-1 mb-4 text-muted">
              {line.dueOn
                ? dueText(line.work.status, formatDay(line.dueOn), payment.status === 'disputed')
                : line.days === 0
                  ? 'Delivered about a minute after payment'
                  : `${line.days} business day${line.days === 1 ? '' : 's'} from payment`}
              .
              {line.work.status !== 'cancelled' &&
                ` ${line.revisionRounds} revision round${line.revisionRounds === 1 ? '' : 's'}.`}
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
          </section>
        ))}
        <dl className="figures border-t-2 border-ink pt-3">
          <div className="flex justify-between gap-4 font-display text-[1.375rem] font-[650]">
            <dt className="font-[650]">Total</dt>
            <dd>{formatMoney(order.amount, currency)}</dd>
          </div>
          <PaidRows payment={payment} currency={currency} />
        </dl>
        <div className="-mt-4 flex flex-wrap items-start gap-x-8 gap-y-2">
          <Link
            className="link inline-flex min-h-11 items-center"
            to={`/contact?order=${encodeURIComponent(order.number)}`}
          >
            Ask us about this order
          </Link>
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
          {canCancel(order) && <CancelOrder order={order} onChanged={onChanged} />}
        </div>
        {paid === 0 && <p className="-mt-8 text-muted">{paymentWords[payment.status].label}</p>}
      </div>
      <section aria-label="What happened">
        <h2 className="mb-4 text-h3 tracking-[-0.012em]">What happened</h2>
        <OrderTimeline events={events} lines={lines} />
      </section>
    </div>
  );
}

/** When it is to come, or was to: a date that is over is not repeated to who has the work. */
function dueText(status: WorkStatus, day: string, isDisputed: boolean): string {
  switch (status) {
    case 'delivered':
    case 'completed':
      return `Promised for ${day}`;
    case 'cancelled':
      return `Not done; the date was ${day}`;
    case 'needsInfo':
      return `The clock stands still; the date was ${day}`;
    default:
      return isDisputed ? `Work stands still; the date was ${day}` : `Delivered by ${day}`;
  }
}

/** The link as a path of this site, whatever address the shop was known by when it was made. */
function localPath(link: string): string {
  try {
    const { pathname, search } = new URL(link);
    return pathname + search;
  } catch {
    return link;
  }
}
