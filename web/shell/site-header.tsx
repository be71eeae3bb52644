import { Menu, X } from 'lucide';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { shop } from '#contract/shop.ts';
import { useKnownBalance } from '#web/balance/known-balance.ts';
import { logOut } from '#web/session/session.ts';
import { useCartCount } from '#web/stored-orders/cart-store.ts';
import { notify } from '#ui/snackbar.tsx';
import { Icon } from '#ui/icon.tsx';

const places = [
  { to: '/#services', label: 'Services' },
  { to: '/#bundles', label: 'Bundles' },
  { to: '/about-us', label: 'About us' },
  { to: '/contact', label: 'Contact' },
];

const cabinet = [
  { to: '/cabinet/history', label: 'Your orders' },
  { to: '/cabinet/balance', label: 'Balance' },
  { to: '/cabinet/account-details', label: 'Account details' },
  { to: '/cabinet/update-password', label: 'Password and logins' },
];

export function Logo() {
  return (
    <Link
      to="/"
      aria-label={shop.name}
      translate="no"
      prefetch="intent"
      className="flex min-h-11 items-center rounded-control font-display text-[1.375rem] leading-none font-[650] tracking-[-0.02em]"
    >
      <span className="shadow-[inset_0_-0.16em_0_var(--red-line)]">{shop.name.slice(0, 3)}</span>
      {shop.name.slice(3)}
    </Link>
  );
}

export function SiteHeader() {
  return (
    <header>
      <div className="page flex min-h-[4.5rem] flex-wrap items-center gap-3 py-2 sm:gap-8">
        <Logo />
        <nav aria-label="Main" className="hidden flex-1 gap-6 lg:flex">
          {places.map((place) => (
            <NavItem key={place.to} {...place} />
          ))}
        </nav>
        <div className="relative ml-auto flex flex-wrap items-center justify-end gap-2 sm:gap-3">
          <AccountLinks />
          <CartLink />
          <MobileMenu />
        </div>
      </div>
      <div className="divider" />
    </header>
  );
}

function NavItem({ to, label }: { to: string; label: string }) {
  const { pathname } = useLocation();
  return (
    <Link
      to={to}
      prefetch="intent"
      aria-current={pathname === to ? 'page' : undefined}
      className="flex min-h-11 items-center rounded-control text-base whitespace-nowrap text-muted decoration-red-line decoration-2 underline-offset-8 hover:text-ink hover:underline aria-[current]:text-ink aria-[current]:underline"
    >
      {label}
    </Link>
  );
}

const plain =
  'when-in flex min-h-11 items-center rounded-control px-2 text-base text-muted hover:text-ink max-md:hidden';

/**
 * The page contains the links for visitors and for customers; the style sheet shows the right ones before
 * scripts run. Every page shows the balance that the tab last read, so that it doesn't come and go; pages that spend it read it
 * again.
 */
function AccountLinks() {
  const balance = useKnownBalance();
  return (
    <>
      <Link to="/cabinet/balance" className={`known-balance ${plain}`}>
        {balance && `Balance ${balance}`}
      </Link>
      <Link to="/account/login" className="when-out button button-quiet button-small max-md:hidden">
        Log in
      </Link>
      <Link to="/cabinet/history" className="when-in button button-quiet button-small max-md:hidden">
        Your orders
      </Link>
      <LogOutButton className={plain} />
    </>
  );
}

function LogOutButton({ className }: { className: string }) {
  const [busy, setBusy] = useState(false);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const leave = async () => {
    setBusy(true);
    await logOut();
    setBusy(false);
    // leaves an order form, because its typed text was deleted from the device and must not stay on the screen
    if (/\/order-\w+$/.test(pathname)) void navigate('/');
    notify({ message: 'You’ve logged out' });
  };
  return (
    <button type="button" className={className} aria-disabled={busy} onClick={() => !busy && void leave()}>
      Log out
    </button>
  );
}

function CartLink() {
  const count = useCartCount();
  useEffect(() => {
    document.documentElement.style.removeProperty('--cart-count');
  }, [count]);
  return (
    <Link to="/cart" className="button button-quiet button-small">
      <span>
        Cart <span className="cart-count figures">{count > 0 ? `(${count})` : ''}</span>
      </span>
    </Link>
  );
}

function MobileMenu() {
  const menu = useRef<HTMLDivElement>(null);
  const { pathname, hash } = useLocation();
  const balance = useKnownBalance();
  useEffect(() => {
    if (menu.current?.matches(':popover-open')) menu.current.hidePopover();
  }, [pathname, hash]);

  const look = 'flex min-h-14 items-center border-b border-hairline text-lead font-semibold';
  return (
    <>
      <button
        type="button"
        popoverTarget="menu"
        aria-label="Menu"
        className="-mr-2 grid size-11 place-items-center rounded-control lg:hidden"
      >
        <Icon of={Menu} size={24} />
      </button>
      <div
        id="menu"
        ref={menu}
        popover="auto"
        className="inset-x-0 top-0 m-0 max-h-dvh w-full max-w-none overflow-auto border-b-[3px] border-red-line bg-bg text-ink shadow-float backdrop:bg-black/40"
      >
        <nav aria-label="Menu" className="page pb-6">
          <div className="flex h-[4.5rem] items-center justify-between">
            <Logo />
            <button
              type="button"
              popoverTarget="menu"
              popoverTargetAction="hide"
              aria-label="Close menu"
              className="-mr-2 grid size-11 place-items-center rounded-control"
            >
              <Icon of={X} size={24} />
            </button>
          </div>
          {places.map(({ to, label }) => (
            <Link key={to} to={to} className={look}>
              {label}
            </Link>
          ))}
          <Link to="/account/login" className={`when-out ${look}`}>
            Log in
          </Link>
          <Link to="/account/create-account" className={`when-out ${look}`}>
            Create an account
          </Link>
          {cabinet.map(({ to, label }) => (
            <Link key={to} to={to} className={`when-in ${look}`}>
              {label}
              {label === 'Balance' && ` ${balance}`}
            </Link>
          ))}
          <LogOutButton className={`when-in w-full ${look}`} />
        </nav>
      </div>
    </>
  );
}
