import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useOutletContext } from 'react-router';
import { bounds } from '#contract/bounds.ts';
import type { Me } from '#contract/desk-staff.ts';
import type { DeskThread } from '#contract/desk-threads.ts';
import { failureMessage } from '#ui/api-error.ts';
import { Button } from '#ui/button.tsx';
import { FileList } from '#ui/file-list.tsx';
import { focusSoon } from '#ui/focus-soon.ts';
import { Notice } from '#ui/notice.tsx';
import { notify } from '#ui/snackbar.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { fetchDeskFile } from '#desk/api/file-calls.ts';
import { mayDo } from '#desk/api/session.ts';
import { Awaited } from '#desk/frame/awaited.tsx';
import { formatTime } from '#desk/frame/format-time.ts';
import { refreshWork } from './pulse.ts';
import { useAnswer } from './use-answer.ts';
import { useThread } from './use-thread.ts';

type Message = DeskThread['messages'][number];
const isHeld = ({ sendAt }: Message): boolean => sendAt !== null;
const field = 'answer';

type Props = {
  number: string;
  /** Called when somebody begins or ends to write. */
  onWriting?: ((isWriting: boolean) => void) | undefined;
};

/** The messages about an order, oldest first, and a field for an answer. */
export function Thread({ number, onWriting }: Props) {
  const query = useThread(number);
  return (
    <Awaited query={query}>
      {({ pages }) => (
        <div className="flex flex-col gap-5">
          {query.hasNextPage && (
            <Button
              look="quiet"
              small
              className="self-start"
              busy={query.isFetchingNextPage}
              busyText="Loading"
              onClick={() => void query.fetchNextPage()}
            >
              Show older messages
            </Button>
          )}
          <Said
            number={number}
            thread={pages[0]!}
            messages={pages.flatMap(({ messages }) => messages).toReversed()}
            onWriting={onWriting}
          />
        </div>
      )}
    </Awaited>
  );
}

function Said({
  number,
  thread,
  messages,
  onWriting,
}: Props & { thread: DeskThread; messages: readonly Message[] }) {
  const me = useOutletContext<Me>();
  const client = useQueryClient();
  const { customer, count, isErased, waitsSince } = thread;
  const held = messages.find(isHeld);
  const answer = useAnswer(number, count + (held ? 1 : 0));
  const [busy, setBusy] = useState<'send' | 'undo' | 'close'>();
  const [failure, setFailure] = useState<string>();
  const isWriting = answer.text !== '';
  useEffect(() => {
    onWriting?.(isWriting);
  }, [isWriting, onWriting]);
  const params = { number };
  const isNewer = isWriting && count > answer.seen;
  const mayAnswer = mayDo(me, 'ticket.answer') && !isErased;

  /** Runs an act and reads what is shown anew. */
  const act = async (
    name: NonNullable<typeof busy>,
    run: () => Promise<void>,
    onFailed: (why: string) => void = (why) => notify({ message: why, kind: 'error' }),
  ) => {
    setBusy(name);
    try {
      await run();
    } catch (error) {
      onFailed(failureMessage(error));
    }
    await refreshWork(client);
    setBusy(undefined);
  };
  const undo = () =>
    act('undo', async () => {
      const { text } = await callDesk('undoAnswer', { params });
      answer.restore(text, count);
      notify({ message: 'Called back. Nothing was sent.' });
      focusSoon(field);
    });
  const send = () => {
    if (busy !== undefined) return;
    if (answer.text.trim() === '') return setFailure('Write the message');
    setFailure(undefined);
    const run = async () => {
      // with newer messages on the screen, pressing the button again means "anyway"
      const seen = isNewer ? count : answer.seen;
      await callDesk('answerCustomer', { params, body: { text: answer.text, seen } });
      answer.clear();
      notify({ message: 'On its way.', action: { label: 'Undo', run: () => void undo() } });
    };
    void act('send', run, setFailure);
  };
  const close = () =>
    act('close', async () => {
      await callDesk('closeThread', { params, body: { seen: count } });
      notify({ message: 'Marked: no answer needed.' });
      focusSoon(field);
    });
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    // elsewhere on the screen the same keys may deliver
    event.preventDefault();
    event.stopPropagation();
    send();
  };
  return (
    <>
      {messages.length === 0 && (
        <p className="text-muted">
          No messages yet.{mayAnswer && ` ${customer} gets what you write here by email and in the order.`}
        </p>
      )}
      {messages.length > 0 && (
        <ol aria-live="polite" className="flex flex-col gap-4">
          {messages.map((message) => (
            <li key={message.id} className={message.from === 'team' ? 'message-ours' : 'message'}>
              <p className="text-muted">
                <bdi className="font-semibold text-ink">{message.by}</bdi>, {formatTime(message.at)}
              </p>
              <p dir="auto" className="break-words whitespace-pre-wrap">
                {message.text}
              </p>
              <FileList files={message.files} fetchBytes={fetchDeskFile} />
              {isHeld(message) && (
                <p className="mt-1 flex flex-wrap items-center gap-x-3 font-semibold">
                  Leaves in a few seconds.
                  {mayAnswer && (
                    <Button look="quiet" small busy={busy === 'undo'} onClick={() => void undo()}>
                      Undo
                    </Button>
                  )}
                </p>
              )}
            </li>
          ))}
        </ol>
      )}
      {isErased && <p className="text-muted">Their data was erased, so they can’t read an answer.</p>}
      {mayAnswer && (
        <div onKeyDown={press}>
          {isNewer && (
            <div className="mb-4">
              <Notice kind="warning" role="alert" title="There is a newer message.">
                <p>Read it above. Your text is still here.</p>
              </Notice>
            </div>
          )}
          <TextArea
            id={field}
            label={`Write to ${customer}`}
            hint="They get it by email and in their order. Ctrl+Enter sends it."
            max={bounds.ticket.message.max}
            rows={4}
            error={isNewer ? undefined : failure}
            value={answer.text}
            onValue={(text) => {
              answer.setText(text);
              setFailure(undefined);
            }}
          />
          <div className="mt-3 flex flex-wrap gap-3">
            <Button busy={busy === 'send'} busyText="Sending" onClick={send}>
              {isNewer ? 'Send anyway' : 'Send'}
            </Button>
            {waitsSince !== null && !held && (
              <Button look="quiet" busy={busy === 'close'} onClick={() => void close()}>
                Needs no answer
              </Button>
            )}
          </div>
        </div>
      )}
    </>
  );
}
