import { Navigate, Outlet, useSearchParams } from 'react-router';
import { redirectTarget } from './redirect-target.ts';
import { useLoggedIn } from './session-tokens.ts';
import { useEmailConfirmation } from './use-email-confirmation.ts';

/** Where to go after logging in when no page asked for it. */
const home = '/cabinet/history';

/** The guard "redirect": who is logged in has no business on this page and goes on. */
export default function RedirectLayout() {
  const loggedIn = useLoggedIn();
  const [search] = useSearchParams();
  // the letter's link leads to the login page, whoever opens it
  const confirmation = useEmailConfirmation();
  if (loggedIn) return <Navigate replace to={redirectTarget(search.get('redirect')) ?? home} />;
  return (
    <div className="hide-when-in">
      <Outlet context={confirmation} />
    </div>
  );
}
