import { useEffect, useState } from 'react';
import { ApiError, failureMessage, ShownError } from '#ui/api-error.ts';
import { callApi } from '#web/api/call-api.ts';
import { notify } from '#ui/snackbar.tsx';
import { useEmailLinkParams } from './use-email-link-params.ts';

export type EmailConfirmation = { kind: 'info' | 'success' | 'error'; message: string } | undefined;

/**
 * Confirms the address when the page was opened from our email's link and its account is logged in. Until then, answers what is
 * missing: programs that check emails open their links, and the owner of the mailbox may not be who created the account.
 */
export function useEmailConfirmation(loggedIn: boolean | undefined): EmailConfirmation {
  const fragment = useEmailLinkParams();
  const [outcome, setOutcome] = useState<EmailConfirmation>();
  useEffect(() => {
    const code = fragment?.get('confirm');
    const email = fragment?.get('email');
    if (!code || !email || loggedIn === undefined) return;
    if (!loggedIn) {
      setOutcome({ kind: 'info', message: 'Log in to confirm your email address.' });
      return;
    }
    const tell = (kind: 'success' | 'error', message: string) => {
      setOutcome({ kind, message });
      // also as a notification, because a logged-in customer is redirected and doesn't see this page
      notify({ message, kind: kind === 'error' ? 'error' : 'status' });
    };
    const confirm = async () => {
      const own = await callApi('profile', {});
      if (own.email !== email)
        throw new ShownError(
          `You’re logged in as ${own.email}, but this link is for ${email}. Log out, and open the link again.`,
        );
      await callApi('confirmEmail', { body: { email, code } });
    };
    confirm().then(
      () => tell('success', 'Your email address is confirmed.'),
      (error: unknown) => tell('error', codeProblem(error) ?? failureMessage(error)),
    );
  }, [fragment, loggedIn]);
  return outcome;
}

const codeProblem = (error: unknown) => (error instanceof ApiError ? error.errors['code']?.[0] : undefined);
