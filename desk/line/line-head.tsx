import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useOutletContext } from 'react-router';
import type { Me } from '#contract/desk/staff.ts';
import type { DeskLine } from '#contract/desk/work.ts';
import { formatDay } from '#contract/delivery-date.ts';
import { Notice } from '#ui/notice.tsx';
import { ShownError } from '#ui/api-error.ts';
import { notify } from '#ui/snackbar.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { mayDo } from '#desk/api/session.ts';
import { formatTime } from '#desk/frame/format-time.ts';
import { TestMark } from '#desk/frame/test-mark.tsx';
import { dueWords, holdWords, stateWords } from '#desk/work/line-words.ts';
import { MoveDueDialog } from '#desk/work/move-due-dialog.tsx';
import { hereWords, refreshWork, useNewest } from '#desk/work/pulse.ts';

/** The note of the person who returned the text, above the brief and the text until it is submitted again. */
export function ReturnNote({ line: { draft } }: { line: DeskLine }) {
  const returned = draft?.returned;
  if (!returned) return null;
  return (
    <Notice kind="info" title={`${returned.by} returned this text on ${formatTime(returned.at)}.`}>
      {returned.note !== null && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {returned.note}
        </p>
      )}
    </Notice>
  );
}

/** The line's state, due day and place, and who else is here. */
export function LineHead({ line }: { line: DeskLine }) {
  const { number, position, linesInOrder, amounts, customer, isExpress, revisionsLeft, assignee, daysLate } =
    line;
  const me = useOutletContext<Me>();
  const here = useNewest()?.here ?? [];
  const client = useQueryClient();
  const [isMoving, setMoving] = useState(false);
  const promised = line.reviseBy ?? line.dueOn;
  const held = holdWords(line);
  const place = linesInOrder === 1 ? number : `${number}, line ${position} of ${linesInOrder}`;
  return (
    <div className="-mt-4 flex flex-col gap-1">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="tag">{stateWords(line)}</span>
        <span className={daysLate > 0 ? 'font-semibold text-red-text' : ''}>{dueWords(line)}</span>
        {line.may.includes('moveDue') && (
          <button type="button" className="link" onClick={() => setMoving(true)}>
            Move the due date
          </button>
        )}
        {isExpress && <span className="tag">Express</span>}
        <span className="text-muted">{assignee ? assignee.name : 'Unassigned'}</span>
      </p>
      {held !== undefined && <p>{held}</p>}
      {line.moveReason !== null && promised !== null && (
        <p dir="auto" className="wrap-anywhere">
          Originally due {formatDay(promised)}. Reason for the change: {line.moveReason}
        </p>
      )}
      <p className="text-muted">
        {mayDo(me, 'order.see') ? (
          <Link to={`/orders/${number}`} className="link">
            {place}
          </Link>
        ) : (
          place
        )}
        <TestMark livemode={line.livemode} />
        {[
          '',
          amounts,
          customer,
          `${revisionsLeft} revision ${revisionsLeft === 1 ? 'round' : 'rounds'} left`,
          `about ${line.sheet.minutes} minutes`,
        ]
          .filter((part, index) => index === 0 || part !== '')
          .join(' · ')}
      </p>
      <p role="status" className="min-h-6 font-semibold">
        {hereWords(here)}
      </p>
      {isMoving && (
        <MoveDueDialog
          name={`move-due-${me.id}-${number}-${position}`}
          title="Move the due date"
          dueOn={line.neededOn}
          onClose={() => setMoving(false)}
          onSend={async (moved) => {
            const { refused } = await callDesk('moveDueDates', {
              body: { lines: [{ number, position }], ...moved },
            });
            if (refused[0]) throw new ShownError(refused[0].why);
            notify({ message: `Due date moved to ${formatDay(moved.dueOn)}.` });
            await refreshWork(client);
          }}
        />
      )}
    </div>
  );
}
