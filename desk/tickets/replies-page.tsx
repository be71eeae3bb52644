import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useOutletContext } from 'react-router';
import { bounds } from '#contract/bounds.ts';
import { replyEndpoints, replyNames, type SavedReply } from '#contract/desk/replies.ts';
import type { Me } from '#contract/desk/staff.ts';
import { failureMessage } from '#ui/api-error.ts';
import { Button } from '#ui/button.tsx';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { notify } from '#ui/snackbar.tsx';
import { TextArea, TextField } from '#ui/text-field.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { Awaited } from '#desk/frame/awaited.tsx';
import { Dialog } from '#desk/frame/dialog.tsx';
import { FormButtons } from '#desk/frame/form-buttons.tsx';
import { Screen } from '#desk/frame/screen.tsx';
import { useOneAtATime } from '#ui/use-busy.ts';

/** Texts that staff insert into their replies. */
export function RepliesPage() {
  const client = useQueryClient();
  const [edited, setEdited] = useState<SavedReply | 'new'>();
  const replies = useQuery({
    queryKey: ['replies'],
    queryFn: ({ signal }) => callDesk('listReplies', { signal }),
    staleTime: 0,
  });
  const { begin, end } = useOneAtATime();
  const again = () => client.invalidateQueries({ queryKey: ['replies'] });
  const remove = async ({ id, title, text }: SavedReply) => {
    if (!begin()) return;
    try {
      await callDesk('deleteReply', { params: { id } });
      const undo = () =>
        void callDesk('addReply', { body: { title, text } }).then(again, (error: unknown) =>
          notify({ message: failureMessage(error), kind: 'error' }),
        );
      notify({ message: `“${title}” was deleted.`, action: { label: 'Undo', run: undo } });
    } catch (error) {
      notify({ message: failureMessage(error), kind: 'error' });
    }
    await again();
    end();
  };
  return (
    <Screen title="Saved replies">
      <div className="flex flex-col gap-6">
        <Button className="self-start" onClick={() => setEdited('new')}>
          Add a saved reply
        </Button>
        <Awaited query={replies}>
          {({ replies: found }) =>
            found.length === 0 ? (
              <p>No saved replies yet. Everyone who replies to customers can insert the ones you add.</p>
            ) : (
              <ul aria-label="Saved replies" className="lines max-w-3xl">
                {found.map((reply) => (
                  <li key={reply.id} className="border-b border-hairline py-3">
                    <h2 dir="auto" className="text-[1.0625rem]">
                      {reply.title}
                    </h2>
                    <p dir="auto" className="mt-1 line-clamp-4 whitespace-pre-wrap text-muted">
                      {reply.text}
                    </p>
                    <div className="mt-2 flex flex-wrap gap-2">
                      <Button look="quiet" small onClick={() => setEdited(reply)}>
                        Edit<span className="sr-only"> {reply.title}</span>
                      </Button>
                      <Button look="quiet" small onClick={() => void remove(reply)}>
                        Delete<span className="sr-only"> {reply.title}</span>
                      </Button>
                    </div>
                  </li>
                ))}
              </ul>
            )
          }
        </Awaited>
      </div>
      {edited !== undefined && (
        <ReplyDialog
          reply={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          again={again}
        />
      )}
    </Screen>
  );
}

function ReplyDialog({
  reply,
  onClose,
  again,
}: {
  reply: SavedReply | undefined;
  onClose: () => void;
  again: () => Promise<void>;
}) {
  const { id: me } = useOutletContext<Me>();
  const [initial] = useState({ title: reply?.title ?? '', text: reply?.text ?? '' });
  const { busy, field, form } = useSendForm({
    name: `reply-${me}-${reply?.id ?? 'new'}`,
    initial,
    schema: replyEndpoints.addReply.body,
    fields: ['title', 'text'],
    keeps: true,
    async send(body) {
      try {
        if (reply) {
          const { id, title, text } = reply;
          await callDesk('changeReply', { params: { id }, body: { ...body, seen: { title, text } } });
        } else await callDesk('addReply', { body });
      } finally {
        // also shows another person's change
        await again();
      }
      onClose();
    },
  });
  return (
    <Dialog title={reply ? 'Edit the saved reply' : 'Add a saved reply'} onClose={onClose} isSentByKey>
      <SendForm form={form} className="gap-4">
        <TextField {...field('title')} label="Title" autoComplete="off" max={80} />
        <TextArea
          {...field('text')}
          label="Text"
          hint={`Placeholders in braces are filled in for you: ${replyNames.map((name) => `{${name}}`).join(', ')}. {firstName} is the customer’s first name, {myName} is your name as customers see it, and {dueDay} is the latest due date in the order.`}
          rows={7}
          max={bounds.ticket.message.max}
        />
        <FormButtons busy={busy} busyText="Saving" onClose={onClose}>
          Save
        </FormButtons>
      </SendForm>
    </Dialog>
  );
}
