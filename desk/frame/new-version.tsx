import { useEffect, useState } from 'react';
import { minute } from '#contract/durations.ts';
import { Button } from '#ui/button.tsx';

/** Interval between checks for a newer version (ms). */
const every = 5 * minute;

/** The ETag of the desk's page, which changes with each version; null when the server doesn't answer. */
async function findVersion(): Promise<string | null> {
  const answer = await fetch('/desk/', { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  return answer?.ok ? answer.headers.get('etag') : null;
}

/** Says that the shop has a newer version of the desk than the one that is open. */
export function NewVersion() {
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    let opened: string | null = null;
    const look = async () => {
      if (document.hidden) return;
      const version = await findVersion();
      opened ??= version;
      if (version !== null && version !== opened) setThere(true);
    };
    void look();
    const timer = setInterval(() => void look(), every);
    const onVisible = () => void look();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, []);
  return (
    // in the page while empty, because screen readers announce only changes of known regions
    <div role="status" className={isThere ? 'max-lg:order-2 max-lg:basis-full' : 'sr-only'}>
      {isThere && (
        <>
          <p className="mb-2">
            There’s a new version of the desk. Drafts, messages and notes that you’ve typed are kept.
          </p>
          <Button look="quiet" small onClick={() => location.reload()}>
            Reload
          </Button>
        </>
      )}
    </div>
  );
}
