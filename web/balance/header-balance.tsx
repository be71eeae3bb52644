import { createPortal } from 'react-dom';
import { Link } from 'react-router';
import { useKnownBalance } from './known-balance.ts';

/**
 * Shows the balance in the header and its menu, only on pages that have just read it: elsewhere it would be
 * outdated.
 */
export function HeaderBalance() {
  const balance = useKnownBalance();
  const [inHeader, inMenu] = balance === undefined ? [] : document.querySelectorAll('[data-balance]');
  return (
    <>
      {inHeader &&
        createPortal(
          // Placed beside its group, not in it, so that nothing in the group moves.
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
