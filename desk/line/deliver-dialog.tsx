import { useEffect, useState } from 'react';
import type { DeskLine, DeskCheck } from '#contract/desk-work.ts';
import { workBounds } from '#contract/desk-work.ts';
import { failureMessage } from '#ui/api-error.ts';
import { Button } from '#ui/button.tsx';
import { focusSoon } from '#ui/focus-soon.ts';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextField } from '#ui/text-field.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { Dialog } from '#desk/frame/dialog.tsx';
import { CheckList } from './check-list.tsx';
import type { Draft } from './use-draft.ts';

type Props = {
  line: DeskLine;
  draft: Draft;
  /** Whether the caller may deliver although a check fails. */
  mayOverride: boolean;
  /** Whether the caller wrote the last change and nobody else has read it. */
  isAlone: boolean;
  onClose: () => void;
  onSent: (undoSeconds: number) => void;
};

const unread: DeskCheck = { key: 'reader', ok: 'no', words: 'Nobody else has read this text.' };

/** Saves the text and checks it once more; then asks whether to deliver it. */
export function DeliverDialog({ line, draft, mayOverride, isAlone, onClose, onSent }: Props) {
  const { number, position, customer, versions, sheet } = line;
  const files = line.files.filter(({ kind }) => kind === 'draft');
  const [checks, setChecks] = useState<DeskCheck[]>();
  const [revision, setRevision] = useState<number>();
  const [reasons, setReasons] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const { flush, texts } = draft;
  useEffect(() => {
    let isOpen = true;
    (async () => {
      const saved = await flush();
      if (!isOpen) return;
      if (saved === undefined)
        return setFailure(
          'The text couldn’t be saved. Close this window: the reason is at the end of the text.',
        );
      const pieces = Object.entries(texts).map(([key, text]) => ({ key, text }));
      const checked = await callDesk('checkWork', { params: { number, position }, body: { pieces } });
      if (!isOpen) return;
      setRevision(saved);
      setChecks([...(isAlone ? [unread] : []), ...checked.checks]);
    })().catch((error: unknown) => isOpen && setFailure(failureMessage(error)));
    return () => {
      isOpen = false;
    };
    // once, when the dialog opens
  }, []);
  const stops = [
    ...new Map((checks ?? []).filter(({ ok }) => ok === 'no').map((check) => [check.key, check])).values(),
  ];
  const filled = sheet.pieces.filter(({ key }) => (texts[key] ?? '').trim() !== '').length;
  const isReasoned = stops.every(({ key }) => (reasons[key] ?? '').trim().length >= workBounds.reason.min);
  const isChecking = checks === undefined && failure === undefined;
  const canDeliver = checks !== undefined && (stops.length === 0 || mayOverride);
  const [firstStop] = stops;
  // the checks took the focused button away, or want a reason first
  useEffect(() => {
    if (isChecking) return;
    if (!canDeliver) focusSoon('back');
    else if (firstStop) focusSoon(`reason-${firstStop.key}`);
    // once, when the checks are there
  }, [isChecking]);
  const send = async () => {
    if (revision === undefined) return;
    if (stops.length > 0 && !isReasoned)
      return setFailure(`Give a reason of at least ${workBounds.reason.min} characters.`);
    setBusy(true);
    setFailure(undefined);
    try {
      const given = Object.fromEntries(stops.map(({ key }) => [key, (reasons[key] ?? '').trim()]));
      const { undoSeconds } = await callDesk('deliver', {
        params: { number, position },
        body: { basedOn: revision, reasons: given },
      });
      onSent(undoSeconds);
    } catch (error) {
      setFailure(failureMessage(error));
      setBusy(false);
    }
  };
  return (
    <Dialog title={`Deliver version ${versions.length + 1} to ${customer}`} onClose={onClose}>
      {failure !== undefined && <Notice kind="error" role="alert" title={failure} />}
      {isChecking && <Skeleton lines={4} />}
      {checks && (
        <>
          <p>
            {filled} {filled === 1 ? 'piece' : 'pieces'}
            {draft.message.trim() !== '' && ' and your message'}. You can undo it for a few seconds.
          </p>
          {files.length > 0 && (
            <p>
              With {files.length === 1 ? 'the file' : `${files.length} files`}:{' '}
              <bdi>{files.map(({ name }) => name).join(', ')}</bdi>
            </p>
          )}
          <CheckList checks={checks} />
          {mayOverride &&
            stops.map(({ key, words }) => (
              <TextField
                key={key}
                id={`reason-${key}`}
                label={`${words} Why deliver it anyway?`}
                autoComplete="off"
                value={reasons[key] ?? ''}
                onValue={(value) => setReasons({ ...reasons, [key]: value })}
              />
            ))}
          {stops.length > 0 && !mayOverride && (
            <p>You can’t deliver it like this. Fix it, or ask someone who’s allowed to deliver it anyway.</p>
          )}
        </>
      )}
      <div className="flex flex-wrap gap-3">
        {(isChecking || canDeliver) && (
          <Button
            busy={isChecking || busy}
            busyText={isChecking ? 'Checking' : 'Delivering'}
            onClick={() => void send()}
          >
            Deliver
          </Button>
        )}
        <Button id="back" look="quiet" onClick={onClose}>
          Back
        </Button>
      </div>
    </Dialog>
  );
}
