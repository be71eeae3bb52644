import { useState } from 'react';
import { Link } from 'react-router';
import type { DeskOrder, TimelineEntry } from '#contract/desk/orders.ts';
import { formatTime } from '#desk/frame/format-time.ts';
import { timelineWords } from './timeline-words.ts';

type About = TimelineEntry['about'];
const filters: { value: About | 'all'; label: string; nothing: string }[] = [
  { value: 'all', label: 'All', nothing: 'No activity yet.' },
  { value: 'work', label: 'Work', nothing: 'No work has been done yet.' },
  { value: 'money', label: 'Money', nothing: 'No payments or refunds yet.' },
  { value: 'messages', label: 'Messages', nothing: 'No messages yet.' },
  { value: 'team', label: 'Team', nothing: 'No team activity yet.' },
];

/** The order's events, oldest first, each with its actor and time. */
export function Timeline({ order: { timeline, currency } }: { order: DeskOrder }) {
  const [show, setShow] = useState<About | 'all'>('all');
  const shown = timeline.filter(({ about }) => show === 'all' || about === show);
  return (
    <section aria-labelledby="happened">
      <h2 id="happened" className="mb-3">
        Activity
      </h2>
      <div role="group" aria-label="Show" className="choice-bar max-w-full overflow-x-auto">
        {filters.map(({ value, label }) => (
          <button key={value} type="button" aria-pressed={show === value} onClick={() => setShow(value)}>
            {label}
          </button>
        ))}
      </div>
      {shown.length === 0 && (
        <p className="mt-4 text-muted">{filters.find(({ value }) => value === show)?.nothing}</p>
      )}
      <ol className="mt-4 flex flex-col gap-3">
        {shown.map((entry) => (
          <li key={`${entry.at}${entry.kind}${entry.what}${entry.line}${entry.amount}${entry.text}`}>
            <span className="font-semibold">{timelineWords(entry, currency)}</span>{' '}
            <span className="text-muted">
              <bdi>{entry.by}</bdi>
              {entry.askedBy !== null && (
                <>
                  , requested by <bdi>{entry.askedBy}</bdi>
                </>
              )}
              , {formatTime(entry.at)}
              {entry.conversation !== null && (
                <>
                  , in{' '}
                  <Link to={`/tickets/${entry.conversation}`} className="link whitespace-nowrap">
                    {entry.conversation}
                  </Link>
                </>
              )}
            </span>
            {entry.text !== null && entry.text !== '' && (
              <span dir="auto" className="block whitespace-pre-wrap">
                {entry.text}
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
