import { type ReactNode, useEffect } from 'react';
import {
  isRouteErrorResponse,
  Meta,
  Outlet,
  Scripts,
  UNSAFE_useScrollRestoration as useScrollRestoration,
  useNavigate,
  useRouteError,
  useRouteLoaderData,
} from 'react-router';
import displayFont from '@fonts/bricolage-grotesque.woff2?url';
import textFont from '@fonts/instrument-sans.woff2?url';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { messages } from '#contract/problems.ts';
import { sellerLines } from '#contract/seller.ts';
import { shop } from '#contract/shop.ts';
import { ConsentBar } from './consent/consent-bar.tsx';
import { keepConsent } from './consent/consent.ts';
import { orderAction } from './products/order-action.ts';
import type { Product } from '#contract/catalogue/product.ts';
import { pageMeta } from './shell/page-meta.ts';
import { isNotLoaded, PageNotLoaded } from './shell/page-not-loaded.tsx';
import { withRedirect } from './session/redirect-target.ts';
import { whenSessionIsLost } from './session/session.ts';
import { SiteFooter } from './shell/site-footer.tsx';
import { SiteHeader } from './shell/site-header.tsx';
import styles from './styles.css?inline';
import { headScript } from '#ui/head-script.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ErrorScreen } from '#ui/error-screen.tsx';
import { dropRepeatedPresses } from '#ui/single-press.ts';
import { RouteAnnouncer } from '#ui/route-announcer.tsx';
import { Snackbar } from '#ui/snackbar.tsx';

// Vite replaces the style sheet in an open page during development.
if (import.meta.env.DEV) void import('./styles.css');

// Avoids sending the style sheet twice: the script reads it from the page and keeps it there.
const styleSheet = import.meta.env.SSR ? styles : (document.querySelector('style')?.textContent ?? '');

/** Runs once, during the build. */
export function loader() {
  const { bundles, services } = builtInCatalogue;
  const places = (products: readonly Product[]) =>
    products.map((product) => ({ title: product.title, to: product.route, order: orderAction(product) }));
  return {
    services: places(services),
    bundles: places(bundles),
    seller: `${[shop.legalName, ...sellerLines].join(', ')}. Prices in ${shop.currency.name}.`,
  };
}
export const shouldRevalidate = () => false;

/** Each page has its own title; this one is for error pages. */
export const meta = () => pageMeta({ title: messages.anErrorHasOccurred });

export function Layout({ children }: { children: ReactNode }) {
  const everyPage = useRouteLoaderData<typeof loader>('root');
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* Only in the prerendered file: the script has run before React starts. */}
        <script suppressHydrationWarning>
          {import.meta.env.SSR ? `(${String(dropRepeatedPresses)})();${headScript}` : ''}
        </script>
        {import.meta.env.ANALYTICS_MEASUREMENT_ID !== '' && (
          <meta name="analytics-id" content={import.meta.env.ANALYTICS_MEASUREMENT_ID} />
        )}
        <script suppressHydrationWarning>{import.meta.env.SSR ? `(${String(keepConsent)})();` : ''}</script>
        <style>{styleSheet}</style>
        {/* Fonts that aren’t preloaded arrive too late for the first paint (ui/fonts.css). */}
        {[textFont, displayFont].map((font) => (
          <link key={font} rel="preload" as="font" type="font/woff2" href={font} crossOrigin="anonymous" />
        ))}
        <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#121116" media="(prefers-color-scheme: dark)" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <Meta />
      </head>
      <body>
        <a
          href="#content"
          className="fixed top-2 left-2 z-40 -translate-y-20 rounded-control bg-action px-4 py-3 font-semibold text-action-text focus:translate-y-0"
        >
          Skip to content
        </a>
        <ConsentBar />
        <SiteHeader />
        <main id="content" tabIndex={-1}>
          {/* first in `main`: a removal moves the focus to `main`, and the next Tab leads to Undo */}
          <Snackbar />
          {children}
        </main>
        <SiteFooter {...everyPage} />
        <RouteAnnouncer />
        <Scrolling />
        <Scripts />
      </body>
    </html>
  );
}

/** Scrolls to the top of a new page, to the target of a hash, or to the earlier position. */
function Scrolling() {
  // React Router's component of this name would add an inline script, which our policy blocks.
  useScrollRestoration();
  return null;
}

export default function App() {
  const navigate = useNavigate();
  useEffect(() => {
    document.documentElement.dataset['hydrated'] = '';
    document.dispatchEvent(new Event('hydrated'));
    whenSessionIsLost(() => {
      const { pathname, search, hash } = window.location;
      const here = pathname + search + hash;
      void navigate(withRedirect('/account/not-logged-in', here), { replace: true });
    });
  }, [navigate]);
  return <Outlet />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  useEffect(() => {
    console.error(error);
  }, [error]);
  if (isNotLoaded(error)) return <PageNotLoaded />;
  const notFound = isRouteErrorResponse(error) && error.status === 404;
  return (
    <ErrorScreen
      {...(isRouteErrorResponse(error) ? { code: String(error.status) } : {})}
      title={notFound ? messages.pageNotFound : messages.anErrorHasOccurred}
      actions={
        <>
          <Button onClick={() => window.location.reload()}>Try again</Button>
          <ButtonLink look="quiet" to="/" reloadDocument>
            Go to the home page
          </ButtonLink>
        </>
      }
    >
      <p>
        Your cart and what you typed are saved. If this happens again, write to{' '}
        <a className="link" href={`mailto:${shop.supportEmail}`}>
          {shop.supportEmail}
        </a>
        .
      </p>
    </ErrorScreen>
  );
}
