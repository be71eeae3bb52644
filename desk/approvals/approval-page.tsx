import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useOutletContext, useParams } from 'react-router';
import type { DeskApproval } from '#contract/desk/approvals.ts';
import type { Me } from '#contract/desk/staff.ts';
import { formatMoney } from '#contract/money.ts';
import { failureMessage } from '#ui/api-error.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { notify } from '#ui/snackbar.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { withProof } from '#desk/api/prove.ts';
import { mayDo } from '#desk/api/session.ts';
import { Awaited } from '#desk/frame/awaited.tsx';
import { formatTime } from '#desk/frame/format-time.ts';
import { Screen } from '#desk/frame/screen.tsx';
import { TestMark } from '#desk/frame/test-mark.tsx';
import { approvalState, approvalTitle } from '#desk/work/approval-words.ts';
import { backgroundWords } from './background-words.ts';
import { DeclineDialog } from './decline-dialog.tsx';
import { useOneAtATime } from '#ui/use-busy.ts';

/** One request: who asked, for what and why, the money as it is now, and the decision. */
export function ApprovalPage() {
  const { id = '' } = useParams();
  const approval = useQuery({
    queryKey: ['approval', id],
    queryFn: ({ signal }) => callDesk('showApproval', { params: { id }, signal }),
    staleTime: 0,
  });
  return (
    <Screen title={approval.data ? approvalTitle(approval.data) : 'Approval'}>
      <Awaited query={approval}>{(found) => <Whole key={found.id} approval={found} />}</Awaited>
    </Screen>
  );
}

function Whole({ approval }: { approval: DeskApproval }) {
  const client = useQueryClient();
  const again = async () => {
    await Promise.all(
      ['approval', 'approvals', 'today', 'order', 'customer'].map((key) =>
        client.invalidateQueries({ queryKey: [key] }),
      ),
    );
  };
  return (
    <>
      <p className="-mt-4 flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="tag">{approvalState(approval)}</span>
        <TestMark livemode={approval.livemode} />
        <span className="text-muted">
          Requested by <bdi>{approval.askedBy}</bdi>, {formatTime(approval.askedAt)}
        </span>
      </p>
      <Facts approval={approval} />
      {approval.status === 'waiting' ? (
        <Decision approval={approval} again={again} />
      ) : (
        <Outcome approval={approval} />
      )}
    </>
  );
}

const wayWords = {
  card: 'To the original payment method',
  balance: 'To the customer’s balance',
  unspent: 'Unused part of the payment, to the original payment method',
};

const Fact = ({
  label,
  isWide = false,
  children,
}: {
  label: string;
  isWide?: boolean;
  children: ReactNode;
}) => (
  <div className={isWide ? 'sm:col-span-2' : undefined}>
    <dt className="text-muted">{label}</dt>
    <dd dir="auto" className="whitespace-pre-wrap">
      {children}
    </dd>
  </div>
);

function Facts({ approval }: { approval: DeskApproval }) {
  const me = useOutletContext<Me>();
  const { order, customer, customerId, way, reason, note, orderMoney, available, currency } = approval;
  const isDeposit = order?.startsWith('D-') ?? false;
  const money = (amount: number) => <span className="figures">{formatMoney(amount, currency)}</span>;
  return (
    <dl className="grid max-w-3xl gap-x-8 gap-y-5 sm:grid-cols-2">
      {order !== null && (
        <Fact label={isDeposit ? 'Deposit' : 'Order'}>
          {isDeposit || mayDo(me, 'order.see') ? (
            <Link to={isDeposit ? `/money/payments/${order}` : `/orders/${order}`} className="link">
              {order}
            </Link>
          ) : (
            order
          )}
        </Fact>
      )}
      <Fact label="Customer">
        {customerId === null ? (
          <bdi>{customer}</bdi>
        ) : (
          <Link to={`/customers/${customerId}`} className="link">
            <bdi>{customer}</bdi>
          </Link>
        )}
      </Fact>
      {way !== null && <Fact label="Refund method">{wayWords[way]}</Fact>}
      {orderMoney && (
        <Fact label={isDeposit ? 'Deposit amount' : 'Order total'}>
          {money(orderMoney.price)}
          {!isDeposit && (
            <>
              ,{' '}
              {orderMoney.refunded === 0 ? (
                'nothing refunded yet'
              ) : (
                <>{money(orderMoney.refunded)} refunded</>
              )}
            </>
          )}
          . Up to {money(orderMoney.possible)} can be refunded with this method.
        </Fact>
      )}
      {available !== null && <Fact label="Available balance">{money(available)}</Fact>}
      <Fact label="Reason for the customer" isWide>
        {reason}
      </Fact>
      {note !== '' && (
        <Fact label="Note for the team" isWide>
          {note}
        </Fact>
      )}
    </dl>
  );
}

function Decision({ approval, again }: { approval: DeskApproval; again: () => Promise<void> }) {
  const me = useOutletContext<Me>();
  const { id, expiresAt, may, whyNotApprove, orderMoney, available, amount, background } = approval;
  const { running: busy, begin, end } = useOneAtATime<'approve' | 'withdraw'>();
  const [declines, setDeclines] = useState(false);
  const [failure, setFailure] = useState('');
  const run = async (which: 'approve' | 'withdraw', act: () => Promise<string>) => {
    if (busy !== undefined || !begin(which)) return;
    setFailure('');
    try {
      notify({ message: await act() });
    } catch (error) {
      setFailure(failureMessage(error));
    }
    await again();
    end(which);
  };
  const approve = () =>
    run('approve', async () => {
      const seen = orderMoney?.possible ?? available ?? 0;
      const { state } = await withProof(() => callDesk('approve', { params: { id }, body: { seen } }));
      return state === 'done'
        ? 'Approved. The customer will get an email.'
        : 'You approved the request, but it couldn’t be carried out. No money has moved.';
    });
  const withdraw = () =>
    run('withdraw', async () => {
      await callDesk('withdrawApproval', { params: { id } });
      return 'Your request was withdrawn.';
    });
  return (
    <section aria-label="Decision" className="flex max-w-3xl flex-col items-start gap-4">
      {failure !== '' && <Notice kind="error" role="alert" title={failure} />}
      {background && <p dir="auto">{backgroundWords(approval, background)}</p>}
      {orderMoney !== null && amount > orderMoney.possible && (
        <Notice kind="warning" title="The requested amount is more than can still be refunded">
          <p>If you approve the request now, it closes without a refund.</p>
        </Notice>
      )}
      {may.alone && (
        <Notice kind="warning" title="Nobody else can approve this request">
          <p>
            You can approve your own request. It will be marked as self-approved, and the shop’s operator will
            get an email.
          </p>
        </Notice>
      )}
      {whyNotApprove !== null && mayDo(me, 'money.approve') && <p>{whyNotApprove}</p>}
      <div className="flex flex-wrap gap-3 empty:hidden">
        {may.approve && (
          <Button busy={busy === 'approve'} busyText="Approving" onClick={() => void approve()}>
            {may.alone ? 'Approve my own request' : 'Approve request'}
          </Button>
        )}
        {may.decline && (
          <Button look="quiet" onClick={() => setDeclines(true)}>
            Decline request
          </Button>
        )}
        {may.withdraw && (
          <Button
            look="quiet"
            busy={busy === 'withdraw'}
            busyText="Withdrawing"
            onClick={() => void withdraw()}
          >
            Withdraw request
          </Button>
        )}
      </div>
      <p className="text-muted">The request expires {formatTime(expiresAt)}.</p>
      {declines && <DeclineDialog approval={approval} again={again} onClose={() => setDeclines(false)} />}
    </section>
  );
}

function Outcome({
  approval: { status, decidedBy, decidedAt, decision, isAlone },
}: {
  approval: DeskApproval;
}) {
  const words = {
    waiting: '',
    done: isAlone ? 'Self-approved by' : 'Approved by',
    failed: 'Couldn’t be carried out after approval by',
    declined: 'Declined by',
    withdrawn: 'Withdrawn by',
    expired: 'Expired because nobody decided within 7 days',
  }[status];
  return (
    <section aria-label="Decision" className="flex max-w-3xl flex-col gap-2">
      <p>
        <span className="font-semibold">
          {words} {decidedBy !== null && <bdi>{decidedBy}</bdi>}
        </span>
        {decidedBy !== null && decidedAt !== null && (
          <span className="text-muted">, {formatTime(decidedAt)}</span>
        )}
      </p>
      {decision !== '' && (
        <p dir="auto" className="whitespace-pre-wrap">
          {decision}
        </p>
      )}
    </section>
  );
}
