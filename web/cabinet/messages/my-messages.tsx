import { useCallback, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { plainMessageBody } from '#contract/storefront/work-bodies.ts';
import { shop } from '#contract/shop.ts';
import type { TicketList, TicketStatus } from '#contract/storefront/support.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { focusSoon } from '#ui/focus-soon.ts';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { notify } from '#ui/snackbar.tsx';
import { callApi } from '#web/api/call-api.ts';
import { usePages } from '#web/api/use-pages.ts';
import { Conversation, sendOnce, useMessages, useSendKeys } from './conversation.tsx';
import { formatTime } from '#web/cabinet/format-time.ts';
import { MessageForm } from './message-form.tsx';

const statusWords: Record<TicketStatus, string> = {
  open: 'Awaiting our reply',
  answered: 'We replied',
  closed: 'Closed',
};

/** Poll interval of an open conversation (ms). */
const lookEveryMs = 15_000;
const headingId = 'conversation';

/** The customer's conversations with the team, or the one with this number. Those about an order are on the order's page. */
export function MyMessages({ number }: { number: string | null }) {
  useEffect(() => {
    if (number !== null) focusSoon(headingId);
  }, [number]);
  return number === null ? <Tickets /> : <Ticket key={number} number={number} />;
}

const loadTickets = (query: Record<string, string>, signal: AbortSignal) =>
  callApi('listTickets', { query, signal });
const underneath = (shown: TicketList, older: TicketList): TicketList => ({
  ...older,
  tickets: [...shown.tickets, ...older.tickets],
});

function Tickets() {
  const { page: listed, failure, isLoadingMore, loadMore, reload } = usePages(loadTickets, underneath);
  return (
    <div className="flex max-w-[46rem] flex-col gap-6">
      {failure !== undefined && (
        <Notice kind="error" role="alert" title={failure}>
          <p>We couldn’t load your messages. They’re safe. Try again.</p>
          <Button look="quiet" small className="mt-3" onClick={reload}>
            Try again
          </Button>
        </Notice>
      )}
      {!listed && failure === undefined && <Skeleton lines={6} label="Loading your messages" />}
      {listed?.tickets.length === 0 && <p className="note py-1 pl-6 text-lead">No messages yet.</p>}
      {listed && listed.tickets.length > 0 && (
        <ul className="border-t border-hairline">
          {listed.tickets.map((ticket) => (
            <TicketRow key={ticket.number} ticket={ticket} />
          ))}
        </ul>
      )}
      {listed?.nextCursor && (
        <Button
          data-repeats
          look="quiet"
          className="self-start"
          busy={isLoadingMore}
          busyText="Loading"
          onClick={loadMore}
        >
          Show older messages
        </Button>
      )}
      {listed && (
        <p className="text-muted">
          To write about an order, open the order. For anything else,{' '}
          <Link className="link" to="/contact">
            write to us
          </Link>
          .
        </p>
      )}
    </div>
  );
}

/** A conversation in the list, as a link to it. One that the team has answered stands out. */
function TicketRow({
  ticket: { number, order, createdAt, from, message, status },
}: {
  ticket: TicketList['tickets'][number];
}) {
  const isAnswered = status === 'answered';
  return (
    <li className="relative border-b border-hairline">
      {isAnswered && (
        <span aria-hidden className="absolute inset-y-4 -left-2.5 w-[3px] bg-red-line sm:-left-4" />
      )}
      <Link
        to={
          order === null
            ? `/cabinet/messages?ticket=${number}`
            : `/cabinet/history?order=${order}#messages-${order}`
        }
        className="group flex min-h-11 flex-col gap-1 rounded-control py-4"
      >
        <span className="flex flex-wrap justify-between gap-x-6 text-small text-muted">
          <span className={isAnswered ? 'font-semibold text-ink' : ''}>{statusWords[status]}</span>
          <span className="figures">
            {order !== null && 'About order '}
            <bdi translate="no">{order ?? number}</bdi>,{' '}
            <time dateTime={createdAt}>{formatTime(createdAt)}</time>
          </span>
        </span>
        <span className={`line-clamp-2 break-words group-hover:underline ${isAnswered ? '' : 'text-muted'}`}>
          {from === 'team' ? `${shop.name}: ` : 'You: '}
          <span dir="auto">{message}</span>
        </span>
      </Link>
    </li>
  );
}

function Ticket({ number }: { number: string }) {
  const load = useCallback(
    (query: Record<string, string>, signal?: AbortSignal) =>
      callApi('listTicketMessages', {
        params: { ticketNumber: number },
        query,
        ...(signal ? { signal } : {}),
      }),
    [number],
  );
  const { version, look } = usePolls();
  const conversation = useMessages(load, version);
  const form = `message-${number}`;
  const section = useSendKeys();
  const { shown } = conversation;
  const send = async (text: string) => {
    await sendOnce(form, text, (idempotencyKey) =>
      callApi('sendTicketMessage', {
        params: { ticketNumber: number },
        body: { text },
        idempotencyKey,
      }),
    );
    notify({ message: `Sent. We’ll reply within ${shop.answerTime}.` });
    look();
  };
  return (
    <section ref={section} aria-labelledby={headingId} className="max-w-[46rem]">
      <Link to="/cabinet/messages" className="link inline-flex min-h-11 items-center">
        All messages
      </Link>
      <h1 id={headingId} tabIndex={-1} className="mt-1 text-[clamp(1.75rem,1.3rem+2vw,2.625rem)]">
        Message{' '}
        <span translate="no" className="whitespace-nowrap">
          {number}
        </span>
      </h1>
      <p className="mt-2 mb-8 min-h-6 text-muted">
        {shown && statusWords[shown.status]}
        {shown?.wasSentLoggedOut &&
          '. The sender of the first message used your email address but wasn’t logged in.'}
      </p>
      <Conversation conversation={conversation} />
      {shown?.order && (
        <ButtonLink to={`/cabinet/history?order=${shown.order}#messages-${shown.order}`}>
          Reply on the page for order <bdi translate="no">{shown.order}</bdi>
        </ButtonLink>
      )}
      {shown?.order === null && (
        <MessageForm
          name={form}
          label="Your message"
          hint={`We’ll reply within ${shop.answerTime}.`}
          schema={plainMessageBody}
          button="Send message"
          busyText="Sending"
          onSend={send}
        />
      )}
    </section>
  );
}

/** A number that changes every 15 seconds while the page is visible, and after `look`. */
function usePolls() {
  const [version, setVersion] = useState(0);
  const look = useCallback(() => setVersion((before) => before + 1), []);
  useEffect(() => {
    const lookIfVisible = () => {
      if (document.visibilityState === 'visible') look();
    };
    const timer = setInterval(lookIfVisible, lookEveryMs);
    document.addEventListener('visibilitychange', lookIfVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', lookIfVisible);
    };
  }, [look]);
  return { version, look };
}
