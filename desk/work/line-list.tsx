import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { LineRow } from '#contract/desk-work.ts';
import { lineUrl, neededWords, stateWords } from './line-words.ts';

type Props = {
  lines: readonly LineRow[];
  /** A control before each line. */
  before?: (line: LineRow) => ReactNode;
  label: string;
};

/** Lines of work, one in a row; on a phone one below another. */
export function LineList({ lines, before, label }: Props) {
  return (
    <ul aria-label={label} className="lines">
      {lines.map((line) => (
        <li key={lineUrl(line)} className={`line-row ${line.daysLate > 0 ? 'line-late' : ''}`}>
          {before?.(line)}
          <LineLink line={line} reason={neededWords(line)} />
        </li>
      ))}
    </ul>
  );
}

/** A line of work as a link. `reason`: why it is here, or its day. */
export const LineLink = ({ line, reason }: { line: LineRow; reason: string }) => (
  // a reason that is the state is not said twice
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
      </span>
    </span>
    <span className="line-state">
      {stateWords(line) !== reason && stateWords(line)}
      {line.expected > 0 && (
        <span className="line-written text-muted">
          {line.written} of {line.expected} written
        </span>
      )}
    </span>
    <span className="line-who">{line.assignee?.name ?? <span className="text-muted">Nobody</span>}</span>
    <span className="line-number text-muted">
      {line.number} · {line.position}
    </span>
  </Link>
);
