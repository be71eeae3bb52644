import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useCallback, useRef, useState } from 'react';
import { useOutletContext, useSearchParams } from 'react-router';
import type { DeskQueryOf } from '#contract/desk/endpoints.ts';
import type { Me } from '#contract/desk/staff.ts';
import type { LineRow } from '#contract/desk/work.ts';
import { failureMessage } from '#ui/api-error.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { notify } from '#ui/snackbar.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { mayDo } from '#desk/api/session.ts';
import { Screen } from '#desk/frame/screen.tsx';
import { keyOf, LineList } from '#desk/work/line-list.tsx';
import { MoveDueDialog } from '#desk/work/move-due-dialog.tsx';
import { NewChanges } from '#desk/work/new-changes.tsx';
import { refreshWork } from '#desk/work/pulse.ts';
import { useKeys } from '#desk/work/use-keys.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { Filters, filtersOf } from './filters.tsx';
import { OnTime } from './on-time.tsx';
import { BulkBar, Refused, type Result, SelectLine } from './selected-lines.tsx';
import { useOneAtATime } from '#ui/use-busy.ts';
import { countAboveLimit, writersQuery } from './writers.ts';

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

const placesOf = (lines: readonly LineRow[]) => lines.map(({ number, position }) => ({ number, position }));

/** The key of the focused row's line. */
const focused = () => (document.activeElement as HTMLElement | null)?.dataset['line'];

/** The open dialog, and the lines that were selected or focused when it opened. */
type Asked = { to: 'assign' | 'move'; lines: readonly LineRow[]; person?: string };

function AskedDialog({
  asked: { to, lines, person },
  me,
  onClose,
  onAssign,
  onMove,
}: {
  asked: Asked;
  me: Me;
  onClose: () => void;
  onAssign: (staffId: string | null) => void;
  onMove: ComponentProps<typeof MoveDueDialog>['onSend'];
}) {
  if (to === 'assign')
    return <AssignDialog lines={lines} chosen={person} onClose={onClose} onChoose={onAssign} />;
  const [only, more] = lines;
  return (
    <MoveDueDialog
      name={`move-due-${me.id}`}
      title={more ? `Move the due dates of ${lines.length} lines` : 'Move the due date'}
      dueOn={only && !more ? only.neededOn : null}
      onClose={onClose}
      onSend={onMove}
    />
  );
}

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
  const [asked, setAsked] = useState<Asked>();
  const { busy, begin, end } = useOneAtATime();
  const [refused, setRefused] = useState<Result['refused']>([]);
  const mayAssign = mayDo(me, 'work.assign');
  const picked = lines.filter((line) => chosen.has(keyOf(line)));
  /** The line from which Shift selects. */
  const anchor = useRef<string>(undefined);
  const toggle = (key: string, toHere: boolean) => {
    const keys = lines.map(keyOf);
    const [from, to] = [keys.indexOf(anchor.current ?? ''), keys.indexOf(key)];
    const next = new Set(chosen);
    if (toHere && from >= 0)
      for (const each of keys.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(each);
    else if (!next.delete(key)) next.add(key);
    anchor.current = key;
    setChosen(next);
  };
  const meant = () => {
    const key = focused();
    return picked.length > 0 ? picked : lines.filter((line) => keyOf(line) === key);
  };
  const ask = (to: 'assign' | 'move') => {
    const lines = meant();
    if (lines.length > 0) setAsked({ to, lines });
  };
  /** Shows how many lines an action changed, and why not the others; these stay selected. */
  const settle = ({ done: count, refused }: Result, done: string) => {
    setRefused(refused);
    const words = `${count} ${count === 1 ? 'line' : 'lines'} ${done}.`;
    if (refused.length === 0) notify({ message: words });
    else notify({ message: `${words} ${refused.length} couldn’t be changed.`, kind: 'error' });
    setChosen(new Set(refused.map(keyOf)));
  };
  const act = async (
    run: (lines: { number: string; position: number }[]) => Promise<Result>,
    done: string,
    lines = placesOf(meant()),
  ) => {
    if (lines.length === 0 || !begin()) return;
    try {
      settle(await run(lines), done);
    } catch (error) {
      notify({ message: failureMessage(error), kind: 'error' });
    }
    end();
    await refreshWork(client);
  };
  const assign = (staffId: string | null, to: readonly LineRow[] = meant()) =>
    act(
      (places) => callDesk('assignLines', { body: { lines: places, staffId } }),
      staffId ? 'assigned' : 'unassigned',
      placesOf(to),
    );
  /** Assigns lines to the person at the screen, who is asked first when they would have more than their limit. */
  const assignToMe = async () => {
    const lines = meant();
    try {
      const { writers } = await client.query({ ...writersQuery, staleTime: 5_000 });
      const mine = writers.find(({ id }) => id === me.id);
      if (mine && countAboveLimit(mine, lines) !== undefined)
        setAsked({ to: 'assign', lines, person: me.id });
      else await assign(me.id, lines);
    } catch (error) {
      notify({ message: failureMessage(error), kind: 'error' });
    }
  };
  const start = () => act((places) => callDesk('startLines', { body: { lines: places } }), 'started');
  useKeys(
    {
      x: ({ isShifted }) => {
        const key = focused();
        if (key !== undefined && mayAssign) toggle(key, isShifted);
      },
      ...(mayAssign
        ? {
            a: () => ask('assign'),
            d: () => ask('move'),
            m: () => void assignToMe(),
          }
        : {}),
    },
    me.singleKeys,
  );
  return (
    <>
      {refused.length > 0 && <Refused refused={refused} onDismiss={() => setRefused([])} />}
      <LineList
        label="Lines"
        lines={lines}
        singleKeys={me.singleKeys}
        loadMore={loadMore}
        {...(mayAssign
          ? {
              before: (line: LineRow) => (
                <SelectLine
                  line={line}
                  isChosen={chosen.has(keyOf(line))}
                  onToggle={(toHere) => toggle(keyOf(line), toHere)}
                />
              ),
            }
          : {})}
      />
      {picked.length > 0 && (
        <BulkBar
          me={me}
          picked={picked}
          busy={busy}
          ask={ask}
          assignToMe={assignToMe}
          start={start}
          onClear={() => setChosen(new Set())}
        />
      )}
      {asked && (
        <AskedDialog
          asked={asked}
          me={me}
          onClose={() => setAsked(undefined)}
          onAssign={(staffId) => {
            setAsked(undefined);
            void assign(staffId, asked.lines);
          }}
          onMove={async (moved) => {
            settle(
              await callDesk('moveDueDates', { body: { lines: placesOf(asked.lines), ...moved } }),
              'moved',
            );
            await refreshWork(client);
          }}
        />
      )}
    </>
  );
}
