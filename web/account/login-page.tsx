import { Link, useLocation, useOutletContext } from 'react-router';
import { useState } from 'react';
import { loginBody } from '#contract/storefront/accounts.ts';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';
import { logIn } from '#web/session/session.ts';
import type { EmailConfirmation } from '#web/session/use-email-confirmation.ts';
import { Button } from '#ui/button.tsx';
import { Consent } from '#ui/choices.tsx';
import { EmailField } from '#ui/email-field.tsx';
import { Notice } from '#ui/notice.tsx';
import { PasswordField } from '#ui/text-field.tsx';
import { rememberAccount } from '#web/session/known-browser.ts';
import { AccountFrame, useNewBrowser, useRedirect } from './account-frame.tsx';
import { OtherAccount } from './other-account.tsx';

export const meta = () => pageMeta({ title: 'Log in' });

// Without "remember me", each tab has its own login, and every link in an email opens a logged-out tab.
const empty = { email: '', password: '', rememberMe: true };

export default function LoginPage() {
  // The email address of a visitor who comes from the registration page.
  const { registered } = (useLocation().state ?? {}) as { registered?: string };
  const [initial] = useState({ ...empty, email: registered ?? '' });
  const { busy, field, box, form } = useSendForm({
    name: 'login',
    initial,
    schema: loginBody,
    fields: ['email', 'password'],
    // After the login, this page's guard redirects the customer.
    async send({ email, password, rememberMe }) {
      await logIn(email.trim(), password, rememberMe);
      rememberAccount();
    },
  });
  // for a newcomer, “Create an account” above is the primary button, so this one is secondary
  const redirect = useRedirect();
  const isNew = useNewBrowser() && redirect !== null && !redirect.startsWith('/cabinet');
  const confirmation = useOutletContext<EmailConfirmation>();

  return (
    <AccountFrame
      title="Log in"
      other={{ question: 'New here?', label: 'Create an account', page: '/account/create-account' }}
    >
      {registered !== undefined && (
        <div className="mb-6">
          <Notice kind="info" role="status" title="Check your inbox">
            <p>
              We’ve sent an email to{' '}
              <strong translate="no" className="break-words">
                {registered}
              </strong>
              . It explains what to do next. If you already have an account, log in with your password.
            </p>
          </Notice>
        </div>
      )}
      {confirmation && (
        <div className="mb-6">
          <Notice kind={confirmation.kind} role="status">
            {confirmation.message}
          </Notice>
        </div>
      )}
      <SendForm form={form}>
        <EmailField {...field('email')} autoComplete="username" />
        <PasswordField {...field('password')} label="Password" autoComplete="current-password" />
        <p className="-mt-3">
          <Link className="link" to="/account/recovery-password">
            Forgot your password?
          </Link>
        </p>
        <Consent {...box('rememberMe')}>Remember me on this device</Consent>
        <Button type="submit" look={isNew ? 'quiet' : 'primary'} busy={busy} busyText="Logging in">
          Log in
        </Button>
      </SendForm>
      <OtherAccount />
    </AccountFrame>
  );
}
