import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import { registerBody } from '#contract/accounts.ts';
import { bounds } from '#contract/bounds.ts';
import type { FieldErrors } from '#contract/problems.ts';
import { ApiError, failureMessage } from '#web/api/api-error.ts';
import { callApi } from '#web/api/call-api.ts';
import { pageMeta } from '#web/page-meta.ts';
import { withRedirect } from '#web/session/redirect-target.ts';
import { logIn } from '#web/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { AgreementLink, Consent } from '#web/ui/choices.tsx';
import { ErrorSummary, fieldId } from '#web/ui/error-summary.tsx';
import { formErrors } from '#web/ui/parse-form.ts';
import { notify } from '#web/ui/snackbar.tsx';
import { PasswordField, TextField } from '#web/ui/text-field.tsx';
import { errorOf, useForm } from '#web/ui/use-form.ts';
import { AccountFrame, useRedirect } from './account-frame.tsx';

export const meta = () => pageMeta({ title: 'Create an account' });

const form = 'register';
const at = (field: string) => fieldId(form, field);
const fields = [
  'firstName',
  'lastName',
  'email',
  'password',
  'repeatedPassword',
  'agreedToPrivacyPolicy',
] as const;

const empty = {
  firstName: '',
  lastName: '',
  email: '',
  password: '',
  repeatedPassword: '',
  agreedToPrivacyPolicy: false,
};

/** All that is wrong at once: that the passwords differ shows although another field is wrong as well. */
function validate(values: typeof empty): FieldErrors {
  const errors = formErrors(registerBody, values);
  const { password, repeatedPassword } = values;
  if (repeatedPassword !== '' && password.normalize('NFKC') !== repeatedPassword.normalize('NFKC'))
    errors['repeatedPassword'] ??= ['The two passwords must be the same'];
  return errors;
}

export default function CreateAccountPage() {
  const navigate = useNavigate();
  const redirect = useRedirect();
  const { values, errors, refusals, change, submit, refuse, latest } = useForm(
    empty,
    useCallback(validate, []),
  );
  const [busy, setBusy] = useState(false);
  const set = (next: Partial<typeof empty>) => change({ ...latest.current, ...next }, ...Object.keys(next));

  const send = async () => {
    if (!submit()) return;
    setBusy(true);
    const { agreedToPrivacyPolicy: _, ...typed } = latest.current;
    const email = typed.email.trim();
    try {
      await callApi('register', { body: { ...typed, email, agreedToPrivacyPolicy: true } });
    } catch (error) {
      const found = error instanceof ApiError ? error.errors : {};
      refuse(Object.keys(found).length > 0 ? found : { '': [failureMessage(error)] });
      setBusy(false);
      return;
    }
    try {
      // Once logged in, the guard of this page leads on.
      await logIn(email, typed.password, false);
      notify({ message: 'Your account is ready' });
    } catch {
      // The address may have had an account before; the answer does not tell, and neither do we.
      notify({ message: 'Check your inbox: we have written to you' });
      void navigate(withRedirect('/account/login', redirect));
    }
  };

  return (
    <AccountFrame
      title="Create an account"
      other={{ question: 'Have one already?', label: 'Log in', page: '/account/login' }}
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
        <div className="grid gap-6 sm:grid-cols-2">
          <TextField
            id={at('firstName')}
            name="firstName"
            label="First name"
            autoComplete="given-name"
            max={bounds.name.max}
            value={values.firstName}
            onValue={(firstName) => set({ firstName })}
            error={errorOf(errors, 'firstName')}
          />
          <TextField
            id={at('lastName')}
            name="lastName"
            label="Last name"
            autoComplete="family-name"
            max={bounds.name.max}
            value={values.lastName}
            onValue={(lastName) => set({ lastName })}
            error={errorOf(errors, 'lastName')}
          />
        </div>
        <TextField
          id={at('email')}
          name="email"
          label="Email address"
          hint="Receipts and finished work are announced here."
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          value={values.email}
          onValue={(email) => set({ email })}
          error={errorOf(errors, 'email')}
        />
        <PasswordField
          id={at('password')}
          name="password"
          label="Password"
          hint={`${bounds.password.min} characters or more. A few unrelated words make a good one.`}
          autoComplete="new-password"
          value={values.password}
          onValue={(password) => set({ password })}
          error={errorOf(errors, 'password')}
        />
        <PasswordField
          id={at('repeatedPassword')}
          name="repeatedPassword"
          label="Password again"
          autoComplete="new-password"
          value={values.repeatedPassword}
          onValue={(repeatedPassword) => set({ repeatedPassword })}
          error={errorOf(errors, 'repeatedPassword')}
        />
        <Consent
          id={at('agreedToPrivacyPolicy')}
          checked={values.agreedToPrivacyPolicy}
          onChecked={(agreedToPrivacyPolicy) => set({ agreedToPrivacyPolicy })}
          error={errorOf(errors, 'agreedToPrivacyPolicy')}
        >
          I agree to the <AgreementLink to="/privacy-agreement">privacy agreement</AgreementLink>: my name and
          address are used for my account, my orders and letters about them, and for nothing else.
        </Consent>
        <Button type="submit" busy={busy} busyText="Creating your account">
          Create account
        </Button>
      </form>
    </AccountFrame>
  );
}
