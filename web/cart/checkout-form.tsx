import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useLocation, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { consent } from '#contract/storefront/accounts.ts';
import { addressFieldsOf, billingFields, checkBilling } from '#contract/storefront/billing.ts';
import { formatMoney } from '#contract/money.ts';
import { plainText } from '#contract/storefront/line-name.ts';
import type { WayToPay } from '#contract/storefront/payments.ts';
import type { FieldErrors } from '#contract/problems.ts';
import { type WorkStart, workStart } from '#contract/catalogue/work-start.ts';
import { ApiError, failureMessage, UnreachableError } from '#ui/api-error.ts';
import { callApi } from '#web/api/call-api.ts';
import { BillingFields, businessKeys, useProfilePrefill } from '#web/billing/billing-fields.tsx';
import { type BillingValues, keepBilling, readBilling } from '#web/billing/billing-store.ts';
import { availableOf, useBalance, WayToPayField } from '#web/checkout/way-to-pay-field.tsx';
import { partsOf, waysFor } from '#web/checkout/ways-to-pay.ts';
import { keepLines } from '#web/stored-orders/cart-store.ts';
import { deliveryWords } from '#ui/order-form/quote.ts';
import { tick } from '#ui/server-clock.ts';
import { withRedirect } from '#web/session/redirect-target.ts';
import { useLoggedIn } from '#web/session/session-tokens.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary, fieldId } from '#ui/error-summary.tsx';
import { formErrors, parsed } from '#ui/parse-form.ts';
import { useForm } from '#ui/use-form.ts';
import { type Agreement, keepAgreement, readAgreement } from '#web/checkout/agreement-store.ts';
import { AccountNote, BeforeYouOrder, Finish, LogInNote, NarrowEnd, Reloads } from './checkout-parts.tsx';
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

const fieldsOf = (country: string): string[] => [
  'country',
  'firstName',
  'lastName',
  ...addressFieldsOf(country).map(({ key }) => key),
  ...businessKeys,
  'agreedToPP_TOS',
  'agreeToDeliveryTime',
];

/**
 * Sends the files, if the server takes them before the order, and places the order. Returns the token of its payment link, or why files
 * weren't sent. `areFilesLater`: places the order though files were not sent; its page sends them. `setStep`: gets what is being done.
 */
async function sendOrder({
  address,
  accountEmail,
  lines,
  total,
  now,
  areFilesLater,
  setStep,
}: {
  address: Omit<Parameters<typeof placeOrder>[0], 'accountEmail'>;
  accountEmail: string | undefined;
  lines: readonly PricedLine[];
  total: number;
  now: Date;
  areFilesLater: boolean;
  setStep: (step: string) => void;
}): Promise<{ token: string } | { problems: string[] }> {
  const files = lines.flatMap((line) => line.files);
  const sender = files.length > 0 ? await import('#web/checkout/send-files.ts') : undefined;
  const profile = accountEmail === undefined || sender ? await callApi('profile', {}) : undefined;
  // before the first payment the server takes files only from a confirmed address
  const isAhead = sender && profile?.emailConfirmed && !areFilesLater;
  setStep(isAhead ? 'Sending your files' : placing);
  const problems = isAhead ? await sender.uploadAhead(files) : [];
  if (problems.length > 0) return { problems };
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
  return { token: new URL(paymentLink).searchParams.get('link') ?? '' };
}

type Props = {
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
};

/** The state of the form, and `send`, which places the order. */
function useCheckout({ lines, total, now, days, maxOrderCents }: Props) {
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

  /** `areFilesLater`: places the order though files were not sent; its page sends them. */
  const send = async (areFilesLater = false) => {
    setFailure(undefined);
    setUnsent([]);
    // a visitor logs in first: the account may fill in what is missing
    if (loggedIn && !submit()) return;
    if (total > maxOrderCents) {
      refuse({
        '': [`Orders are limited to ${formatMoney(maxOrderCents)}. Remove an item and order it separately.`],
      });
      return;
    }
    if (!loggedIn) {
      void navigate(logIn);
      return;
    }
    const billing = parsed(schema, latest.current);
    if (!billing || !begin()) return;
    try {
      const { agreedToPP_TOS: _, agreeToDeliveryTime: __, ...address } = billing;
      const sent = await sendOrder({ address, accountEmail, lines, total, now, areFilesLater, setStep });
      if ('problems' in sent) {
        setUnsent(sent.problems);
        return;
      }
      // the reference belongs to one purchase
      keepBilling({ ...latest.current, reference: '' });
      // another order, even the same one, needs new consents
      keepAgreement(agreedTo, { agreedToPP_TOS: false, agreeToDeliveryTime: false });
      // Shows the payment page before emptying the cart, so that no empty cart appears.
      await navigate(`/pay?link=${encodeURIComponent(sent.token)}&with=${wayToPay}`, { flushSync: true });
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

  return {
    values,
    errors,
    refusals,
    set,
    send,
    busy,
    step,
    failure,
    unsent,
    files,
    loggedIn,
    accountEmail,
    isPrefilling,
    balance,
    available,
    wayToPay,
    setChosenWay,
    isWide,
    start,
  };
}

export function CheckoutForm(props: Props) {
  const { lines, total, now, days, terms, withdrawal, guarantee, summary } = props;
  const {
    values,
    errors,
    refusals,
    set,
    send,
    busy,
    step,
    failure,
    unsent,
    files,
    loggedIn,
    accountEmail,
    isPrefilling,
    balance,
    available,
    wayToPay,
    setChosenWay,
    isWide,
    start,
  } = useCheckout(props);
  const isRevised = lines.some(({ quote }) => quote.revisionRounds > 0);
  const finish = (
    <Finish
      failure={failure}
      unsent={unsent}
      busy={busy}
      onWithoutFiles={() => void send(true)}
      files={files}
      button={
        <Button type="submit" form={formId} busy={busy} busyText={step} className="w-full">
          {loggedIn ? payText(wayToPay, total, available) : 'Log in or create an account to continue'}
        </Button>
      }
      next={loggedIn ? nextText(wayToPay, total, available) : undefined}
      guarantee={isRevised ? guarantee : undefined}
    />
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
      {loggedIn === false && <LogInNote to={logIn} />}
      <ErrorSummary form={form} errors={errors} fields={fieldsOf(values.country)} refusals={refusals} />
      {loggedIn === true && <AccountNote email={accountEmail} />}
      <Reloads errors={errors} />

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

          <BeforeYouOrder
            at={at}
            values={values}
            set={set}
            errors={errors}
            startWords={startWords[start]}
            now={now}
            days={days}
            terms={[...(days > 0 ? terms.written : []), ...terms.always, withdrawal].filter(
              (term) => isRevised || term !== guarantee,
            )}
          />
        </>
      )}

      {isPrefilling ? null : isWide && summary ? (
        createPortal(finish, summary)
      ) : (
        <NarrowEnd total={total}>{finish}</NarrowEnd>
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
    both: `This places your order and reserves ${formatMoney(fromBalance)} of your balance. You confirm the rest on our payment provider’s page. If you don’t, we release the ${formatMoney(fromBalance)}.`,
  }[way];
}

/** Puts the line's name before the server's errors about a cart line, because the form shows them all in one list. */
function named(errors: FieldErrors, lines: readonly PricedLine[]): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([path, messages]) => {
      const index = /^order(?:Details|Types)\.(\d+)/.exec(path)?.[1];
      const line = index === undefined ? undefined : lines[Number(index)];
      return [path, line ? messages.map((message) => `${plainText(line.name)}: ${message}`) : messages];
    }),
  );
}
