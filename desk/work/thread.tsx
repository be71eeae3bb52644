import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, Suspense, useEffect, useState } from 'react';
import { latePart } from '#ui/late-part.tsx';
import { Link, useLocation, useNavigate, useOutletContext } from 'react-router';
import { bounds } from '#contract/bounds.ts';
import { formatDay } from '#contract/delivery-date.ts';
import { unfilledName } from '#contract/desk/replies.ts';
import type { Me } from '#contract/desk/staff.ts';
import type { DeskThread, DeskTicketStatus } from '#contract/desk/threads.ts';
import { shop } from '#contract/shop.ts';
import { ApiError, failureMessage } from '#ui/api-error.ts';
import { Button } from '#ui/button.tsx';
import { FileList } from '#ui/file-list.tsx';
import { focusSoon } from '#ui/focus-soon.ts';
import { Notice } from '#ui/notice.tsx';
import { notify } from '#ui/snackbar.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { useSentFiles } from '#ui/use-sent-files.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { fetchDeskFile, fromStaff } from '#desk/api/file-calls.ts';
import { mayDo } from '#desk/api/session.ts';
import { Awaited } from '#desk/frame/awaited.tsx';
import { formatTime } from '#desk/frame/format-time.ts';
import { useLeaveTask } from './next-task.ts';
import { refreshWork } from './pulse.ts';
import { SavedReplyField } from './saved-reply-field.tsx';
import { virusNote } from './virus-note.ts';
import { useAnswer } from './use-answer.ts';
import { type Held, useHeldMessage } from './use-held-message.ts';
import { useThread } from './use-thread.ts';
import { useOneAtATime } from '#ui/use-busy.ts';

// Has the order forms, which few conversations need.
const ProposeDialog = latePart(async () => (await import('./propose-dialog.tsx')).ProposeDialog);

type Message = DeskThread['messages'][number];
const isHeld = ({ sendAt }: Message): boolean => sendAt !== null;
/** The id of the answer's field. */
export const answerField = 'answer';

/** Where the customer reads the answer. */
const readsWords = (reads: DeskThread['reads']): string => {
  if (reads === 'order') return 'They’ll get your message by email and see it in their order.';
  if (reads === 'account') return 'They’ll get your message by email and see it in their account.';
  return `They’ll get your message only by email. If they reply to it, their reply goes to ${shop.supportEmail}, not to this page.`;
};

/** The values of the names in saved replies; empty ones aren't known. */
const knownNames = ({ firstName, order, service, dueOn }: DeskThread, { publicName }: Me) => ({
  firstName,
  orderNumber: order ?? '',
  service: service ?? '',
  dueDay: dueOn === null ? '' : formatDay(dueOn),
  shopName: shop.name,
  myName: publicName ?? '',
});

type Props = {
  /** The number of the order, or of the contact form's ticket. */
  number: string;
  /** The conversation's state, where the screen shows it apart from the messages. */
  status?: DeskTicketStatus | undefined;
  /** Called when the person starts or stops writing. */
  onWriting?: ((isWriting: boolean) => void) | undefined;
  /** Whether there is a button that closes the conversation. */
  canClose?: boolean;
};

/** The messages of a conversation, oldest first, and a field for the answer. */
export function Thread({ number, status, onWriting, canClose = true }: Props) {
  const query = useThread(number);
  return (
    <Awaited query={query}>
      {({ pages }) => (
        <div className="flex flex-col gap-5">
          {query.hasNextPage && (
            <Button
              data-repeats
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
            status={status ?? pages[0]!.status ?? undefined}
            thread={pages[0]!}
            messages={pages.flatMap(({ messages }) => messages).toReversed()}
            onWriting={onWriting}
            canClose={canClose}
          />
        </div>
      )}
    </Awaited>
  );
}

/** Why a message can't be sent; undefined when it can. */
function problemOf(text: string): string | undefined {
  if (text.trim() === '') return 'Enter your message';
  const unfilled = unfilledName(text);
  return unfilled === undefined ? undefined : `Replace {${unfilled}} before you send this`;
}

/** The customer may not know of a message whose email couldn't be sent; a guest gets only the email. */
function Failure({ reason, isRetried }: NonNullable<Message['failure']>) {
  const me = useOutletContext<Me>();
  return (
    <p className="mt-1 font-semibold break-words">
      The email about this message couldn’t be sent: {reason}{' '}
      {isRetried ? (
        'We’ll try again.'
      ) : mayDo(me, 'money.see') ? (
        <Link to="/money#emails" className="link">
          See failed emails
        </Link>
      ) : null}
    </p>
  );
}

function Messages({
  messages,
  mayUndo,
  isUndoing,
  onUndo,
}: {
  messages: readonly Message[];
  mayUndo: boolean;
  isUndoing: boolean;
  onUndo: (message: Message) => void;
}) {
  return (
    <>
      {messages.length === 0 && <p className="text-muted">No messages yet.</p>}
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
              <FileList files={message.files} fetchBytes={fetchDeskFile} noteOf={virusNote} />
              {message.failure && <Failure {...message.failure} />}
              {isHeld(message) && (
                <p className="mt-1 flex flex-wrap items-center gap-x-3 font-semibold">
                  Sending in a few seconds.
                  {mayUndo && (
                    <Button look="quiet" small busy={isUndoing} onClick={() => onUndo(message)}>
                      Undo
                    </Button>
                  )}
                </p>
              )}
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

const NewerMessage = () => (
  <div className="mb-4">
    <Notice kind="warning" role="alert" title="There’s a newer message.">
      <p>Read it above before you send yours. Your text is still here.</p>
    </Notice>
  </div>
);

const EndedMeanwhile = ({ status }: { status: 'closed' | 'spam' }) => (
  <div className="mb-4">
    <Notice
      kind="warning"
      role="alert"
      title={`This conversation is ${status === 'spam' ? 'marked as spam' : 'closed'} now.`}
    >
      <p>It wasn’t when you began to write. Your text is still here.</p>
    </Notice>
  </div>
);

function Said({
  number,
  status,
  thread,
  messages,
  onWriting,
  canClose,
}: Props & { thread: DeskThread; messages: readonly Message[] }) {
  const me = useOutletContext<Me>();
  const client = useQueryClient();
  const go = useNavigate();
  const { pathname } = useLocation();
  const leaveTask = useLeaveTask();
  const { customer, count, isErased, reads, waitsSince } = thread;
  const waiting = messages.find(isHeld);
  const answer = useAnswer({ number, me: me.id, shown: count + (waiting ? 1 : 0), status });
  const { running: busy, begin, end } = useOneAtATime<'send' | 'undo' | 'close'>();
  const [failure, setFailure] = useState<string>();
  const [isProposing, setProposing] = useState(false);
  const [fileFailure, setFileFailure] = useState<string>();
  const files = useSentFiles(`message-${me.id}-${number}`, fromStaff);
  const isWriting = answer.text !== '';
  useEffect(() => {
    onWriting?.(isWriting);
  }, [isWriting, onWriting]);
  const giveBack = (undone: Held) => {
    answer.restore(undone.text, count);
    files.restore(undone.files);
    notify({ message: 'The message wasn’t sent.' });
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
  const mayAnswer = mayDo(me, 'ticket.answer') && !isErased;
  const opensNext = mayDo(me, 'work.own');

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
      });
      answer.clear();
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
  const insert = (text: string) => {
    answer.append(text);
    setFailure(undefined);
    focusSoon(answerField);
  };
  const close = () =>
    act('close', async () => {
      await callDesk('closeThread', { params: { number }, body: { seen: count } });
      notify({ message: 'Conversation closed.' });
      focusSoon(answerField);
    });
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    // stops the event here, because the same keys deliver the work
    event.preventDefault();
    event.stopPropagation();
    send(event.shiftKey && opensNext);
  };
  return (
    <>
      <Messages
        messages={messages}
        mayUndo={mayAnswer}
        isUndoing={busy === 'undo'}
        onUndo={(message) => void undo(message)}
      />
      {isErased && <p className="text-muted">This customer’s data was erased, so they can’t read a reply.</p>}
      {mayAnswer && (
        <div onKeyDown={press}>
          {isNewer && <NewerMessage />}
          {ended && <EndedMeanwhile status={ended} />}
          <TextArea
            id={answerField}
            label={`Write to ${customer}`}
            hint={`${readsWords(reads)} Press Ctrl+Enter to send${opensNext ? ', or Ctrl+Shift+Enter to also open your next task' : ''}.`}
            max={bounds.ticket.message.max}
            rows={4}
            error={isNewer || ended ? undefined : failure}
            value={answer.text}
            onValue={(text) => {
              answer.setText(text);
              setFailure(undefined);
            }}
          />
          <SavedReplyField values={knownNames(thread, me)} onChoose={insert} />
          {reads === 'order' && <div className="mt-4">{files.field(fileFailure)}</div>}
          <div className="mt-4 flex flex-wrap gap-3">
            <Button busy={busy === 'send'} busyText="Sending" onClick={() => send()}>
              {isNewer || ended ? 'Send anyway' : 'Send'}
            </Button>
            {canClose && waitsSince !== null && !waiting && (
              <Button look="quiet" busy={busy === 'close'} onClick={() => void close()}>
                Close conversation
              </Button>
            )}
            <Button look="quiet" onClick={() => setProposing(true)}>
              Propose an order
            </Button>
          </div>
        </div>
      )}
      {/* outside the element whose Ctrl+Enter sends the message */}
      {isProposing && (
        <Suspense>
          <ProposeDialog number={number} onClose={() => setProposing(false)} onMade={insert} />
        </Suspense>
      )}
    </>
  );
}
