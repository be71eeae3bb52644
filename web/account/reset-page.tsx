import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { resetPasswordBody } from '#contract/storefront/accounts.ts';
import { bounds } from '#contract/bounds.ts';
import { callApi } from '#web/api/call-api.ts';
import { UnreachableError } from '#ui/api-error.ts';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';
import { judgePassword } from '#web/session/judge-password.ts';
import { NewPasswordFields } from '#web/session/new-password-fields.tsx';
import { logIn } from '#web/session/session.ts';
import { useEmailLinkParams } from '#web/session/use-email-link-params.ts';
import { Button } from '#ui/button.tsx';
import { Consent } from '#ui/choices.tsx';
import { EmailField } from '#ui/email-field.tsx';
import { notify } from '#ui/snackbar.tsx';
import { TextField } from '#ui/text-field.tsx';
import { AccountFrame } from './account-frame.tsx';

export const meta = () => pageMeta({ title: 'Set a new password' });

const initial = { email: '', code: '', password: '', repeatedPassword: '' };

export default function ResetPage() {
  const navigate = useNavigate();
  const [remember, setRemember] = useState(true);
  // The response to an earlier try was lost, and that try may have set the password.
  const isUnsure = useRef(false);
  const { busy, field, form, set, latest } = useSendForm({
    name: 'reset',
    initial,
    schema: resetPasswordBody,
    fields: ['email', 'code', 'password', 'repeatedPassword'],
    judge: ({ password, email }, found) => judgePassword(found, password, [email]),
    async send(typed) {
      const email = typed.email.trim();
      const enter = async () => {
        await logIn(email, typed.password, remember);
        notify({ message: 'Your new password is saved' });
        await navigate('/cabinet/history', { replace: true });
      };
      try {
        await callApi('resetPassword', { body: { ...typed, email } });
      } catch (error) {
        const wasUnsure = isUnsure.current;
        isUnsure.current ||= error instanceof UnreachableError;
        if (!wasUnsure) throw error;
        return enter().catch(() => {
          throw error;
        });
      }
      isUnsure.current = false;
      await enter().catch(() => {
        notify({ message: 'Your new password is saved' });
        return navigate('/account/login', { replace: true });
      });
    },
  });
  const fragment = useEmailLinkParams();
  useEffect(() => {
    for (const key of ['email', 'code'] as const) {
      const linked = fragment?.get(key);
      if (linked) set({ [key]: linked });
    }
  }, [fragment, set]);

  return (
    <AccountFrame
      title="Set a new password"
      other={{
        question: 'Didn’t get a code, or did it expire?',
        label: 'Send a new code',
        page: '/account/recovery-password',
      }}
    >
      <SendForm form={form}>
        <EmailField {...field('email')} autoComplete="username" />
        <TextField
          {...field('code')}
          label="Code"
          hint={`Enter the ${bounds.resetCode.length}-character code from our email.`}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <NewPasswordFields label="New password" field={field} ownWords={() => [latest.current.email]} />
        <Consent id="reset-remember" checked={remember} onChecked={setRemember}>
          Remember me on this device
        </Consent>
        <Button type="submit" busy={busy} busyText="Saving your password">
          Save password and log in
        </Button>
      </SendForm>
    </AccountFrame>
  );
}
