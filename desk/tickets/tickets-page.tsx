import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link, useOutletContext, useSearchParams } from 'react-router';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import type { Me } from '#contract/desk/staff.ts';
import { type DeskTicketRow, ticketViews } from '#contract/desk/tickets.ts';
import { callDesk } from '#desk/api/call-desk.ts';
import { mayDo } from '#desk/api/session.ts';
import { formatTime } from '#desk/frame/format-time.ts';
import { ListHeads } from '#desk/frame/list-heads.tsx';
import { Pages } from '#desk/frame/pages.tsx';
import { Screen } from '#desk/frame/screen.tsx';
import { NewChanges } from '#desk/work/new-changes.tsx';
import { useKeys } from '#desk/work/use-keys.ts';
import { AnsweredInTime } from './answered-in-time.tsx';
import { replyWords } from './ticket-words.ts';

type View = (typeof ticketViews)[number];
type Counts = DeskAnswerOf<'listDeskTickets'>['counts'];

const labels: Record<View, string> = {
  open: 'Open',
  mine: 'Mine',
  waiting: 'Waiting for the customer',
  snoozed: 'Snoozed',
  closed: 'Closed',
  spam: 'Spam',
};
const empty: Record<View, string> = {
  open: 'No customers are waiting for a reply.',
  mine: 'No open conversations are assigned to you.',
  waiting: 'No conversations are waiting for a customer.',
  snoozed: 'No snoozed conversations.',
  closed: 'No closed conversations.',
  spam: 'No conversations are marked as spam.',
};

/** A conversation that changed between the reads of two pages is in both; keeps its newest data at its first place. */
const eachOnce = (tickets: readonly DeskTicketRow[]): DeskTicketRow[] => [
  ...new Map(tickets.map((ticket) => [ticket.number, ticket])).values(),
];

/** All conversations with customers. The URL holds the view. */
export function TicketsPage() {
  const me = useOutletContext<Me>();
  const [query] = useSearchParams();
  const show = ticketViews.find((view) => view === query.get('show')) ?? 'open';
  const tickets = useInfiniteQuery({
    queryKey: ['tickets', show],
    queryFn: ({ pageParam, signal }) =>
      callDesk('listDeskTickets', {
        query: { show, ...(pageParam ? { cursor: pageParam } : {}), limit: 100 },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  const found = eachOnce(tickets.data?.pages.flatMap((page) => page.tickets) ?? []);
  return (
    <Screen title="Messages">
      <div className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center justify-between gap-x-6">
          <Views
            views={ticketViews.filter((view) => view !== 'mine' || mayDo(me, 'ticket.answer'))}
            current={show}
            counts={tickets.data?.pages[0]?.counts ?? null}
          />
          <NewChanges />
        </div>
        {show === 'closed' && (
          <div className="my-4">
            <AnsweredInTime />
          </div>
        )}
        <Pages query={tickets} more="Show more conversations">
          {found.length === 0 ? (
            <p className="mt-4">{empty[show]}</p>
          ) : (
            <TicketList tickets={found} singleKeys={me.singleKeys} label={labels[show]} />
          )}
        </Pages>
      </div>
    </Screen>
  );
}

function Views({ views, current, counts }: { views: readonly View[]; current: View; counts: Counts }) {
  const countOf = (view: View) => (counts && (view === 'open' || view === 'mine') ? counts[view] : 0);
  return (
    <nav aria-label="Filter by status" className="-mx-2 flex flex-wrap">
      {views.map((view) => (
        <Link
          key={view}
          to={view === 'open' ? '/tickets' : `/tickets?show=${view}`}
          replace
          aria-current={view === current ? 'page' : undefined}
          className="ticket-view"
        >
          {labels[view]}
          {countOf(view) > 0 && (
            <span className="figures ml-2 font-normal text-muted">
              {countOf(view) >= 100 ? '99+' : countOf(view)}
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}

/** Conversations, one per row; J and K move the focus. */
function TicketList({
  tickets,
  singleKeys,
  label,
}: {
  tickets: readonly DeskTicketRow[];
  singleKeys: boolean;
  label: string;
}) {
  const list = useRef<HTMLUListElement>(null);
  const step = (by: 1 | -1) => {
    const links = [...(list.current?.querySelectorAll('a') ?? [])];
    const from = links.indexOf(document.activeElement as HTMLAnchorElement);
    links[from < 0 ? 0 : from + by]?.focus();
  };
  useKeys({ j: () => step(1), k: () => step(-1) }, singleKeys);
  return (
    <div>
      <ListHeads
        row="line-link"
        names={['Reply', 'Customer and message', 'About', 'Assigned to', 'Number']}
      />
      <ul ref={list} aria-label={label} className="lines">
        {tickets.map((ticket) => (
          <li key={ticket.number} className={`line-row ${ticket.isLate ? 'line-late' : ''}`}>
            <Link to={`/tickets/${ticket.number}`} className="line-link">
              <span className="line-needed">{replyWords(ticket) ?? formatTime(ticket.lastAt)}</span>
              <span className="line-what ticket-what">
                <bdi className="font-semibold">{ticket.customer}</bdi>
                <span className="line-clamp-2 text-muted">
                  {ticket.from === 'team' && 'Us: '}
                  <bdi>{ticket.text}</bdi>
                </span>
              </span>
              <span className="line-state">{ticket.order ?? 'Contact form'}</span>
              <span className="line-who">
                {ticket.assignee?.name ?? <span className="text-muted">Unassigned</span>}
              </span>
              <span className="line-number text-muted">{ticket.number}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
