import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { Awaited } from './awaited.tsx';

/** A paged list, with a button for the next page. */
export const Pages = <Page,>({
  query,
  more,
  children,
}: {
  query: UseInfiniteQueryResult<InfiniteData<Page>>;
  more: string;
  children: ReactNode;
}) => (
  <div className="flex flex-col items-stretch gap-4">
    <Awaited query={query}>{() => children}</Awaited>
    {query.hasNextPage && (
      <Button
        data-repeats
        look="quiet"
        className="self-start"
        busy={query.isFetchingNextPage}
        busyText="Loading"
        onClick={() => void query.fetchNextPage()}
      >
        {more}
      </Button>
    )}
  </div>
);
