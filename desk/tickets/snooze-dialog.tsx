import { useState } from 'react';
import { businessDays, formatDay, operatorsDay } from '#contract/delivery-date.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import { Dialog } from '#desk/frame/dialog.tsx';
import { FormButtons } from '#desk/frame/form-buttons.tsx';

/** The offered days (ISO dates): business days, because nobody reads messages on the others. */
function offers(): [label: string, date: string][] {
  const now = new Date();
  const today = operatorsDay(now, businessCalendar);
  const coming = businessDays(now, 6, businessCalendar).filter((date) => date > today);
  return [
    ['Next business day', coming[0]!],
    ['In 3 business days', coming[2]!],
    ['In 5 business days', coming[4]!],
  ];
}

/** Asks until when a conversation is snoozed. `onChoose`: gets the day (ISO date). */
export function SnoozeDialog({
  onClose,
  onChoose,
}: {
  onClose: () => void;
  onChoose: (until: string) => void;
}) {
  const [until, setUntil] = useState('');
  const [error, setError] = useState<string>();
  return (
    <Dialog title="Snooze this conversation" onClose={onClose}>
      <p>The conversation returns to the open messages on that day, or as soon as the customer writes.</p>
      <ul className="flex flex-col gap-2">
        {offers().map(([label, date]) => (
          <li key={date}>
            <Button look="quiet" className="w-full" onClick={() => onChoose(date)}>
              {label}
              <span className="font-normal text-muted">{formatDay(date)}</span>
            </Button>
          </li>
        ))}
      </ul>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (until === '') setError('Choose a date');
          else onChoose(until);
        }}
      >
        <TextField
          id="until"
          type="date"
          label="Another day"
          autoComplete="off"
          error={error}
          value={until}
          onValue={(value) => {
            setUntil(value);
            setError(undefined);
          }}
        />
        <FormButtons onClose={onClose}>Snooze conversation</FormButtons>
      </form>
    </Dialog>
  );
}
