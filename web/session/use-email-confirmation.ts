import { useEffect, useState } from 'react';
import { ApiError, failureMessage } from '#ui/api-error.ts';
import { callApi } from '#web/api/call-api.ts';
import { notify } from '#ui/snackbar.tsx';
import { useEmailLinkParams } from './use-email-link-params.ts';

export type EmailConfirmation = { kind: 'success' | 'error'; message: string } | undefined;

/** Confirms the address when the page was opened from our email's link; answers the result. */
export function useEmailConfirmation(): EmailConfirmation {
  const fragment = useEmailLinkParams();
  const [outcome, setOutcome] = useState<EmailConfirmation>();
  useEffect(() => {
    const code = fragment?.get('confirm');
    const email = fragment?.get('email');
    if (!code || !email) return;
    const tell = (kind: 'success' | 'error', message: string) => {
      setOutcome({ kind, message });
      // also as a notification, because a logged-in customer is redirected and doesn't see this page
      notify({ message, kind: kind === 'error' ? 'error' : 'status' });
    };
    callApi('confirmEmail', { body: { email, code } }).then(
      () => tell('success', 'Your email address is confirmed.'),
      (error: unknown) => tell('error', codeProblem(error) ?? failureMessage(error)),
    );
  }, [fragment]);
  return outcome;
}

const codeProblem = (error: unknown) => (error instanceof ApiError ? error.errors['code']?.[0] : undefined);
