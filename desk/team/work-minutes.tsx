import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { Button } from '#ui/button.tsx';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { notify } from '#ui/snackbar.tsx';
import { TextField } from '#ui/text-field.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import type { Person } from './person-form.ts';

const form = z.object({
  minutes: z.string().check(
    z.regex(/^\s*(?:\d{1,3}|1[0-3]\d\d|14[0-3]\d|1440)?\s*$/, {
      error: 'Enter a number of minutes from 0 to 1,440',
    }),
  ),
});

/** The form for a person's daily capacity in minutes. The workload chart compares due work with it. */
export function WorkMinutes({ person: { id, minutesPerDay }, isMine }: { person: Person; isMine: boolean }) {
  const client = useQueryClient();
  const [initial] = useState(() => ({ minutes: minutesPerDay === 0 ? '' : String(minutesPerDay) }));
  const sending = useSendForm({
    name: 'work-minutes',
    initial,
    schema: form,
    fields: ['minutes'],
    async send({ minutes }) {
      await callDesk('setWorkMinutes', { params: { id }, body: { minutes: Number(minutes.trim()) } });
      notify({ message: 'Saved' });
      await client.invalidateQueries({ queryKey: ['people'] });
    },
  });
  return (
    <SendForm form={sending.form} className="max-w-xl gap-3">
      <TextField
        {...sending.field('minutes')}
        label="Daily capacity (minutes)"
        optional
        hint={`The workload chart compares due work with everyone’s capacity. Leave this field empty if ${isMine ? 'you don’t' : 'this person doesn’t'} work on lines.`}
        inputMode="numeric"
        autoComplete="off"
      />
      <Button type="submit" look="quiet" className="self-start" busy={sending.busy} busyText="Saving">
        Save capacity
      </Button>
    </SendForm>
  );
}
