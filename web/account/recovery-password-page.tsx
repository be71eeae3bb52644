import { useCallback, useState } from 'react';
import { forgotPasswordBody } from '#contract/accounts.ts';
import { bounds } from '#contract/bounds.ts';
import { ApiError, failureMessage } from '#web/api/api-error.ts';
import { accountCalls } from '#web/api/account-calls.ts';
import { callApi } from '#web/api/call-api.ts';
import { pageMeta } from '#web/page-meta.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { ErrorSummary, fieldId } from '#web/ui/error-summary.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { formErrors } from '#web/ui/parse-form.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { errorOf, useForm } from '#web/ui/use-form.ts';
import { AccountFrame } from './account-frame.tsx';

export const meta = () => pageMeta({ title: 'Forgot your password?' });

const form = 'recovery';
const at = (field: string) => fieldId(form, field);

export default function RecoveryPasswordPage() {
  const { values, errors, refusals, change, submit, refuse, latest } = useForm(
    { email: '' },
    useCallback((typed: object) => formErrors(forgotPasswordBody, typed), []),
  );
  const [busy, setBusy] = useState(false);
  const [sentTo, setSentTo] = useState<string>();

  const send = async () => {
    if (!submit()) return;
    setBusy(true);
    const email = latest.current.email.trim();
    try {
      await callApi(accountCalls.forgotPassword, { body: { email } });
      setSentTo(email);
    } catch (error) {
      const fields = error instanceof ApiError ? error.errors : {};
      refuse(Object.keys(fields).length > 0 ? fields : { '': [failureMessage(error)] });
    } finally {
      setBusy(false);
    }
  };

  return (
    <AccountFrame
      title="Forgot your password?"
      other={{ question: 'Remembered it?', label: 'Log in', page: '/account/login' }}
    >
      {sentTo === undefined ? (
        <form
          method="post"
          noValidate
          className="flex flex-col gap-6"
          onSubmit={(event) => {
            event.preventDefault();
            if (!busy) void send();
          }}
        >
          <ErrorSummary form={form} errors={errors} fields={['email']} refusals={refusals} />
          <TextField
            id={at('email')}
            name="email"
            label="Email address"
            hint="We send a code to it with which you set a new password."
            type="email"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={values.email}
            onValue={(email) => change({ email }, 'email')}
            error={errorOf(errors, 'email')}
          />
          <Button type="submit" busy={busy} busyText="Sending the code">
            Send the code
          </Button>
        </form>
      ) : (
        <div className="flex flex-col items-start gap-6">
          <Notice kind="success" role="status" title="Check your inbox">
            <p>
              If {sentTo} has an account with us, a code is on its way. It is good for{' '}
              {bounds.resetCode.ttlMinutes} minutes. Look into your spam folder too.
            </p>
          </Notice>
          <ButtonLink to={`/account/reset#${new URLSearchParams({ email: sentTo }).toString()}`}>
            Enter the code
          </ButtonLink>
          <Button look="quiet" onClick={() => setSentTo(undefined)}>
            Use another address
          </Button>
        </div>
      )}
    </AccountFrame>
  );
}
