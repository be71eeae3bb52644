import { Link } from 'react-router';
import { formatDay } from '#contract/delivery-date.ts';
import { InTime } from '#desk/charts/in-time.tsx';

const words = {
  title: 'Delivered on time',
  oneInTime: 'The only line due in this period was delivered by its due date.',
  oneLate: 'The only line due in this period wasn’t delivered by its due date.',
  many: 'lines were delivered by their due dates',
  empty: 'No lines were due in this period.',
  onTime: 'On time',
  late: 'Late',
  open: 'Overdue',
};

/** How many lines were delivered on time by week, and the newest that were late. */
export const OnTime = () => (
  <InTime
    name="showOnTime"
    words={words}
    more={({ lateLines }) =>
      lateLines.length > 0 && (
        <details>
          <summary className="link inline-flex min-h-8 items-center pointer-coarse:min-h-11">
            Most recent late lines ({lateLines.length})
          </summary>
          <ul className="mt-2 flex flex-col gap-1">
            {lateLines.map(({ number, position, title, dueOn, deliveredOn }) => (
              <li key={`${number} ${position}`}>
                <Link className="link" to={`/lines/${number}/${position}`}>
                  {title}
                </Link>{' '}
                <span className="text-muted">
                  {number}, due {formatDay(dueOn)},{' '}
                  {deliveredOn === null ? 'not delivered yet' : `delivered ${formatDay(deliveredOn)}`}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )
    }
  />
);
