import type { Order } from '#contract/orders.ts';
import { stateWords } from './status-words.ts';
import { timeWords } from './time-words.ts';

const actors: Record<string, string> = {
  customer: 'You',
  operator: 'Our team',
  system: 'Automatic',
  provider: 'Payment provider',
};

/** What happened, oldest first; the last dot is where things stand. */
export function OrderTimeline({ events, lines }: { events: Order['events']; lines: Order['lines'] }) {
  return (
    <ol>
      {events.map((event, index) => {
        const isLast = index === events.length - 1;
        const line =
          event.line === null || lines.length < 2
            ? undefined
            : lines.find(({ position }) => position === event.line);
        return (
          <li key={`${event.at}${event.to}${event.line ?? ''}`} className="relative pb-5 pl-8 last:pb-0">
            <span
              aria-hidden
              className={`absolute top-[0.35rem] left-0 size-[0.9rem] rounded-full ${isLast ? 'border-4 border-red-line bg-bg' : 'bg-success'}`}
            />
            {!isLast && (
              <span
                aria-hidden
                className="absolute top-[1.35rem] -bottom-1 left-[0.4rem] w-0.5 bg-hairline"
              />
            )}
            <span className="block font-semibold">
              {stateWords(event.to)}
              {line && `: ${line.title}`}
            </span>
            <span className="figures block text-small text-subtle">
              <time dateTime={event.at}>{timeWords(event.at)}</time>
              {actors[event.actor] && `, ${actors[event.actor]}`}
              {event.reason && ` – ${event.reason}`}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
