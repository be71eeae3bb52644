import { useOutletContext } from 'react-router';
import { businessCalendar } from '#contract/business-calendar.ts';
import { formatDeadline } from '#contract/deadline.ts';
import type { PaymentTrail } from '#contract/desk/money.ts';
import type { Me } from '#contract/desk/staff.ts';
import { formatMoney } from '#contract/money.ts';
import { disputeReason } from '#contract/desk/report-words.ts';
import { Button } from '#ui/button.tsx';
import { saveFile } from '#ui/save-file.ts';
import { callDesk } from '#desk/api/call-desk.ts';
import { withProof } from '#desk/api/prove.ts';
import { mayDo } from '#desk/api/session.ts';
import { formatTime } from '#desk/frame/format-time.ts';
import { useRepair } from './mend-button.tsx';
import { disputeWords } from './money-words.ts';
import { useBusy } from '#ui/use-busy.ts';

type Shown = PaymentTrail['disputes'][number];

/** A dispute: what the bank asks, until when, and the evidence for the response. */
export function Dispute({ number, dispute, currency }: { number: string; dispute: Shown; currency: string }) {
  const { amount, fee, status, reason, reference, dueAt, createdAt, answered } = dispute;
  const isOpen = status === 'open' || status === 'inquiry';
  return (
    <li className="flex flex-col items-start gap-2 border-l-[3px] border-hairline pl-4">
      <p className="flex flex-wrap items-center gap-x-3">
        <span className="tag">{disputeWords[status]}</span>
        <span className="figures font-semibold">{formatMoney(amount, currency)}</span>
        <span className="text-muted">since {formatTime(createdAt)}</span>
      </p>
      {isOpen && (
        <p className={answered === null ? 'font-semibold' : ''}>
          {dueAt === null
            ? 'The bank hasn’t set a deadline yet.'
            : `Respond by ${formatDeadline(new Date(dueAt), businessCalendar)}.`}
        </p>
      )}
      {isOpen && status === 'inquiry' && (
        <p>No money has moved. An unanswered inquiry can become a dispute.</p>
      )}
      <p>
        The bank’s reason: {disputeReason(reason ?? '') || 'not given'}.
        {fee > 0 && ` The provider’s fee: ${formatMoney(fee, currency)}.`}
      </p>
      <p className="text-muted wrap-anywhere">{reference}</p>
      {answered !== null && (
        <p>
          <bdi>{answered.by}</bdi> marked the response as sent, {formatTime(answered.at)}.
        </p>
      )}
      <Acts number={number} dispute={dispute} isOpen={isOpen} />
    </li>
  );
}

function Acts({
  number,
  dispute: { id, answered },
  isOpen,
}: {
  number: string;
  dispute: Shown;
  isOpen: boolean;
}) {
  const me = useOutletContext<Me>();
  const { busy, repair } = useRepair();
  const { busy: writes, run } = useBusy();
  const isAnswered = answered !== null;
  const download = () =>
    run(async () => {
      saveFile(await withProof(() => callDesk('exportEvidence', { params: { id } })));
    });
  const mark = () =>
    repair(async () => {
      await callDesk('answerDispute', { params: { id }, body: { isAnswered: !isAnswered } });
      return isAnswered
        ? `The response to the dispute over ${number} is marked as not sent.`
        : `The response to the dispute over ${number} is marked as sent.`;
    });
  return (
    <>
      <div className="flex flex-wrap gap-3 empty:hidden">
        {mayDo(me, 'customer.see') && (
          <Button
            look="quiet"
            small
            busy={writes}
            busyText="Preparing the file"
            onClick={() => void download()}
          >
            Download the evidence (.pdf)
          </Button>
        )}
        {isOpen && mayDo(me, 'money.repair') && (
          <Button look="quiet" small busy={busy} onClick={() => void mark()}>
            {isAnswered ? 'Mark response as not sent' : 'Mark response as sent'}
          </Button>
        )}
      </div>
      {isOpen && !isAnswered && (
        <p className="max-w-2xl text-muted">
          Upload the evidence in the provider’s dashboard, and then mark the response as sent here. The
          provider will report the bank’s decision.
        </p>
      )}
    </>
  );
}
