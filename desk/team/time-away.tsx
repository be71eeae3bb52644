import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { operatorsDay } from '#contract/delivery-date.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { Button } from '#ui/button.tsx';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { notify } from '#ui/snackbar.tsx';
import { TextField } from '#ui/text-field.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import type { Person } from './person-form.ts';

const form = z.object({ backOn: z.string() });

/** Sets until when a colleague is away, for someone who called in sick and can't set it themselves. */
export function TimeAway({ person: { id, backOn } }: { person: Person }) {
  const client = useQueryClient();
  const [initial] = useState(() => ({
    backOn: backOn !== null && backOn > operatorsDay(new Date(), businessCalendar) ? backOn : '',
  }));
  const sending = useSendForm({
    name: 'time-away',
    initial,
    schema: form,
    fields: ['backOn'],
    async send({ backOn: chosen }) {
      await callDesk('setAway', { params: { id }, body: { backOn: chosen || null } });
      notify({ message: 'Saved' });
      await client.invalidateQueries({ queryKey: ['people'] });
    },
  });
  return (
    <SendForm form={sending.form} className="max-w-xl gap-3">
      <TextField
        {...sending.field('backOn')}
        type="date"
        label="Away until"
        optional
        hint="Their first day back. Until then, they get no emails about work, and the workload chart doesn’t count their capacity."
        autoComplete="off"
      />
      <Button type="submit" look="quiet" className="self-start" busy={sending.busy} busyText="Saving">
        Save time away
      </Button>
    </SendForm>
  );
}
