import { type ReactNode, useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { HeaderBalance } from '#web/balance/header-balance.tsx';
import { refreshBalance } from '#web/balance/refresh-balance.ts';

const places = [
  // An order's report has an address of its own.
  { to: '/cabinet/history', label: 'Orders', also: '/cabinet/report' },
  { to: '/cabinet/messages', label: 'Messages' },
  { to: '/cabinet/balance', label: 'Balance' },
  { to: '/cabinet/account-details', label: 'Account' },
  // On a phone, the links fit into two rows.
  {
    to: '/cabinet/update-password',
    label: (
      <>
        Password<span className="max-sm:hidden">&nbsp;and logins</span>
      </>
    ),
  },
];

/** The layout of a customer's own pages, with links between them. `title`: absent when the page has a heading of its own. */
export function CabinetFrame({ title, children }: { title?: string; children: ReactNode }) {
  useEffect(() => {
    void refreshBalance();
  }, []);
  const { pathname } = useLocation();
  return (
    <div className="page pt-6 md:pt-8">
      <HeaderBalance />
      <nav aria-label="Your account" className="mb-8 border-b border-hairline print:hidden">
        <ul className="-mb-px flex flex-wrap gap-x-5 sm:gap-x-7">
          {places.map(({ to, label, also }) => (
            <li key={to}>
              <Link
                to={to}
                aria-current={[to, also].includes(pathname) ? 'page' : undefined}
                className="flex min-h-11 items-center border-b-[3px] border-transparent text-base text-muted hover:text-ink aria-[current=page]:border-red-line aria-[current=page]:font-semibold aria-[current=page]:text-ink"
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
