import { useQueryClient } from '@tanstack/react-query';
import { Fragment, useEffect, useState } from 'react';
import { useOutletContext } from 'react-router';
import type { Me } from '#contract/desk/staff.ts';
import type { DeskLine, DeskCheck } from '#contract/desk/work.ts';
import { workBounds } from '#contract/desk/work.ts';
import { ApiError, failureMessage } from '#ui/api-error.ts';
import { Button } from '#ui/button.tsx';
import { focusSoon } from '#ui/focus-soon.ts';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextField } from '#ui/text-field.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { Dialog } from '#desk/frame/dialog.tsx';
import { useKeptTexts } from '#desk/work/use-kept-texts.ts';
import { CheckList } from './check-list.tsx';
import { messageAndChanges } from './read-changes.ts';
import type { Draft } from './use-draft.ts';
import { useOneAtATime } from '#ui/use-busy.ts';

type Props = {
  line: DeskLine;
  draft: Draft;
  /** Whether the caller may deliver despite a failed check. */
  mayOverride: boolean;
  /** Whether the caller made the last change and nobody else has reviewed it. */
  isAlone: boolean;
  /** Whether the next task opens after the delivery. */
  thenNext: boolean;
  onClose: () => void;
  onSent: () => void;
};

const unread: DeskCheck = { key: 'reader', ok: 'no', words: 'No one else has reviewed this text.' };

/** Saves and checks the text when the dialog opens. `revision`: the draft's revision that was checked. */
function useChecks({ number, position }: DeskLine, { flush, texts }: Draft, isAlone: boolean) {
  const [checks, setChecks] = useState<DeskCheck[]>();
  const [revision, setRevision] = useState<number>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    let isOpen = true;
    (async () => {
      const saved = await flush();
      if (!isOpen) return;
      if (saved === undefined)
        return setFailure('The text couldn’t be saved. Close this window to see the reason.');
      const pieces = Object.entries(texts).map(([key, text]) => ({ key, text }));
      const checked = await callDesk('checkWork', {
        params: { number, position },
        body: { pieces, withLanguage: false },
      });
      if (!isOpen) return;
      setRevision(saved);
      setChecks([...(isAlone ? [unread] : []), ...checked.checks]);
    })().catch((error: unknown) => isOpen && setFailure(failureMessage(error)));
    return () => {
      isOpen = false;
    };
  }, []);
  return { checks, setChecks, revision, failure, setFailure };
}

/** What the customer gets: pieces, files, answers to requested changes, and the revisions that are left. */
function Contents({ line, draft: { texts, message } }: Pick<Props, 'line' | 'draft'>) {
  const { sheet, points, revisionsLeft } = line;
  const files = line.files.filter(({ kind }) => kind === 'draft');
  const filled = sheet.pieces.filter(({ key }) => (texts[key] ?? '').trim() !== '').length;
  return (
    <>
      <p>
        You’re about to deliver {filled} {filled === 1 ? 'piece' : 'pieces'}
        {message.trim() !== '' && ' and your message'}. You can undo the delivery for a few seconds.
      </p>
      {files.length > 0 && (
        <p>
          {files.length === 1 ? 'Attached file' : 'Attached files'}:{' '}
          {files.map(({ id, name }, index) => (
            <Fragment key={id}>
              {index > 0 && ', '}
              <bdi>{name}</bdi>
            </Fragment>
          ))}
        </p>
      )}
      {points.length > 0 && (
        <ul aria-label="Requested changes">
          {points.map(({ point, outcome, answer }) => (
            <li key={point} dir="auto" className="wrap-anywhere">
              Change {point}: {outcome === null ? 'not answered' : outcome === 'done' ? 'done' : 'not done'}.
              {answer ? ` ${answer}` : ''}
            </li>
          ))}
        </ul>
      )}
      {revisionsLeft > 0 && (
        <p>
          After this delivery, the customer can request a revision{' '}
          {revisionsLeft === 1 ? 'once' : `${revisionsLeft} times`}.
        </p>
      )}
    </>
  );
}

/** Saves and checks the text, then asks whether to deliver it. */
export function DeliverDialog({ line, draft, mayOverride, isAlone, thenNext, onClose, onSent }: Props) {
  const client = useQueryClient();
  const { number, position, customer, versions } = line;
  const { checks, setChecks, revision, failure, setFailure } = useChecks(line, draft, isAlone);
  const { id: me } = useOutletContext<Me>();
  const reasons = useKeptTexts(`deliver-${me}-${number}-${position}`);
  const { busy, begin, end } = useOneAtATime();
  /** Whether Deliver was pressed before the checks were complete. */
  const [isWanted, setWanted] = useState(false);
  const { texts } = draft;
  const stops = [
    ...new Map((checks ?? []).filter(({ ok }) => ok === 'no').map((check) => [check.key, check])).values(),
  ];
  const isReasoned = stops.every(({ key }) => reasons.textOf(key).trim().length >= workBounds.reason.min);
  const isChecking = checks === undefined && failure === undefined;
  // a virus blocks the delivery even with a reason
  const hasVirus = stops.some(({ key }) => key === 'virus');
  const mayReason = mayOverride && !hasVirus;
  const canDeliver = checks !== undefined && (stops.length === 0 || mayReason);
  const [firstStop] = stops;
  const send = async () => {
    if (revision === undefined) return;
    if (stops.length > 0 && !isReasoned)
      return setFailure(
        `For each failed check, enter a reason of at least ${workBounds.reason.min} characters.`,
      );
    if (!begin()) return;
    setFailure(undefined);
    try {
      const given = Object.fromEntries(stops.map(({ key }) => [key, reasons.textOf(key).trim()]));
      await callDesk('deliver', {
        params: { number, position },
        body: { basedOn: revision, reasons: given },
      });
      reasons.forget();
      onSent();
    } catch (error) {
      const changed = error instanceof ApiError && error.status === 409;
      // the checked text has changed meanwhile, so only Back remains
      if (changed) setChecks(undefined);
      setFailure(await messageAndChanges(client, line, texts, error));
      if (changed) focusSoon('back');
      end();
    }
  };
  // the focused button disappeared during the checks; moves the focus to Back or to the first missing reason
  useEffect(() => {
    if (isChecking) return;
    setWanted(false);
    if (isWanted && checks?.every(({ ok }) => ok === 'yes')) void send();
    else if (!canDeliver) focusSoon('back');
    else if (firstStop) focusSoon(`reason-${firstStop.key}`);
    // runs once, when the checks are complete
  }, [isChecking]);
  return (
    <Dialog title={`Deliver version ${versions.length + 1} to ${customer}`} onClose={onClose}>
      {failure !== undefined && <Notice kind="error" role="alert" title={failure} />}
      {isChecking && <Skeleton lines={4} />}
      {checks && (
        <>
          <Contents line={line} draft={draft} />
          <CheckList checks={checks} />
          {mayReason &&
            stops.map(({ key, words }) => (
              <TextField
                key={key}
                id={`reason-${key}`}
                label={`${words} Why are you delivering anyway?`}
                autoComplete="off"
                value={reasons.textOf(key)}
                onValue={(value) => reasons.setText(key, value)}
              />
            ))}
          {stops.length > 0 && !mayReason && (
            <p>
              You can’t deliver this version until these problems are fixed.
              {!hasVirus && ' Someone whose role allows delivery despite failed checks can deliver it.'}
            </p>
          )}
        </>
      )}
      <div className="flex flex-wrap gap-3">
        {(isChecking || canDeliver) && (
          <Button
            busy={(isChecking && isWanted) || busy}
            busyText={isChecking ? 'Checking' : 'Delivering'}
            onClick={() => (isChecking ? setWanted(true) : void send())}
          >
            {thenNext ? 'Deliver and open next' : 'Deliver'}
          </Button>
        )}
        <Button id="back" look="quiet" onClick={onClose}>
          Back
        </Button>
      </div>
    </Dialog>
  );
}
