import { messages } from '#contract/problems.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { withRedirect } from '#web/session/redirect-target.ts';
import { ButtonLink } from '#ui/button.tsx';
import { ErrorScreen } from '#ui/error-screen.tsx';
import { useRedirect } from './account-frame.tsx';
import { OtherAccount } from './other-account.tsx';

export const meta = () => pageMeta({ title: messages.loggedOut });

export default function NotLoggedInPage() {
  const redirect = useRedirect();
  return (
    <ErrorScreen
      title={messages.loggedOut}
      actions={
        <>
          <ButtonLink to={withRedirect('/account/login', redirect)}>Log in again</ButtonLink>
          <ButtonLink look="quiet" to="/">
            Go to the home page
          </ButtonLink>
        </>
      }
    >
      <p>
        Your session may have expired, you may have logged out in another window, or your password may have
        changed. Log in to continue where you left off.
      </p>
      <p className="mt-3">
        Your cart is saved on this device. If you didn’t log out yourself, what you typed is saved, too.
      </p>
      <OtherAccount />
    </ErrorScreen>
  );
}
