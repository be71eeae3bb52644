import { useCallback, useEffect, useState } from 'react';
import { unreachable } from '#ui/api-error.ts';
import { Button } from '#ui/button.tsx';
import { ErrorScreen } from '#ui/error-screen.tsx';

/** Whether loading the page's script or data failed, by the error texts of the three browser engines. */
export const isNotLoaded = (error: unknown): boolean =>
  error instanceof TypeError && /fetch|loading dynamic|load failed|module script failed/i.test(error.message);

const canBeReached = () =>
  fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status < 500,
    () => false,
  );

/**
 * Replaces a page that failed to load; the address is already the page's. If the shop answers, the script belonged to
 * another release: reloads the whole page. Otherwise says so
 * and retries on request or when the network returns.
 */
export function PageNotLoaded() {
  const [state, setState] = useState<'first' | 'away' | 'asking'>('first');
  const load = useCallback(async () => {
    if (await canBeReached()) window.location.reload();
    else setState('away');
  }, []);
  useEffect(() => {
    void load();
    const again = () => void load();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [load]);
  if (state === 'first') return null;
  return (
    <div role="alert">
      <ErrorScreen
        title="This page couldn’t be loaded"
        actions={
          <Button
            busy={state === 'asking'}
            onClick={() => {
              setState('asking');
              void load();
            }}
          >
            Try again
          </Button>
        }
      >
        <p>{unreachable} Your cart and what you typed are saved.</p>
      </ErrorScreen>
    </div>
  );
}
