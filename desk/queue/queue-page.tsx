import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useOutletContext, useSearchParams } from 'react-router';
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
import { LineList } from '#desk/work/line-list.tsx';
import { NewChanges } from '#desk/work/new-changes.tsx';
import { refreshWork } from '#desk/work/pulse.ts';
import { useKeys } from '#desk/work/use-keys.ts';
import { AssignDialog } from './assign-dialog.tsx';

type View = (typeof lineViews)[number];

const views: { value: View; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'check', label: 'To check' },
  { value: 'asked', label: 'Question asked' },
  { value: 'review', label: 'With the customer' },
  { value: 'stopped', label: 'On hold' },
  { value: 'done', label: 'Complete' },
];
const dues = [
  { value: 'late', label: 'Late' },
  { value: 'today', label: 'Today' },
  { value: 'week', label: 'Next 7 days' },
  { value: 'later', label: 'Later' },
];

/** The filters of the address; what the address doesn't name isn't filtered. */
function filtersOf(query: URLSearchParams) {
  const filters = Object.fromEntries(
    ['show', 'due', 'who', 'express', 'q'].flatMap((key) => {
      const value = query.get(key);
      return value ? [[key, value]] : [];
    }),
  );
  return filters as Partial<Record<'show' | 'due' | 'who' | 'express' | 'q', string>>;
}

/** Every line of paid orders, by the day it is needed. The address holds the whole view. */
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
  const found = pages.flatMap((page) => page.lines);
  const [first] = pages;
  return (
    <Screen title="Queue">
      <div className="flex flex-col gap-4">
        <Filters filters={filters} set={set} />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-muted">
            {typeof first?.count === 'number' &&
              `${first.count.toLocaleString('en-US')}${first.isMore ? '+' : ''} ${first.count === 1 ? 'line' : 'lines'}`}
          </p>
          <NewChanges />
        </div>
        {lines.isError && (
          <Notice kind="error" role="alert" title={failureMessage(lines.error)}>
            {found.length > 0 && <p>This may be out of date.</p>}
            <Button look="quiet" small className="mt-3" onClick={() => void lines.refetch()}>
              Try again
            </Button>
          </Notice>
        )}
        {lines.isPending && <Skeleton lines={6} />}
        {lines.isSuccess && found.length === 0 && (
          <Empty isFiltered={query.size > 0} onClear={() => setQuery({}, { replace: true })} />
        )}
        {found.length > 0 && <Lines lines={found} me={me} />}
        {lines.hasNextPage && (
          <Button
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
        emptyLabel="Any day"
        options={dues}
        value={filters.due ?? ''}
        onValue={(value) => set('due', value)}
      />
      <SelectField
        id="who"
        label="Who"
        emptyLabel="Anyone"
        options={[{ value: 'me', label: 'Me' }, { value: 'free', label: 'Nobody' }, ...people]}
        value={filters.who ?? ''}
        onValue={(value) => set('who', value)}
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

const keyOf = ({ number, position }: Pick<LineRow, 'number' | 'position'>) => `${number} ${position}`;

/** The row with the focus, or the first. */
function step(by: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('[data-line]')];
  const at = links.findIndex((link) => link === document.activeElement);
  links[at < 0 ? 0 : at + by]?.focus();
}
const focused = () => (document.activeElement as HTMLElement | null)?.dataset['line'];

function Lines({ lines, me }: { lines: readonly LineRow[]; me: Me }) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isAssigning, setAssigning] = useState(false);
  const [busy, setBusy] = useState(false);
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
  /** Does it with the chosen lines, and says what became of them. */
  const act = async (
    run: (lines: { number: string; position: number }[]) => Promise<Result>,
    done: string,
  ) => {
    const places = meant().map(({ number, position }) => ({ number, position }));
    if (places.length === 0) return;
    setBusy(true);
    try {
      const { done: count, refused } = await run(places);
      const [first] = refused;
      notify({
        message: first
          ? `${count} ${done}, ${refused.length} not. ${first.number} · ${first.position}: ${first.why}`
          : `${count} ${done}.`,
        ...(first ? { kind: 'error' as const } : {}),
      });
      setChosen(new Set(refused.map(keyOf)));
    } catch (error) {
      notify({ message: failureMessage(error), kind: 'error' });
    }
    setBusy(false);
    await refreshWork(client);
  };
  const assign = (staffId: string | null) =>
    act(
      (places) => callDesk('assignLines', { body: { lines: places, staffId } }),
      staffId ? 'assigned' : 'freed',
    );
  const start = () => act((places) => callDesk('startLines', { body: { lines: places } }), 'started');
  useKeys(
    {
      j: () => step(1),
      k: () => step(-1),
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
      <LineList
        label="Lines"
        lines={lines}
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
                    Choose {line.number} · {line.position}
                  </span>
                </label>
              ),
            }
          : {})}
      />
      {picked.length > 0 && (
        <div role="region" aria-label="Chosen lines" className="bulk-bar">
          <p className="font-semibold">{picked.length} chosen</p>
          <Button small onClick={() => setAssigning(true)}>
            Assign
            <KeyHint me={me} name="A" />
          </Button>
          <Button look="quiet" small busy={busy} onClick={() => void assign(me.id)}>
            To me
            <KeyHint me={me} name="M" />
          </Button>
          {mayDo(me, 'work.write') && picked.some(({ status }) => status === 'queued') && (
            <Button look="quiet" small busy={busy} onClick={() => void start()}>
              Start
            </Button>
          )}
          <Button look="quiet" small onClick={() => setChosen(new Set())}>
            Clear
          </Button>
        </div>
      )}
      {isAssigning && (
        <AssignDialog
          count={meant().length}
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
