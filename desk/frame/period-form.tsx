import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { operatorsDay } from '#contract/delivery-date.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { ApiError } from '#ui/api-error.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';

/** First and last day (ISO dates) of the operator's time zone. */
export type Period = { from: string; to: string };

/** The period in the address; without one, this month up to today. */
export function usePeriod(): [Period, (period: Period) => void] {
  const [query, setQuery] = useSearchParams();
  const [today] = useState(() => operatorsDay(new Date(), businessCalendar));
  const to = query.get('to') ?? today;
  return [
    { from: query.get('from') ?? `${to.slice(0, 8)}01`, to },
    (period) => setQuery(new URLSearchParams(period)),
  ];
}

const problemAt = (error: unknown, field: keyof Period): string | undefined =>
  error instanceof ApiError ? error.errors[field]?.[0] : undefined;

/** Why the server refused a period; undefined when it did not. */
export const periodProblem = (error: unknown): string | undefined =>
  problemAt(error, 'to') ?? problemAt(error, 'from');

/** The width of a date field; wider while an error is shown below it. */
const fieldWidth = 'min-w-36 max-w-44 flex-1 has-aria-invalid:max-w-72';

/** Asks for a period. `error`: of the last call with it. */
export function PeriodForm({
  period,
  error,
  onPeriod,
}: {
  period: Period;
  error?: unknown;
  onPeriod: (period: Period) => void;
}) {
  const [from, setFrom] = useState(period.from);
  const [to, setTo] = useState(period.to);
  return (
    <form
      className="flex flex-wrap items-end gap-3 print:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        if (from !== '' && to !== '') onPeriod({ from, to });
      }}
    >
      <div className={fieldWidth}>
        <TextField
          id="from"
          type="date"
          label="From"
          autoComplete="off"
          value={from}
          error={problemAt(error, 'from')}
          onValue={setFrom}
        />
      </div>
      <div className={fieldWidth}>
        <TextField
          id="to"
          type="date"
          label="To"
          autoComplete="off"
          value={to}
          error={problemAt(error, 'to')}
          onValue={setTo}
        />
      </div>
      <Button type="submit">Show</Button>
    </form>
  );
}
