import { useQueryClient } from '@tanstack/react-query';
import { Link, Navigate, Outlet, useLocation, useOutletContext } from 'react-router';
import type { Me } from '#contract/desk/staff.ts';
import type { StaffPermission } from '#contract/desk/permissions.ts';
import { shop } from '#contract/shop.ts';
import { failureMessage } from '#ui/api-error.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { RouteAnnouncer } from '#ui/route-announcer.tsx';
import { PageSkeleton } from '#ui/skeleton.tsx';
import { notify, Snackbar } from '#ui/snackbar.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { useNewest } from '#desk/work/pulse.ts';
import { keepMe, mayDo, useSession } from '#desk/api/session.ts';
import { NotAllowed } from './desk-fault.tsx';
import { NewVersion } from './new-version.tsx';
import { ProofDialog } from './proof-dialog.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import { useListPlace } from './use-list-place.ts';
import { WorkKeys } from './work-keys.tsx';
import { useOneAtATime } from '#ui/use-busy.ts';

/** A screen in the navigation. `key`: opens it when pressed after G. `also`: where the pages of its rows are, if not below it. */
type Place = { to: string; label: string; key?: string; needs?: StaffPermission; also?: string };

const places: Place[] = [
  { to: '/today', label: 'Today', key: 't', needs: 'work.own' },
  { to: '/queue', label: 'Queue', key: 'q', needs: 'work.own', also: '/lines' },
  { to: '/tickets', label: 'Messages', key: 'i', needs: 'ticket.see' },
  { to: '/orders', label: 'Orders', key: 'o', needs: 'order.see' },
  { to: '/customers', label: 'Customers', key: 'c', needs: 'customer.see' },
  { to: '/approvals', label: 'Approvals', key: 'a', needs: 'money.see' },
  { to: '/money', label: 'Money', key: 'm', needs: 'money.see' },
  { to: '/books', label: 'Books', key: 'b', needs: 'money.see' },
  { to: '/replies', label: 'Saved replies', needs: 'ticket.manage' },
  { to: '/people', label: 'People', key: 'p', needs: 'staff.manage' },
  { to: '/roles', label: 'Roles', needs: 'staff.manage' },
  { to: '/emails', label: 'Emails', needs: 'shop.settings' },
  { to: '/calendar', label: 'Calendar', needs: 'shop.settings' },
  { to: '/networks', label: 'Networks', needs: 'shop.settings' },
  { to: '/log', label: 'Audit log', key: 'l', needs: 'log.see' },
  { to: '/me', label: 'My account' },
];

/** Number of screens in a phone's navigation bar; the others are under More. */
const onPhone = 3;

/** Whether the page is the screen, or one below it. */
const isAt = (pathname: string, { to, also }: Place) =>
  pathname === to || pathname.startsWith(`${to}/`) || (also !== undefined && pathname.startsWith(`${also}/`));

const mayOpen = (me: Me, { needs }: Place) => needs === undefined || mayDo(me, needs);

/** The layout of every screen after login: navigation, the screen, toasts and the dialog that asks for a passkey or code. */
export function DeskFrame() {
  const session = useSession();
  useKeptFocus();
  useListPlace();
  const { pathname, search } = useLocation();
  if (session.isPending) return <PageSkeleton />;
  if (session.isError)
    return (
      <main className="mx-auto max-w-xl p-6">
        <Notice kind="error" role="alert" title={failureMessage(session.error)}>
          <Button look="quiet" small className="mt-3" onClick={() => void session.refetch()}>
            Try again
          </Button>
        </Notice>
      </main>
    );
  const { me } = session.data;
  const place = places.find((one) => isAt(pathname, one));
  if (!me) return <Navigate to={`/login?to=${encodeURIComponent(pathname + search)}`} replace />;
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] lg:grid-cols-[13rem_minmax(0,1fr)] lg:grid-rows-1">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:z-20 focus:bg-bg focus:p-3"
      >
        Skip to content
      </a>
      <Rail me={me} current={place} />
      <main id="content" tabIndex={-1} className="w-full max-w-[88rem] p-4 pb-24 sm:p-6 lg:p-8">
        {place && !mayOpen(me, place) ? <NotAllowed me={me} title={place.label} /> : <Outlet context={me} />}
      </main>
      <RouteAnnouncer />
      <Snackbar />
      <ProofDialog me={me} />
    </div>
  );
}

/** Redirects to the first screen that the person may open. */
export function FirstPlace() {
  const me = useOutletContext<Me>();
  return <Navigate to={places.find((place) => mayOpen(me, place))!.to} replace />;
}

/** How many tasks wait for the person. Keeps its room while the number is unknown, so the screens beside it don't move. */
function TaskCount() {
  const tasks = useNewest()?.counts.today ?? 0;
  return (
    <span className="figures ml-2 inline-block min-w-[2ch] text-muted">
      {tasks > 0 && (
        <>
          {tasks > 99 ? '99+' : tasks}
          <span className="sr-only"> {tasks === 1 ? 'task' : 'tasks'}</span>
        </>
      )}
    </span>
  );
}

function Rail({ me, current }: { me: Me; current: Place | undefined }) {
  const client = useQueryClient();
  const { busy, begin, end } = useOneAtATime();
  const leave = async () => {
    if (!begin()) return;
    try {
      // a call that arrives after the logout would be refused
      await client.cancelQueries();
      await callDesk('logOut', {});
      // an answer from before the logout would show the person as logged in again
      await client.cancelQueries();
      keepMe(client, null);
    } catch (error) {
      notify({ message: failureMessage(error), kind: 'error' });
      end();
      await client.invalidateQueries();
    }
  };
  const mine = places.filter((place) => mayOpen(me, place));
  const isFolded = (place: Place) => mine.indexOf(place) >= onPhone;
  const logOut = (
    <Button look="quiet" small busy={busy} busyText="Logging out" onClick={() => void leave()}>
      Log out
    </Button>
  );
  return (
    <header className="border-hairline max-lg:border-b lg:border-r">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 p-4 pb-2 sm:px-6 md:pb-4 lg:sticky lg:top-0 lg:h-dvh lg:flex-col lg:flex-nowrap lg:items-stretch lg:gap-5 lg:overflow-y-auto lg:p-5">
        <p className="font-display text-[1.125rem] leading-none font-[650] tracking-[-0.02em]">
          {shop.name} desk
          {me.livemode === false && (
            <span className="mt-1.5 block font-sans text-[0.8125rem] leading-tight font-normal tracking-normal text-muted">
              Test mode<span className="max-lg:sr-only">: no real money</span>
            </span>
          )}
        </p>
        <WorkKeys me={me} places={mine} />
        <nav
          aria-label="Desk"
          className="flex flex-wrap gap-x-1 max-lg:order-1 max-lg:-mx-2 max-lg:basis-full lg:flex-col"
        >
          {mine.map((place) => (
            <Link
              key={place.to}
              to={place.to}
              aria-current={place === current ? 'page' : undefined}
              className={`place ${isFolded(place) ? 'max-md:hidden' : ''}`}
            >
              {place.label}
              {place.to === '/today' && <TaskCount />}
            </Link>
          ))}
          <button
            type="button"
            popoverTarget="more"
            className={`place ml-auto md:hidden ${current && isFolded(current) ? 'place-current' : ''}`}
          >
            More
          </button>
          <div
            id="more"
            popover="auto"
            className="more"
            onClick={({ currentTarget }) => currentTarget.hidePopover()}
          >
            {mine.filter(isFolded).map((place) => (
              <Link
                key={place.to}
                to={place.to}
                aria-current={place === current ? 'page' : undefined}
                className="place"
              >
                {place.label}
              </Link>
            ))}
            <div className="mt-2 border-t border-hairline pt-3">{logOut}</div>
          </div>
        </nav>
        <NewVersion />
        <div className="flex items-center gap-4 max-lg:ml-auto max-md:hidden lg:mt-auto lg:flex-col lg:items-start">
          <p className="text-muted max-lg:sr-only lg:max-w-full lg:wrap-anywhere">
            <span className="block font-semibold text-ink">{me.name}</span>
            {me.roleLabel}
          </p>
          {logOut}
        </div>
      </div>
    </header>
  );
}
