import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatMoney } from '#contract/money.ts';
import type { FieldErrors } from '#contract/problems.ts';
import type { Agreement } from '#web/checkout/agreement-store.ts';
import type { DeviceFile } from '#web/stored-orders/line-files.ts';
import { DeliveryTime } from '#ui/order-form/delivery-time.tsx';
import { Button } from '#ui/button.tsx';
import { AgreementLink, Consent } from '#ui/choices.tsx';
import { Notice } from '#ui/notice.tsx';
import { errorOf } from '#ui/use-form.ts';
import { namedList, NamedText } from '#ui/named-text.tsx';

/** `to`: the login, which returns to the checkout. */
export const LogInNote = ({ to }: { to: string }) => (
  <p className="note py-1 text-muted">
    Already have an account?{' '}
    <Link className="link font-semibold text-ink" to={to}>
      Log in
    </Link>{' '}
    to use your balance and the address from your last order.
  </p>
);

export const AccountNote = ({ email }: { email: string | undefined }) => (
  <p className="note py-1 break-words text-muted">
    <span className="block">You’re ordering as</span>
    <strong translate="no" className="block text-ink">
      {email ?? '\u00a0'}
    </strong>
  </p>
);

/** Buttons that reload the page after an order was rejected because of another account or changed prices. */
export const Reloads = ({ errors }: { errors: FieldErrors }) => (
  <>
    {errors['accountEmail'] && (
      <Button look="quiet" onClick={() => window.location.reload()}>
        Reload the page
      </Button>
    )}
    {errors['price'] && (
      <Button look="quiet" onClick={() => window.location.reload()}>
        Show today’s prices
      </Button>
    )}
  </>
);

/** The total and the end of the form on a narrow screen. */
export const NarrowEnd = ({ total, children }: { total: number; children: ReactNode }) => (
  <div className="flex flex-col items-start gap-4">
    <p className="figures flex w-full flex-wrap items-baseline justify-between gap-x-6 border-t border-hairline pt-4 font-display text-[1.5rem] leading-tight font-[650]">
      <span>Total</span>
      <span>{formatMoney(total)}</span>
    </p>
    {children}
  </div>
);

/** The consents of an order, and a summary of its terms. `startWords`: the request to start the work. */
export function BeforeYouOrder({
  at,
  values,
  set,
  errors,
  startWords,
  now,
  days,
  terms,
}: {
  at: (field: string) => string;
  values: Agreement;
  set: (next: Partial<Agreement>) => void;
  errors: FieldErrors;
  startWords: string;
  now: Date;
  days: number;
  terms: readonly string[];
}) {
  return (
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
        {startWords} I agree to delivery <DeliveryTime now={now} days={days} />
        {days > 0 && ' if I pay now'}.
      </Consent>
      <details className="group mt-1 pl-8 text-base text-muted">
        <summary className="link inline-flex min-h-11 items-center">Key terms at a glance</summary>
        <ul className="note flex flex-col gap-2 py-1">
          {terms.map((term) => (
            <li key={term}>{term}</li>
          ))}
          <li>
            We use your billing details and brief to do this work, to keep our books, and as evidence if you
            dispute the payment with your bank. We keep your browser’s technical details for fraud review and
            delete them after 180 days.
          </li>
        </ul>
      </details>
    </fieldset>
  );
}

/** The end of the form: what failed, the files, and the button with what it leads to. `next`: undefined before the login. */
export function Finish({
  failure,
  unsent,
  busy,
  onWithoutFiles,
  files,
  button,
  next,
  guarantee,
}: {
  failure: { message: string; isOffline: boolean } | undefined;
  unsent: readonly string[];
  busy: boolean;
  onWithoutFiles: () => void;
  files: readonly DeviceFile[];
  button: ReactNode;
  next: string | undefined;
  guarantee: string | undefined;
}) {
  return (
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
            Try again, or choose “Edit” to change an item’s files. You can also order now: this device will
            try to resend the files when you open the order.
          </p>
          <Button look="quiet" small className="mt-3" busy={busy} onClick={onWithoutFiles}>
            Order now, send files later
          </Button>
        </Notice>
      )}
      {files.length > 0 && (
        <p className="text-small wrap-anywhere text-muted">
          With your files: <NamedText of={namedList(files.map(({ name }) => name))} />
        </p>
      )}
      {button}
      <p className="text-small text-subtle">
        {next ??
          'After that, you’ll come back here to finish your order. Your cart and brief stay saved. Nothing is charged yet.'}
      </p>
      {guarantee !== undefined && <p className="text-small text-subtle">{guarantee}</p>}
    </>
  );
}
