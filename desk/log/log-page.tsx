import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { AuditLog, VerifiedLog } from '#contract/desk-log.ts';
import { failureMessage } from '#ui/api-error.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextField } from '#ui/text-field.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { formatTime } from '#desk/frame/format-time.ts';
import { Screen } from '#desk/frame/screen.tsx';
import { actWords } from '#desk/work/act-words.ts';
import { detailWords } from './detail-words.ts';
import { useOneAtATime } from '#ui/use-busy.ts';

type Entry = AuditLog['entries'][number];

/** Actions of staff and the command line, newest first; the filter is in the URL. */
export function LogPage() {
  const [query, setQuery] = useSearchParams();
  const subject = query.get('about') ?? '';
  const [typed, setTyped] = useState(subject);
  const log = useInfiniteQuery({
    queryKey: ['log', subject],
    queryFn: ({ pageParam, signal }) =>
      callDesk('listLog', {
        query: { ...(subject ? { subject } : {}), ...(pageParam ? { cursor: pageParam } : {}), limit: 50 },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <Screen title="Audit log">
      <Verification />
      <form
        role="search"
        className="flex max-w-xl flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          setQuery(typed.trim() === '' ? {} : { about: typed.trim() });
        }}
      >
        <div className="min-w-[min(15rem,100%)] flex-1">
          <TextField
            id="about"
            label="Subject"
            hint="For example, “order R-7K3M-Q2XA,” “customer 812” or “staff 12”"
            autoComplete="off"
            value={typed}
            onValue={setTyped}
          />
        </div>
        <Button type="submit" look="quiet">
          Filter
        </Button>
        {subject !== '' && (
          <Button
            look="quiet"
            onClick={() => {
              setTyped('');
              setQuery({});
            }}
          >
            Clear
          </Button>
        )}
      </form>
      <section aria-label="Entries">
        {log.isPending && <Skeleton lines={6} />}
        {log.isError && (
          <Notice kind="error" role="alert" title={failureMessage(log.error)}>
            <Button look="quiet" small className="mt-3" onClick={() => void log.refetch()}>
              Try again
            </Button>
          </Notice>
        )}
        {log.isSuccess && entries.length === 0 && (
          <p>{subject === '' ? 'The audit log is empty.' : `No entries about ${subject}.`}</p>
        )}
        {entries.length > 0 && (
          <table className="rows">
            <thead>
              <tr>
                <th scope="col">Entry</th>
                <th scope="col">Time</th>
                <th scope="col">Person</th>
                <th scope="col">Action</th>
                <th scope="col">Subject</th>
                <th scope="col">Details</th>
              </tr>
            </thead>
            <tbody>
              {entries.map((entry) => (
                <EntryRow key={entry.place} entry={entry} />
              ))}
            </tbody>
          </table>
        )}
        {log.hasNextPage && (
          <Button
            data-repeats
            look="quiet"
            className="mt-4"
            busy={log.isFetchingNextPage}
            busyText="Loading"
            onClick={() => void log.fetchNextPage()}
          >
            Show older entries
          </Button>
        )}
      </section>
    </Screen>
  );
}

function EntryRow({ entry: { place, at, actor, name, action, subject, detail } }: { entry: Entry }) {
  return (
    <tr>
      <td className="text-muted">{place}</td>
      <td className="sm:whitespace-nowrap">{formatTime(at)}</td>
      <td className="font-semibold">{name ?? `${actor.replace(/^operator:/, '')} (command line)`}</td>
      <td>{actWords(action)}</td>
      <td className="sm:whitespace-nowrap">{subject}</td>
      <td className="wrap-anywhere text-muted max-sm:basis-full">{detailWords(detail)}</td>
    </tr>
  );
}

/** Verifies the log's hash chain on request, and shows the result. */
function Verification() {
  const { busy, begin, end } = useOneAtATime();
  const [found, setFound] = useState<VerifiedLog>();
  const [failure, setFailure] = useState<string>();
  const verify = async () => {
    if (!begin()) return;
    setFailure(undefined);
    try {
      setFound(await callDesk('verifyLog', {}));
    } catch (error) {
      setFailure(failureMessage(error));
    } finally {
      end();
    }
  };
  return (
    <div className="flex max-w-2xl flex-col gap-3">
      <Button
        look="quiet"
        className="self-start"
        busy={busy}
        busyText="Checking"
        onClick={() => void verify()}
      >
        Verify the log
      </Button>
      {failure !== undefined && <Notice kind="error" role="alert" title={failure} />}
      {found &&
        (found.findings.length > 0 ? (
          <Notice kind="error" role="alert" title="The log has been tampered with">
            <ul className="list-disc pl-5">
              {found.findings.map((finding) => (
                <li key={finding}>{finding}</li>
              ))}
            </ul>
          </Notice>
        ) : (
          <Notice kind="success" role="status" title="No entries were changed or removed">
            <p className="break-all">
              All entries through number {found.place} are intact. The seal of the last one is {found.seal}.
            </p>
          </Notice>
        ))}
    </div>
  );
}
