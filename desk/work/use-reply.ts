import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate, useOutletContext } from 'react-router';
import { unfilledName } from '#contract/desk/replies.ts';
import type { Me } from '#contract/desk/staff.ts';
import type { DeskThread, DeskTicketStatus } from '#contract/desk/threads.ts';
import { ApiError, failureMessage } from '#ui/api-error.ts';
import { focusSoon } from '#ui/focus-soon.ts';
import { notify } from '#ui/snackbar.tsx';
import { useOneAtATime } from '#ui/use-busy.ts';
import { useSentFiles } from '#ui/use-sent-files.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { fromStaff } from '#desk/api/file-calls.ts';
import { useLeaveTask } from './next-task.ts';
import { refreshWork } from './pulse.ts';
import type { UsedReply } from './saved-reply-field.tsx';
import { useAnswer } from './use-answer.ts';
import { type Held, useHeldMessage } from './use-held-message.ts';

type Message = DeskThread['messages'][number];
/** Whether a message is sent in a few seconds and can still be undone. */
export const isHeld = ({ sendAt }: Message): boolean => sendAt !== null;
/** The id of the reply's field. */
export const answerField = 'answer';

/** Why a message can't be sent; undefined when it can. */
function problemOf(text: string): string | undefined {
  if (text.trim() === '') return 'Enter your message';
  const unfilled = unfilledName(text);
  return unfilled === undefined ? undefined : `Replace {${unfilled}} before you send the message`;
}

/**
 * The reply that a person writes in a conversation: its text and files, sending and undoing it, and what happened in the conversation
 * meanwhile. `thread`: the newest page of messages; `messages`: all that are shown.
 */
export function useReply({
  number,
  status,
  thread,
  messages,
}: {
  number: string;
  status: DeskTicketStatus | undefined;
  thread: DeskThread;
  messages: readonly Message[];
}) {
  const me = useOutletContext<Me>();
  const client = useQueryClient();
  const go = useNavigate();
  const { pathname } = useLocation();
  const leaveTask = useLeaveTask();
  const { customer, count } = thread;
  const waiting = messages.find(isHeld);
  const answer = useAnswer({ number, me: me.id, shown: count + (waiting ? 1 : 0), status });
  const { running: busy, begin, end } = useOneAtATime<'send' | 'undo' | 'close'>();
  const [failure, setFailure] = useState<string>();
  const [fileFailure, setFileFailure] = useState<string>();
  const [used, setUsed] = useState<UsedReply>();
  const files = useSentFiles(`message-${me.id}-${number}`, fromStaff);
  const isWriting = answer.text !== '';
  const giveBack = (undone: Held) => {
    answer.restore(undone.text, count);
    files.restore(undone.files);
    notify({ message: 'The message wasn’t sent. It’s back in the text box.' });
  };
  const held = useHeldMessage({ number, me: me.id, thread, onUndone: giveBack });
  const isNewer = isWriting && count > answer.seen;
  const ended =
    isWriting &&
    answer.status !== undefined &&
    answer.status !== status &&
    (status === 'closed' || status === 'spam')
      ? status
      : undefined;

  /** Runs an action, then reloads the messages and lists. */
  const act = async (
    name: NonNullable<typeof busy>,
    run: () => Promise<void>,
    onFailed: (error: unknown) => void = (error) => notify({ message: failureMessage(error), kind: 'error' }),
  ) => {
    if (!begin(name)) return;
    try {
      await run();
    } catch (error) {
      onFailed(error);
    }
    const refreshed = refreshWork(client);
    // an undone text is back in its field, and may be sent again at once
    if (name !== 'undo') await refreshed;
    end(name);
  };
  const undo = (message: Held, isElsewhere = false) =>
    act('undo', async () => {
      giveBack(await held.undo(message));
      if (isElsewhere) await go(pathname);
      focusSoon(answerField);
    });
  const send = (thenNext = false) => {
    if (busy !== undefined) return;
    const problem = problemOf(answer.text);
    setFailure(problem);
    if (problem !== undefined) return;
    setFileFailure(undefined);
    const run = async () => {
      // the person has seen the warnings, so pressing the button again confirms
      const seen = isNewer ? count : answer.seen;
      const seenStatus = ended ?? answer.status;
      const { text } = answer;
      const sending = files.now();
      const { id, canBeUndone } = await held.send({
        text,
        files: files.take(),
        seen,
        ...(seenStatus === undefined ? {} : { status: seenStatus }),
        ...used,
      });
      answer.clear();
      setUsed(undefined);
      files.forget();
      const undoIt = () => void undo({ id, text, files: sending }, thenNext);
      const message = thenNext ? `Your message to ${customer}` : 'Your message';
      if (canBeUndone)
        notify({
          message: `${message} will be sent in a few seconds.`,
          action: { label: 'Undo', run: undoIt, expires: true },
        });
      else notify({ message: `${message} was sent.` });
      if (thenNext) await leaveTask();
    };
    void act('send', run, (error) => {
      const aboutFiles = error instanceof ApiError ? error.errors['files']?.join(' ') : undefined;
      setFileFailure(aboutFiles);
      if (aboutFiles === undefined) setFailure(failureMessage(error));
    });
  };
  const insert = (text: string, reply?: UsedReply) => {
    answer.append(text);
    setUsed(reply);
    setFailure(undefined);
    focusSoon(answerField);
  };
  const close = () =>
    act('close', async () => {
      await callDesk('closeThread', { params: { number }, body: { seen: count } });
      notify({ message: 'Conversation closed.' });
      focusSoon(answerField);
    });
  const setText = (text: string) => {
    answer.setText(text);
    setFailure(undefined);
  };
  return {
    text: answer.text,
    setText,
    insert,
    files,
    busy,
    failure,
    fileFailure,
    isNewer,
    ended,
    waiting,
    send,
    undo,
    close,
  };
}
