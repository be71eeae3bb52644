import { formatDay } from '#contract/delivery-date.ts';
import { isRevision, lineDaysLate, mayCancel, promisedOn } from '#contract/storefront/lateness.ts';
import type { Order } from '#contract/storefront/orders.ts';
import { NamedText } from '#ui/named-text.tsx';
import { Notice } from '#ui/notice.tsx';
import { lineNameParts } from '#contract/storefront/line-name.ts';
import { businessDaysWords, lateLines } from './next-step.ts';
import { expectedDay } from './promise-words.ts';
import { messagesId } from './order-messages.tsx';

type Line = Order['lines'][number];

/** Names late work with its due day, and the customer's choices. */
export function LateNotice({ order, now }: { order: Order; now: Date }) {
  const { lines } = order;
  const late = lateLines(order, now);
  const [first] = late;
  if (!first) return null;
  const sorry = 'We’re sorry.';
  const lateBy = (line: Line) => `${businessDaysWords(lineDaysLate(line, now))} late`;
  const expectedWords = (line: Line) => {
    const day = expectedDay(line, now);
    return day === null ? '' : ` We now expect it ${formatDay(day)}.`;
  };
  const wasDue = (line: Line) =>
    `${isRevision(line) ? 'The revision' : 'It'} was due ${formatDay(promisedOn(line) ?? '')}.${expectedWords(line)}`;
  const title =
    lines.length === 1
      ? `This order is ${lateBy(first)}. ${sorry}`
      : `${late.length} of ${lines.length} items ${late.length === 1 ? 'is' : 'are'} late. ${sorry}`;
  return (
    <Notice kind="error" title={title}>
      {lines.length === 1 ? (
        <p>{wasDue(first)}</p>
      ) : (
        <ul>
          {late.map((line) => (
            <li key={line.position}>
              <strong>
                <NamedText of={lineNameParts(line, lines)} />:
              </strong>{' '}
              {lateBy(line)}. {wasDue(line)}
            </li>
          ))}
        </ul>
      )}
      <p className="mt-1">
        {mayCancel(lines, now)
          ? 'You can cancel the whole order for a full refund, or wait.'
          : 'We’ll deliver as soon as we can.'}{' '}
        {late.some((line) => line.details.express && !isRevision(line)) &&
          'We refund the express surcharge automatically. '}
        {!mayCancel(lines, now) && (
          <a className="link" href={`#${messagesId(order.number)}`}>
            Write to us
          </a>
        )}
      </p>
    </Notice>
  );
}
