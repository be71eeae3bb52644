import { useLocation } from 'react-router';
import { messages } from '#contract/problems.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { ButtonLink } from '#ui/button.tsx';
import { ErrorScreen } from '#ui/error-screen.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';

export const meta = () => pageMeta({ title: messages.pageNotFound });

export default function NotFoundPage() {
  const { pathname } = useLocation();
  // One file serves every unknown path; only the browser knows the path.
  const path = useHydrated() ? pathname : '';
  return (
    <ErrorScreen
      code="404"
      title={messages.pageNotFound}
      actions={
        <>
          <ButtonLink to="/">Go to the home page</ButtonLink>
          <ButtonLink look="quiet" to="/#services">
            See services and prices
          </ButtonLink>
        </>
      }
    >
      <p className="min-h-8 break-all">
        <del>{path}</del>
      </p>
      <p className="mt-3">We can’t find that page. It may have moved, or the link may have a typo.</p>
    </ErrorScreen>
  );
}
