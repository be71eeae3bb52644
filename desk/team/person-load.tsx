import type { CSSProperties } from 'react';
import type { PersonLoad as Load } from '#contract/desk/reports.ts';
import { hours } from '#desk/charts/hours.ts';
import { openWords } from '#desk/work/open-words.ts';
import type { Person } from './person-form.ts';

/** How much of the time is needed, in percent. */
const shareOf = (minutes: number, capacity: number): number =>
  minutes === 0 ? 0 : Math.min(100, (minutes / Math.max(1, capacity)) * 100);

/** A bar of how full a week is. */
const barOf = (minutes: number, capacity: number) => ({
  className: minutes > capacity ? 'load-bar load-over' : 'load-bar',
  style: { '--share': `${shareOf(minutes, capacity)}%` } as CSSProperties,
});

/**
 * What a person has to do: open and late lines, and the work due in two weeks compared with their capacity.
 * `names`: the weeks' names.
 */
export function PersonLoad({
  load: { open, late, weeks },
  person: { mostOpenLines: most, minutesPerDay },
  names,
}: {
  load: Load;
  person: Pick<Person, 'mostOpenLines' | 'minutesPerDay'>;
  names: readonly string[];
}) {
  const hasTime = minutesPerDay > 0;
  // people who don't work on lines have nothing to show
  if (open === 0 && most === null && !hasTime) return null;
  return (
    <div>
      <p>
        {openWords({ open, most })}
        {late > 0 && <span className="font-semibold text-red-text">, {late} late</span>}
      </p>
      <dl className="load">
        {weeks.map(({ minutes, capacity }, index) => (
          // without a capacity, there is nothing to compare the work with
          <div key={names[index]} {...(hasTime ? barOf(minutes, capacity) : {})}>
            <dt>{names[index]}</dt>
            <dd>
              {hours(minutes)}
              {hasTime && ` of ${hours(capacity)}`}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
