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
  most: z
    .string()
    .check(z.regex(/^\s*(?:[1-9]\d{0,2}|1000)?\s*$/, { error: 'Enter a whole number from 1 to 1,000' })),
});

/** The form for a person's limit of open lines, at which they can't assign more lines to themselves. */
export function OpenLimit({ person: { id, mostOpenLines }, isMine }: { person: Person; isMine: boolean }) {
  const client = useQueryClient();
  const [initial] = useState(() => ({ most: mostOpenLines === null ? '' : String(mostOpenLines) }));
  const sending = useSendForm({
    name: 'open-limit',
    initial,
    schema: form,
    fields: ['most'],
    async send({ most }) {
      const typed = most.trim();
      await callDesk('setOpenLimit', { params: { id }, body: { most: typed === '' ? null : Number(typed) } });
      notify({ message: 'Saved' });
      await client.invalidateQueries({ queryKey: ['people'] });
    },
  });
  return (
    <SendForm form={sending.form} className="max-w-xl gap-3">
      <TextField
        {...sending.field('most')}
        label="Open line limit"
        optional
        hint={`With this many open lines, ${isMine ? 'you can’t assign more to yourself' : 'this person can’t assign more to themselves'}. Lines waiting for a review or an answer count, too. Other people can still assign lines to ${isMine ? 'you' : 'them'}.`}
        inputMode="numeric"
        autoComplete="off"
      />
      <Button type="submit" look="quiet" className="self-start" busy={sending.busy} busyText="Saving">
        Save limit
      </Button>
    </SendForm>
  );
}
