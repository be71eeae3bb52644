import { useCallback, useEffect, useRef, useState } from 'react';
import { failureMessage } from '#ui/api-error.ts';

type Query = Record<string, string>;

/** Reloads the list when the user returns to the tab after this long (ms). */
const freshForMs = 30_000;

/**
 * A paged list, newest first. `load` requests the page at a cursor (none: the first page). The list reloads when `load`
 * changes, so memoize it with `useCallback`; undefined loads nothing. `join` appends an older page to the shown
 * list.
 */
export function usePages<Page extends { nextCursor: string | null }>(
  load: ((at: Query, signal: AbortSignal) => Promise<Page>) | undefined,
  join: (shown: Page, older: Page) => Page,
) {
  const [page, setPage] = useState<Page>();
  const [failure, setFailure] = useState<string>();
  const [isLoadingMore, setLoadingMore] = useState(false);
  const [asked, setAsked] = useState({ quietly: false });
  const asking = useRef<AbortController>(undefined);
  const shown = useRef({ at: 0, isFirstPage: false });

  useEffect(() => {
    const mine = new AbortController();
    asking.current = mine;
    if (!asked.quietly) setFailure(undefined);
    setLoadingMore(false);
    if (!load) return setPage(undefined);
    load({}, mine.signal).then(
      (first) => {
        if (mine.signal.aborted) return;
        setFailure(undefined);
        setPage(first);
        shown.current = { at: Date.now(), isFirstPage: true };
      },
      (error: unknown) => {
        if (!mine.signal.aborted && !asked.quietly) setFailure(failureMessage(error));
      },
    );
    return () => mine.abort();
  }, [load, asked]);

  useEffect(() => {
    // Reloads only a list of one page: a list with several loaded pages stays unchanged.
    const lookAgain = () => {
      const { at, isFirstPage } = shown.current;
      if (document.visibilityState === 'visible' && isFirstPage && Date.now() - at > freshForMs)
        setAsked({ quietly: true });
    };
    document.addEventListener('visibilitychange', lookAgain);
    return () => document.removeEventListener('visibilitychange', lookAgain);
  }, []);

  const loadMore = async () => {
    const { signal } = asking.current ?? {};
    if (!load || !signal || !page?.nextCursor) return;
    setLoadingMore(true);
    try {
      const older = await load({ cursor: page.nextCursor }, signal);
      if (signal.aborted) return;
      shown.current.isFirstPage = false;
      setPage(join(page, older));
    } catch (error) {
      if (!signal.aborted) setFailure(failureMessage(error));
    } finally {
      if (!signal.aborted) setLoadingMore(false);
    }
  };

  return {
    page,
    /** The reason why the last page failed to load, in words. */
    failure,
    isLoadingMore,
    loadMore: () => void loadMore(),
    /** Reloads the first page. */
    reload: useCallback(() => setAsked({ quietly: false }), []),
  };
}
