import { useEffect } from 'react';
import type { DeskLine } from '#contract/desk/work.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { copyText } from '#ui/copy-text.ts';
import { Notice } from '#ui/notice.tsx';
import { formatTime } from '#desk/frame/format-time.ts';
import type { Draft, DraftState } from './use-draft.ts';

const words: Partial<Record<DraftState['kind'], string>> = { typing: 'Not saved yet', saving: 'Saving' };

/** Who saved the text, and when. Empty while `SaveTrouble` shows why it isn't saved. */
export const SaveState = ({ line: { draft: saved }, draft: { state } }: { line: DeskLine; draft: Draft }) => (
  <p role="status" className="min-h-6 text-muted">
    {words[state.kind] ??
      (state.kind === 'saved' && saved && `Saved ${formatTime(saved.savedAt)} by ${saved.savedBy.name}`)}
  </p>
);

type Props = {
  line: DeskLine;
  draft: Draft;
  /** Moves the focus to a piece; null: to the message. */
  onShow: (piece: string | null) => void;
};

/**
 * Why the text isn't saved. Stays at the bottom of the screen, because the end of a long text is below it. The focus stays where the
 * person types; the page moves only if that field would be covered.
 */
export function SaveTrouble(props: Props) {
  const trouble = troubleOf(props);
  const isShown = trouble !== null;
  const { kind } = props.draft.state;
  useEffect(() => {
    const field = document.activeElement;
    if (isShown && field instanceof HTMLTextAreaElement) field.scrollIntoView({ block: 'nearest' });
  }, [isShown, kind]);
  return trouble && <div className="save-trouble">{trouble}</div>;
}

function troubleOf({ line: { sheet }, draft, onShow }: Props) {
  const { state } = draft;
  const nameOf = (key: string | null) =>
    key === null ? 'Message to the customer' : sheet.pieces.find((piece) => piece.key === key)?.label;
  switch (state.kind) {
    case 'clashing':
      return (
        <Notice kind="warning" role="alert" title={`Not saved yet: ${state.by} has changed the same text.`}>
          <p>Your text is only on this device so far. Choose which text to keep:</p>
          <ul className="mt-2 flex flex-wrap gap-3">
            {state.clashes.map(({ key }) => (
              <li key={key}>
                <Button look="quiet" small onClick={() => onShow(key)}>
                  {nameOf(key)}
                </Button>
              </li>
            ))}
          </ul>
        </Notice>
      );
    case 'refused':
      return (
        <Notice kind="error" role="alert" title="This text can’t be saved">
          <p>Someone else has been assigned to this line, or your access to it has changed.</p>
          <div className="mt-3 flex flex-wrap gap-3">
            <Button
              look="quiet"
              small
              onClick={() =>
                void copyText([...Object.values(draft.texts), draft.message].filter(Boolean).join('\n\n'))
              }
            >
              Copy my text
            </Button>
            <ButtonLink to="/queue" look="quiet" small>
              Go to the queue
            </ButtonLink>
          </div>
        </Notice>
      );
    case 'failed':
      return (
        <Notice kind="error" role="alert" title="Not saved yet">
          <p>{state.why} Your text is only on this device so far. We’ll try to save it again.</p>
        </Notice>
      );
    case 'saved':
    case 'typing':
    case 'saving':
      return null;
  }
}
