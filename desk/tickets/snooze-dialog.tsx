import { useState } from 'react';
import { formatDay, operatorsDay } from '#contract/delivery-date.ts';
import { day } from '#contract/durations.ts';
import { businessCalendar } from '#contract/shop.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import { Dialog } from '#desk/frame/dialog.tsx';
import { FormButtons } from '#desk/frame/form-buttons.tsx';

const inDays = (days: number) => operatorsDay(new Date(Date.now() + days * day), businessCalendar);
const choices = [
  { days: 1, label: 'Tomorrow' },
  { days: 3, label: 'In 3 days' },
  { days: 7, label: 'In a week' },
];

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
        {choices.map(({ days, label }) => (
          <li key={days}>
            <Button look="quiet" className="w-full" onClick={() => onChoose(inDays(days))}>
              {label}
              <span className="font-normal text-muted">{formatDay(inDays(days))}</span>
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
