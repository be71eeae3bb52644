import { useCallback, useState } from 'react';
import { changePasswordBody } from '#contract/accounts.ts';
import { bounds } from '#contract/bounds.ts';
import { ApiError, failureMessage } from '#web/api/api-error.ts';
import { pageMeta } from '#web/page-meta.ts';
import { changePassword } from '#web/session/change-password.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary, fieldId } from '#web/ui/error-summary.tsx';
import { formErrors } from '#web/ui/parse-form.ts';
import { notify } from '#web/ui/snackbar.tsx';
import { PasswordField } from '#web/ui/text-field.tsx';
import { errorOf, useForm } from '#web/ui/use-form.ts';
import { CabinetFrame } from './cabinet-frame.tsx';
import { UpdatePasswordSessions } from './update-password-sessions.tsx';

export const meta = () => pageMeta({ title: 'Password and logins' });

const form = 'update-password';
const at = (field: string) => fieldId(form, field);
const fields = ['currentPassword', 'password', 'repeatedPassword'] as const;
const empty = { currentPassword: '', password: '', repeatedPassword: '' };

export default function UpdatePasswordPage() {
  const { values, errors, refusals, change, submit, refuse, latest } = useForm(
    empty,
    useCallback((typed: object) => formErrors(changePasswordBody, typed), []),
  );
  const [busy, setBusy] = useState(false);
  const [changes, setChanges] = useState(0);
  const set = (next: Partial<typeof empty>) => change({ ...latest.current, ...next }, ...Object.keys(next));

  const send = async () => {
    if (!submit()) return;
    setBusy(true);
    try {
      await changePassword(latest.current);
      change(empty, ...fields);
      setChanges(changes + 1);
      notify({ message: 'Your password is changed, every other browser is logged out' });
    } catch (error) {
      const found = error instanceof ApiError ? error.errors : {};
      refuse(Object.keys(found).length > 0 ? found : { '': [failureMessage(error)] });
    } finally {
      setBusy(false);
    }
  };

  return (
    <CabinetFrame title="Password and logins">
      <div className="flex max-w-xl flex-col gap-12">
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
          <PasswordField
            id={at('currentPassword')}
            name="currentPassword"
            label="Current password"
            autoComplete="current-password"
            value={values.currentPassword}
            onValue={(currentPassword) => set({ currentPassword })}
            error={errorOf(errors, 'currentPassword')}
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
          <Button type="submit" className="self-start" busy={busy} busyText="Changing your password">
            Change password
          </Button>
        </form>
        <UpdatePasswordSessions key={changes} />
      </div>
    </CabinetFrame>
  );
}
