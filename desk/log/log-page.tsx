import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useOutletContext, useSearchParams } from 'react-router';
import type { AuditLog, LogFilters, VerifiedLog } from '#contract/desk/log.ts';
import type { Me } from '#contract/desk/staff.ts';
import { failureMessage } from '#ui/api-error.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { saveFile } from '#ui/save-file.ts';
import { SelectField } from '#ui/select-field.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useBusy, useOneAtATime } from '#ui/use-busy.ts';
import { FilterForm } from '#desk/frame/filter-form.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { withProof } from '#desk/api/prove.ts';
import { mayDo } from '#desk/api/session.ts';
import { formatTime } from '#desk/frame/format-time.ts';
import { Screen } from '#desk/frame/screen.tsx';
import { periodProblem } from '#desk/frame/period-form.tsx';
import { filtersIn, useFilterFields } from '#desk/frame/use-filters.ts';
import { actWords, namedActs } from '#desk/work/act-words.ts';
import { detailWords } from './detail-words.ts';

type Entry = AuditLog['entries'][number];

const filterNames = ['subject', 'who', 'action', 'from', 'to'] as const;

/** Actions of staff and the command line, newest first; the filters are in the URL. */
export function LogPage() {
  const [query, setQuery] = useSearchParams();
  const filters: LogFilters = filtersIn(query, filterNames);
  const log = useInfiniteQuery({
    queryKey: ['log', filters],
    queryFn: ({ pageParam, signal }) =>
      callDesk('listLog', {
        query: { ...filters, ...(pageParam ? { cursor: pageParam } : {}), limit: 50 },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? [];
  const people = log.data?.pages[0]?.people;
  const names = new Map([
    ...(people ?? []).map(({ id, name }) => [`staff ${id}`, name] as const),
    ...(log.data?.pages[0]?.roles ?? []).map(({ key, label }) => [`role ${key}`, label] as const),
  ]);
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Screen title="Audit log">
      <Verification />
      <Filters
        filters={filters}
        people={people}
        error={log.error}
        onFilters={(chosen) => setQuery(chosen as Record<string, string>)}
      />
      <section aria-label="Entries">
        {log.isPending && <Skeleton lines={6} />}
        {log.isError && periodProblem(log.error) === undefined && (
          <Notice kind="error" role="alert" title={failureMessage(log.error)}>
            <Button look="quiet" small className="mt-3" onClick={() => void log.refetch()}>
              Try again
            </Button>
          </Notice>
        )}
        {log.isSuccess && entries.length === 0 && (
          <p>{isFiltered ? 'No entries match these filters.' : 'The audit log is empty.'}</p>
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
                <EntryRow key={entry.place} entry={entry} names={names} />
              ))}
            </tbody>
          </table>
        )}
        <div className="mt-4 flex flex-wrap gap-3">
          {log.hasNextPage && (
            <Button
              data-repeats
              look="quiet"
              busy={log.isFetchingNextPage}
              busyText="Loading"
              onClick={() => void log.fetchNextPage()}
            >
              Show older entries
            </Button>
          )}
          {entries.length > 0 && <Export filters={filters} isFiltered={isFiltered} />}
        </div>
      </section>
    </Screen>
  );
}

function Filters({
  filters,
  people,
  error,
  onFilters,
}: {
  filters: LogFilters;
  people: AuditLog['people'] | undefined;
  error: unknown;
  onFilters: (filters: LogFilters) => void;
}) {
  const { field, choice, send } = useFilterFields({ names: filterNames, filters, error, onFilters });
  return (
    <FilterForm
      search={
        <TextField
          {...field('subject')}
          label="Subject, such as “customer 812” or a name"
          autoComplete="off"
        />
      }
      onFind={send}
      onClear={Object.keys(filters).length > 0 ? () => onFilters({}) : undefined}
    >
      <SelectField
        {...choice('who')}
        label="Person"
        emptyLabel="Anyone"
        options={[
          { value: 'commands', label: 'Command line' },
          ...(people ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <SelectField {...choice('action')} label="Action" emptyLabel="Any" options={namedActs} />
      <TextField {...field('from')} type="date" label="From" autoComplete="off" />
      <TextField {...field('to')} type="date" label="To" autoComplete="off" />
    </FilterForm>
  );
}

function Export({ filters, isFiltered }: { filters: LogFilters; isFiltered: boolean }) {
  const { busy, run } = useBusy();
  const download = async () => {
    saveFile(await withProof(() => callDesk('exportLog', { body: filters })));
  };
  return (
    <Button look="quiet" busy={busy} busyText="Preparing the file" onClick={() => void run(download)}>
      {isFiltered ? 'Download these entries (.csv)' : 'Download all entries (.csv)'}
    </Button>
  );
}

/** The page about a subject; undefined for what has none. */
function pageOf(subject: string): string | undefined {
  const [kind, id, position] = subject.split(' ');
  if (id === undefined) return undefined;
  if (kind === 'line') return `/lines/${id}/${position}`;
  if (kind === 'order') return `/orders/${id}`;
  if (kind === 'customer') return `/customers/${id}`;
  if (kind === 'ticket') return `/tickets/${id}`;
  return kind === 'staff' ? `/people/${id}` : undefined;
}

function Subject({ subject, names }: { subject: string; names: ReadonlyMap<string, string> }) {
  const page = pageOf(subject);
  const words = names.get(subject) ?? subject.replace(/^ticket /, 'conversation ');
  if (page === undefined) return <>{words}</>;
  return (
    <Link className="link" to={page}>
      {words}
    </Link>
  );
}

function EntryRow({
  entry: { place, at, actor, name, action, subject, detail },
  names,
}: {
  entry: Entry;
  names: ReadonlyMap<string, string>;
}) {
  const me = useOutletContext<Me>();
  const { approval } = detail;
  return (
    <tr>
      <td className="text-muted">{place}</td>
      <td className="sm:whitespace-nowrap">{formatTime(at)}</td>
      <td className="font-semibold">{name ?? `${actor.replace(/^operator:/, '')} (command line)`}</td>
      <td className="max-sm:basis-full">{actWords(action)}</td>
      <td className="sm:whitespace-nowrap">
        <Subject subject={subject} names={names} />
      </td>
      <td className="wrap-anywhere text-muted">
        {detailWords(detail, names)}
        {approval !== undefined && mayDo(me, 'money.see') && (
          <>
            {' '}
            <Link className="link whitespace-nowrap" to={`/approvals/${approval}`}>
              See the request
            </Link>
          </>
        )}
      </td>
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
        Verify the audit log
      </Button>
      {failure !== undefined && <Notice kind="error" role="alert" title={failure} />}
      {found &&
        (found.findings.length > 0 ? (
          <Notice kind="error" role="alert" title="Entries were changed or removed">
            <ul className="list-disc pl-5">
              {found.findings.map((finding) => (
                <li key={finding}>{finding}</li>
              ))}
            </ul>
          </Notice>
        ) : (
          <Notice kind="success" role="status" title="No entries were changed or removed">
            <p className="break-all">
              Entries 1 to {found.place} are intact. The seal of entry {found.place}, a checksum of all
              entries up to it, is {found.seal}.
            </p>
          </Notice>
        ))}
    </div>
  );
}
