import { ChevronDown } from 'lucide';
import { useEffect } from 'react';
import { Link } from 'react-router';
import type { TicketList, TicketStatus } from '#contract/support.ts';
import { callApi } from '#web/api/call-api.ts';
import { supportCalls } from '#web/api/support-calls.ts';
import { usePages } from '#web/api/use-pages.ts';
import { useLoggedIn } from '#web/session/session-tokens.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Icon } from '#ui/icon.tsx';

const statusWords: Record<TicketStatus, string> = {
  open: 'Awaiting our reply',
  answered: 'Answered by email',
  closed: 'Closed',
};

const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' });

const loadTickets = (query: Record<string, string>, signal: AbortSignal) =>
  callApi(supportCalls.listTickets, { query, signal });
const underneath = (shown: TicketList, older: TicketList): TicketList => ({
  ...older,
  tickets: [...shown.tickets, ...older.tickets],
});

/** The logged-in customer's messages and their state. `sent`: the newest ticket, so that it is listed too. */
export function MyTickets({ sent }: { sent: string | null }) {
  const loggedIn = useLoggedIn();
  const {
    page: listed,
    failure,
    isLoadingMore,
    loadMore,
    reload,
  } = usePages(loggedIn ? loadTickets : undefined, underneath);
  useEffect(() => {
    if (sent !== null) reload();
  }, [sent, reload]);

  // below the form and usually empty, so it may appear when loaded
  if (!loggedIn || listed?.tickets.length === 0 || (!listed && failure === undefined)) return null;
  return (
    <section aria-labelledby="own-tickets" className="mt-16 max-w-[36rem]">
      <h2 id="own-tickets">Your messages</h2>
      {failure !== undefined && (
        <div className="mt-5">
          <Notice kind="error" role="alert" title={failure}>
            <Button look="quiet" small className="mt-3" onClick={reload}>
              Try again
            </Button>
          </Notice>
        </div>
      )}
      {listed && (
        <ul className="mt-5 border-t border-hairline">
          {listed.tickets.map(({ number, order, createdAt, message, status }) => (
            <li key={number} className="border-b border-hairline py-2">
              <details className="group">
                <summary className="flex min-h-11 cursor-pointer items-center gap-4">
                  <span className="figures flex flex-1 flex-wrap items-center justify-between gap-x-4">
                    <span className="font-semibold">{firstWords(message)}</span>
                    <span className="text-small text-muted">
                      {order ?? number}.{' '}
                      {order !== null && status === 'answered'
                        ? 'Answered in your order'
                        : statusWords[status]}
                      , <time dateTime={createdAt}>{day.format(new Date(createdAt))}</time>
                    </span>
                  </span>
                  <Icon of={ChevronDown} className="flex-none text-subtle group-open:rotate-180" />
                </summary>
                <p dir="auto" className="pt-1 pb-3 break-words whitespace-pre-wrap text-muted">
                  {message}
                </p>
                {order !== null && (
                  <Link
                    to={`/cabinet/history?order=${order}#messages-${order}`}
                    className="link mb-3 inline-flex min-h-11 items-center"
                  >
                    All messages about this order
                  </Link>
                )}
              </details>
            </li>
          ))}
        </ul>
      )}
      {listed?.nextCursor && (
        <Button look="quiet" className="mt-5" busy={isLoadingMore} busyText="Loading" onClick={loadMore}>
          Show older messages
        </Button>
      )}
    </section>
  );
}

/** The beginning of a message, cut between words where that is possible. */
const firstWords = (message: string): string => {
  const words = message.trim().replaceAll(/\s+/g, ' ');
  return words.length > 120 ? `${words.slice(0, 120).replace(/ \S*$/, '')}…` : words;
};
