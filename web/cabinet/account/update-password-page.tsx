import { useState } from 'react';
import { changePasswordBody } from '#contract/storefront/accounts.ts';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';
import { changePassword } from '#web/session/change-password.ts';
import { judgePassword } from '#web/session/judge-password.ts';
import { NewPasswordFields } from '#web/session/new-password-fields.tsx';
import { Button } from '#ui/button.tsx';
import { notify } from '#ui/snackbar.tsx';
import { PasswordField } from '#ui/text-field.tsx';
import { CabinetFrame } from '#web/cabinet/cabinet-frame.tsx';
import { UpdatePasswordSessions } from './update-password-sessions.tsx';

export const meta = () => pageMeta({ title: 'Password and logins' });

const initial = { currentPassword: '', password: '', repeatedPassword: '' };

export default function UpdatePasswordPage() {
  const [changes, setChanges] = useState(0);
  const { busy, field, form, set } = useSendForm({
    name: 'update-password',
    initial,
    schema: changePasswordBody,
    fields: ['currentPassword', 'password', 'repeatedPassword'],
    judge: ({ password }, found) => judgePassword(found, password),
    async send(typed) {
      await changePassword(typed);
      set(initial);
      setChanges(changes + 1);
      notify({ message: 'Password changed. You’ve been logged out everywhere else.' });
    },
  });

  return (
    <CabinetFrame title="Password and logins">
      <div className="flex max-w-xl flex-col gap-12">
        <SendForm form={form}>
          <PasswordField
            {...field('currentPassword')}
            label="Current password"
            autoComplete="current-password"
          />
          <NewPasswordFields label="New password" field={field} />
          <Button type="submit" className="self-start" busy={busy} busyText="Changing your password">
            Change password
          </Button>
        </SendForm>
        <UpdatePasswordSessions key={changes} />
      </div>
    </CabinetFrame>
  );
}
