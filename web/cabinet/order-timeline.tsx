import type { Order } from '#contract/orders.ts';
import { eventWords } from './status-words.ts';
import { timeWords } from './time-words.ts';

const actors: Record<string, string> = {
  customer: 'you',
  operator: 'our team',
  system: 'automatic',
  provider: 'payment provider',
};

/** What happened, oldest first, and what comes next. */
export function OrderTimeline({
  events,
  lines,
  next,
}: {
  events: Order['events'];
  lines: Order['lines'];
  /** In a few words; nothing when all is done. */
  next: string;
}) {
  return (
    <ol>
      {events.map((event, index) => {
        const line =
          event.line === null || lines.length < 2
            ? undefined
            : lines.find(({ position }) => position === event.line);
        const isEnd = index === events.length - 1 && next === '';
        return (
          <li key={`${event.at}${event.to}${event.line ?? ''}`} className="relative pb-5 pl-8 last:pb-0">
            <span
              aria-hidden
              className="absolute top-[0.35rem] left-0 size-[0.9rem] rounded-full bg-success"
            />
            {!isEnd && <Thread />}
            <span className="block font-semibold">
              {eventWords(event, events.slice(0, index))}
              {line && `: ${line.title}`}
            </span>
            <span className="figures block text-small text-subtle">
              <time dateTime={event.at}>{timeWords(event.at)}</time>
              {actors[event.actor] && `, ${actors[event.actor]}`}
            </span>
            {event.reason && (
              <span dir="auto" className="mt-0.5 block text-small break-words whitespace-pre-wrap text-muted">
                {event.reason}
              </span>
            )}
          </li>
        );
      })}
      {next !== '' && (
        <li className="relative pl-8">
          <span
            aria-hidden
            className="absolute top-[0.35rem] left-0 size-[0.9rem] rounded-full border-4 border-red-line bg-bg"
          />
          <span className="block font-semibold">{next}</span>
          <span className="block text-small text-subtle">Next</span>
        </li>
      )}
    </ol>
  );
}

const Thread = () => (
  <span aria-hidden className="absolute top-[1.35rem] -bottom-1 left-[0.4rem] w-0.5 bg-hairline" />
);
