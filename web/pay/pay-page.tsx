import { CircleCheck, CircleX, Clock, CreditCard, Landmark, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { formatMoney } from '#contract/money.ts';
import { balancePart, type PaymentPage, type WayToPay } from '#contract/payments.ts';
import { shop } from '#contract/shop.ts';
import { waysFor } from '#web/billing/way-to-pay-field.tsx';
import { pageMeta } from '#web/page-meta.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { ErrorScreen } from '#web/ui/error-screen.tsx';
import { NeedsScript } from '#web/ui/needs-script.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useHydrated } from '#web/ui/use-hydrated.ts';
import { chosenWay } from './payment-state.ts';
import { type PaymentView, usePayment } from './use-payment.ts';

export const meta = () => pageMeta({ title: 'Payment' });

export default function PayPage() {
  // The link is in the address, which the sent page does not know.
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
  const view = usePayment(search.get('link'), {
    chosen: chosenWay(search.get('with')),
    comesBack: search.get('from') === 'provider',
  });
  const { payment, isUnknown, failure, retry } = view;
  if (isUnknown) return <UnknownLink />;
  if (!payment)
    return (
      <Frame title="Payment">
        {failure === undefined ? <Waiting /> : <Failure message={failure} onRetry={retry} />}
      </Frame>
    );
  return (
    <Frame title={titleOf(payment, view)} summary={<WhatIsPaid payment={payment} />}>
      <div role="status" className="flex flex-col gap-6">
        <State payment={payment} view={view} />
      </div>
      {failure !== undefined && <Failure message={failure} onRetry={retry} />}
    </Frame>
  );
}

function titleOf({ status, purpose }: PaymentPage, { paying, isFollowing }: PaymentView): string {
  const isDeposit = purpose === 'deposit';
  switch (status) {
    case 'awaitingPayment':
      if (paying) return paying === 'balance' ? 'Paying from your balance' : 'Going to the payment page';
      if (isFollowing) return 'Checking your payment';
      return isDeposit ? 'Add to your balance' : 'Pay for your order';
    case 'processing':
      return 'Your payment is being processed';
    case 'paid':
      return isDeposit ? 'Your balance is topped up' : 'Paid';
    case 'expired':
      return 'This payment link has expired';
    case 'cancelled':
      return isDeposit ? 'This deposit was cancelled' : 'This order was cancelled';
    case 'disputed':
      return 'This payment is disputed';
    case 'chargedBack':
      return 'This payment was taken back';
  }
}

function payWords(way: WayToPay, { amount, currency, balance = 0, received }: PaymentPage): string {
  const held = balancePart(way, { amount, available: balance, received, currency });
  switch (way) {
    case 'balance':
      return `Pay ${formatMoney(amount, currency)} from your balance`;
    case 'both':
      return `Use ${formatMoney(held, currency)} of your balance, ${formatMoney(amount - held, currency)} by card`;
    case 'card':
      return `Pay ${formatMoney(amount - held, currency)} by card`;
  }
}

/** The usual way first; the others beneath it. */
function Ways({ payment, view }: { payment: PaymentPage; view: PaymentView }) {
  const available = payment.purpose === 'order' ? (payment.balance ?? 0) : 0;
  const ways = waysFor(payment.amount, available);
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
            <Wallet aria-hidden size={20} strokeWidth={1.75} className="flex-none" />
          ) : (
            <CreditCard aria-hidden size={20} strokeWidth={1.75} className="flex-none" />
          )}
          {payWords(way, payment)}
        </Button>
      ))}
    </div>
  );
}

function State({ payment, view }: { payment: PaymentPage; view: PaymentView }) {
  const isDeposit = payment.purpose === 'deposit';
  const goOn = isDeposit
    ? { to: '/cabinet/balance', label: 'Go to your balance' }
    : { to: `/cabinet/history?order=${encodeURIComponent(payment.number)}`, label: 'Go to the order' };
  switch (payment.status) {
    case 'awaitingPayment':
      return (
        <>
          <p className="text-lead text-muted">
            {view.isFollowing
              ? 'We are asking the payment provider. It takes a few seconds.'
              : 'A card is paid on the page of our payment provider, and you come back here. We never see your card number.'}
          </p>
          {payment.hasFailed && !view.isFollowing && (
            <Notice kind="warning">
              The last payment did not go through, and nothing was charged. Try again, with another card if
              you have one.
            </Notice>
          )}
          {payment.received > 0 && (
            <Notice kind="info">
              {formatMoney(payment.received, payment.currency)} has arrived already and waits on your balance.
            </Notice>
          )}
          <Ways payment={payment} view={view} />
          <p className="text-small text-subtle">
            This link stays open until{' '}
            {new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' }).format(
              new Date(payment.expiresAt),
            )}
            . Nothing is charged before you confirm it.
          </p>
        </>
      );
    case 'processing':
      return (
        <>
          <Sign icon={<Clock aria-hidden size={24} strokeWidth={1.75} />} tint="bg-info-tint text-info">
            {view.isFollowing
              ? 'This usually takes a few seconds. The page changes by itself.'
              : 'It takes longer than usual. You may close this page: we write to you as soon as the payment is settled.'}
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
          <Sign
            icon={<CircleCheck aria-hidden size={24} strokeWidth={1.75} />}
            tint="bg-success-tint text-success"
          >
            We have your payment of {formatMoney(payment.amount, payment.currency)}. The receipt is on its way
            to your inbox.
          </Sign>
          {!isDeposit && <WhatComesNext lines={payment.lines} />}
          <div>
            <ButtonLink to={goOn.to}>{goOn.label}</ButtonLink>
          </div>
        </>
      );
    case 'expired':
      return (
        <>
          <Sign icon={<Clock aria-hidden size={24} strokeWidth={1.75} />} tint="bg-surface-2 text-muted">
            {isDeposit ? 'The deposit' : 'The order'} waited for its payment and has lapsed. Nothing was
            charged.
          </Sign>
          <div>
            <ButtonLink to={isDeposit ? '/cabinet/balance' : '/#services'}>
              {isDeposit ? 'Add funds again' : 'Order again'}
            </ButtonLink>
          </div>
        </>
      );
    case 'cancelled':
      return (
        <>
          <Sign icon={<CircleX aria-hidden size={24} strokeWidth={1.75} />} tint="bg-surface-2 text-muted">
            There is nothing to pay any more.
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
          <Sign
            icon={<Landmark aria-hidden size={24} strokeWidth={1.75} />}
            tint="bg-warning-tint text-warning"
          >
            {takenBackWords[payment.status][payment.purpose]}
          </Sign>
          <div className="flex flex-wrap gap-3">
            <ButtonLink to={goOn.to}>{goOn.label}</ButtonLink>
            <ButtonLink look="quiet" to="/contact">
              Write to us
            </ButtonLink>
          </div>
        </>
      );
  }
}

const notMeant = 'If you did not mean to dispute it, tell your bank and write to us.';
const takenBackWords = {
  disputed: {
    order: `Your bank took the payment back, so work on the order stands still. ${notMeant}`,
    deposit: `Your bank took the payment back. What is left of it on your balance is set aside for it. ${notMeant}`,
  },
  chargedBack: {
    order:
      'Your bank has decided that the payment goes back to you. The order has ended, and there is nothing to pay.',
    deposit:
      'Your bank has decided that the payment goes back to you. It was taken from your balance; what was spent of it is missing there.',
  },
};

/** What people work on takes its days; what the shop makes itself is there when the customer is. */
function WhatComesNext({ lines }: Pick<PaymentPage, 'lines'>) {
  const steps = [
    ...(lines.some(({ days }) => days === 0)
      ? ['What needs no writer is made now: it is in the order in about a minute, and a letter tells you.']
      : []),
    ...(lines.some(({ days }) => days > 0)
      ? [
          'Your brief goes to a writer now. If anything is unclear, we ask.',
          'An editor cuts and marks what is written.',
          'You get it by the date in the order, and ask for changes if it is not right.',
        ]
      : []),
  ];
  return (
    <ol className="flex flex-col gap-3">
      {steps.map((step, index) => (
        <Next key={step} number={index + 1}>
          {step}
        </Next>
      ))}
    </ol>
  );
}

function Frame({ title, summary, children }: { title: string; summary?: ReactNode; children: ReactNode }) {
  return (
    <div className="page pt-10 pb-8 md:pt-16">
      <NeedsScript />
      <div className="grid items-start gap-x-16 gap-y-10 lg:grid-cols-[1fr_22rem]">
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
      <p>
        Nothing is lost. Whether a payment went through, this page finds out as soon as it can be reached.
      </p>
      <Button look="quiet" small className="mt-3" onClick={onRetry}>
        Try again
      </Button>
    </Notice>
  );
}

function WhatIsPaid({ payment }: { payment: PaymentPage }) {
  const { lines, amount, currency, number } = payment;
  return (
    <aside
      aria-label="What is paid"
      className="figures rounded-b-sheet border border-t-[3px] border-hairline border-t-red-line bg-surface p-6"
    >
      <h2 className="mb-2 text-h3 tracking-[-0.012em]">
        {payment.purpose === 'deposit' ? 'Deposit' : 'Order'} {number}
      </h2>
      <dl>
        {lines.map((line, index) => (
          <div key={`${index}${line.title}`} className="flex justify-between gap-4 py-1.5">
            <dt className="font-normal">{line.title}</dt>
            <dd>{formatMoney(line.amount, currency)}</dd>
          </div>
        ))}
        <div className="mt-2.5 flex items-baseline justify-between gap-4 border-t border-hairline pt-3.5 font-display text-[1.5rem] leading-tight font-[650]">
          <dt className="font-[650]">Total</dt>
          <dd>{formatMoney(amount, currency)}</dd>
        </div>
      </dl>
    </aside>
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

function Next({ number, children }: { number: number; children: ReactNode }) {
  return (
    <li className="flex gap-4">
      <span aria-hidden className="figures font-display font-[650] text-red-text">
        {number}
      </span>
      <span>{children}</span>
    </li>
  );
}

function UnknownLink() {
  return (
    <ErrorScreen
      title="This payment link is not known"
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
        Part of it may be missing: copy the whole link from the letter, or open the order under “Your orders”.
        If neither helps, write to{' '}
        <a className="link" href={`mailto:${shop.supportEmail}`}>
          {shop.supportEmail}
        </a>
        .
      </p>
    </ErrorScreen>
  );
}
