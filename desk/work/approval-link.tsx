import { Link } from 'react-router';
import type { ApprovalRow } from '#contract/desk/approvals.ts';
import { TestMark } from '#desk/frame/test-mark.tsx';
import { approvalTitle } from './approval-words.ts';

/** A link to a request for approval. `when`: when it is due, was asked or was decided. */
export const ApprovalLink = ({
  approval,
  when,
  state,
}: {
  approval: ApprovalRow;
  when: string;
  state: string;
}) => {
  const { id, customer, askedBy, order } = approval;
  return (
    <Link to={`/approvals/${id}`} className="line-link">
      <span className="line-needed">{when}</span>
      <span className="line-what">
        <span>
          <span className="figures font-semibold">{approvalTitle(approval)}</span>
          <TestMark livemode={approval.livemode} />
        </span>
        <span className="block text-muted">
          <bdi>{customer}</bdi>, requested by <bdi>{askedBy}</bdi>
        </span>
      </span>
      <span className="line-state">{state}</span>
      <span className="line-who" />
      <span className="line-number text-muted">{order ?? 'Balance'}</span>
    </Link>
  );
};
