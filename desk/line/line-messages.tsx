import { Thread } from '#desk/work/thread.tsx';
import { useThread } from '#desk/work/use-thread.ts';

/** The messages about a line's order, collapsed above the brief. */
export function LineMessages({ number }: { number: string }) {
  const thread = useThread(number).data?.pages[0];
  return (
    <details className="mb-5">
      <summary className="link inline-flex min-h-11 cursor-pointer items-center font-semibold">
        Messages{thread && ` (${thread.count})`}
        {thread && thread.waitsSince !== null && ', awaiting a reply'}
      </summary>
      <div className="my-3">
        <Thread number={number} />
      </div>
    </details>
  );
}
