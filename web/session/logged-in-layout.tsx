import { useEffect, useRef } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { NeedsScript } from '#ui/needs-script.tsx';
import { PageSkeleton } from '#ui/skeleton.tsx';
import { withRedirect } from './redirect-target.ts';
import { hasLoggedOutHere } from './session.ts';
import { useLoggedIn } from './session-tokens.ts';

/** The guard "logged-in": redirects visitors to the login and back; says when a session has ended here. */
export default function LoggedInLayout() {
  const loggedIn = useLoggedIn();
  const wasLoggedIn = useRef(false);
  const { pathname, search, hash } = useLocation();
  useEffect(() => {
    if (loggedIn) wasLoggedIn.current = true;
  }, [loggedIn]);
  if (loggedIn === undefined)
    return (
      <>
        <div className="page [&_p]:mt-12">
          <NeedsScript then="we’ll help you" />
        </div>
        <PageSkeleton />
      </>
    );
  if (loggedIn) return <Outlet />;
  return <SendAway here={pathname + search + hash} wasLoggedIn={wasLoggedIn} />;
}

function SendAway({ here, wasLoggedIn }: { here: string; wasLoggedIn: { readonly current: boolean } }) {
  if (wasLoggedIn.current && hasLoggedOutHere()) return <Navigate replace to="/" />;
  const page = wasLoggedIn.current ? '/account/not-logged-in' : '/account/login';
  return <Navigate replace to={withRedirect(page, here)} />;
}
