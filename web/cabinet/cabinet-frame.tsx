import { type ReactNode, useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { refreshBalance } from '#web/balance/refresh-balance.ts';

const places = [
  // An order's report has an address of its own.
  { to: '/cabinet/history', label: 'Your orders', also: '/cabinet/report' },
  { to: '/cabinet/messages', label: 'Messages' },
  { to: '/cabinet/balance', label: 'Balance' },
  { to: '/cabinet/account-details', label: 'Account details' },
  { to: '/cabinet/update-password', label: 'Password and logins' },
];

/** Scrolls the row of links, not the page, so that the current one is in its middle. */
function showCurrent(row: HTMLElement | null): void {
  const current = row?.querySelector<HTMLElement>('[aria-current]');
  if (row && current) row.scrollLeft = current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
}

/** The layout of a customer's own pages, with links between them. `title`: absent when the page has a heading of its own. */
export function CabinetFrame({ title, children }: { title?: string; children: ReactNode }) {
  useEffect(() => {
    void refreshBalance();
  }, []);
  const { pathname } = useLocation();
  return (
    <div className="page pt-6 md:pt-8">
      <nav aria-label="Your account" className="mb-8 print:hidden">
        <ul ref={showCurrent} className="scrolling-row relative -mx-1 gap-x-4 sm:gap-x-5">
          {places.map(({ to, label, also }) => (
            <li key={to} className="flex-none">
              <Link
                to={to}
                aria-current={[to, also].includes(pathname) ? 'page' : undefined}
                className="flex min-h-11 items-center border-b-[3px] border-transparent px-1 text-base whitespace-nowrap text-muted -outline-offset-3 hover:text-ink aria-[current=page]:border-red-line aria-[current=page]:font-semibold aria-[current=page]:text-ink"
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {title !== undefined && <h1 className="mb-8 text-[clamp(2rem,1.4rem+2.6vw,3.25rem)]">{title}</h1>}
      {children}
    </div>
  );
}
