import { useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { addressFieldsOf, billingFields, checkBilling } from '#contract/storefront/billing.ts';
import { formatPrice, minorUnitsIn } from '#contract/money.ts';
import type { FieldErrors } from '#contract/problems.ts';
import { ApiError, failureMessage } from '#ui/api-error.ts';
import { callApi } from '#web/api/call-api.ts';
import { BillingFields, businessKeys, useProfilePrefill } from '#web/billing/billing-fields.tsx';
import { billingKeys, type BillingValues, keepBilling, readBilling } from '#web/billing/billing-store.ts';
import { fraudSignals } from '#web/checkout/fraud-signals.ts';
import { attemptFor, sendAttempt } from '#web/checkout/idempotent-attempt.ts';
import { Button } from '#ui/button.tsx';
import { AgreementLink, Consent, RadioChips } from '#ui/choices.tsx';
import { ErrorSummary, fieldId } from '#ui/error-summary.tsx';
import { FieldGroup } from '#ui/field.tsx';
import { formErrors, parsed } from '#ui/parse-form.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextField } from '#ui/text-field.tsx';
import { errorOf, useForm } from '#ui/use-form.ts';
import { useOneAtATime } from '#ui/use-busy.ts';

const form = 'deposit';
const at = (field: string) => fieldId(form, field);
const own = 'own';
const schema = z.strictObject(billingFields);

/** `amount`: a preset in minor units, or `own`; `typed`: the typed amount. */
type Values = BillingValues & { agreedToPP_TOS: boolean; amount: string; typed: string };

type Bounds = { minCents: number; maxCents: number };

/** The amount in minor units, or the error text. */
function parseAmount({ amount, typed }: Values, { minCents, maxCents }: Bounds): number | string {
  const whole = typed
    .trim()
    .replace(/^\p{Sc}/u, '')
    .replaceAll(',', '');
  if (amount === own && whole === '') return 'Enter an amount';
  if (amount === own && !/^\d{1,6}$/.test(whole))
    return `Enter a whole amount, like ${formatPrice(minCents)}`;
  const cents = amount === own ? Number(whole) * minorUnitsIn() : Number(amount);
  const isWithin = cents >= minCents && cents <= maxCents;
  return isWithin ? cents : `Enter an amount from ${formatPrice(minCents)} to ${formatPrice(maxCents)}`;
}

function validate({ amount, typed, ...billing }: Values, bounds: Bounds): FieldErrors {
  const errors = formErrors(schema, billing);
  checkBilling(billing, (path, message) => {
    errors[path.join('.')] ??= [message];
  });
  const read = parseAmount({ amount, typed, ...billing }, bounds);
  return typeof read === 'string' ? { price: [read], ...errors } : errors;
}

/** Places the deposit, and returns the address of its payment page. */
async function placeDeposit(
  billing: z.output<typeof schema>,
  price: number,
  accountEmail: string | undefined,
): Promise<string> {
  const account = accountEmail ?? (await callApi('profile', {})).email;
  const content = { ...billing, agreedToPP_TOS: true as const, price };
  const attempt = attemptFor('deposit', content, (sent) => ({
    ...sent,
    // a changed address starts no new attempt
    accountEmail: account,
    ...fraudSignals(),
  }));
  const { paymentLink } = await sendAttempt('deposit', attempt, (sent) => callApi('placeDeposit', sent));
  const token = new URL(paymentLink).searchParams.get('link') ?? '';
  return `/pay?link=${encodeURIComponent(token)}&with=card`;
}

/** A preset amount, or another one to type. */
function AmountField({
  values,
  presetsCents,
  minCents,
  maxCents,
  set,
  error,
}: Bounds & {
  values: Values;
  presetsCents: readonly number[];
  set: (next: Partial<Values>) => void;
  error: string | undefined;
}) {
  const isOwn = values.amount === own;
  return (
    <div className="flex flex-col gap-4">
      <FieldGroup id={at('price')} label="Amount" {...(isOwn ? {} : { error })}>
        <RadioChips
          id={at(isOwn ? 'amount' : 'price')}
          name="amount"
          options={[
            ...presetsCents.map((cents) => ({ value: String(cents), label: formatPrice(cents) })),
            { value: own, label: 'Another amount' },
          ]}
          value={values.amount}
          onValue={(amount) => set({ amount })}
        />
      </FieldGroup>
      {isOwn && (
        <TextField
          id={at('price')}
          label="Your amount"
          hint={`${formatPrice(minCents)} to ${formatPrice(maxCents)}, without cents.`}
          inputMode="numeric"
          value={values.typed}
          onValue={(typed) => set({ typed })}
          error={error}
        />
      )}
    </div>
  );
}

/** Known billing details in a few lines. */
const BilledTo = ({ values, onEdit }: { values: Values; onEdit: () => void }) => (
  <div>
    <h3 className="font-display text-h3 font-[650]">Billed to</h3>
    <p dir="auto" className="mt-2 wrap-anywhere text-muted">
      {[values.company, `${values.firstName} ${values.lastName}`.trim(), values.address, values.city]
        .filter(Boolean)
        .join(', ')}
    </p>
    <button type="button" className="link min-h-11" onClick={onEdit}>
      Edit<span className="sr-only"> your billing details</span>
    </button>
  </div>
);

/** The form for a deposit: amount and payer, then on to the payment page. */
export function DepositForm({
  presetsCents,
  defaultCents,
  minCents,
  maxCents,
  refundDays,
}: Bounds & { presetsCents: readonly number[]; defaultCents: number; refundDays: number }) {
  const navigate = useNavigate();
  const [initial] = useState<Values>(() => ({
    ...readBilling(),
    agreedToPP_TOS: false,
    amount: String(defaultCents),
    typed: '',
  }));
  const { values, errors, refusals, change, submit, refuse, latest } = useForm<Values>(
    initial,
    useCallback((typed: Values) => validate(typed, { minCents, maxCents }), [minCents, maxCents]),
  );
  const { busy, begin, end } = useOneAtATime();
  const set = (next: Partial<Values>) => {
    const all = { ...latest.current, ...next };
    const changed = Object.keys(next).map((key) => (key === 'amount' || key === 'typed' ? 'price' : key));
    change(all, ...changed);
    keepBilling(all);
  };
  const { accountEmail, isPending: isPrefilling } = useProfilePrefill(true, latest, set);
  // scrolls here, because the browser followed the link before this form was rendered
  useEffect(() => {
    if (window.location.hash === '#add-funds') document.getElementById('add-funds')?.scrollIntoView();
  }, []);
  const hasNoErrorsIn = (found: FieldErrors) => billingKeys.every((key) => found[key] === undefined);
  // shows known billing details as a summary until the customer edits them or one is rejected
  const isKnown = hasNoErrorsIn(validate(values, { minCents, maxCents }));
  const [isEditing, setEditing] = useState(isPrefilling ? undefined : !isKnown);
  useEffect(() => {
    if (!isPrefilling) setEditing((was) => was ?? !isKnown);
  }, [isPrefilling, isKnown]);
  const isFolded =
    isEditing === false && isKnown && billingKeys.every((key) => errorOf(errors, key) === undefined);

  const send = async () => {
    if (!submit()) return;
    const { amount: _, typed: __, ...payer } = latest.current;
    const billing = parsed(schema, payer);
    const price = parseAmount(latest.current, { minCents, maxCents });
    if (!billing || typeof price === 'string') return;
    if (!begin()) return;
    try {
      const page = await placeDeposit(billing, price, accountEmail);
      // the reference belongs to one purchase
      keepBilling({ ...latest.current, reference: '' });
      await navigate(page);
    } catch (error) {
      const found = error instanceof ApiError ? error.errors : {};
      refuse(Object.keys(found).length > 0 ? found : { '': [failureMessage(error)] });
    } finally {
      end();
    }
  };

  return (
    <form
      noValidate
      aria-labelledby="add-funds"
      className="flex flex-col gap-8 rounded-sheet border border-hairline p-6 print:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void send();
      }}
    >
      <div>
        <h2 id="add-funds" className="text-h3">
          Add funds
        </h2>
        <p className="mt-1 text-muted">
          Add funds once, then pay for orders from your balance. It never expires. If you ask within{' '}
          {refundDays} days of adding funds, we refund the unspent part to your original payment method.
          There’s no fee.
        </p>
      </div>
      <ErrorSummary
        form={form}
        errors={errors}
        fields={[
          'price',
          'country',
          'firstName',
          'lastName',
          ...addressFieldsOf(values.country).map(({ key }) => key),
          ...businessKeys,
          'agreedToPP_TOS',
        ]}
        refusals={refusals}
      />
      <AmountField
        values={values}
        presetsCents={presetsCents}
        minCents={minCents}
        maxCents={maxCents}
        set={set}
        error={errorOf(errors, 'price')}
      />
      {isEditing === undefined ? (
        <Skeleton label="Loading your billing details" />
      ) : isFolded ? (
        <BilledTo
          values={values}
          onEdit={() => {
            flushSync(() => setEditing(true));
            document.getElementById(at('country'))?.focus();
          }}
        />
      ) : (
        <BillingFields at={at} values={values} set={set} errors={errors} />
      )}
      {!isPrefilling && (
        <>
          <Consent
            id={at('agreedToPP_TOS')}
            checked={values.agreedToPP_TOS}
            onChecked={(agreedToPP_TOS) => set({ agreedToPP_TOS })}
            error={errorOf(errors, 'agreedToPP_TOS')}
          >
            I agree to the <AgreementLink to="/privacy-agreement">privacy policy</AgreementLink> and the{' '}
            <AgreementLink to="/terms-of-service">terms of service</AgreementLink>.
          </Consent>
          <Button type="submit" busy={busy} busyText="Opening the payment page">
            Continue to payment
          </Button>
        </>
      )}
    </form>
  );
}
