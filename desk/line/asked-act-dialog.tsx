import { useQueryClient } from '@tanstack/react-query';
import type { Me } from '#contract/desk/staff.ts';
import { askBody, type DeskLine, noteBody, resumeBody, workBounds } from '#contract/desk/work.ts';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { notify } from '#ui/snackbar.tsx';
import { focusSoon } from '#ui/focus-soon.ts';
import { TextArea } from '#ui/text-field.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { mayDo } from '#desk/api/session.ts';
import { Dialog } from '#desk/frame/dialog.tsx';
import { FormButtons } from '#desk/frame/form-buttons.tsx';
import { refreshWork } from '#desk/work/pulse.ts';
import { SavedReplyField } from '#desk/work/saved-reply-field.tsx';
import { useThread } from '#desk/work/use-thread.ts';

type Call = { params: Pick<DeskLine, 'number' | 'position'>; body: { text: string } };

/** The acts that need a text: what the dialog says, and what it calls. */
const askedActs = {
  ask: {
    title: 'Ask the customer',
    explanation: 'The customer will get an email. The delivery clock is paused until they answer.',
    label: 'Question',
    action: 'Send the question',
    schema: askBody,
    max: workBounds.message,
    done: 'Question sent. The delivery clock is paused until the customer answers.',
    call: (input: Call) => callDesk('askCustomer', input),
  },
  resume: {
    title: 'Resume work',
    explanation:
      'Use this if the customer answered another way, such as by phone. The delivery clock resumes, and the customer will get an email with the text you enter below.',
    label: 'The customer’s answer',
    action: 'Resume work',
    schema: resumeBody,
    max: workBounds.message,
    done: 'Work resumed. The customer will get an email.',
    call: (input: Call) => callDesk('resumeWork', input),
  },
  handBack: {
    title: 'Return to the writer',
    explanation: 'The writer can keep working on the text and will see your note next to it.',
    label: 'Note for the writer',
    action: 'Return to the writer',
    schema: noteBody,
    max: workBounds.note,
    done: 'The text was returned to the writer.',
    call: (input: Call) => callDesk('handBack', input),
  },
};
export type AskedAct = keyof typeof askedActs;

const nothing = { text: '' };

/**
 * Asks for the text of an act and carries the act out. The typed text is kept until it was sent, also when the dialog closes or the session
 * ends. `me`: names the kept text, so that it is never another person's.
 */
export function AskedActDialog({
  act,
  me,
  line: { number, position },
  onClose,
}: {
  act: AskedAct;
  me: Me;
  line: DeskLine;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const { title, explanation, label, action, schema, max, done, call } = askedActs[act];
  const thread = useThread(number, act === 'ask' && mayDo(me, 'ticket.see')).data?.pages[0];
  const { busy, field, form, set, latest } = useSendForm({
    name: `${act === 'handBack' ? 'return' : act}-${me.id}-${number}-${position}`,
    initial: nothing,
    schema,
    fields: ['text'],
    keeps: true,
    async send(body) {
      await call({ params: { number, position }, body });
      notify({ message: done });
      await refreshWork(client);
      onClose();
    },
  });
  return (
    <Dialog title={title} onClose={onClose} isSentByKey>
      <p>{explanation}</p>
      <SendForm form={form} className="gap-4">
        <TextArea {...field('text')} label={label} max={max} rows={5} />
        {thread && (
          <SavedReplyField
            id="saved-question"
            thread={thread}
            me={me}
            onChoose={(reply) => {
              const typed = latest.current.text.trimEnd();
              set({ text: typed === '' ? reply : `${typed}\n\n${reply}` });
              focusSoon(field('text').id);
            }}
          />
        )}
        <FormButtons busy={busy} busyText="Sending" onClose={onClose}>
          {action}
        </FormButtons>
      </SendForm>
    </Dialog>
  );
}
