import { Navigate, Outlet, useSearchParams } from 'react-router';
import { redirectTarget } from './redirect-target.ts';
import { useLoggedIn } from './session-tokens.ts';
import { useEmailConfirmation } from './use-email-confirmation.ts';

/** The page after login when no page requested it. */
const home = '/cabinet/history';

/** The guard "redirect": sends a logged-in customer on from pages for visitors. */
export default function RedirectLayout() {
  const loggedIn = useLoggedIn();
  const [search] = useSearchParams();
  // the link in the confirmation email leads to this page also for logged-in customers
  const confirmation = useEmailConfirmation(loggedIn);
  if (loggedIn) return <Navigate replace to={redirectTarget(search.get('redirect')) ?? home} />;
  return (
    <div className="hide-when-in">
      <Outlet context={confirmation} />
    </div>
  );
}
