import type { ReactNode } from 'react';
import { Link, useRouteLoaderData, useSearchParams } from 'react-router';
import { readChosenPrice } from '#web/products/chosen-price.ts';
import { isNewBrowser } from '#web/session/known-browser.ts';
import { redirectTarget, withRedirect } from '#web/session/redirect-target.ts';
import { NeedsScript } from '#ui/needs-script.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';

/** The products, as every page's data names them. */
type EveryPage = Record<'services' | 'bundles', { title: string; to: string; order: string }[]>;

/** The page that the visitor wanted; known once scripts run. */
export function useRedirect(): string | null {
  const [search] = useSearchParams();
  return useHydrated() ? redirectTarget(search.get('redirect')) : null;
}

/** Whether nobody has logged in with this browser before; known once scripts run. */
export function useNewBrowser(): boolean {
  return useHydrated() && isNewBrowser();
}

/** One narrow column; the title has the link to the other form (login or registration) beside it. */
export function AccountFrame({
  title,
  other,
  isNewcomer = false,
  children,
}: {
  title: string;
  /** Whether the page creates accounts: its reason to log in then names only the account. */
  isNewcomer?: boolean;
  other: { question: string; label: string; page: string };
  children: ReactNode;
}) {
  const redirect = useRedirect();
  return (
    <div className="page pt-10 pb-8 md:pt-16">
      <div className="mx-auto max-w-[30rem]">
        <h1 className="text-[clamp(2rem,1.4rem+2.6vw,3rem)]">{title}</h1>
        <p className="mt-3 mb-8 text-muted">
          {other.question}{' '}
          <Link className="link font-semibold text-ink" to={withRedirect(other.page, redirect)}>
            {other.label}
          </Link>
        </p>
        <NeedsScript then="we’ll help you" />
        <Reason redirect={redirect} isNewcomer={isNewcomer} />
        {children}
      </div>
    </div>
  );
}

/** Pages that only customers see, by the beginning of their address; the first match counts. */
const ownPages = [
  { path: '/cabinet/history', what: 'your orders' },
  { path: '/cabinet/messages', what: 'your messages' },
  { path: '/cabinet/balance', what: 'your balance' },
  { path: '/cabinet', what: 'your account' },
];

/** Says why the visitor is here instead of on the page they wanted, and how a new visitor continues. */
function Reason({ redirect, isNewcomer }: { redirect: string | null; isNewcomer: boolean }) {
  const everyPage = useRouteLoaderData<EveryPage>('root');
  const hydrated = useHydrated();
  const isNew = useNewBrowser();
  // The prerendered page contains every product's line; CSS in its head shows that of the product in the address (ui/head-script.ts).
  const products = [...(everyPage?.services ?? []), ...(everyPage?.bundles ?? [])].filter(
    ({ to }) => !hydrated || redirect?.startsWith(`${to}/order-`),
  );
  const isCart = !hydrated || redirect?.startsWith('/cart') === true;
  const chosen = hydrated ? readChosenPrice(redirect) : '';
  const wanted = ownPages.find(({ path }) => redirect?.startsWith(path));
  const reason = { className: 'note mb-8 py-1', 'data-reason': hydrated ? undefined : '' };
  return (
    <>
      {(!hydrated || wanted) && (
        <div {...reason}>
          {(wanted ? [wanted] : ownPages).map(({ path, what }) => (
            <p key={path} className="font-semibold" data-wanted={path}>
              Log in to see {what}.
            </p>
          ))}
        </div>
      )}
      {!wanted && (products.length > 0 || isCart) && (
        <div {...reason}>
          {products.length > 0 && (
            <p>
              <strong>
                To{' '}
                {products.map(({ order, to }) => (
                  <span key={to} data-wanted={to}>
                    {order.charAt(0).toLowerCase() + order.slice(1)}
                  </span>
                ))}
                {chosen === '' ? '' : ` (${chosen}`}
                {chosen === '' ? ', ' : '), '}
                {isNewcomer ? 'you need an account' : 'log in or create an account'}.
              </strong>{' '}
              Creating one takes a minute.{' '}
              {chosen === ''
                ? 'You’ll see the price and delivery date as you choose'
                : 'Your choice is saved'}
              , and you’ll find your finished work in your account.
            </p>
          )}
          {isCart && (
            <p data-wanted="/cart">Your cart and brief are saved. You’ll pick up where you left off.</p>
          )}
          {!isNewcomer && (
            <ButtonLink
              look={isNew ? 'primary' : 'quiet'}
              small
              className="mt-3"
              to={withRedirect('/account/create-account', redirect)}
            >
              Create an account
            </ButtonLink>
          )}
        </div>
      )}
    </>
  );
}
