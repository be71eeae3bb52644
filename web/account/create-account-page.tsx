import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { registerBody } from '#contract/storefront/accounts.ts';
import { shop } from '#contract/shop.ts';
import { callApi } from '#web/api/call-api.ts';
import { readBilling } from '#web/billing/billing-store.ts';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';
import { judgePassword } from '#web/session/judge-password.ts';
import { hasAgreed } from '#web/checkout/agreement-store.ts';
import { rememberAccount } from '#web/session/known-browser.ts';
import { NameFields } from '#web/session/name-fields.tsx';
import { NewPasswordFields } from '#web/session/new-password-fields.tsx';
import { withRedirect } from '#web/session/redirect-target.ts';
import { logIn } from '#web/session/session.ts';
import { Button } from '#ui/button.tsx';
import { AgreementLink, Consent } from '#ui/choices.tsx';
import { EmailField } from '#ui/email-field.tsx';
import { notify } from '#ui/snackbar.tsx';
import { AccountFrame, useRedirect } from './account-frame.tsx';

export const meta = () => pageMeta({ title: 'Create an account' });

const initial = {
  firstName: '',
  lastName: '',
  email: '',
  password: '',
  repeatedPassword: '',
  agreedToPrivacyPolicy: false,
};

const ownWordsOf = ({ firstName, lastName, email }: typeof initial) => [
  firstName,
  lastName,
  firstName + lastName,
  lastName + firstName,
  email,
];

export default function CreateAccountPage() {
  const navigate = useNavigate();
  const redirect = useRedirect();
  const { busy, field, box, form, set, latest } = useSendForm({
    name: 'register',
    initial,
    schema: registerBody,
    fields: ['firstName', 'lastName', 'email', 'password', 'repeatedPassword', 'agreedToPrivacyPolicy'],
    judge: (typed, found) => judgePassword(found, typed.password, ownWordsOf(typed)),
    async send({ agreedToPrivacyPolicy: _, ...typed }) {
      const email = typed.email.trim();
      await callApi('register', { body: { ...typed, email, agreedToPrivacyPolicy: true } });
      try {
        // After the login, this page's guard redirects the customer.
        await logIn(email, typed.password, true);
        rememberAccount();
        // the page that the visitor wanted says so itself, and this message would cover its order button
        if (redirect === null) notify({ message: 'Your account is ready' });
      } catch {
        // The address may already have had an account; neither the answer nor the page reveals it.
        void navigate(withRedirect('/account/login', redirect), { state: { registered: email } });
      }
    },
  });

  // fills in the name and the consent from the checkout
  useEffect(() => {
    const { firstName, lastName } = readBilling();
    if (firstName + lastName !== '' && latest.current.firstName + latest.current.lastName === '')
      set({ firstName, lastName });
    // the consent at checkout covers the same policy
    if (hasAgreed()) set({ agreedToPrivacyPolicy: true });
  }, [latest, set]);

  return (
    <AccountFrame
      title="Create an account"
      isNewcomer
      other={{ question: 'Already have an account?', label: 'Log in', page: '/account/login' }}
    >
      <SendForm form={form}>
        <NameFields field={field} />
        <EmailField
          {...field('email')}
          hint="We’ll send receipts and let you know when your work is ready."
          autoComplete="email"
        />
        <NewPasswordFields label="Password" field={field} ownWords={() => ownWordsOf(latest.current)} />
        <Consent {...box('agreedToPrivacyPolicy')}>
          I agree to the <AgreementLink to="/privacy-agreement">privacy policy</AgreementLink>: {shop.name}{' '}
          uses my name and email for my account, my orders and support.
        </Consent>
        <Button type="submit" busy={busy} busyText="Creating your account">
          Create account
        </Button>
      </SendForm>
    </AccountFrame>
  );
}
