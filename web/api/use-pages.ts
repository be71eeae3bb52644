import { useCallback, useEffect, useRef, useState } from 'react';
import { failureMessage } from './api-error.ts';

type Query = Record<string, string>;

/**
 * A list that comes in pages, the newest first. `load` asks for the page at a cursor (none: the first), and starts anew
 * whenever it changes, so it has to be kept (`useCallback`); without one nothing is asked. `join` puts an older page under
 * what is shown.
 */
export function usePages<Page extends { nextCursor: string | null }>(
  load: ((at: Query, signal: AbortSignal) => Promise<Page>) | undefined,
  join: (shown: Page, older: Page) => Page,
) {
  const [page, setPage] = useState<Page>();
  const [failure, setFailure] = useState<string>();
  const [isLoadingMore, setLoadingMore] = useState(false);
  const [tries, setTries] = useState(0);
  const asking = useRef<AbortController>(undefined);

  useEffect(() => {
    const mine = new AbortController();
    asking.current = mine;
    setFailure(undefined);
    setLoadingMore(false);
    if (!load) return setPage(undefined);
    load({}, mine.signal).then(
      (first) => {
        if (!mine.signal.aborted) setPage(first);
      },
      (error: unknown) => {
        if (!mine.signal.aborted) setFailure(failureMessage(error));
      },
    );
    return () => mine.abort();
  }, [load, tries]);

  const loadMore = async () => {
    const { signal } = asking.current ?? {};
    if (!load || !signal || !page?.nextCursor) return;
    setLoadingMore(true);
    try {
      const older = await load({ cursor: page.nextCursor }, signal);
      if (!signal.aborted) setPage(join(page, older));
    } catch (error) {
      if (!signal.aborted) setFailure(failureMessage(error));
    } finally {
      if (!signal.aborted) setLoadingMore(false);
    }
  };

  return {
    page,
    /** Why the last page did not come, in words. */
    failure,
    isLoadingMore,
    loadMore: () => void loadMore(),
    /** Asks for the first page again. */
    reload: useCallback(() => setTries((n) => n + 1), []),
  };
}
