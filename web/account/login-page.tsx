import { useCallback, useState } from 'react';
import { Link, useOutletContext } from 'react-router';
import { loginBody } from '#contract/accounts.ts';
import { ApiError, failureMessage } from '#web/api/api-error.ts';
import { pageMeta } from '#web/page-meta.ts';
import { logIn } from '#web/session/session.ts';
import type { EmailConfirmation } from '#web/session/use-email-confirmation.ts';
import { Button } from '#web/ui/button.tsx';
import { Consent } from '#web/ui/choices.tsx';
import { ErrorSummary, fieldId } from '#web/ui/error-summary.tsx';
import { formErrors } from '#web/ui/parse-form.ts';
import { Notice } from '#web/ui/notice.tsx';
import { PasswordField, TextField } from '#web/ui/text-field.tsx';
import { errorOf, useForm } from '#web/ui/use-form.ts';
import { AccountFrame } from './account-frame.tsx';

export const meta = () => pageMeta({ title: 'Log in' });

const form = 'login';
const at = (field: string) => fieldId(form, field);

export default function LoginPage() {
  const { values, errors, refusals, change, submit, refuse, latest } = useForm(
    { email: '', password: '', rememberMe: false },
    useCallback((typed: object) => formErrors(loginBody, typed), []),
  );
  const [busy, setBusy] = useState(false);
  const confirmation = useOutletContext<EmailConfirmation>();

  const send = async () => {
    if (!submit()) return;
    setBusy(true);
    try {
      const { email, password, rememberMe } = latest.current;
      // Once logged in, the guard of this page leads on.
      await logIn(email.trim(), password, rememberMe);
    } catch (error) {
      const fields = error instanceof ApiError ? error.errors : {};
      refuse(Object.keys(fields).length > 0 ? fields : { '': [failureMessage(error)] });
      setBusy(false);
    }
  };

  return (
    <AccountFrame
      title="Log in"
      other={{ question: 'New here?', label: 'Create an account', page: '/account/create-account' }}
    >
      <form
        method="post"
        noValidate
        className="flex flex-col gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void send();
        }}
      >
        {confirmation && (
          <Notice kind={confirmation.kind} role="status">
            {confirmation.message}
          </Notice>
        )}
        <ErrorSummary form={form} errors={errors} fields={['email', 'password']} refusals={refusals} />
        <TextField
          id={at('email')}
          name="email"
          label="Email address"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={values.email}
          onValue={(email) => change({ ...latest.current, email }, 'email')}
          error={errorOf(errors, 'email')}
        />
        <PasswordField
          id={at('password')}
          name="password"
          label="Password"
          autoComplete="current-password"
          value={values.password}
          onValue={(password) => change({ ...latest.current, password }, 'password')}
          error={errorOf(errors, 'password')}
        />
        <p className="-mt-3">
          <Link className="link" to="/account/recovery-password">
            Forgot your password?
          </Link>
        </p>
        <Consent
          id={at('rememberMe')}
          checked={values.rememberMe}
          onChecked={(rememberMe) => change({ ...latest.current, rememberMe }, 'rememberMe')}
        >
          Remember me on this device
        </Consent>
        <Button type="submit" busy={busy} busyText="Logging in">
          Log in
        </Button>
      </form>
    </AccountFrame>
  );
}
