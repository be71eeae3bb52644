import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatDay } from '#contract/delivery-date.ts';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import type { ReportWeek } from '#contract/desk/reports.ts';
import { callDesk } from '#desk/api/call-desk.ts';
import { Awaited } from '#desk/frame/awaited.tsx';
import { ChartTable } from './chart-table.tsx';
import { Line } from './plot.tsx';
import { RangeChoice } from './range-choice.tsx';
import { countOf, shareOf } from './scale.ts';
import { shortDay } from './short-day.ts';

type Range = 84 | 366;
type Words = {
  title: string;
  /** What was done in time, after "90% of 10". */
  many: string;
  /** The sentences for a single item, which has no percentage. */
  oneInTime: string;
  oneLate: string;
  empty: string;
  onTime: string;
  late: string;
  open: string;
};

const percent = (value: number) => `${value}%`;

/** A chart of the share done in time, by week. `more`: renders further content of the answer below it. */
export function InTime<Name extends 'showOnTime' | 'showAnswers'>({
  name,
  words,
  more,
}: {
  name: Name;
  words: Words;
  more?: (answer: DeskAnswerOf<Name>) => ReactNode;
}) {
  const [days, setDays] = useState<Range>(84);
  const report = useQuery({
    queryKey: ['reports', name, days],
    queryFn: ({ signal }) => callDesk<'showOnTime' | 'showAnswers'>(name, { query: { days }, signal }),
    staleTime: 0,
    placeholderData: (before) => before,
  });
  return (
    <section aria-label={words.title} className="chart-row flex max-w-3xl flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2>{words.title}</h2>
        <RangeChoice
          label={`Time range: ${words.title}`}
          ranges={[
            [84, '12 weeks'],
            [366, '1 year'],
          ]}
          days={days}
          onDays={setDays}
        />
      </div>
      {/* as high as what loads into it, so that the list below doesn't move */}
      <div className={`flex flex-col gap-3 ${more ? 'min-h-80 sm:min-h-72' : 'min-h-68 sm:min-h-60'}`}>
        <Awaited query={report}>
          {(answer) => (
            <>
              <Weeks weeks={answer.weeks} words={words} />
              {more?.(answer as DeskAnswerOf<Name>)}
            </>
          )}
        </Awaited>
      </div>
    </section>
  );
}

function Weeks({ weeks, words }: { weeks: readonly ReportWeek[]; words: Words }) {
  const share = shareOf(weeks);
  const all = weeks.reduce((sum, week) => sum + countOf(week), 0);
  return (
    <>
      {share === null || all === 1 ? (
        <p>{share === null ? words.empty : share === 100 ? words.oneInTime : words.oneLate}</p>
      ) : (
        <p>
          <span className="figures font-semibold">{percent(share)}</span> of {all.toLocaleString('en-US')}{' '}
          {words.many}.
        </p>
      )}
      <Line
        labels={weeks.map(({ from }) => shortDay(from))}
        values={weeks.map((week) => shareOf([week]))}
        most={100}
        format={percent}
        height={120}
      />
      <ChartTable
        label={words.title}
        columns={['Week of', 'On-time share', words.onTime, words.late, words.open]}
        rows={weeks.map((week) => {
          const one = shareOf([week]);
          return [formatDay(week.from), one === null ? '–' : percent(one), week.onTime, week.late, week.open];
        })}
      />
    </>
  );
}
