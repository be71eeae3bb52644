import { createPortal } from 'react-dom';
import { Link } from 'react-router';
import { useKnownBalance } from './known-balance.ts';

/** The balance in the header and its menu: on the pages that have just read it, because elsewhere it would be an old one. */
export function HeaderBalance() {
  const balance = useKnownBalance();
  const [inHeader, inMenu] = balance === undefined ? [] : document.querySelectorAll('[data-balance]');
  return (
    <>
      {inHeader &&
        createPortal(
          // Beside its group, not in it: nothing that was there moves.
          <Link
            to="/cabinet/balance"
            className="when-in absolute right-full mr-3 flex min-h-11 items-center rounded-control px-2 text-base whitespace-nowrap text-muted hover:text-ink max-md:hidden lg:max-[68rem]:hidden"
          >
            Balance {balance}
          </Link>,
          inHeader,
        )}
      {inMenu && createPortal(<>&nbsp;{balance}</>, inMenu)}
    </>
  );
}
