import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { LineRow } from '#contract/desk/work.ts';
import { keepList, placeOn } from '#desk/frame/use-list-place.ts';
import { ListHeads } from '#desk/frame/list-heads.tsx';
import { TestMark } from '#desk/frame/test-mark.tsx';
import { lineUrl, neededWords, stateWords } from './line-words.ts';
import { useKeys } from './use-keys.ts';

type Props = {
  lines: readonly LineRow[];
  /** Renders a control before each line. */
  before?: (line: LineRow) => ReactNode;
  label: string;
  /** Whether J and K move the focus from line to line. */
  singleKeys: boolean;
  /** Loads the next page when the reader is near the end; undefined when all lines are loaded. */
  loadMore: (() => void) | undefined;
};

/** Rows before the end at which the next page is loaded. */
const nearEnd = 20;
/** Estimated height of a row that has not been rendered, in pixels. */
const usualHeight = 42;

export const keyOf = ({ number, position }: Pick<LineRow, 'number' | 'position'>) => `${number} ${position}`;

/** Distance of the list from the top of the page, in pixels. It changes when content above it grows. */
function useTop(list: { current: HTMLElement | null }): number {
  const [top, setTop] = useState(0);
  // every render can move the list
  useLayoutEffect(() => {
    if (list.current) setTop(Math.round(list.current.getBoundingClientRect().top + window.scrollY));
  });
  return top;
}

/** A virtual list of lines, one per row: only visible rows and the focused one are in the DOM. */
export function LineList({ lines, before, label, singleKeys, loadMore }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const { key: visit } = useLocation();
  // after Back, the row that has the place is rendered even if it is far down
  const [active, setActive] = useState(() => {
    const path = placeOn(visit);
    const at = path === undefined ? -1 : lines.findIndex((line) => path.endsWith(lineUrl(line)));
    return at < 0 ? undefined : at;
  });
  useEffect(() => {
    keepList(visit, lines.map(lineUrl));
  }, [visit, lines]);
  const scrollMargin = useTop(list);
  const rows = useWindowVirtualizer({
    count: lines.length,
    estimateSize: () => usualHeight,
    getItemKey: (at) => keyOf(lines[at]!),
    overscan: 8,
    scrollMargin,
    useFlushSync: false,
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      return active === undefined || active >= lines.length || shown.includes(active)
        ? shown
        : [...shown, active].toSorted((a, b) => a - b);
    },
  });
  const shown = rows.getVirtualItems();
  const isNearEnd = (shown.at(-1)?.index ?? 0) >= lines.length - nearEnd;
  useEffect(() => {
    if (isNearEnd) loadMore?.();
  }, [isNearEnd, loadMore]);

  const rowOf = (at: number) =>
    list.current?.querySelector<HTMLElement>(`[data-line="${keyOf(lines[at]!)}"]`);
  const stepTo = useRef<number>(undefined);
  // after J or K, focuses a row that was not in the DOM before
  useEffect(() => {
    if (stepTo.current !== undefined) rowOf(stepTo.current)?.focus();
    stepTo.current = undefined;
  });
  const step = (by: 1 | -1) => {
    const focused = (document.activeElement as HTMLElement | null)?.dataset['line'];
    const from = lines.findIndex((line) => keyOf(line) === focused);
    const to = from < 0 ? 0 : from + by;
    if (to < 0 || to >= lines.length) return;
    const row = rowOf(to);
    if (row) return row.focus();
    stepTo.current = to;
    setActive(to);
  };
  useKeys({ j: () => step(1), k: () => step(-1) }, singleKeys);

  return (
    <div>
      <ListHeads
        row="line-link"
        names={['Due', 'Brand and service', 'Status', 'Assigned to', 'Number']}
        hasControl={before !== undefined}
      />
      <ul ref={list} aria-label={label} className="lines relative" style={{ height: rows.getTotalSize() }}>
        {shown.map(({ index, start, key }) => {
          const line = lines[index]!;
          return (
            <li
              key={key}
              ref={rows.measureElement}
              data-index={index}
              aria-posinset={index + 1}
              aria-setsize={loadMore ? -1 : lines.length}
              className={`line-row absolute inset-x-0 top-0 ${line.daysLate > 0 ? 'line-late' : ''}`}
              style={{ transform: `translateY(${start - scrollMargin}px)` }}
              onFocus={() => setActive(index)}
            >
              {before?.(line)}
              <LineLink line={line} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/**
 * A line as a link. `reason`: why it is listed; without it, its due day. Memoized with its dates, which take long to format, because each
 * key press renders the list again.
 */
export const LineLink = memo(({ line, reason = neededWords(line) }: { line: LineRow; reason?: string }) => (
  // omits the state if the reason is the same text
  <Link to={lineUrl(line)} data-line={`${line.number} ${line.position}`} className="line-link">
    <span className="line-needed">
      {reason}
      {line.isExpress && <span className="tag ml-2">Express</span>}
    </span>
    <span className="line-what">
      <bdi className="font-semibold">{line.brand ?? line.customer}</bdi>
      <span className="block text-muted">
        {line.title}
        {line.amounts !== '' && `, ${line.amounts}`}
        <TestMark livemode={line.livemode} />
      </span>
    </span>
    <span className="line-state">
      {stateWords(line) !== reason && <span>{stateWords(line)}</span>}
      {/* delivered texts are complete, so the count of written ones says nothing */}
      {line.expected > 0 && line.status !== 'revisionRequested' && (
        <span className="line-written text-muted">
          {line.written} of {line.expected} written
        </span>
      )}
    </span>
    <span className="line-who">{line.assignee?.name ?? <span className="text-muted">Unassigned</span>}</span>
    <span className="line-number text-muted">
      {line.number} · {line.position}
    </span>
  </Link>
));
LineLink.displayName = 'LineLink';
