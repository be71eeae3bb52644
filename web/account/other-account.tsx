import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { callApi } from '#web/api/call-api.ts';
import { authorizationOf } from '#web/session/session.ts';
import { otherSession, takeRememberedSession } from '#web/session/session-tokens.ts';
import { Button } from '#ui/button.tsx';
import { useRedirect } from './account-frame.tsx';

const asOther = authorizationOf(otherSession, () => {});

/** Names the remembered account in a tab that belonged to another one, and offers to continue with it. */
export function OtherAccount() {
  const navigate = useNavigate();
  const redirect = useRedirect();
  // undefined: there is no other account; '': its address isn't known yet
  const [email, setEmail] = useState<string>();
  useEffect(() => {
    if (!otherSession()) return;
    setEmail('');
    // without an answer, the customer can still continue
    const asked = callApi('profile', { as: asOther }).then(
      ({ email: found }) => found,
      () => (otherSession() ? '' : undefined),
    );
    let isCurrent = true;
    void asked.then((found) => isCurrent && setEmail(found));
    return () => {
      isCurrent = false;
    };
  }, []);
  if (email === undefined) return null;
  return (
    <div role="status" className="note mt-8 py-1 text-base">
      <p className="min-h-[2lh] wrap-anywhere">
        {email === '' ? (
          <span>This browser is logged in to another account.</span>
        ) : (
          <span>
            This browser is logged in as{' '}
            <strong translate="no" className="text-ink">
              {email}
            </strong>
            .
          </span>
        )}
      </p>
      <p>If you continue with that account, what you typed in this tab will be deleted.</p>
      <Button
        look="quiet"
        small
        className="mt-3"
        onClick={() => {
          takeRememberedSession();
          void navigate(redirect ?? '/cabinet/history', { replace: true });
        }}
      >
        Continue with that account
      </Button>
    </div>
  );
}
