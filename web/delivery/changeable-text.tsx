import { Pencil } from 'lucide';
import { useEffect, useState } from 'react';
import type { DeliveredPiece } from '#contract/fulfilment.ts';
import { type AskedPoint, pointBounds } from '#contract/revision-points.ts';
import { codePoints, firstWords } from '#contract/text.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { notify } from '#ui/snackbar.tsx';
import { cutText } from './cut-text.ts';
import { readSelection, type Selected } from './read-selection.ts';

/** What a point is about. */
export type About = Pick<AskedPoint, 'piece' | 'passage'>;

type Range = { start: number; end: number };

/** The text to be changed: its words can be selected, and each paragraph and part has a button. */
export function ChangeableText({
  pieces,
  points,
  onAbout,
}: {
  pieces: readonly DeliveredPiece[];
  points: readonly About[];
  onAbout: (about: About) => void;
}) {
  const [selected, setSelected] = useState<Selected>();
  useEffect(() => {
    const look = () => setSelected(readSelection());
    document.addEventListener('selectionchange', look);
    return () => document.removeEventListener('selectionchange', look);
  }, []);
  const about = ({ key, text }: DeliveredPiece, { start, end }: Range): About => ({
    ...(key === '' ? {} : { piece: key }),
    passage: { start, end, quote: text.slice(start, end) },
  });
  const changeSelected = (piece: DeliveredPiece, { start, end, isCut }: Selected) => {
    if (codePoints(piece.text.slice(start, end)) > pointBounds.quote)
      return notify({ message: 'That’s too long for one change. Select fewer words.', kind: 'error' });
    if (isCut) notify({ message: 'You selected several parts. This change covers only the first.' });
    onAbout(about(piece, { start, end }));
    document.getSelection()?.removeAllRanges();
  };
  return (
    <div className="flex min-w-0 flex-col gap-6">
      {pieces.map((piece) => {
        const { key, label, text } = piece;
        const marks = points.flatMap((point) =>
          (point.piece ?? '') === key && point.passage ? [point.passage] : [],
        );
        const here = selected?.piece === key ? selected : undefined;
        return (
          <section key={key} aria-label={label || undefined} className="relative">
            {label !== '' && <h5 className="mb-1 text-small font-semibold text-muted">{label}</h5>}
            <div dir="auto" data-piece={key} className="sample-text break-words whitespace-pre-wrap">
              {cutText(text, marks).map(({ text: words, start, isMarked, paragraph }) => (
                <span key={start}>
                  {isMarked ? <mark className="bg-red-tint text-ink">{words}</mark> : words}
                  {paragraph && (
                    <button
                      type="button"
                      className="ml-1 inline-grid size-6 place-items-center rounded-control align-middle text-subtle select-none hover:text-ink"
                      aria-label={`Ask for a change to: ${firstWords(text.slice(paragraph.start, paragraph.end), 6, 80)}`}
                      onClick={() => onAbout(about(piece, paragraph))}
                    >
                      <Icon of={Pencil} size={16} />
                    </button>
                  )}
                </span>
              ))}
            </div>
            {here && (
              // over the label, so that nothing moves under the selection
              <Button
                small
                className="absolute -top-3 right-0"
                // pressing it must not end the selection
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => changeSelected(piece, here)}
              >
                Change the selected words
              </Button>
            )}
          </section>
        );
      })}
    </div>
  );
}
