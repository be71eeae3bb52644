import { useEffect, useRef, useState } from 'react';
import { messageBody, type MessageList } from '#contract/messages.ts';
import type { Order } from '#contract/orders.ts';
import { shop } from '#contract/shop.ts';
import { failureMessage } from '#ui/api-error.ts';
import { Button } from '#ui/button.tsx';
import { FileList } from '#ui/file-list.tsx';
import { newId } from '#ui/new-id.ts';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { notify } from '#ui/snackbar.tsx';
import { fetchFileBytes } from '#web/api/file-calls.ts';
import { callApi } from '#web/api/call-api.ts';
import { workCalls } from '#web/api/work-calls.ts';
import { formatTime } from './format-time.ts';
import { MessageForm } from './message-form.tsx';
import { isUnderWay } from './next-step.ts';

/** The messages about an order, oldest first, and a form for a new one. */
export function OrderMessages({ order, onChanged }: { order: Order; onChanged: () => Promise<void> }) {
  const { number, messages: count } = order;
  const { shown, failure, isLoading, loadOlder, tryAgain } = useMessages(number, count);
  // The same text keeps its key until it was sent, so that a lost answer never sends it twice.
  const attempt = useRef({ sent: '', key: '' });
  const send = async (text: string, files: string[]) => {
    const sent = [text, ...files].join('\n');
    if (attempt.current.sent !== sent) attempt.current = { sent, key: newId() };
    const { key: idempotencyKey } = attempt.current;
    await callApi(workCalls.sendMessage, { params: { number }, body: { text, files }, idempotencyKey });
    attempt.current = { sent: '', key: '' };
    notify({ message: `Sent. We’ll answer within ${shop.answerTime}.` });
    await onChanged();
  };
  const heading = messagesId(number);
  const section = useSendKeys();
  return (
    <section ref={section} aria-labelledby={heading} className="border-t border-hairline pt-6 print:hidden">
      <h4 id={heading} tabIndex={-1} className="mb-4 scroll-mt-6 text-h3 tracking-[-0.012em]">
        Messages
      </h4>
      {failure !== undefined && (
        <div className="mb-5">
          <Notice kind="error" role="alert" title={failure}>
            <Button look="quiet" small className="mt-3" onClick={tryAgain}>
              Try again
            </Button>
          </Notice>
        </div>
      )}
      {count > 0 && !shown && failure === undefined && (
        <div data-awaited className="min-h-svh">
          <Skeleton lines={3} label="Loading the messages" />
        </div>
      )}
      {shown?.nextCursor && (
        <Button
          look="quiet"
          small
          className="mb-5"
          busy={isLoading}
          busyText="Loading"
          onClick={() => void loadOlder()}
        >
          Show older messages
        </Button>
      )}
      {shown && <Messages messages={shown.messages.toReversed()} />}
      <MessageForm
        name={`message-${number}`}
        label={count === 0 ? 'Ask or tell us something about this order' : 'Your message'}
        hint={hintFor(order)}
        schema={messageBody}
        button="Send message"
        busyText="Sending"
        takesFiles
        onSend={send}
      />
    </section>
  );
}

/** Ctrl+Enter, or Cmd+Enter, sends the form within the element. */
function useSendKeys() {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    const within = element.current;
    const press = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
      if (key === 'Enter' && (ctrlKey || metaKey)) within?.querySelector('form')?.requestSubmit();
    };
    within?.addEventListener('keydown', press);
    return () => within?.removeEventListener('keydown', press);
  }, []);
  return element;
}

/** The heading's id: links in emails lead to it. */
export const messagesId = (number: string): string => `messages-${number}`;

function hintFor(order: Order): string {
  if (order.lines.some(({ work }) => work.question !== null))
    return 'To answer our question, use the field under it. A message here doesn’t restart the delivery clock.';
  const soon = `We’ll answer within ${shop.answerTime}.`;
  return isUnderWay(order) ? `${soon} The delivery date stays the same.` : soon;
}

const Messages = ({ messages }: { messages: MessageList['messages'] }) => (
  <ol aria-live="polite" className="mb-6 flex flex-col gap-5">
    {messages.map(({ id, from, name, at, text, files }) => (
      <li
        key={id}
        className={`border-l-[3px] pl-4 ${from === 'team' ? 'border-l-red-line' : 'border-l-hairline'}`}
      >
        <p className="figures text-small text-subtle">
          <bdi className="font-semibold text-ink">{from === 'customer' ? 'You' : (name ?? 'Our team')}</bdi>,{' '}
          <time dateTime={at}>{formatTime(at)}</time>
        </p>
        <p dir="auto" className="mt-0.5 break-words whitespace-pre-wrap">
          {text}
        </p>
        <FileList files={files} fetchBytes={fetchFileBytes} />
      </li>
    ))}
  </ol>
);

const load = (number: string, query: Record<string, string>, signal?: AbortSignal) =>
  callApi(workCalls.listMessages, { params: { number }, query, ...(signal ? { signal } : {}) });

/** The newest messages joined with those that are shown; without the latter when messages between them are missing. */
function join(newest: MessageList, shown: MessageList | undefined): MessageList {
  const known = new Set(shown?.messages.map(({ id }) => id));
  const hasGap = newest.nextCursor !== null && !newest.messages.some(({ id }) => known.has(id));
  if (!shown || hasGap) return newest;
  const fresh = new Set(newest.messages.map(({ id }) => id));
  const older = shown.messages.filter(({ id }) => !fresh.has(id));
  return { messages: [...newest.messages, ...older], nextCursor: shown.nextCursor };
}

/** The messages of an order, newest first; loaded again when their number changes. */
function useMessages(number: string, count: number) {
  const [shown, setShown] = useState<MessageList>();
  const [failure, setFailure] = useState<string>();
  const [isLoading, setLoading] = useState(false);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (count === 0) return;
    const leaving = new AbortController();
    load(number, {}, leaving.signal).then(
      (newest) => {
        setFailure(undefined);
        setShown((before) => join(newest, before));
      },
      (error: unknown) => {
        if (!leaving.signal.aborted) setFailure(failureMessage(error));
      },
    );
    return () => leaving.abort();
  }, [number, count, tries]);
  return {
    shown,
    failure,
    isLoading,
    loadOlder: async () => {
      if (!shown?.nextCursor) return;
      setLoading(true);
      try {
        const older = await load(number, { cursor: shown.nextCursor });
        setShown((before) => before && { ...older, messages: [...before.messages, ...older.messages] });
      } catch (error) {
        setFailure(failureMessage(error));
      }
      setLoading(false);
    },
    tryAgain: () => setTries((before) => before + 1),
  };
}
