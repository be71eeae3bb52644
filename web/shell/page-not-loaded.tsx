import { useCallback, useEffect, useState } from 'react';
import { unreachable } from '#web/api/api-error.ts';
import { Button } from '#ui/button.tsx';
import { ErrorScreen } from '#ui/error-screen.tsx';

/** Whether the page's script or its data did not arrive, in the words of the three engines. */
export const isNotLoaded = (error: unknown): boolean =>
  error instanceof TypeError && /fetch|loading dynamic|load failed|module script failed/i.test(error.message);

const canBeReached = () =>
  fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status < 500,
    () => false,
  );

/**
 * In place of a page that did not arrive; the address is the page's already. When the shop answers, the script was of
 * another release: the page is loaded as a whole, which needs nothing that is open here. When it does not, that is said,
 * and tried again when one asks or the network comes back.
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
        <p>{unreachable} Your cart and what you typed are saved on this device.</p>
      </ErrorScreen>
    </div>
  );
}
