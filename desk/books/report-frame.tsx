import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Awaited } from '#desk/frame/awaited.tsx';
import { type Period, PeriodForm, periodProblem } from '#desk/frame/period-form.tsx';
import { Screen } from '#desk/frame/screen.tsx';
import { longDay } from './book-words.ts';
import { BooksViews, PeriodLists } from './books-views.tsx';

type Closed = { firstClosed: string | null; lastClosed: string | null };

/** A report of a period's closed days: the ways to other reports and periods, and which days it covers. */
export function ReportFrame<Data extends Closed>({
  title,
  period,
  onPeriod,
  query,
  isLastDay = false,
  namesDay = false,
  children,
}: {
  title: string;
  period: Period;
  onPeriod: (period: Period) => void;
  query: UseQueryResult<Data>;
  /** Whether it covers only the end of the period's last closed day. */
  isLastDay?: boolean;
  /** Whether the title names the only day. */
  namesDay?: boolean;
  children: (data: Data, closed: Period) => ReactNode;
}) {
  return (
    <Screen title={title}>
      <div className="flex flex-col gap-4">
        <BooksViews period={period} />
        <PeriodForm
          key={`${period.from} ${period.to}`}
          period={period}
          error={query.error}
          onPeriod={onPeriod}
        />
      </div>
      {periodProblem(query.error) === undefined && (
        <Awaited query={query}>
          {(data) => {
            const { firstClosed: from, lastClosed: to } = data;
            if (from === null || to === null)
              return (
                <p className="max-w-xl">
                  None of these days are closed yet. Each day closes shortly after midnight.
                </p>
              );
            return (
              <>
                <div className="-mt-4 flex flex-wrap items-baseline justify-between gap-x-10 gap-y-2">
                  {!namesDay && (
                    <p>
                      {isLastDay ? 'As of the end of ' : ''}
                      {from === to ? longDay(from) : `${longDay(from)} to ${longDay(to)}`}.
                      {((!isLastDay && from !== period.from) || to !== period.to) && (
                        <span className="text-muted">
                          {' '}
                          {isLastDay
                            ? 'This is the last closed day in the period.'
                            : 'Only these days in the period are closed.'}
                        </span>
                      )}
                    </p>
                  )}
                  <PeriodLists period={period} />
                </div>
                {children(data, { from, to })}
              </>
            );
          }}
        </Awaited>
      )}
    </Screen>
  );
}
