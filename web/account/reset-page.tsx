import { useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { resetPasswordBody } from '#contract/accounts.ts';
import { bounds } from '#contract/bounds.ts';
import { ApiError, failureMessage } from '#web/api/api-error.ts';
import { accountCalls } from '#web/api/account-calls.ts';
import { callApi } from '#web/api/call-api.ts';
import { pageMeta } from '#web/page-meta.ts';
import { logIn } from '#web/session/session.ts';
import { rememberMe } from '#web/session/session-tokens.ts';
import { useFragment } from '#web/session/use-fragment.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary, fieldId } from '#web/ui/error-summary.tsx';
import { formErrors } from '#web/ui/parse-form.ts';
import { notify } from '#web/ui/snackbar.tsx';
import { PasswordField, TextField } from '#web/ui/text-field.tsx';
import { errorOf, useForm } from '#web/ui/use-form.ts';
import { AccountFrame } from './account-frame.tsx';

export const meta = () => pageMeta({ title: 'Set a new password' });

const form = 'reset';
const at = (field: string) => fieldId(form, field);
const fields = ['email', 'code', 'password', 'repeatedPassword'] as const;
const empty = { email: '', code: '', password: '', repeatedPassword: '' };

export default function ResetPage() {
  const navigate = useNavigate();
  const fragment = useFragment();
  const { values, errors, refusals, change, submit, refuse, latest } = useForm(
    empty,
    useCallback((typed: object) => formErrors(resetPasswordBody, typed), []),
  );
  const [busy, setBusy] = useState(false);
  const set = (next: Partial<typeof empty>) => change({ ...latest.current, ...next }, ...Object.keys(next));
  useEffect(() => {
    if (!fragment) return;
    const { email, code } = latest.current;
    const linked = { email: fragment.get('email') ?? email, code: fragment.get('code') ?? code };
    change({ ...latest.current, ...linked }, 'email', 'code');
  }, [fragment, change, latest]);

  const send = async () => {
    if (!submit()) return;
    setBusy(true);
    const body = { ...latest.current, email: latest.current.email.trim() };
    try {
      await callApi(accountCalls.resetPassword, { body });
    } catch (error) {
      const found = error instanceof ApiError ? error.errors : {};
      refuse(Object.keys(found).length > 0 ? found : { '': [failureMessage(error)] });
      setBusy(false);
      return;
    }
    notify({ message: 'Your new password is set' });
    try {
      await logIn(body.email, body.password, rememberMe());
      await navigate('/cabinet/account-details', { replace: true });
    } catch {
      await navigate('/account/login', { replace: true });
    }
  };

  return (
    <AccountFrame
      title="Set a new password"
      other={{ question: 'No code, or too old?', label: 'Have one sent', page: '/account/recovery-password' }}
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
        <ErrorSummary form={form} errors={errors} fields={fields} refusals={refusals} />
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
          onValue={(email) => set({ email })}
          error={errorOf(errors, 'email')}
        />
        <TextField
          id={at('code')}
          name="code"
          label="Code"
          hint={`The ${bounds.resetCode.length} letters and digits in our letter.`}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          value={values.code}
          onValue={(code) => set({ code })}
          error={errorOf(errors, 'code')}
        />
        <PasswordField
          id={at('password')}
          name="password"
          label="New password"
          hint={`${bounds.password.min} characters or more. A few unrelated words make a good one.`}
          autoComplete="new-password"
          value={values.password}
          onValue={(password) => set({ password })}
          error={errorOf(errors, 'password')}
        />
        <PasswordField
          id={at('repeatedPassword')}
          name="repeatedPassword"
          label="New password again"
          autoComplete="new-password"
          value={values.repeatedPassword}
          onValue={(repeatedPassword) => set({ repeatedPassword })}
          error={errorOf(errors, 'repeatedPassword')}
        />
        <Button type="submit" busy={busy} busyText="Setting your password">
          Set the password and log in
        </Button>
      </form>
    </AccountFrame>
  );
}
