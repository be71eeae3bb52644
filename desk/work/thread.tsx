import { type KeyboardEvent, Suspense, useEffect, useState } from 'react';
import { Link, useOutletContext } from 'react-router';
import { bounds } from '#contract/bounds.ts';
import type { Me } from '#contract/desk/staff.ts';
import type { DeskThread, DeskTicketStatus } from '#contract/desk/threads.ts';
import { shop } from '#contract/shop.ts';
import { Button } from '#ui/button.tsx';
import { FileList } from '#ui/file-list.tsx';
import { latePart } from '#ui/late-part.tsx';
import { Notice } from '#ui/notice.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { fetchDeskFile } from '#desk/api/file-calls.ts';
import { mayDo } from '#desk/api/session.ts';
import { Awaited } from '#desk/frame/awaited.tsx';
import { formatTime } from '#desk/frame/format-time.ts';
import { SavedReplyField } from './saved-reply-field.tsx';
import { answerField, isHeld, useReply } from './use-reply.ts';
import { virusNote } from './virus-note.ts';
import { useThread } from './use-thread.ts';

// Has the order forms, which few conversations need.
const ProposeDialog = latePart(async () => (await import('./propose-dialog.tsx')).ProposeDialog);

type Message = DeskThread['messages'][number];

/** Where the customer reads the answer. */
const readsWords = (reads: DeskThread['reads']): string => {
  if (reads === 'order') return 'The customer will get your message by email and see it in their order.';
  if (reads === 'account') return 'The customer will get your message by email and see it in their account.';
  return `The customer will get your message only by email. If they reply to the email, their reply goes to ${shop.supportEmail}, not to this page.`;
};

/** The id of the choice of saved replies. */
export const savedReplyField = 'saved-reply';

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

/** The customer may not know of a message whose email couldn't be sent; a guest gets only the email. */
function Failure({ reason, isRetried }: NonNullable<Message['failure']>) {
  const me = useOutletContext<Me>();
  return (
    <p className="mt-1 font-semibold break-words">
      The email about this message couldn’t be sent: {reason}{' '}
      {isRetried ? (
        'The shop will try to send it again.'
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
      <p>Read the newer message above before you send yours. Your text is still here.</p>
    </Notice>
  </div>
);

const EndedMeanwhile = ({ status }: { status: 'closed' | 'spam' }) => (
  <div className="mb-4">
    <Notice
      kind="warning"
      role="alert"
      title={`This conversation is now ${status === 'spam' ? 'marked as spam' : 'closed'}.`}
    >
      <p>Its status changed while you were writing. Your text is still here.</p>
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
  const { customer, isErased, reads, waitsSince } = thread;
  const reply = useReply({ number, status, thread, messages });
  const { busy, ended, isNewer } = reply;
  const [isProposing, setProposing] = useState(false);
  const isWriting = reply.text !== '';
  useEffect(() => {
    onWriting?.(isWriting);
  }, [isWriting, onWriting]);
  const mayAnswer = mayDo(me, 'ticket.answer') && !isErased;
  const opensNext = mayDo(me, 'work.own');
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    // stops the event here, because the same keys deliver the work
    event.preventDefault();
    event.stopPropagation();
    reply.send(event.shiftKey && opensNext);
  };
  return (
    <>
      <Messages
        messages={messages}
        mayUndo={mayAnswer}
        isUndoing={busy === 'undo'}
        onUndo={(message) => void reply.undo(message)}
      />
      {isErased && <p className="text-muted">This customer’s data was erased, so they can’t read a reply.</p>}
      {mayAnswer && (
        <div onKeyDown={press}>
          {isNewer && <NewerMessage />}
          {ended && <EndedMeanwhile status={ended} />}
          <TextArea
            id={answerField}
            label={`Write to ${customer}`}
            hint={
              <>
                {readsWords(reads)}
                {/* hidden where key hints are */}
                <span className="max-md:hidden">
                  {' '}
                  Press Ctrl+Enter to send
                  {opensNext ? ', or Ctrl+Shift+Enter to also open your next task' : ''}.
                </span>
              </>
            }
            max={bounds.ticket.message.max}
            rows={4}
            error={isNewer || ended ? undefined : reply.failure}
            value={reply.text}
            onValue={reply.setText}
          />
          <div className="mt-4 empty:hidden">
            <SavedReplyField id={savedReplyField} thread={thread} me={me} onChoose={reply.insert} />
          </div>
          {reads === 'order' && <div className="mt-4">{reply.files.field(reply.fileFailure)}</div>}
          <div className="mt-4 flex flex-wrap gap-3">
            <Button busy={busy === 'send'} busyText="Sending" onClick={() => reply.send()}>
              {isNewer || ended ? 'Send anyway' : 'Send'}
            </Button>
            {canClose && waitsSince !== null && !reply.waiting && (
              <Button look="quiet" busy={busy === 'close'} onClick={() => void reply.close()}>
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
          <ProposeDialog number={number} onClose={() => setProposing(false)} onMade={reply.insert} />
        </Suspense>
      )}
    </>
  );
}
