import type { Order } from '#contract/storefront/orders.ts';
import { lineNameParts, type NamedText as Named } from '#contract/storefront/line-name.ts';
import { NamedText } from '#ui/named-text.tsx';
import { isReviewed } from './next-step.ts';
import { eventLabel, refundLabels } from './status-labels.ts';
import { formatTime } from '#web/cabinet/format-time.ts';

const actors: Record<string, string> = {
  customer: 'you',
  operator: 'our team',
  system: 'automatic',
  provider: 'payment provider',
};

type Entry = {
  key: string;
  what: Named;
  at: string;
  actor: string;
  reason: string | null;
  isSetback: boolean;
};

/** The states that take an order back or stop it: their events don't get the dot of a success. */
const setbacks = new Set(['expired', 'cancelled', 'refunded', 'disputed', 'chargedBack']);

/** Events and refunds in order of time. */
function entriesOf({ events, lines, payment, currency }: Order): Entry[] {
  const happened = events.flatMap((event, index): Entry[] => {
    // omits the event of a refunded express surcharge, because the refund's entry shows it with the amount
    if (event.from === event.to && event.actor === 'system') return [];
    const line = lines.find(({ position }) => position === event.line);
    const label = eventLabel(event, events.slice(0, index), line ? isReviewed(line) : true);
    const what = line && lines.length > 1 ? [`${label}: `, ...lineNameParts(line, lines)] : [label];
    const key = `${event.at}${event.to}${event.line ?? ''}`;
    return [{ ...event, key, what, isSetback: setbacks.has(event.to) }];
  });
  const refunded = payment.refunds.map((refund, index): Entry => {
    const isSaid = events.some(({ at, reason }) => at === refund.at && reason === refund.reason);
    return {
      ...refund,
      key: `refund ${index}`,
      what: [refundLabels(refund, currency)],
      reason: isSaid ? null : refund.reason,
      isSetback: true,
    };
  });
  return [...happened, ...refunded].toSorted((a, b) => a.at.localeCompare(b.at));
}

/** The history, oldest first, and the next step in a few words; no next step when all is done. */
export function OrderTimeline({
  order,
  next,
  isLate,
}: {
  order: Order;
  next: Named;
  /** Whether `next` already says how late the work is. */
  isLate: boolean;
}) {
  const entries = entriesOf(order);
  return (
    <ol>
      {entries.map(({ key, what, at, actor, reason, isSetback }, index) => {
        const isEnd = index === entries.length - 1 && next.length === 0;
        return (
          <li key={key} className="relative pb-5 pl-8 last:pb-0">
            <span
              aria-hidden
              className={`absolute top-[0.35rem] left-0 size-[0.9rem] rounded-full ${isSetback ? 'border-2 border-subtle bg-bg' : 'bg-success'}`}
            />
            {!isEnd && <Thread />}
            <span className="figures block font-semibold">
              <NamedText of={what} />
            </span>
            <span className="figures block text-small text-subtle">
              <time dateTime={at}>{formatTime(at)}</time>
              {actors[actor] && `, ${actors[actor]}`}
            </span>
            {reason && (
              <span dir="auto" className="mt-0.5 block text-small break-words whitespace-pre-wrap text-muted">
                {reason}
              </span>
            )}
          </li>
        );
      })}
      {next.length > 0 && (
        <li className="relative pl-8">
          <span
            aria-hidden
            className="absolute top-[0.35rem] left-0 size-[0.9rem] rounded-full border-4 border-red-line bg-bg"
          />
          <span className="block font-semibold">
            <NamedText of={next} />
          </span>
          <span className="block text-small text-subtle">{isLate ? 'Now' : 'Next'}</span>
        </li>
      )}
    </ol>
  );
}

const Thread = () => (
  <span aria-hidden className="absolute top-[1.35rem] -bottom-1 left-[0.4rem] w-0.5 bg-hairline" />
);
