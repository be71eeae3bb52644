import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { redirectTarget, withRedirect } from '#web/session/redirect-target.ts';
import { NeedsScript } from '#web/ui/needs-script.tsx';
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
  children,
}: {
  title: string;
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
        {redirect?.startsWith('/cart') && (
          <p className="note mb-8 py-1">Your cart and brief are saved. You’ll pick up where you left off.</p>
        )}
        {children}
      </div>
    </div>
  );
}
