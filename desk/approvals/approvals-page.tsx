import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { callDesk } from '#desk/api/call-desk.ts';
import { formatTime } from '#desk/frame/format-time.ts';
import { ListHeads } from '#desk/frame/list-heads.tsx';
import { Pages } from '#desk/frame/pages.tsx';
import { Screen } from '#desk/frame/screen.tsx';
import { ApprovalLink } from '#desk/work/approval-link.tsx';
import { approvalState } from '#desk/work/approval-words.ts';

const views = { waiting: 'Waiting', decided: 'Decided' } as const;
const nothing = {
  waiting:
    'No requests are waiting for approval. Refunds, credits and debits above a person’s limit appear here.',
  decided: 'No requests have been decided yet.',
} as const;

/** Refunds, credits and debits above a person's limit. */
export function ApprovalsPage() {
  const [query, setQuery] = useSearchParams();
  const show = query.get('show') === 'decided' ? 'decided' : 'waiting';
  const found = useInfiniteQuery({
    queryKey: ['approvals', show],
    queryFn: ({ pageParam, signal }) =>
      callDesk('listApprovals', {
        query: { show, limit: 50, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  });
  const approvals = found.data?.pages.flatMap((page) => page.approvals) ?? [];
  return (
    <Screen title="Approvals">
      <div role="group" aria-label="Show" className="choice-bar self-start">
        {(['waiting', 'decided'] as const).map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={show === one}
            onClick={() => setQuery(one === 'waiting' ? {} : { show: one }, { replace: true })}
          >
            {views[one]}
          </button>
        ))}
      </div>
      <Pages query={found} more="Show more">
        {approvals.length === 0 ? (
          <p>{nothing[show]}</p>
        ) : (
          <div>
            <ListHeads
              row="line-link"
              names={[
                show === 'waiting' ? 'Requested' : 'Decided',
                'Request and customer',
                'Status',
                '',
                'Order',
              ]}
            />
            <ul aria-label="Approvals" className="lines">
              {approvals.map((approval) => (
                <li key={approval.id} className="line-row">
                  <ApprovalLink
                    approval={approval}
                    when={formatTime(approval.decidedAt ?? approval.askedAt)}
                    state={approvalState(approval)}
                  />
                </li>
              ))}
            </ul>
          </div>
        )}
      </Pages>
    </Screen>
  );
}
