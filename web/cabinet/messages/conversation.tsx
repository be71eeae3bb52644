import { useEffect, useRef, useState } from 'react';
import type { MessageList } from '#contract/storefront/messages.ts';
import { failureMessage } from '#ui/api-error.ts';
import { Button } from '#ui/button.tsx';
import { FileList } from '#ui/file-list.tsx';
import { dropFormDraft, keepFormDraft, readFormDraft } from '#ui/form-drafts.ts';
import { newId } from '#ui/new-id.ts';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { fetchFileBytes } from '#web/api/file-calls.ts';
import { formatTime } from '#web/cabinet/format-time.ts';
import { MessageText } from './message-text.tsx';
import { useOneAtATime } from '#ui/use-busy.ts';

/** The messages of a conversation, oldest first; a placeholder while they load; the failure with a retry. */
export function Conversation<Page extends MessageList>({
  conversation: { shown, failure, isLoading, loadOlder, tryAgain },
}: {
  conversation: ReturnType<typeof useMessages<Page>>;
}) {
  return (
    <>
      {failure !== undefined && (
        <div className="mb-5">
          <Notice kind="error" role="alert" title={failure}>
            <Button look="quiet" small className="mt-3" onClick={tryAgain}>
              Try again
            </Button>
          </Notice>
        </div>
      )}
      {!shown && failure === undefined && (
        <div data-awaited className="min-h-svh">
          <Skeleton lines={3} label="Loading the messages" />
        </div>
      )}
      {shown?.nextCursor && (
        <Button
          data-repeats
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
    </>
  );
}

const Messages = ({ messages }: { messages: MessageList['messages'] }) => (
  <ol aria-live="polite" className="mb-6 flex flex-col gap-5">
    {messages.map(({ id, from, name, at, text, files }) => (
      <li
        key={id}
        className={`border-l-[3px] pl-4 ${from === 'team' ? 'border-l-red-line' : 'border-l-hairline'}`}
      >
        <p className="figures text-small text-subtle">
          {from === 'team' && name !== null ? (
            <bdi translate="no" className="font-semibold text-ink">
              {name}
            </bdi>
          ) : (
            <span className="font-semibold text-ink">{from === 'team' ? 'Our team' : 'You'}</span>
          )}
          {', '}
          <time dateTime={at}>{formatTime(at)}</time>
        </p>
        <MessageText text={text} from={from} />
        <FileList files={files} fetchBytes={fetchFileBytes} />
      </li>
    ))}
  </ol>
);

/** Adds the newest messages to the shown ones; drops the shown ones when messages between them are missing. */
function join<Page extends MessageList>(newest: Page, shown: Page | undefined): Page {
  const known = new Set(shown?.messages.map(({ id }) => id));
  const hasGap = newest.nextCursor !== null && !newest.messages.some(({ id }) => known.has(id));
  if (!shown || hasGap) return newest;
  const fresh = new Set(newest.messages.map(({ id }) => id));
  const older = shown.messages.filter(({ id }) => !fresh.has(id));
  return { ...newest, messages: [...newest.messages, ...older], nextCursor: shown.nextCursor };
}

/** A conversation's messages, newest first. Loads them again when `load` or `version` changes; undefined loads nothing. */
export function useMessages<Page extends MessageList>(
  load: ((query: Record<string, string>, signal?: AbortSignal) => Promise<Page>) | undefined,
  version: number,
) {
  const [shown, setShown] = useState<Page>();
  const [failure, setFailure] = useState<string>();
  const { busy: isLoading, begin, end } = useOneAtATime();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (!load) return;
    const leaving = new AbortController();
    load({}, leaving.signal).then(
      (newest) => {
        setFailure(undefined);
        setShown((before) => join(newest, before));
      },
      (error: unknown) => {
        if (!leaving.signal.aborted) setFailure(failureMessage(error));
      },
    );
    return () => leaving.abort();
  }, [load, version, tries]);
  return {
    shown,
    failure,
    isLoading,
    loadOlder: async () => {
      if (!load || !shown?.nextCursor || !begin()) return;
      try {
        const older = await load({ cursor: shown.nextCursor });
        setShown((before) => before && { ...older, messages: [...before.messages, ...older.messages] });
      } catch (error) {
        setFailure(failureMessage(error));
      }
      end();
    },
    tryAgain: () => setTries((before) => before + 1),
  };
}

const nothingSent = { sent: '', key: '' };

/**
 * Sends a form's text. The same text keeps its idempotency key until it is sent, also after a reload, so that a retry after a
 * lost answer never sends it twice.
 */
export async function sendOnce(
  form: string,
  sent: string,
  send: (idempotencyKey: string) => Promise<unknown>,
): Promise<void> {
  const name = `${form}-attempt`;
  const before = readFormDraft(name, nothingSent);
  const key = (before.sent === sent && before.key) || newId();
  keepFormDraft(name, nothingSent, { sent, key });
  await send(key);
  dropFormDraft(name);
}

/** Ctrl+Enter, or Cmd+Enter, sends the form within the element. */
export function useSendKeys() {
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
