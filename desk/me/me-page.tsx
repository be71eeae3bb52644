import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useOutletContext } from 'react-router';
import { type Me, preferencesBody } from '#contract/desk/staff.ts';
import { Button } from '#ui/button.tsx';
import { Consent } from '#ui/choices.tsx';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { notify } from '#ui/snackbar.tsx';
import { TextField } from '#ui/text-field.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { keepMe, mayDo } from '#desk/api/session.ts';
import { limitWords } from '#desk/frame/limit-words.ts';
import { Screen } from '#desk/frame/screen.tsx';
import { ThemeSelect } from '#desk/frame/theme-select.tsx';
import { Notifications } from './notifications.tsx';
import { MySessions } from './my-sessions.tsx';
import { WaysToLogIn } from './ways-to-log-in.tsx';
import * as z from 'zod/mini';

export function MePage() {
  const me = useOutletContext<Me>();
  return (
    <Screen title="My account">
      <dl className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-1 max-sm:[&>dd]:mb-2 sm:w-fit sm:grid-cols-[auto_1fr]">
        <dt className="text-muted">Email address</dt>
        <dd>{me.email}</dd>
        <dt className="text-muted">Role</dt>
        <dd>{me.roleLabel}</dd>
        {mayDo(me, 'work.take') && (
          <>
            <dt className="text-muted">Services you work on</dt>
            <dd>{me.services.length === 0 ? 'All' : me.services.join(', ')}</dd>
          </>
        )}
        {mayDo(me, 'money.refund') && (
          <>
            <dt className="text-muted">Refunds</dt>
            <dd className="first-letter:uppercase">{limitWords(me.limits.refund)}</dd>
          </>
        )}
        {mayDo(me, 'money.adjust') && (
          <>
            <dt className="text-muted">Credits and debits</dt>
            <dd className="first-letter:uppercase">{limitWords(me.limits.adjust)}</dd>
          </>
        )}
      </dl>
      <Preferences me={me} />
      {(mayDo(me, 'work.write') || mayDo(me, 'ticket.see')) && <Notifications me={me} />}
      <WaysToLogIn me={me} />
      <MySessions />
    </Screen>
  );
}

const form = z.object({ ...preferencesBody.shape, publicName: z.string() });

function Preferences({ me }: { me: Me }) {
  const client = useQueryClient();
  const [initial] = useState({
    name: me.name,
    publicName: me.publicName ?? '',
    singleKeys: me.singleKeys,
  });
  const sending = useSendForm({
    name: `preferences-${me.id}`,
    initial,
    schema: form,
    keeps: true,
    fields: ['name', 'publicName', 'singleKeys'],
    async send({ publicName, ...others }) {
      const body = { ...others, publicName: publicName.trim() || null };
      keepMe(client, await callDesk('savePreferences', { body }));
      notify({ message: 'Saved' });
    },
  });
  return (
    <section aria-labelledby="preferences" className="max-w-md">
      <h2 id="preferences">Preferences</h2>
      <div className="mt-4">
        <ThemeSelect />
      </div>
      <SendForm form={sending.form} className="mt-4 gap-4">
        <TextField
          {...sending.field('name')}
          label="Your name"
          hint="Your colleagues see this name."
          autoComplete="name"
        />
        <TextField
          {...sending.field('publicName')}
          label="Name shown to customers"
          optional
          hint="Customers see this name on your messages and deliveries. If you leave it empty, they see “Our team.”"
          autoComplete="off"
        />
        <Consent {...sending.box('singleKeys')}>
          Use single-key shortcuts, such as N for the next task
        </Consent>
        <Button type="submit" look="quiet" className="self-start" busy={sending.busy} busyText="Saving">
          Save
        </Button>
      </SendForm>
    </section>
  );
}
