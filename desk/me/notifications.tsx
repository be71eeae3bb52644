import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDay, operatorsDay } from '#contract/delivery-date.ts';
import { lineNoticeKinds, type NoticeKind, noticeKinds, ticketNoticeKinds } from '#contract/desk/notices.ts';
import type { Me } from '#contract/desk/staff.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { Button } from '#ui/button.tsx';
import { Consent } from '#ui/choices.tsx';
import { Notice } from '#ui/notice.tsx';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { notify } from '#ui/snackbar.tsx';
import { TextField } from '#ui/text-field.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { keepMe, mayDo } from '#desk/api/session.ts';
import { isNotifying, startNotifying, stopNotifying } from '#desk/work/browser-notices.ts';
import * as z from 'zod/mini';

const labels: Record<NoticeKind, string> = {
  assigned: 'A colleague assigns work to me',
  returned: 'A colleague returns my text',
  revision: 'A customer requests a revision',
  answer: 'A customer answers a question',
  late: 'My work is due soon or overdue',
  conversation: 'A colleague assigns a conversation to me',
  message: 'A customer writes about my work or in my conversations',
};

const form = z.object({
  ...(Object.fromEntries(noticeKinds.map((kind) => [kind, z.boolean()])) as Record<
    NoticeKind,
    z.ZodMiniBoolean
  >),
  backOn: z.string(),
});

/** The kinds that the person's role can get. */
const shownKinds = (me: Me): readonly NoticeKind[] => [
  ...(mayDo(me, 'work.write') ? lineNoticeKinds : []),
  ...(mayDo(me, 'ticket.see') ? ticketNoticeKinds : []),
];

/** Chooses which emails the person gets about their work, whether this browser shows notifications, and time away. */
export function Notifications({ me }: { me: Me }) {
  const client = useQueryClient();
  const isAway = me.backOn !== null && me.backOn > operatorsDay(new Date(), businessCalendar);
  const [initial] = useState(() => ({
    ...(Object.fromEntries(noticeKinds.map((kind) => [kind, me.emailNotices.includes(kind)])) as Record<
      NoticeKind,
      boolean
    >),
    backOn: isAway ? (me.backOn ?? '') : '',
  }));
  const sending = useSendForm({
    name: `notifications-${me.id}`,
    initial,
    schema: form,
    fields: [...noticeKinds, 'backOn'],
    async send({ backOn, ...chosen }) {
      const body = { emails: noticeKinds.filter((kind) => chosen[kind]), backOn: backOn || null };
      keepMe(client, await callDesk('saveNotifications', { body }));
      notify({ message: 'Saved' });
    },
  });
  return (
    <section aria-labelledby="notifications" className="max-w-md">
      <h2 id="notifications">Notifications</h2>
      {isAway && me.backOn && (
        <div className="mt-4">
          <Notice title={`You’re away until ${formatDay(me.backOn)}`}>
            <p>
              You won’t get emails or notifications about work until then. When you’re back, you’ll get one
              email with everything you missed.
            </p>
          </Notice>
        </div>
      )}
      <SendForm form={sending.form} className="mt-4 gap-4">
        <fieldset>
          <legend className="font-semibold">Email me when</legend>
          {shownKinds(me).map((kind) => (
            <Consent key={kind} {...sending.box(kind)}>
              {labels[kind]}
            </Consent>
          ))}
          <p className="mt-1 text-muted">
            If several things happen in a short time, you get one email about all of them.
          </p>
        </fieldset>
        <TextField
          {...sending.field('backOn')}
          type="date"
          label="Away until"
          optional
          hint="Your first day back. Until then, you won’t get emails or notifications about work."
          autoComplete="off"
        />
        <Button type="submit" look="quiet" className="self-start" busy={sending.busy} busyText="Saving">
          Save notification settings
        </Button>
      </SendForm>
      <InThisBrowser staffId={me.id} />
    </section>
  );
}

function InThisBrowser({ staffId }: { staffId: string }) {
  const [isOn, setOn] = useState(() => isNotifying(staffId));
  const [problem, setProblem] = useState<string>();
  const change = async () => {
    const why = isOn ? undefined : await startNotifying(staffId);
    if (isOn) stopNotifying(staffId);
    setProblem(why);
    if (why === undefined) setOn(!isOn);
  };
  return (
    <div className="mt-6 flex flex-col items-start gap-3">
      <h3>In this browser</h3>
      <p>
        {isOn
          ? 'This browser shows notifications about your work while the desk is open in a tab.'
          : 'This browser can show notifications about your work while the desk is open in a tab.'}
      </p>
      {problem !== undefined && (
        <Notice kind="warning" role="alert">
          <p>{problem}</p>
        </Notice>
      )}
      <Button look="quiet" onClick={() => void change()}>
        {isOn ? 'Turn off in this browser' : 'Turn on in this browser'}
      </Button>
    </div>
  );
}
