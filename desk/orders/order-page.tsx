import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useLocation, useOutletContext, useParams } from 'react-router';
import { formatDay } from '#contract/delivery-date.ts';
import type { DeskOrder } from '#contract/desk/orders.ts';
import type { Me } from '#contract/desk/staff.ts';
import { formatMoney } from '#contract/money.ts';
import { Button } from '#ui/button.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { mayDo } from '#desk/api/session.ts';
import { Awaited } from '#desk/frame/awaited.tsx';
import { formatTime } from '#desk/frame/format-time.ts';
import { KeyHint } from '#desk/frame/key-hint.tsx';
import { Screen } from '#desk/frame/screen.tsx';
import { TestMark } from '#desk/frame/test-mark.tsx';
import { isToDeliver, lineUrl, stateLabel } from '#desk/work/line-words.ts';
import { Notes } from '#desk/work/notes.tsx';
import { isHeld, paymentWords, workWords } from '#desk/work/order-words.ts';
import { hereWords, refreshWork, useNewest, usePlace } from '#desk/work/pulse.ts';
import { Proposals } from '#desk/work/proposals.tsx';
import { RefundDialog } from '#desk/work/refund-dialog.tsx';
import { Thread } from '#desk/work/thread.tsx';
import { useKeys } from '#desk/work/use-keys.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { Timeline } from './timeline.tsx';

/** One order: lines, money, customer and history. */
export function OrderPage() {
  const { number = '' } = useParams();
  const order = useQuery({
    queryKey: ['order', number],
    queryFn: ({ signal }) => callDesk('showDeskOrder', { params: { number }, signal }),
    staleTime: 0,
  });
  return (
    <Screen title={`Order ${order.data?.number ?? number}`}>
      <Awaited query={order}>{(found) => <Whole key={found.number} order={found} />}</Awaited>
    </Screen>
  );
}

function Whole({ order }: { order: DeskOrder }) {
  const me = useOutletContext<Me>();
  const client = useQueryClient();
  const [cancels, setCancels] = useState(false);
  const [refunds, setRefunds] = useState(false);
  const { number, whyNotCancel, notes } = order;
  const [isWriting, setWriting] = useState(false);
  const here = useNewest()?.here ?? [];
  usePlace(`order ${number}`, isWriting);
  const again = () => refreshWork(client);
  const mayRefund = mayDo(me, 'money.refund') && order.paidAt !== null;
  useKeys(mayRefund ? { f: () => setRefunds(true) } : {}, me.singleKeys);
  return (
    <>
      <Head order={order} />
      <div className="-mt-6 flex flex-wrap items-center gap-3">
        {mayRefund && (
          <Button look="quiet" onClick={() => setRefunds(true)}>
            Refund
            <KeyHint me={me} name="F" />
          </Button>
        )}
        {mayDo(me, 'order.cancel') &&
          (whyNotCancel === null ? (
            <Button look="quiet" onClick={() => setCancels(true)}>
              Cancel order
            </Button>
          ) : (
            <p className="text-muted">{whyNotCancel}</p>
          ))}
        <p role="status" className="min-h-6 font-semibold">
          {hereWords(here)}
        </p>
      </div>
      <div className="order-room">
        <div className="flex min-w-0 flex-col gap-10">
          <Lines order={order} linked={mayDo(me, 'work.own')} />
          {mayDo(me, 'ticket.see') && <Messages number={number} onWriting={setWriting} />}
          <Timeline order={order} />
        </div>
        <div className="flex min-w-0 flex-col gap-10">
          <Money order={order} />
          <Buyer order={order} />
          {mayDo(me, 'ticket.see') && <Proposals number={number} />}
          <Notes
            about={`order ${number}`}
            notes={notes}
            onAdd={(text) => callDesk('addOrderNote', { params: { number }, body: { text } })}
            again={again}
          />
        </div>
      </div>
      {refunds && <RefundDialog order={order} onClose={() => setRefunds(false)} again={again} />}
      {cancels && <CancelDialog order={order} onClose={() => setCancels(false)} again={again} />}
    </>
  );
}

function Messages({ number, onWriting }: { number: string; onWriting: (isWriting: boolean) => void }) {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash !== '#messages') return;
    const heading = document.getElementById('messages');
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView({ block: 'start' });
  }, [hash]);
  return (
    <section aria-labelledby="messages">
      <h2 id="messages" tabIndex={-1} className="mb-3 scroll-mt-24">
        Messages
      </h2>
      <Thread number={number} onWriting={onWriting} />
    </section>
  );
}

function Head({ order }: { order: DeskOrder }) {
  const { payment, work, createdAt, paidAt, expiresAt, money, currency, livemode, customer } = order;
  const waits = payment === 'awaitingPayment' || payment === 'processing';
  return (
    <div className="-mt-4 flex flex-col gap-1">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span>
          <span className="figures font-semibold">{formatMoney(money.price, currency)}</span>
          <TestMark livemode={livemode} />
        </span>
        <span className="tag">{paymentWords(payment)}</span>
        {workWords(payment, work) !== '' && <span className="tag">{workWords(payment, work)}</span>}
        <bdi>{customer.name}</bdi>
      </p>
      <p className="text-muted">
        Placed {formatTime(createdAt)}
        {paidAt !== null && `, paid ${formatTime(paidAt)}`}
        {waits && `. The customer can pay until ${formatTime(expiresAt)}`}
      </p>
    </div>
  );
}

function Lines({
  order: { number, lines, currency, payment },
  linked,
}: {
  order: DeskOrder;
  linked: boolean;
}) {
  return (
    <section aria-labelledby="lines">
      <h2 id="lines" className="mb-3">
        Lines
      </h2>
      <ul className="lines">
        {lines.map(({ position, title, amounts, isExpress, status, neededOn, daysLate, amount }) => {
          const name = `${position}. ${title}`;
          return (
            <li key={position} className={`order-line ${daysLate > 0 ? 'line-late' : ''}`}>
              <span className="min-w-0 font-semibold">
                {/* nobody works on a line before it is paid */}
                {linked && status !== 'waiting' ? (
                  <Link to={lineUrl({ number, position })} className="link">
                    {name}
                  </Link>
                ) : (
                  name
                )}
                {amounts !== '' && <span className="block font-normal text-muted">{amounts}</span>}
              </span>
              <span>
                {isHeld(payment, status) ? 'On hold: disputed' : stateLabel(status)}
                {isExpress && <span className="tag ml-2">Express</span>}
                {neededOn !== null && isToDeliver(status) && !isHeld(payment, status) && (
                  <span className={`block ${daysLate > 0 ? 'order-late' : 'text-muted'}`}>
                    {status === 'needsInfo'
                      ? 'Delivery clock paused'
                      : `${daysLate > 0 ? 'Late, due' : 'Due'} ${formatDay(neededOn)}`}
                  </span>
                )}
              </span>
              <span className="figures text-right">{formatMoney(amount, currency)}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Money({ order: { number, money, currency, approvals } }: { order: DeskOrder }) {
  const me = useOutletContext<Me>();
  const rows: [string, number][] = [
    ['Paid from the balance', money.fromBalance],
    ['Paid online', money.online],
    ['Refunded', money.refunded],
    ['In dispute', money.disputed],
    ['Charged back', money.returnedByBank],
  ];
  return (
    <section aria-labelledby="money">
      <h2 id="money" className="mb-3">
        Money
      </h2>
      <dl className="facts figures">
        <dt>Price</dt>
        <dd>{formatMoney(money.price, currency)}</dd>
        {rows
          .filter(([, amount]) => amount > 0)
          .map(([label, amount]) => (
            <div key={label} className="contents">
              <dt>{label}</dt>
              <dd>{formatMoney(amount, currency)}</dd>
            </div>
          ))}
      </dl>
      {approvals.length > 0 && (
        <ul aria-label="Waiting for approval" className="mt-3">
          {approvals.map(({ id, amount, askedBy }) => {
            const words = `Refund of ${formatMoney(amount, currency)}`;
            return (
              <li key={id}>
                {mayDo(me, 'money.see') ? (
                  <Link to={`/approvals/${id}`} className="link">
                    {words}
                  </Link>
                ) : (
                  words
                )}{' '}
                <span className="text-muted">
                  is waiting for approval, requested by <bdi>{askedBy}</bdi>
                </span>
              </li>
            );
          })}
        </ul>
      )}
      {money.fromBalance + money.online === 0 && <p className="mt-2 text-muted">No payments yet.</p>}
      {mayDo(me, 'money.see') && (
        <p className="mt-3">
          <Link to={`/money/payments/${number}`} className="link">
            See the payment
          </Link>
        </p>
      )}
    </section>
  );
}

const ordinal = (count: number): string => (count === 1 ? '1 order' : `${count} orders`);

function Buyer({ order: { customer, billing } }: { order: DeskOrder }) {
  const { id, name, email, orders, isErased } = customer;
  return (
    <section aria-labelledby="buyer">
      <h2 id="buyer" className="mb-3">
        Customer
      </h2>
      <p>
        {id === null ? (
          <bdi className="font-semibold">{name}</bdi>
        ) : (
          <Link to={`/customers/${id}`} className="link font-semibold">
            <bdi>{name}</bdi>
          </Link>
        )}
        {email !== null && <span className="block">{email}</span>}
        <span className="block text-muted">{ordinal(orders)} in total</span>
        {isErased && <span className="block text-muted">This customer’s data was erased.</span>}
      </p>
      {billing !== null && (
        <address className="mt-3 text-muted not-italic">
          {billing.map((line) => (
            <span key={line} dir="auto" className="block text-left">
              {line}
            </span>
          ))}
        </address>
      )}
    </section>
  );
}
