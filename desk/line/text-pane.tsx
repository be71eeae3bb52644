import { type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { latePart } from '#ui/late-part.tsx';
import { charactersOf, type Check } from '#contract/work/check-work.ts';
import type { DeskLine } from '#contract/desk/work.ts';
import { countWords } from '#contract/text.ts';
import { splitPasted } from '#desk/line/split-pasted.ts';
import { failureMessage } from '#ui/api-error.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { notify } from '#ui/snackbar.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import { EarlierDrafts } from './earlier-drafts.tsx';
import { groupPieces, isShortPiece } from './group-pieces.ts';
import { NewestVersion } from './line-history.tsx';
import { PasteDialog } from './paste-dialog.tsx';
import { PieceTabs } from './piece-tabs.tsx';
import { SaveState } from './save-state.tsx';
import type { Draft } from './use-draft.ts';
import { usePaste } from './use-paste.ts';
import { useOneAtATime } from '#ui/use-busy.ts';

const DraftFiles = latePart(async () => (await import('./draft-files.tsx')).DraftFiles);

type Piece = DeskLine['sheet']['pieces'][number];

/** Words to select in a piece, or in the message (null). Without words, only moves the focus. A new object selects them again. */
export type Wanted = { piece: string | null; quote: string };

/** Selects the quoted words in the field that contains them. */
function selectWords({ piece, quote }: Wanted): void {
  const field = document.getElementById(piece === null ? 'message' : `piece-${piece}`);
  if (!(field instanceof HTMLTextAreaElement)) return;
  const at = field.value.indexOf(quote);
  field.focus();
  if (quote !== '' && at >= 0) field.setSelectionRange(at, at + quote.length);
}

/** One field per text of the order, and the message that is delivered with the texts. */
export function TextPane({
  line,
  draft,
  checks,
  wanted,
}: {
  line: DeskLine;
  draft: Draft;
  checks: readonly Check[];
  wanted: Wanted | undefined;
}) {
  /** The initial text of the paste dialog; undefined while it is closed. */
  const [pasting, setPasting] = useState<string>();
  const [open, setOpen] = useState(0);
  const groups = groupPieces(line.sheet.pieces);
  const openGroupOf = useCallback(
    (piece: string | null) => {
      const index = groupPieces(line.sheet.pieces).findIndex(({ pieces }) =>
        pieces.some(({ key }) => key === piece),
      );
      if (index >= 0) setOpen(index);
    },
    [line.sheet.pieces],
  );
  // opens the words' group first, because its fields must exist before the words can be selected
  useEffect(() => {
    if (!wanted) return;
    openGroupOf(wanted.piece);
    const soon = requestAnimationFrame(() => selectWords(wanted));
    return () => cancelAnimationFrame(soon);
  }, [wanted, openGroupOf]);
  const shown = groups[Math.min(open, groups.length - 1)];
  const canWrite = line.may.includes('write');
  usePaste(
    canWrite
      ? (text) => {
          const { pieces, rest } = splitPasted(line.sheet, text);
          const given = new Map(pieces.map((piece) => [piece.key, piece.text]));
          const isWhole = rest === '' && line.sheet.pieces.every((one) => one.optional || given.has(one.key));
          const isFirst = Object.values(draft.texts).every((before) => before.trim() === '');
          if (!isWhole || !isFirst) return setPasting(text);
          draft.setTexts(Object.fromEntries(given));
          notify({
            message: `Filled in ${pieces.length} ${pieces.length === 1 ? 'piece' : 'pieces'}.`,
            action: {
              label: 'Undo',
              expires: true,
              run: () => draft.setTexts(Object.fromEntries([...given.keys()].map((key) => [key, '']))),
            },
          });
        }
      : undefined,
  );
  const isWritten = ({ key }: Piece) => (draft.texts[key] ?? '').trim() !== '';
  // the draft is deleted when the work ends: shows the delivered version instead
  if (!canWrite && line.draft === null && line.versions.length > 0)
    return (
      <div className="flex flex-col gap-5">
        {line.whyNot['write'] !== undefined && <Notice title={line.whyNot['write']} />}
        <NewestVersion line={line} />
      </div>
    );
  return (
    <div className="flex flex-col gap-5">
      {!canWrite && line.whyNot['write'] !== undefined && <Notice title={line.whyNot['write']} />}
      {canWrite && line.status === 'queued' && (
        <p className="text-muted">
          Work starts when your first text is saved. The customer then gets an email.
        </p>
      )}
      {groups.length > 1 && (
        <PieceTabs
          tabs={groups.map(({ label, pieces }) => ({
            label,
            written: pieces.filter((piece) => !piece.optional && isWritten(piece)).length,
            expected: pieces.filter(({ optional }) => !optional).length,
          }))}
          open={open}
          onOpen={setOpen}
        />
      )}
      {shown?.pieces.map((piece) => (
        <PieceField
          key={piece.key}
          piece={piece}
          value={draft.texts[piece.key] ?? ''}
          isReadOnly={!canWrite}
          problem={
            checks.find(
              ({ ok, piece: key, key: check }) => ok === 'no' && key === piece.key && check !== 'filled',
            )?.words
          }
          onValue={(text) => draft.setText(piece.key, text)}
        >
          <ClashNotice of={piece.key} draft={draft} />
        </PieceField>
      ))}
      {canWrite && line.draft === null && line.versions.length > 0 && (
        <StartFromVersion line={line} draft={draft} />
      )}
      {canWrite && line.sheet.pieces.length > 1 && (
        <Button look="quiet" small className="self-start" onClick={() => setPasting('')}>
          Paste all pieces
        </Button>
      )}
      <div>
        <label htmlFor="message" className="block font-semibold">
          Message to the customer <span className="font-normal text-muted">(optional)</span>
        </label>
        <p id="message-note" className="mb-2 text-muted">
          The customer gets this message with the delivery.
        </p>
        <textarea
          id="message"
          aria-describedby="message-note"
          className="control grows"
          rows={3}
          readOnly={!canWrite}
          value={draft.message}
          onChange={(event) => draft.setMessage(event.target.value)}
        />
        <ClashNotice of={null} draft={draft} />
      </div>
      <Suspense fallback={<div className="min-h-36" />}>
        <DraftFiles line={line} />
      </Suspense>
      <SaveState line={line} draft={draft} />
      <EarlierDrafts line={line} draft={draft} />
      {pasting !== undefined && (
        <PasteDialog
          sheet={line.sheet}
          given={pasting}
          onClose={() => setPasting(undefined)}
          onPaste={(texts) => {
            setPasting(undefined);
            draft.setTexts(texts);
          }}
        />
      )}
    </div>
  );
}

/** Starts a draft from the newest version's text, for work delivered without a draft, such as a file from the command line. */
function StartFromVersion({
  line: { number, position, versions, sheet },
  draft,
}: {
  line: DeskLine;
  draft: Draft;
}) {
  const { busy, begin, end } = useOneAtATime();
  const version = versions.at(-1)!.version;
  const start = async () => {
    if (!begin()) return;
    try {
      const { text } = await callDesk('showVersion', { params: { number, position, version } });
      const { pieces, rest } = splitPasted(sheet, text ?? '');
      if (pieces.length > 0)
        draft.setTexts(Object.fromEntries(pieces.map((piece) => [piece.key, piece.text])));
      if (rest !== '')
        notify({
          message: `${pieces.length > 0 ? 'Part of' : 'The text of'} version ${version} didn’t match any piece, so it isn’t in the draft. Compare the draft with that version.`,
        });
      else if (pieces.length === 0) notify({ message: `Version ${version} has no text.` });
    } catch (error) {
      notify({ message: failureMessage(error), kind: 'error' });
    }
    end();
  };
  return (
    <Button
      look="quiet"
      small
      className="self-start"
      busy={busy}
      busyText="Loading"
      onClick={() => void start()}
    >
      Start from version {version}
    </Button>
  );
}

/** Text such as "98 of 100 words, 612 characters". */
function countOf(text: string, limits: Piece['limits']): string {
  const { minWords, maxWords, maxCharacters } = limits;
  const words = countWords(text);
  const bound = maxWords ?? minWords;
  const parts = [
    `${words.toLocaleString('en-US')}${bound === undefined ? '' : ` of ${maxWords === undefined ? 'at least ' : ''}${bound.toLocaleString('en-US')}`} ${words === 1 && bound === undefined ? 'word' : 'words'}`,
    ...(maxCharacters === undefined
      ? []
      : [
          `${charactersOf(limits, text).toLocaleString('en-US')} of ${maxCharacters.toLocaleString('en-US')} characters`,
        ]),
  ];
  return parts.join(', ');
}

function PieceField({
  piece,
  value,
  isReadOnly,
  problem,
  onValue,
  children,
}: {
  piece: Piece;
  value: string;
  isReadOnly: boolean;
  problem: string | undefined;
  onValue: (text: string) => void;
  children: ReactNode;
}) {
  const { key, label, about, optional, limits } = piece;
  const id = `piece-${key}`;
  return (
    <div>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <label htmlFor={id} className="font-semibold">
          {label}
          {optional && <span className="font-normal text-muted"> (optional)</span>}
        </label>
        <span id={`${id}-count`} className={`figures ${problem ? 'text-red-text' : 'text-muted'}`}>
          {countOf(value, limits)}
        </span>
      </div>
      {about !== undefined && (
        <p className="mb-2 text-muted" dir="auto">
          {about}
        </p>
      )}
      <textarea
        id={id}
        aria-describedby={`${id}-count${problem ? ` ${id}-problem` : ''}`}
        className={`control grows ${isShortPiece(piece) ? 'grows-short' : ''}`}
        rows={isShortPiece(piece) ? 1 : limits.maxWords !== undefined && limits.maxWords > 200 ? 14 : 4}
        dir="auto"
        readOnly={isReadOnly}
        value={value}
        onChange={(event) => onValue(event.target.value)}
      />
      {problem !== undefined && (
        <p id={`${id}-problem`} className="mt-1 text-red-text">
          {problem}
        </p>
      )}
      {children}
    </div>
  );
}

/** Another person's text of a piece, to choose between it and the one in the field. */
function ClashNotice({ of: key, draft }: { of: string | null; draft: Draft }) {
  const { state } = draft;
  const clash = state.kind === 'clashing' ? state.clashes.find((one) => one.key === key) : undefined;
  if (state.kind !== 'clashing' || !clash) return null;
  return (
    <Notice
      kind="warning"
      title={
        clash.theirs.trim() === '' ? `${state.by} removed this text.` : `${state.by} wrote this instead:`
      }
    >
      <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
        {clash.theirs}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button small look="quiet" onClick={() => draft.choose(clash, 'mine')}>
          Keep my text
        </Button>
        <Button small look="quiet" onClick={() => draft.choose(clash, 'theirs')}>
          {clash.theirs.trim() === '' ? 'Remove the text' : `Use ${state.by}’s text`}
        </Button>
      </div>
    </Notice>
  );
}
