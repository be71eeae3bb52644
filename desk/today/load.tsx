import { useQuery } from '@tanstack/react-query';
import { Link, useOutletContext } from 'react-router';
import { formatDay } from '#contract/delivery-date.ts';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import type { Me } from '#contract/desk/staff.ts';
import { callDesk } from '#desk/api/call-desk.ts';
import { mayDo } from '#desk/api/session.ts';
import { ChartTable } from '#desk/charts/chart-table.tsx';
import { Bars, Legend } from '#desk/charts/plot.tsx';
import { hours } from '#desk/charts/hours.ts';
import { roundUp } from '#desk/charts/scale.ts';
import { shortDay } from '#desk/charts/short-day.ts';
import { Awaited } from '#desk/frame/awaited.tsx';

type Load = DeskAnswerOf<'showLoad'>;
type Day = Load['days'][number];

const minutesOf = ({ mine, others, unassigned }: Day) => mine + others + unassigned;
/** How full a day is, as text. */
const fullness = (day: Day) =>
  day.capacity === 0 ? 'nobody is available' : `${Math.round((minutesOf(day) / day.capacity) * 100)}% full`;

/** The estimated work due on each of the next ten business days, against the time that people have for it. */
export function LoadChart() {
  const load = useQuery({
    queryKey: ['reports', 'load'],
    queryFn: ({ signal }) => callDesk('showLoad', { signal }),
    staleTime: 0,
  });
  return (
    <section aria-labelledby="load" className="chart-row flex max-w-3xl flex-col gap-3">
      <h2 id="load">
        {load.data?.isTeams === false ? 'My workload' : 'Workload'} for the next ten business days
      </h2>
      <Awaited query={load}>{(found) => <Days load={found} />}</Awaited>
    </section>
  );
}

function Days({ load: { days, hasCapacity, isTeams, isWhole } }: { load: Load }) {
  const capacity = Math.max(...days.map((day) => day.capacity));
  const isSame = days.every((day) => day.capacity === capacity);
  const most = Math.max(...days.map(minutesOf));
  if (most === 0) return <p>No work is due on these days.</p>;
  return (
    <>
      <Fullness days={days} capacity={capacity} hasCapacity={hasCapacity} isTeams={isTeams} />
      <Legend
        parts={isTeams ? ['Mine', 'Others’', 'Unassigned'] : ['Mine']}
        limit={capacity > 0 ? `Capacity per day: ${isSame ? '' : 'up to '}${hours(capacity)}` : undefined}
      />
      <Bars
        labels={days.map(({ day }) => shortDay(day))}
        bars={days.map(({ mine, others, unassigned }) => [mine, others, unassigned])}
        most={roundUp(Math.max(most, capacity) / 60) * 60}
        format={hours}
        height={140}
        {...(capacity > 0 ? { limit: capacity } : {})}
      />
      <ChartTable
        label="Workload"
        columns={[
          'Day',
          'Lines',
          ...(isTeams ? ['Mine', 'Others’', 'Unassigned'] : ['Mine']),
          ...(capacity > 0 ? ['Capacity used'] : []),
        ]}
        rows={days.map((day) => [
          formatDay(day.day),
          day.late > 0 ? `${day.lines} (${day.late} late)` : day.lines,
          hours(day.mine),
          ...(isTeams ? [hours(day.others), hours(day.unassigned)] : []),
          ...(capacity > 0 ? [fullness(day)] : []),
        ])}
      />
      {!isWhole && <p className="text-muted">This chart counts only the 5,000 most urgent lines.</p>}
    </>
  );
}

/** The days with more work than capacity; without anybody's capacity, why, or how to enter it. */
function Fullness({
  days,
  capacity,
  hasCapacity,
  isTeams,
}: Pick<Load, 'days' | 'hasCapacity' | 'isTeams'> & { capacity: number }) {
  const me = useOutletContext<Me>();
  if (capacity === 0 && hasCapacity)
    return (
      <p>
        {isTeams
          ? 'Everyone with a daily capacity is away or locked on these days.'
          : 'You’re away on these days.'}
      </p>
    );
  if (capacity === 0)
    return mayDo(me, 'staff.manage') ? (
      <p className="text-muted">
        To compare due work with capacity, enter each person’s daily capacity under{' '}
        <Link className="link" to="/people">
          People
        </Link>
        .
      </p>
    ) : null;
  const full = days.filter((day) => minutesOf(day) > day.capacity);
  return (
    <p>
      {full.length === 0
        ? 'There’s enough capacity for each day’s work.'
        : `There’s more work than capacity on ${full.map((day) => `${formatDay(day.day)} (${fullness(day)})`).join(', ')}.`}
    </p>
  );
}
