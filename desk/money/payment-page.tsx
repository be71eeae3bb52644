import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useOutletContext, useParams } from 'react-router';
import type { PaymentTrail } from '#contract/desk/money.ts';
import type { Me } from '#contract/desk/staff.ts';
import { accountLabel, postingName } from '#contract/desk/ledger-words.ts';
import { formatMoney } from '#contract/money.ts';
import { Button } from '#ui/button.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { mayDo } from '#desk/api/session.ts';
import { Awaited } from '#desk/frame/awaited.tsx';
import { formatTime } from '#desk/frame/format-time.ts';
import { KeyHint } from '#desk/frame/key-hint.tsx';
import { Screen } from '#desk/frame/screen.tsx';
import { TestMark } from '#desk/frame/test-mark.tsx';
import { useNamedPart } from '#desk/frame/use-named-part.ts';
import { refreshWork } from '#desk/work/pulse.ts';
import { RefundDialog } from '#desk/work/refund-dialog.tsx';
import { useKeys } from '#desk/work/use-keys.ts';
import { syncPayment, useRepair } from './mend-button.tsx';
import { Dispute } from './dispute.tsx';
import { Movements } from './payment-movements.tsx';
import { attemptState, providerName, refundWords, stateWords } from './money-words.ts';

/** The way of one payment's money: asked for, tried, reported, posted, refunded, disputed, and where it is now. */
export function PaymentPage() {
  const { number = '' } = useParams();
  const trail = useQuery({
    queryKey: ['money', 'payment', number],
    queryFn: ({ signal }) => callDesk('showPaymentTrail', { params: { number }, signal }),
    staleTime: 0,
  });
  return (
    <Screen title={`Payment ${trail.data?.number ?? number}`}>
      <p className="-mt-4">
        <Link className="link" to="/money/payments">
          All payments
        </Link>
      </p>
      <Awaited query={trail}>
        {(found) => (
          <>
            <Head trail={found} />
            <Disputes trail={found} />
            <Acts trail={found} />
            <WhereNow trail={found} />
            <Attempts trail={found} />
            <Refunds trail={found} />
            {found.movements.length > 0 && (
              <Part id="movements" title="Provider transactions">
                <Movements movements={found.movements} />
              </Part>
            )}
            <Postings trail={found} />
            <Events trail={found} />
          </>
        )}
      </Awaited>
    </Screen>
  );
}

function Head({ trail }: { trail: PaymentTrail }) {
  const me = useOutletContext<Me>();
  const { number, purpose, customer, customerId, amount, currency, state, createdAt, closedAt, expiresAt } =
    trail;
  return (
    <section aria-label="Payment" className="flex flex-col items-start gap-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="tag">{stateWords[state]}</span>
        <span>
          <span className="figures text-[1.25rem] font-semibold">{formatMoney(amount, currency)}</span>
          <TestMark livemode={trail.livemode} />
        </span>
      </p>
      <p>
        {purpose === 'order' ? 'Order ' : 'Deposit '}
        {purpose === 'order' && mayDo(me, 'order.see') ? (
          <Link to={`/orders/${number}`} className="link">
            {number}
          </Link>
        ) : (
          number
        )}{' '}
        from{' '}
        {customerId === null ? (
          <bdi>{customer}</bdi>
        ) : (
          <Link to={`/customers/${customerId}`} className="link">
            <bdi>{customer}</bdi>
          </Link>
        )}
        , created {formatTime(createdAt)}.{' '}
        {closedAt === null
          ? `The customer can pay until ${formatTime(expiresAt)}.`
          : `${trail.isPaid ? 'Paid' : 'Closed'} ${formatTime(closedAt)}.`}
      </p>
    </section>
  );
}

function Acts({ trail: { number, postings, canSync } }: { trail: PaymentTrail }) {
  const me = useOutletContext<Me>();
  const client = useQueryClient();
  const { busy, repair } = useRepair();
  const [refunds, setRefunds] = useState(false);
  const mayRefund = mayDo(me, 'money.refund') && postings.length > 0;
  useKeys(mayRefund ? { f: () => setRefunds(true) } : {}, me.singleKeys);
  return (
    <>
      <div className="-mt-4 flex flex-wrap gap-3 empty:hidden">
        {mayRefund && (
          <Button look="quiet" small onClick={() => setRefunds(true)}>
            Refund
            <KeyHint me={me} name="F" />
          </Button>
        )}
        {canSync && mayDo(me, 'money.repair') && (
          <Button look="quiet" small busy={busy} onClick={() => void repair(() => syncPayment(number))}>
            Compare with the provider
          </Button>
        )}
      </div>
      {refunds && (
        <RefundDialog
          order={{ number }}
          onClose={() => setRefunds(false)}
          again={async () => {
            await client.invalidateQueries({ queryKey: ['money'] });
            await refreshWork(client);
          }}
        />
      )}
    </>
  );
}

const Part = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section aria-labelledby={id} className="max-w-3xl">
    <h2 id={id} tabIndex={-1} className="mb-3">
      {title}
    </h2>
    {children}
  </section>
);

/** The accounts in which these postings left money, and those from which they took it. */
function WhereNow({ trail: { whereNow, postings } }: { trail: PaymentTrail }) {
  if (postings.length === 0)
    return (
      <Part id="where" title="Where the money is now">
        <p>No money has moved for this payment.</p>
      </Part>
    );
  if (whereNow.length === 0)
    return (
      <Part id="where" title="Where the money is now">
        <p>This payment’s postings cancel each other out, so no account holds any of its money.</p>
      </Part>
    );
  const sorted = whereNow.toSorted((a, b) => a.amount - b.amount);
  return (
    <Part id="where" title="Where the money is now">
      <table className="rows">
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col" className="amount">
              Debit
            </th>
            <th scope="col" className="amount">
              Credit
            </th>
          </tr>
        </thead>
        <tbody>
          {sorted.map(({ account, amount, currency }) => (
            <tr key={`${account} ${currency}`}>
              <th scope="row" className="max-sm:basis-full">
                {accountLabel(account)}
              </th>
              {([-amount, amount] as const).map((side, index) => (
                <td
                  key={index === 0 ? 'debit' : 'credit'}
                  className="figures text-right max-sm:flex max-sm:basis-full max-sm:justify-between max-sm:empty:hidden"
                >
                  {side > 0 && (
                    <>
                      <span className="text-muted sm:hidden">{index === 0 ? 'Debit' : 'Credit'}</span>
                      {formatMoney(side, currency)}
                    </>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  );
}

function Attempts({ trail: { attempts } }: { trail: PaymentTrail }) {
  if (attempts.length === 0) return null;
  return (
    <Part id="attempts" title="Payment attempts">
      <ul className="lines">
        {attempts.map(
          ({ id, provider, reference, amount, held, status, captured, currency, createdAt, closedAt }) => (
            <li key={id} className="money-row">
              <span className="min-w-0">
                <span className="block font-semibold">{attemptState(status)}</span>{' '}
                <span className="block text-muted">{providerName(provider)}</span>
              </span>{' '}
              <span className="figures">{formatMoney(captured ?? amount, currency)}</span>{' '}
              <span className="min-w-0">
                Started {formatTime(createdAt)}
                {closedAt !== null && `, ended ${formatTime(closedAt)}`}
                {held > 0 && `. ${formatMoney(held, currency)} of the balance was reserved for this attempt`}
                {reference !== null && <span className="block text-muted wrap-anywhere">{reference}</span>}
              </span>
            </li>
          ),
        )}
      </ul>
    </Part>
  );
}

function Refunds({ trail: { refunds, currency } }: { trail: PaymentTrail }) {
  if (refunds.length === 0) return null;
  return (
    <Part id="refunds" title="Refunds">
      <ul className="lines">
        {refunds.map(({ amount, to, status, reason, by, reference, createdAt, closedAt }) => (
          <li key={`${createdAt} ${amount} ${to}`} className="money-row">
            <span className="min-w-0">
              <span className="block font-semibold">{refundWords[status]}</span>{' '}
              <span className="block text-muted">
                {to === 'card' ? 'To the original payment method' : 'To the balance'}
              </span>
            </span>{' '}
            <span className="figures">{formatMoney(amount, currency)}</span>{' '}
            <span className="min-w-0">
              <bdi>{by}</bdi>, {formatTime(createdAt)}
              {closedAt !== null && `, ended ${formatTime(closedAt)}`}
              <span dir="auto" className="block wrap-anywhere">
                {reason}
              </span>
              {reference !== null && <span className="block text-muted wrap-anywhere">{reference}</span>}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

const disputesPart = 'disputes';

function Disputes({ trail: { number, disputes, currency } }: { trail: PaymentTrail }) {
  useNamedPart(disputesPart);
  if (disputes.length === 0) return null;
  return (
    <Part id={disputesPart} title="Disputes">
      <ul className="flex flex-col gap-6">
        {disputes.map((dispute) => (
          <Dispute key={dispute.reference} number={number} dispute={dispute} currency={currency} />
        ))}
      </ul>
    </Part>
  );
}

function Postings({ trail: { postings } }: { trail: PaymentTrail }) {
  if (postings.length === 0) return null;
  return (
    <Part id="postings" title="Postings">
      <ol className="trail">
        {postings.map(({ id, at, kind, by, memo, transfers }) => (
          <li key={id}>
            <p>
              <span className="font-semibold">{postingName[kind] ?? kind}</span>{' '}
              <span className="text-muted">
                {formatTime(at)}, <bdi>{by}</bdi>
              </span>
            </p>
            {memo !== null && <p dir="auto">{memo}</p>}
            <ul>
              {transfers.map(({ from, to, amount, currency }, index) => (
                <li key={`${from} ${to} ${index}`}>
                  <span className="figures">{formatMoney(amount, currency)}</span>{' '}
                  <span className="text-muted">· Debit:</span> {accountLabel(from)}{' '}
                  <span className="text-muted">· Credit:</span> {accountLabel(to)}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </Part>
  );
}

function Events({ trail: { events } }: { trail: PaymentTrail }) {
  if (events.length === 0) return null;
  return (
    <Part id="events" title="Webhook events">
      <ul className="lines">
        {events.map(({ eventId, type, receivedAt, appliedAt, error }) => (
          <li key={eventId} className="money-row money-row-act">
            <span className="min-w-0">
              <span className="block font-semibold wrap-anywhere">{type}</span>{' '}
              <span className="block text-muted wrap-anywhere">{eventId}</span>
            </span>{' '}
            <span className="min-w-0">
              Received {formatTime(receivedAt)}{' '}
              <span className="block text-muted wrap-anywhere">
                {appliedAt === null ? (error ?? 'Not processed yet') : `Processed ${formatTime(appliedAt)}`}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}
