import type { ReactNode } from 'react';
import { Link, useRouteLoaderData, useSearchParams } from 'react-router';
import type { loader as rootLoader } from '#web/root.tsx';
import { redirectTarget, withRedirect } from '#web/session/redirect-target.ts';
import { NeedsScript } from '#web/ui/needs-script.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { useHydrated } from '#web/ui/use-hydrated.ts';

/** Where the visitor was going; known once the scripts run. */
export function useRedirect(): string | null {
  const [search] = useSearchParams();
  return useHydrated() ? redirectTarget(search.get('redirect')) : null;
}

/** One narrow column, with the other way in beside the title. */
export function AccountFrame({
  title,
  other,
  isNewcomer = false,
  children,
}: {
  title: string;
  /** The page creates an account, so its reason needs no way there. */
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
        <NeedsScript />
        <Reason redirect={redirect} isNewcomer={isNewcomer} />
        {children}
      </div>
    </div>
  );
}

/** Why the visitor is here instead of on the page they wanted, and how a newcomer gets on. */
function Reason({ redirect, isNewcomer }: { redirect: string | null; isNewcomer: boolean }) {
  const everyPage = useRouteLoaderData<typeof rootLoader>('root');
  const product = [...(everyPage?.services ?? []), ...(everyPage?.bundles ?? [])].find(({ to }) =>
    redirect?.startsWith(`${to}/order-`),
  );
  const isCart = redirect?.startsWith('/cart') === true;
  if (!product && !isCart) return null;
  return (
    <div className="note mb-8 flex flex-col items-start gap-3 py-1">
      {product ? (
        <p>
          <strong>To order {product.title}, you need an account.</strong> It takes a minute. You’ll see the
          price and delivery date as you choose, and find your finished work in your account.
        </p>
      ) : (
        <p>Your cart and brief are saved. You’ll pick up where you left off.</p>
      )}
      {!isNewcomer && (
        <ButtonLink look="quiet" small to={withRedirect('/account/create-account', redirect)}>
          Create an account
        </ButtonLink>
      )}
    </div>
  );
}
