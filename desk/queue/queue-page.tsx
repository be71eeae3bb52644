import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { Link, useOutletContext, useSearchParams } from 'react-router';
import type { DeskQueryOf } from '#contract/desk-endpoints.ts';
import type { Me } from '#contract/desk-staff.ts';
import type { LineRow, lineViews } from '#contract/desk-work.ts';
import { failureMessage } from '#ui/api-error.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { notify } from '#ui/snackbar.tsx';
import { TextField } from '#ui/text-field.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { mayDo } from '#desk/api/session.ts';
import { Screen } from '#desk/frame/screen.tsx';
import { KeyHint } from '#desk/frame/key-hint.tsx';
import { keyOf, LineList } from '#desk/work/line-list.tsx';
import { NewChanges } from '#desk/work/new-changes.tsx';
import { refreshWork } from '#desk/work/pulse.ts';
import { useKeys } from '#desk/work/use-keys.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { OnTime } from './on-time.tsx';
import { useOneAtATime } from '#ui/use-busy.ts';

type View = (typeof lineViews)[number];

const views: { value: View; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'check', label: 'To review' },
  { value: 'asked', label: 'Waiting for an answer' },
  { value: 'review', label: 'Delivered' },
  { value: 'stopped', label: 'On hold' },
  { value: 'done', label: 'Completed' },
];
const dues = [
  { value: 'late', label: 'Late' },
  { value: 'today', label: 'Today' },
  { value: 'week', label: 'Next 7 days' },
  { value: 'later', label: 'Later' },
];

const filterNames = ['show', 'due', 'who', 'service', 'express', 'q'] as const;

/** The filters in the URL; an absent one doesn't filter. */
function filtersOf(query: URLSearchParams) {
  const filters = Object.fromEntries(
    filterNames.flatMap((key) => {
      const value = query.get(key);
      return value ? [[key, value]] : [];
    }),
  );
  return filters as Partial<Record<(typeof filterNames)[number], string>>;
}

/** Removes duplicates: a line that moved between the reads of two pages is in both. Keeps its newest data at its first place. */
const eachOnce = (lines: readonly LineRow[]): LineRow[] => [
  ...new Map(lines.map((line) => [keyOf(line), line])).values(),
];

/** All lines of paid orders, by due day. The URL holds the filters and the view. */
export function QueuePage() {
  const me = useOutletContext<Me>();
  const [query, setQuery] = useSearchParams();
  const filters = filtersOf(query);
  const set = (key: string, value: string) => {
    const next = new URLSearchParams(query);
    if (value === '' || (key === 'show' && value === 'open')) next.delete(key);
    else next.set(key, value);
    setQuery(next, { replace: true });
  };
  const lines = useInfiniteQuery({
    queryKey: ['lines', filters],
    queryFn: ({ pageParam, signal }) =>
      callDesk('listLines', {
        query: {
          ...filters,
          ...(filters.service ? { service: Number(filters.service) } : {}),
          ...(pageParam ? { cursor: pageParam } : {}),
          limit: 100,
        } as DeskQueryOf<'listLines'>,
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: Infinity,
  });
  const pages = lines.data?.pages ?? [];
  const found = eachOnce(pages.flatMap((page) => page.lines));
  const [first] = pages;
  const { hasNextPage, isFetching, isError, fetchNextPage } = lines;
  const loadMore = useCallback(() => {
    // after a failure, the person decides when to retry
    if (!isFetching && !isError) void fetchNextPage();
  }, [isFetching, isError, fetchNextPage]);
  return (
    <Screen title="Queue">
      <div className="flex flex-col gap-4">
        <Filters filters={filters} set={set} />
        {filters.show === 'done' && mayDo(me, 'work.see') && (
          <div className="mt-4">
            <OnTime />
          </div>
        )}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-muted">
            {typeof first?.count === 'number' &&
              `${first.count.toLocaleString('en-US')}${first.isMore ? '+' : ''} ${first.count === 1 ? 'line' : 'lines'}`}
          </p>
          <NewChanges />
        </div>
        {lines.isError && (
          <Notice kind="error" role="alert" title={failureMessage(lines.error)}>
            {found.length > 0 && <p>This page may be out of date.</p>}
            <Button look="quiet" small className="mt-3" onClick={() => void lines.refetch()}>
              Try again
            </Button>
          </Notice>
        )}
        {lines.isPending && <Skeleton lines={6} />}
        {lines.isSuccess && found.length === 0 && (
          <Empty isFiltered={query.size > 0} onClear={() => setQuery({}, { replace: true })} />
        )}
        {found.length > 0 && <Lines lines={found} me={me} loadMore={hasNextPage ? loadMore : undefined} />}
        {lines.hasNextPage && (
          <Button
            data-repeats
            look="quiet"
            className="self-start"
            busy={lines.isFetchingNextPage}
            busyText="Loading"
            onClick={() => void lines.fetchNextPage()}
          >
            Show more lines
          </Button>
        )}
      </div>
    </Screen>
  );
}

function Empty({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered) return <p>There’s no open work. New work appears here once it’s paid for.</p>;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p>No lines match these filters.</p>
      <Button look="quiet" small onClick={onClear}>
        Clear filters
      </Button>
    </div>
  );
}

function Filters({
  filters,
  set,
}: {
  filters: ReturnType<typeof filtersOf>;
  set: (key: string, value: string) => void;
}) {
  const [typed, setTyped] = useState(filters.q ?? '');
  const writers = useQuery({
    queryKey: ['writers'],
    queryFn: ({ signal }) => callDesk('listWriters', { signal }),
  });
  const services = (writers.data?.services ?? []).map(({ orderType, title }) => ({
    value: String(orderType),
    label: title,
  }));
  const people = (writers.data?.writers ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <form
      role="search"
      aria-label="Filters"
      className="filters"
      onSubmit={(event) => {
        event.preventDefault();
        set('q', typed.trim());
      }}
    >
      <SelectField
        id="show"
        label="Show"
        options={views}
        value={filters.show ?? 'open'}
        onValue={(value) => set('show', value)}
      />
      <SelectField
        id="due"
        label="Due"
        emptyLabel="Any date"
        options={dues}
        value={filters.due ?? ''}
        onValue={(value) => set('due', value)}
      />
      <SelectField
        id="who"
        label="Assigned to"
        emptyLabel="Anyone"
        options={[{ value: 'me', label: 'Me' }, { value: 'free', label: 'Unassigned' }, ...people]}
        value={filters.who ?? ''}
        onValue={(value) => set('who', value)}
      />
      <SelectField
        id="service"
        label="Service"
        emptyLabel="All"
        options={services}
        value={filters.service ?? ''}
        onValue={(value) => set('service', value)}
      />
      <SelectField
        id="express"
        label="Speed"
        emptyLabel="All"
        options={[{ value: '1', label: 'Express only' }]}
        value={filters.express ?? ''}
        onValue={(value) => set('express', value)}
      />
      <TextField
        id="q"
        label="Brand or order"
        autoComplete="off"
        value={typed}
        onValue={(value) => {
          setTyped(value);
          if (value === '') set('q', '');
        }}
      />
      <Button type="submit" look="quiet">
        Find
      </Button>
    </form>
  );
}

/** The key of the focused row's line. */
const focused = () => (document.activeElement as HTMLElement | null)?.dataset['line'];

function Lines({
  lines,
  me,
  loadMore,
}: {
  lines: readonly LineRow[];
  me: Me;
  loadMore: (() => void) | undefined;
}) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isAssigning, setAssigning] = useState(false);
  const { busy, begin, end } = useOneAtATime();
  const [refused, setRefused] = useState<Result['refused']>([]);
  const mayAssign = mayDo(me, 'work.assign');
  const picked = lines.filter((line) => chosen.has(keyOf(line)));
  const toggle = (key: string) => {
    const next = new Set(chosen);
    if (!next.delete(key)) next.add(key);
    setChosen(next);
  };
  const meant = () => {
    const key = focused();
    return picked.length > 0 ? picked : lines.filter((line) => keyOf(line) === key);
  };
  /** Runs an action on the chosen lines, and shows how many succeeded and why others did not. */
  const act = async (
    run: (lines: { number: string; position: number }[]) => Promise<Result>,
    done: string,
  ) => {
    const places = meant().map(({ number, position }) => ({ number, position }));
    if (places.length === 0) return;
    if (!begin()) return;
    try {
      const { done: count, refused } = await run(places);
      setRefused(refused);
      if (refused.length === 0) notify({ message: `${count} ${done}.` });
      else notify({ message: `${count} ${done}, ${refused.length} failed.`, kind: 'error' });
      setChosen(new Set(refused.map(keyOf)));
    } catch (error) {
      notify({ message: failureMessage(error), kind: 'error' });
    }
    end();
    await refreshWork(client);
  };
  const assign = (staffId: string | null) =>
    act(
      (places) => callDesk('assignLines', { body: { lines: places, staffId } }),
      staffId ? 'assigned' : 'unassigned',
    );
  const start = () => act((places) => callDesk('startLines', { body: { lines: places } }), 'started');
  useKeys(
    {
      x: () => {
        const key = focused();
        if (key !== undefined && mayAssign) toggle(key);
      },
      ...(mayAssign
        ? { a: () => meant().length > 0 && setAssigning(true), m: () => void assign(me.id) }
        : {}),
    },
    me.singleKeys,
  );
  return (
    <>
      {refused.length > 0 && (
        <Notice
          kind="error"
          title={refused.length === 1 ? 'One line failed' : `${refused.length} lines failed`}
        >
          <ul className="flex flex-col gap-1">
            {refused.map(({ number, position, why }) => (
              <li key={`${number} ${position}`}>
                <Link className="link" to={`/lines/${number}/${position}`}>
                  {number}, line {position}
                </Link>
                : {why}
              </li>
            ))}
          </ul>
          <Button look="quiet" small className="mt-3" onClick={() => setRefused([])}>
            Dismiss
          </Button>
        </Notice>
      )}
      <LineList
        label="Lines"
        lines={lines}
        singleKeys={me.singleKeys}
        loadMore={loadMore}
        {...(mayAssign
          ? {
              before: (line: LineRow) => (
                <label className="line-check">
                  <input
                    type="checkbox"
                    checked={chosen.has(keyOf(line))}
                    onChange={() => toggle(keyOf(line))}
                  />
                  <span className="sr-only">
                    Select {line.number}, line {line.position}
                  </span>
                </label>
              ),
            }
          : {})}
      />
      {picked.length > 0 && (
        <div role="region" aria-label="Selected lines" className="bulk-bar">
          <p className="font-semibold">{picked.length} selected</p>
          <Button small onClick={() => setAssigning(true)}>
            Assign
            <KeyHint me={me} name="A" />
          </Button>
          <Button look="quiet" small busy={busy} onClick={() => void assign(me.id)}>
            Assign to me
            <KeyHint me={me} name="M" />
          </Button>
          {mayDo(me, 'work.write') && picked.some(({ status }) => status === 'queued') && (
            <Button look="quiet" small busy={busy} onClick={() => void start()}>
              Start
            </Button>
          )}
          <Button look="quiet" small onClick={() => setChosen(new Set())}>
            Clear selection
          </Button>
        </div>
      )}
      {isAssigning && (
        <AssignDialog
          lines={meant()}
          onClose={() => setAssigning(false)}
          onChoose={(staffId) => {
            setAssigning(false);
            void assign(staffId);
          }}
        />
      )}
    </>
  );
}

type Result = { done: number; refused: { number: string; position: number; why: string }[] };
