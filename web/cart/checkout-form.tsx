import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Link, useLocation, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { consent } from '#contract/storefront/accounts.ts';
import { addressFieldsOf, billingFields, checkBilling } from '#contract/storefront/billing.ts';
import { formatMoney } from '#contract/money.ts';
import type { WayToPay } from '#contract/storefront/payments.ts';
import type { FieldErrors } from '#contract/problems.ts';
import { type WorkStart, workStart } from '#contract/catalogue/work-start.ts';
import { ApiError, failureMessage, UnreachableError } from '#ui/api-error.ts';
import { callApi } from '#web/api/call-api.ts';
import { HeaderBalance } from '#web/balance/header-balance.tsx';
import { BillingFields, businessKeys, useProfilePrefill } from '#web/billing/billing-fields.tsx';
import { type BillingValues, keepBilling, readBilling } from '#web/billing/billing-store.ts';
import { availableOf, useBalance, WayToPayField } from '#web/checkout/way-to-pay-field.tsx';
import { partsOf, waysFor } from '#web/checkout/ways-to-pay.ts';
import { keepLines } from '#web/stored-orders/cart-store.ts';
import { namesOf } from '#web/stored-orders/line-files.ts';
import { DeliveryTime } from '#ui/order-form/delivery-time.tsx';
import { deliveryWords } from '#ui/order-form/quote.ts';
import { tick } from '#ui/server-clock.ts';
import { withRedirect } from '#web/session/redirect-target.ts';
import { useLoggedIn } from '#web/session/session-tokens.ts';
import { Button } from '#ui/button.tsx';
import { AgreementLink, Consent } from '#ui/choices.tsx';
import { ErrorSummary, fieldId } from '#ui/error-summary.tsx';
import { Notice } from '#ui/notice.tsx';
import { formErrors, parsed } from '#ui/parse-form.ts';
import { errorOf, useForm } from '#ui/use-form.ts';
import { type Agreement, keepAgreement, readAgreement } from '#web/checkout/agreement-store.ts';
import { placeOrder } from './place-order.ts';
import type { PricedLine } from './priced-lines.ts';
import { useOneAtATime } from '#ui/use-busy.ts';

const form = 'checkout';
const formId = 'checkout-form';
const placing = 'Placing your order';
const at = (field: string) => fieldId(form, field);
const logIn = withRedirect('/account/login', '/cart#checkout');

/** The width at which the summary is beside the form: the style sheet's "lg". Only the browser loads this file. */
const width = matchMedia('(min-width: 60rem)');
const onWidth = (listener: () => void) => {
  width.addEventListener('change', listener);
  return () => width.removeEventListener('change', listener);
};

type Values = BillingValues & Agreement;

/** The request to start work before the right of withdrawal ends. */
const startWords: Record<WorkStart, string> = {
  afterPayment: 'Start right after I pay.',
  nextBusinessDay: 'Start by the next business day after I pay.',
  both: 'Start automatic work right after I pay, and your team’s work by the next business day.',
};

const schema = z.strictObject({
  ...billingFields,
  agreeToDeliveryTime: consent('Agree to the delivery date and the start of work'),
});

/** Shows every wrong field at once, including the country's fields. */
function validate(values: Values): FieldErrors {
  const errors = formErrors(schema, values);
  const trimmed = Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, typeof value === 'string' ? value.trim() : value]),
  ) as Values;
  checkBilling(trimmed, (path, message) => {
    errors[path.join('.')] ??= [message];
  });
  return errors;
}

export function CheckoutForm({
  lines,
  total,
  now,
  days,
  terms,
  withdrawal,
  guarantee,
  maxOrderCents,
  summary,
}: {
  lines: readonly PricedLine[];
  total: number;
  now: Date;
  /** Number of business days until the last line is delivered. */
  days: number;
  /** A summary of the terms: those of every order, and those of work by people. */
  terms: { always: readonly string[]; written: readonly string[] };
  withdrawal: string;
  guarantee: string;
  maxOrderCents: number;
  /** Where a wide screen shows the order button; a narrow one shows it at the end of the form. */
  summary: HTMLElement | null;
}) {
  const navigate = useNavigate();
  const { hash } = useLocation();
  const loggedIn = useLoggedIn();
  // The content of the consents: another total, date or start of work needs new consents.
  const start = workStart(
    lines.map(({ product, quote }) => ({ fulfilment: product.fulfilment, days: quote.days })),
  );
  const agreedTo = `${total} ${deliveryWords(now, days).when} ${start}`;
  const [initial] = useState(() => ({ ...readBilling(), ...readAgreement(agreedTo) }));
  const { values, errors, refusals, change, submit, refuse, latest } = useForm<Values>(
    initial,
    useCallback(validate, []),
  );
  const balance = useBalance(loggedIn === true);
  const available = availableOf(balance);
  const [chosenWay, setChosenWay] = useState<WayToPay>('card');
  // Ignores a choice that the new total or account no longer offers.
  const wayToPay = waysFor(total, available).includes(chosenWay) ? chosenWay : 'card';
  const isWide = useSyncExternalStore(onWidth, () => width.matches);
  const { busy, begin, end } = useOneAtATime();
  const [failure, setFailure] = useState<{ message: string; isOffline: boolean }>();
  const [unsent, setUnsent] = useState<string[]>([]);
  const [step, setStep] = useState(placing);
  const files = lines.flatMap((line) => line.files);

  const set = (next: Partial<Values>) => {
    const all = { ...latest.current, ...next };
    change(all, ...Object.keys(next));
    keepBilling(all);
    keepAgreement(agreedTo, all);
  };

  useEffect(() => {
    const { agreedToPP_TOS, agreeToDeliveryTime } = readAgreement(agreedTo);
    change({ ...latest.current, agreedToPP_TOS, agreeToDeliveryTime });
  }, [agreedTo, change, latest]);

  const { accountEmail, isPending: isPrefilling } = useProfilePrefill(loggedIn === true, latest, set);

  // Scrolls to this part, which arrived after the visitor pressed "Check out".
  useEffect(() => {
    if (hash === '#checkout') document.getElementById('checkout')?.scrollIntoView();
  }, [hash]);

  const fieldOrder = [
    'country',
    'firstName',
    'lastName',
    ...addressFieldsOf(values.country).map(({ key }) => key),
    ...businessKeys,
    'agreedToPP_TOS',
    'agreeToDeliveryTime',
  ];

  /** `areFilesLater`: places the order though files were not sent; its page sends them. */
  const send = async (areFilesLater = false) => {
    setFailure(undefined);
    setUnsent([]);
    if (!submit()) return;
    if (total > maxOrderCents) {
      refuse({
        '': [`Orders are limited to ${formatMoney(maxOrderCents)}. Remove an item and order it separately.`],
      });
      return;
    }
    const billing = parsed(schema, latest.current);
    if (!billing) return;
    if (!loggedIn) {
      void navigate(logIn);
      return;
    }
    if (!begin()) return;
    try {
      const { agreedToPP_TOS: _, agreeToDeliveryTime: __, ...address } = billing;
      const sender = files.length > 0 ? await import('#web/checkout/send-files.ts') : undefined;
      const profile = accountEmail === undefined || sender ? await callApi('profile', {}) : undefined;
      // before the first payment the server takes files only from a confirmed address
      const isAhead = sender && profile?.emailConfirmed && !areFilesLater;
      setStep(isAhead ? 'Sending your files' : placing);
      const problems = isAhead ? await sender.uploadAhead(files) : [];
      if (problems.length > 0) {
        setUnsent(problems);
        return;
      }
      setStep(placing);
      const account = accountEmail ?? profile!.email;
      const { paymentLink, orderNumber } = await placeOrder(
        { ...address, accountEmail: account },
        lines,
        total,
        now,
      );
      sender?.rememberFiles(orderNumber, lines);
      // the order's pages send the files that fail here, or report them
      if (isAhead) await sender.sendFiles(orderNumber, false).catch(() => undefined);
      // the reference belongs to one purchase
      keepBilling({ ...latest.current, reference: '' });
      // another order, even the same one, needs new consents
      keepAgreement(agreedTo, { agreedToPP_TOS: false, agreeToDeliveryTime: false });
      const token = new URL(paymentLink).searchParams.get('link') ?? '';
      // Shows the payment page before emptying the cart, so that no empty cart appears.
      await navigate(`/pay?link=${encodeURIComponent(token)}&with=${wayToPay}`, { flushSync: true });
      keepLines([]);
    } catch (error) {
      if (error instanceof ApiError && Object.keys(error.errors).length > 0) {
        refuse(named(error.errors, lines));
        if ('agreeToDeliveryTime' in error.errors) void tick(true);
      } else setFailure({ message: failureMessage(error), isOffline: error instanceof UnreachableError });
    } finally {
      end();
    }
  };

  const isRevised = lines.some(({ quote }) => quote.revisionRounds > 0);
  const finish = (
    <>
      {failure && (
        <Notice kind="error" role="alert" title={failure.message}>
          <p>
            Your cart and brief are saved on this device.{' '}
            {failure.isOffline
              ? 'You can safely try again: we won’t place the order twice.'
              : 'Try again in a moment.'}
          </p>
        </Notice>
      )}
      {unsent.length > 0 && (
        <Notice kind="error" role="alert" title="Some files weren’t sent, so your order isn’t placed yet.">
          <ul>
            {unsent.map((problem) => (
              <li key={problem} className="mt-1 wrap-anywhere">
                {problem}
              </li>
            ))}
          </ul>
          <p className="mt-1">
            Try again, or change the files of the item under “Edit.” You can also order now: we’ll try again
            on the order’s page.
          </p>
          <Button look="quiet" small className="mt-3" busy={busy} onClick={() => void send(true)}>
            Order now, send files later
          </Button>
        </Notice>
      )}
      {files.length > 0 && (
        <p className="text-small wrap-anywhere text-muted">With your files: {namesOf(files)}</p>
      )}
      <Button type="submit" form={formId} busy={busy} busyText={step} className="w-full">
        {loggedIn ? payText(wayToPay, total, available) : 'Log in or create an account to continue'}
      </Button>
      <p className="text-small text-subtle">
        {loggedIn
          ? nextText(wayToPay, total, available)
          : 'You’ll log in or create an account, then pay. Your cart and brief stay saved. Nothing is charged yet.'}
      </p>
      {isRevised && <p className="text-small text-subtle">{guarantee}</p>}
    </>
  );
  return (
    <form
      id={formId}
      noValidate
      className="flex max-w-[36rem] flex-col gap-10"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void send();
      }}
    >
      <HeaderBalance />
      {loggedIn === false && (
        <p className="note py-1 text-muted">
          Already have an account?{' '}
          <Link className="link font-semibold text-ink" to={logIn}>
            Log in
          </Link>{' '}
          to use your balance and the address from your last order.
        </p>
      )}
      <ErrorSummary form={form} errors={errors} fields={fieldOrder} refusals={refusals} />
      {loggedIn === true && (
        <p className="note py-1 break-words text-muted">
          <span className="block">You’re ordering with the account</span>
          <strong className="block text-ink">{accountEmail ?? '\u00a0'}</strong>
        </p>
      )}
      {errors['accountEmail'] && (
        <Button look="quiet" onClick={() => window.location.reload()}>
          Load the cart for this account
        </Button>
      )}
      {errors['price'] && (
        <Button look="quiet" onClick={() => window.location.reload()}>
          Show today’s prices
        </Button>
      )}

      <BillingFields at={at} values={values} set={set} errors={errors} />

      {!isPrefilling && (
        <>
          <WayToPayField
            id={at('with')}
            amount={total}
            balance={balance}
            value={wayToPay}
            onValue={setChosenWay}
          />

          <fieldset className="flex flex-col gap-3">
            <legend className="mb-2 font-display text-h3 font-[650]">Before you order</legend>
            <Consent
              id={at('agreedToPP_TOS')}
              checked={values.agreedToPP_TOS}
              onChecked={(agreedToPP_TOS) => set({ agreedToPP_TOS })}
              error={errorOf(errors, 'agreedToPP_TOS')}
            >
              I agree to the <AgreementLink to="/privacy-agreement">privacy policy</AgreementLink> and the{' '}
              <AgreementLink to="/terms-of-service">terms of service</AgreementLink>.
            </Consent>
            <Consent
              id={at('agreeToDeliveryTime')}
              checked={values.agreeToDeliveryTime}
              onChecked={(agreeToDeliveryTime) => set({ agreeToDeliveryTime })}
              error={errorOf(errors, 'agreeToDeliveryTime')}
            >
              {startWords[start]} I agree to delivery <DeliveryTime now={now} days={days} />
              {days > 0 && ' if I pay now'}.
            </Consent>
            <details className="group mt-1 pl-8 text-base text-muted">
              <summary className="link inline-flex min-h-11 items-center">Key terms at a glance</summary>
              <ul className="note flex flex-col gap-2 py-1">
                {[...(days > 0 ? terms.written : []), ...terms.always, withdrawal]
                  .filter((term) => isRevised || term !== guarantee)
                  .map((term) => (
                    <li key={term}>{term}</li>
                  ))}
                <li>
                  We use your billing details and brief to do this work, to keep our books, and as evidence if
                  you dispute the payment with your bank. We keep your browser’s technical details for fraud
                  review and delete them after 180 days.
                </li>
              </ul>
            </details>
          </fieldset>
        </>
      )}

      {isPrefilling ? null : isWide && summary ? (
        createPortal(finish, summary)
      ) : (
        <div className="flex flex-col items-start gap-4">
          <p className="figures flex w-full flex-wrap items-baseline justify-between gap-x-6 border-t border-hairline pt-4 font-display text-[1.5rem] leading-tight font-[650]">
            <span>Total</span>
            <span>{formatMoney(total)}</span>
          </p>
          {finish}
        </div>
      )}
    </form>
  );
}

/** The button's action, with amounts in minor units. */
function payText(way: WayToPay, total: number, available: number): string {
  const { fromBalance, byCard } = partsOf(way, total, available);
  return {
    card: 'Continue to payment',
    balance: `Pay ${formatMoney(total)} from your balance`,
    both: `Pay ${formatMoney(fromBalance)} from your balance, ${formatMoney(byCard)} online`,
  }[way];
}

/** The note on what happens when the button is pressed. */
function nextText(way: WayToPay, total: number, available: number): string {
  const { fromBalance } = partsOf(way, total, available);
  return {
    card: 'This places your order. Nothing is charged until you confirm on our payment provider’s page.',
    balance: 'This places your order and pays for it right away.',
    both: `This places your order and reserves ${formatMoney(fromBalance)} of your balance. You confirm the rest on our payment provider’s page. If you don’t, the ${formatMoney(fromBalance)} is released.`,
  }[way];
}

/** Labels for the server's field names: a cart line is named by its product. */
function named(errors: FieldErrors, lines: readonly PricedLine[]): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([path, messages]) => {
      const index = /^order(?:Details|Types)\.(\d+)/.exec(path)?.[1];
      const line = index === undefined ? undefined : lines[Number(index)];
      return [path, line ? messages.map((message) => `${line.product.title}: ${message}`) : messages];
    }),
  );
}
