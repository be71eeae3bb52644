import { CircleCheck, CircleX, Clock, CreditCard, Landmark, Wallet } from 'lucide';
import { type ReactNode, useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import { formatDeadline } from '#contract/deadline.ts';
import { formatMoney } from '#contract/money.ts';
import type { PaymentPage, WayToPay } from '#contract/storefront/payments.ts';
import { shop } from '#contract/shop.ts';
import { refreshBalance } from '#web/balance/refresh-balance.ts';
import { DepositReceipt } from '#web/balance/deposit-receipt.tsx';
import { FilesOnDevice } from '#web/checkout/files-on-device.tsx';
import { cartLines } from '#web/stored-orders/cart-store.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { useLoggedIn } from '#web/session/session-tokens.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ErrorScreen } from '#ui/error-screen.tsx';
import { NeedsScript } from '#ui/needs-script.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';
import { paidWords, refundLabels, chargebackWords } from './outcome-words.ts';
import { chosenWay, isDone, stageOf } from './payment-state.ts';
import { type PaymentView, usePayment } from './use-payment.ts';
import { OrderAgain } from './order-again.tsx';
import { wayWords, waysOf } from './way-words.ts';
import { WhatComesNext } from './what-comes-next.tsx';
import { WhatIsPaid } from './what-is-paid.tsx';
import { Icon } from '#ui/icon.tsx';

export const meta = () => pageMeta({ title: 'Payment' });

export default function PayPage() {
  // The payment link's token is in the address, which the prerendered page does not know.
  return useHydrated() ? (
    <Payment />
  ) : (
    <Frame title="Payment">
      <Waiting />
    </Frame>
  );
}

function Payment() {
  const [search] = useSearchParams();
  const from = search.get('from');
  const view = usePayment(search.get('link'), {
    chosen: chosenWay(search.get('with')),
    comesBack: from === 'provider' || from === 'canceled',
  });
  const { payment, isUnknown, failure, retry } = view;
  const hasCanceled = from === 'canceled';
  const status = payment?.status;
  const loggedIn = useLoggedIn();
  useEffect(() => {
    if (status !== undefined && loggedIn) void refreshBalance();
  }, [status, loggedIn]);
  if (isUnknown) return <UnknownLink />;
  if (!payment)
    return (
      <Frame title="Payment">
        {failure === undefined ? <Waiting /> : <Failure message={failure} onRetry={retry} />}
      </Frame>
    );
  return (
    <Frame title={titleOf(payment, view, hasCanceled)} summary={<WhatIsPaid payment={payment} />}>
      <div role="status" className="flex flex-col gap-6">
        <State payment={payment} view={view} hasCanceled={hasCanceled} />
      </div>
      {payment.purpose === 'order' && (
        <FilesOnDevice number={payment.number} isPaid={payment.status === 'paid'} />
      )}
      {failure !== undefined && <Failure message={failure} onRetry={retry} />}
    </Frame>
  );
}

function titleOf(
  { status, purpose, lines, paid }: PaymentPage,
  { paying, isFollowing }: PaymentView,
  hasCanceled: boolean,
): string {
  const isDeposit = purpose === 'deposit';
  switch (status) {
    case 'awaitingPayment':
      if (paying) return paying === 'balance' ? 'Paying from your balance' : 'Opening the payment page';
      if (isFollowing && !hasCanceled) return 'Checking your payment';
      return isDeposit ? 'Add funds' : 'Pay for your order';
    case 'processing':
      return 'Your payment is being processed';
    case 'paid':
      return isDeposit ? 'Funds added' : 'Paid';
    case 'expired':
      return 'This payment link has expired';
    case 'cancelled':
      if (isDeposit) return 'This deposit was canceled';
      if (paid?.isRefundPending) return 'Your refund is on its way';
      return lines.some(({ work }) => work !== null && work !== 'cancelled')
        ? 'This order was refunded'
        : 'This order was canceled';
    case 'disputed':
      return 'This payment is disputed';
    case 'chargedBack':
      return 'This payment was reversed';
  }
}

function Ways({
  ways,
  payment,
  view,
}: {
  ways: readonly WayToPay[];
  payment: PaymentPage;
  view: PaymentView;
}) {
  return (
    <div className="flex flex-col items-start gap-3">
      {ways.map((way, index) => (
        <Button
          key={way}
          look={index === 0 ? 'primary' : 'quiet'}
          busy={view.paying === way}
          busyText={way === 'balance' ? 'Paying' : 'Opening the payment page'}
          onClick={() => view.pay(way)}
        >
          {way === 'balance' ? (
            <Icon of={Wallet} className="flex-none" />
          ) : (
            <Icon of={CreditCard} className="flex-none" />
          )}
          {wayWords(way, payment).button}
        </Button>
      ))}
    </div>
  );
}

type StateProps = {
  payment: PaymentPage;
  view: PaymentView;
  /** Whether the customer returned from the provider's page without paying. */
  hasCanceled: boolean;
};

/** A link that can be paid. `goOn`: the second link on the page. */
function Awaiting({
  payment,
  view,
  hasCanceled,
  goOn,
}: StateProps & { goOn: { to: string; label: string } }) {
  const isDeposit = payment.purpose === 'deposit';
  const isChecking = view.isFollowing && !hasCanceled;
  const ways = waysOf(payment);
  return (
    <>
      <p className="text-lead text-muted">
        {isChecking
          ? `We’re checking with our payment provider. This takes a few seconds. You can close this page: if your payment goes through, we’ll email a confirmation${isDeposit ? '.' : ' and start the order.'}`
          : wayWords(view.paying ?? ways[0]!, payment).what}
      </p>
      {payment.hasFailed && !view.isFollowing && (
        <Notice kind="warning">
          Your payment didn’t go through. Nothing was charged. Try again, or use another payment method.
        </Notice>
      )}
      {payment.hasExpired && !view.isFollowing && (
        <Notice kind="warning">The payment page timed out. Nothing was charged. Try again.</Notice>
      )}
      {hasCanceled && !payment.hasFailed && !payment.hasExpired && view.paying === undefined && (
        <Notice kind="info">Payment canceled. Nothing was charged.</Notice>
      )}
      {payment.received > 0 ? (
        <Notice kind="info">
          {formatMoney(payment.received, payment.currency)} of your earlier payment is in your balance and
          counts toward this order.
        </Notice>
      ) : (
        payment.asked < payment.amount && (
          <Notice kind="info">
            {formatMoney(payment.asked, payment.currency)} is still due on this order.
          </Notice>
        )
      )}
      {!isChecking && (
        <>
          <Ways ways={ways} payment={payment} view={view} />
          <p className="text-muted">
            Pay by {formatDeadline(new Date(payment.expiresAt))}. After that, this link expires and you owe
            nothing.
          </p>
          {payment.guarantee !== null && <p className="text-small text-subtle">{payment.guarantee}</p>}
        </>
      )}
      <p className="flex flex-wrap gap-x-8">
        <Link className="link inline-flex min-h-11 items-center" to={goOn.to}>
          {goOn.label}
        </Link>
        <Link
          className="link inline-flex min-h-11 items-center"
          to={isDeposit ? '/contact' : `/contact?order=${encodeURIComponent(payment.number)}`}
        >
          Contact us
        </Link>
      </p>
    </>
  );
}

function State({ payment, view, hasCanceled }: StateProps) {
  const isDeposit = payment.purpose === 'deposit';
  const goOn = isDeposit
    ? cartLines().length > 0 && payment.status === 'paid'
      ? { to: '/cart#checkout', label: 'Back to your cart' }
      : { to: '/cabinet/balance', label: 'Go to your balance' }
    : { to: `/cabinet/history?order=${encodeURIComponent(payment.number)}`, label: 'Go to the order' };
  switch (payment.status) {
    case 'awaitingPayment':
      return <Awaiting payment={payment} view={view} hasCanceled={hasCanceled} goOn={goOn} />;
    case 'processing':
      return (
        <>
          <Sign icon={<Icon of={Clock} size={24} />} tint="bg-info-tint text-info">
            We’re waiting for the bank to confirm your payment. A bank transfer can take a few days. You can
            close this page: we’ll send an email when the payment goes through or fails.
          </Sign>
          <div className="flex flex-wrap gap-3">
            {!view.isFollowing && (
              <Button look="quiet" onClick={view.retry}>
                Check again
              </Button>
            )}
            <ButtonLink look="quiet" to={goOn.to}>
              {goOn.label}
            </ButtonLink>
          </div>
        </>
      );
    case 'paid':
      return (
        <>
          <Sign icon={<Icon of={CircleCheck} size={24} />} tint="bg-success-tint text-success">
            {paidWords(payment)}
          </Sign>
          {payment.paid && !isDeposit && stageOf(payment.lines) === 'begun' && (
            <WhatComesNext lines={payment.lines} />
          )}
          {payment.paid && (
            <p className="text-muted">
              We’re sending a confirmation to{' '}
              <strong className="break-words text-ink">{payment.paid.receiptTo}</strong>.{' '}
              {isDeposit ? (
                <DepositReceipt number={payment.number} label="Download the receipt" />
              ) : (
                <Link className="link" to={`/cabinet/history?receipt=${encodeURIComponent(payment.number)}`}>
                  See the receipt
                </Link>
              )}
            </p>
          )}
          <div>
            <ButtonLink to={goOn.to}>
              {payment.lines.some(isDone) ? 'See your finished work' : goOn.label}
            </ButtonLink>
          </div>
        </>
      );
    case 'expired':
      return (
        <>
          <Sign icon={<Icon of={Clock} size={24} />} tint="bg-surface-2 text-muted">
            {isDeposit ? 'This deposit' : 'This order'} wasn’t paid in time and has expired. You don’t owe
            anything.
          </Sign>
          <div>
            {isDeposit ? (
              <ButtonLink to="/cabinet/balance">Add funds</ButtonLink>
            ) : (
              <OrderAgain number={payment.number} fallback={goOn.to} />
            )}
          </div>
        </>
      );
    case 'cancelled':
      return (
        <>
          <Sign icon={<Icon of={CircleX} size={24} />} tint="bg-surface-2 text-muted">
            {refundLabels(payment)}
          </Sign>
          <div className="flex flex-wrap gap-3">
            <ButtonLink to={goOn.to}>{goOn.label}</ButtonLink>
          </div>
        </>
      );
    case 'disputed':
    case 'chargedBack':
      return (
        <>
          <Sign icon={<Icon of={Landmark} size={24} />} tint="bg-warning-tint text-warning">
            {payment.paid
              ? chargebackWords[payment.status][payment.purpose]
              : 'If you paid, log in to see the details.'}
          </Sign>
          <div className="flex flex-wrap gap-3">
            <ButtonLink to={goOn.to}>{goOn.label}</ButtonLink>
            <ButtonLink look="quiet" to="/contact">
              Contact us
            </ButtonLink>
          </div>
        </>
      );
  }
}

function Frame({ title, summary, children }: { title: string; summary?: ReactNode; children: ReactNode }) {
  return (
    <div className="page pt-10 pb-8 md:pt-16">
      <NeedsScript then="we’ll help you pay" />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <h1 className="text-[clamp(2rem,1.4rem+2.6vw,3.25rem)]">{title}</h1>
          {children}
        </div>
        {summary}
      </div>
    </div>
  );
}

const Waiting = () => <Skeleton lines={4} label="Loading the payment" />;

function Failure({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <Notice kind="error" role="alert" title={message}>
      <p>If you’ve paid, your payment is safe. Choose “Try again” to see its status.</p>
      <Button look="quiet" small className="mt-3" onClick={onRetry}>
        Try again
      </Button>
    </Notice>
  );
}

function Sign({ icon, tint, children }: { icon: ReactNode; tint: string; children: ReactNode }) {
  return (
    <p className="flex items-start gap-4 text-lead">
      <span className={`grid size-11 flex-none place-items-center rounded-control ${tint}`}>{icon}</span>
      <span className="pt-1.5">{children}</span>
    </p>
  );
}

function UnknownLink() {
  return (
    <ErrorScreen
      title="We can’t find this payment link"
      actions={
        <>
          <ButtonLink to="/cabinet/history">Go to your orders</ButtonLink>
          <ButtonLink look="quiet" to="/">
            Go to the home page
          </ButtonLink>
        </>
      }
    >
      <p>
        Part of the link may be missing. Copy the full link from the email, or open the order under “Your
        orders.” If that doesn’t help, email us at{' '}
        <a className="link" href={`mailto:${shop.supportEmail}`}>
          {shop.supportEmail}
        </a>
        .
      </p>
    </ErrorScreen>
  );
}
