import { useQuery } from '@tanstack/react-query';
import { Link, useOutletContext, useSearchParams } from 'react-router';
import { formatDay } from '#contract/delivery-date.ts';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import type { Me } from '#contract/desk/staff.ts';
import type { MoneyTask, ThreadRow } from '#contract/desk/work.ts';
import { ButtonLink } from '#ui/button.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { mayDo } from '#desk/api/session.ts';
import { Awaited } from '#desk/frame/awaited.tsx';
import { Screen } from '#desk/frame/screen.tsx';
import { TestMark } from '#desk/frame/test-mark.tsx';
import { ApprovalLink } from '#desk/work/approval-link.tsx';
import { LineLink } from '#desk/work/line-list.tsx';
import { fullWords } from '#desk/work/next-task.ts';
import { NewChanges } from '#desk/work/new-changes.tsx';
import { LoadChart } from './load.tsx';

type Today = DeskAnswerOf<'showToday'>;

const titles: Record<Today['groups'][number]['key'], string> = {
  due: 'Late, due today or ready for review',
  customers: 'Customers waiting for a reply',
  money: 'Money',
  assigned: 'Assigned to you',
  free: 'Unassigned',
};

/** Tasks that need attention now, most urgent first. */
export function TodayPage() {
  const me = useOutletContext<Me>();
  const [query, setQuery] = useSearchParams();
  const who = query.get('who') === 'team' ? 'team' : 'mine';
  const today = useQuery({
    queryKey: ['today', who],
    queryFn: ({ signal }) => callDesk('showToday', { query: { who }, signal }),
    staleTime: Infinity,
  });
  return (
    <Screen title="Today">
      <div className="flex flex-wrap items-center justify-between gap-3">
        {mayDo(me, 'work.see') && (
          <div role="group" aria-label="Filter by assignee" className="choice-bar">
            {(['mine', 'team'] as const).map((one) => (
              <button
                key={one}
                type="button"
                aria-pressed={who === one}
                onClick={() => setQuery(one === 'mine' ? {} : { who: one }, { replace: true })}
              >
                {one === 'mine' ? 'For me' : 'Whole team'}
              </button>
            ))}
          </div>
        )}
        <NewChanges />
      </div>
      <Awaited query={today}>
        {(found) => (
          <>
            {found.full && who === 'mine' && <p className="text-muted">{fullWords(found.full)}</p>}
            {found.groups.length === 0 ? <Nothing today={found} who={who} /> : <Groups today={found} />}
          </>
        )}
      </Awaited>
      {/* after the tasks above have loaded, because they would push it down */}
      {!today.isPending && <LoadChart />}
    </Screen>
  );
}

function Groups({ today: { groups } }: { today: Today }) {
  return groups.map(({ key, total, rows }) => (
    <section key={key} aria-labelledby={`group-${key}`}>
      <h2 id={`group-${key}`} className="mb-2">
        {titles[key]} <span className="font-normal text-muted">{total}</span>
      </h2>
      <ul aria-label={titles[key]} className="lines">
        {rows.map(({ url, reason, isLate, line, thread, approval, money }) => (
          <li key={`${url} ${money?.title ?? ''}`} className={`line-row ${isLate ? 'line-late' : ''}`}>
            {line && <LineLink line={line} reason={reason} />}
            {thread && <ThreadLink url={url} reason={reason} thread={thread} />}
            {approval && <ApprovalLink approval={approval} when={reason} state="Approval" />}
            {money && <MoneyLink url={url} reason={reason} money={money} />}
          </li>
        ))}
      </ul>
      {total > rows.length && (
        <p className="mt-2 text-muted">
          {key === 'free' || key === 'assigned'
            ? `You’ll find ${total - rows.length} more in the queue.`
            : `${total - rows.length} more will appear here when you finish these.`}
        </p>
      )}
    </section>
  ));
}

/** A link to a conversation that awaits a reply: who wrote, and the beginning of what. */
const ThreadLink = ({ url, reason, thread }: { url: string; reason: string; thread: ThreadRow }) => (
  <Link to={url} className="line-link">
    <span className="line-needed">{reason}</span>
    <span className="line-what ticket-what">
      <bdi className="font-semibold">{thread.customer}</bdi>
      <span className="line-clamp-2 text-muted">
        <bdi>{thread.text}</bdi>
      </span>
    </span>
    <span className="line-state">Message</span>
    <span className="line-who" />
    <span className="line-number text-muted">{thread.number}</span>
  </Link>
);

/** A link to a dispute, or to trouble with money or emails. */
const MoneyLink = ({ url, reason, money }: { url: string; reason: string; money: MoneyTask }) => (
  <Link to={url} className="line-link">
    <span className="line-needed">{reason}</span>
    <span className="line-what">
      <span>
        <span className="figures font-semibold">{money.title}</span>
        <TestMark livemode={money.livemode} />
      </span>
      <span className="block text-muted">{money.words}</span>
    </span>
    <span className="line-state" />
    <span className="line-who" />
    <span className="line-number text-muted">{money.about}</span>
  </Link>
);

function Nothing({ today: { open, nextDue }, who }: { today: Today; who: 'mine' | 'team' }) {
  return (
    <div className="flex flex-col items-start gap-4">
      <p>
        {who === 'mine' ? 'You’re all caught up.' : 'The whole team is caught up.'}{' '}
        {open === 0
          ? 'There’s no open work. New work appears here once it’s paid for.'
          : `${open} ${open === 1 ? 'line is' : 'lines are'} open${nextDue ? `. The next due date is ${formatDay(nextDue)}` : ''}.`}
      </p>
      {open > 0 && (
        <ButtonLink to="/queue" look="quiet">
          Go to the queue
        </ButtonLink>
      )}
    </div>
  );
}
