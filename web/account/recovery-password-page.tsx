import { useState } from 'react';
import { forgotPasswordBody } from '#contract/storefront/accounts.ts';
import { bounds } from '#contract/bounds.ts';
import { callApi } from '#web/api/call-api.ts';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmailField } from '#ui/email-field.tsx';
import { Notice } from '#ui/notice.tsx';
import { AccountFrame } from './account-frame.tsx';

export const meta = () => pageMeta({ title: 'Forgot your password?' });

const initial = { email: '' };

export default function RecoveryPasswordPage() {
  const [sentTo, setSentTo] = useState<string>();
  const { busy, field, form } = useSendForm({
    name: 'recovery',
    initial,
    schema: forgotPasswordBody,
    fields: ['email'],
    async send(typed) {
      const email = typed.email.trim();
      await callApi('forgotPassword', { body: { email } });
      setSentTo(email);
    },
  });

  return (
    <AccountFrame
      title="Forgot your password?"
      other={{ question: 'Remembered it?', label: 'Log in', page: '/account/login' }}
    >
      {sentTo === undefined ? (
        <SendForm form={form}>
          <EmailField
            {...field('email')}
            hint="We’ll email you a code to reset your password."
            autoComplete="username"
          />
          <Button type="submit" busy={busy} busyText="Sending the code">
            Email me a code
          </Button>
        </SendForm>
      ) : (
        <div className="flex flex-col items-start gap-6">
          <Notice kind="success" role="status" title="Check your inbox">
            <p>
              If an account exists for {sentTo}, a code is on its way. It expires in{' '}
              {bounds.resetCode.ttlMinutes} minutes. Check your spam folder, too. If you get more than one
              code, use the latest.
            </p>
          </Notice>
          <ButtonLink to={`/account/reset#${new URLSearchParams({ email: sentTo }).toString()}`}>
            Enter the code
          </ButtonLink>
          <Button look="quiet" onClick={() => setSentTo(undefined)}>
            Use a different email address
          </Button>
        </div>
      )}
    </AccountFrame>
  );
}
