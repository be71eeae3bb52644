import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError, failureMessage } from '#ui/api-error.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

/** Whether the data doesn't exist: a retry would get the same answer. */
const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** Shows a query's data; a placeholder while it loads; the error with a retry; or old data with the error after a failed refresh. */
export function Awaited<Data>({
  query,
  children,
}: {
  query: Pick<UseQueryResult<Data>, 'isError' | 'error' | 'isPending' | 'data'> & { refetch: () => unknown };
  children: (data: Data) => ReactNode;
}) {
  return (
    <>
      {query.isError && (
        <div className="mt-4">
          <Notice kind="error" role="alert" title={failureMessage(query.error)}>
            {query.data !== undefined && <p>This page may be out of date.</p>}
            {!isMissing(query.error) && (
              <Button look="quiet" small className="mt-3" onClick={() => query.refetch()}>
                Try again
              </Button>
            )}
          </Notice>
        </div>
      )}
      {query.isPending && (
        <div className="mt-4">
          <Skeleton lines={3} />
        </div>
      )}
      {query.data !== undefined && children(query.data)}
    </>
  );
}
