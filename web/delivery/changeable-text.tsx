import { Pencil } from 'lucide';
import { useEffect, useState } from 'react';
import type { DeliveredPiece } from '#contract/storefront/fulfilment.ts';
import { type AskedPoint, pointBounds } from '#contract/storefront/revision-points.ts';
import { codePoints, firstWords } from '#contract/text.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { notify } from '#ui/snackbar.tsx';
import { cutText, headingMarks } from './cut-text.ts';
import { readSelection, type Selected } from './read-selection.ts';

/** The words, paragraph or part that a change concerns. */
export type About = Pick<AskedPoint, 'piece' | 'passage'>;

type Range = { start: number; end: number };

/** A text for which changes can be requested: words can be selected, and each paragraph and part has a button. */
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
            {label !== '' && <h4 className="mb-1 text-small font-semibold text-muted">{label}</h4>}
            <div
              dir="auto"
              translate="no"
              data-piece={key}
              className="sample-text break-words whitespace-pre-wrap"
            >
              {cutText(text, marks).map(({ text: words, start, isMarked, paragraph }) => (
                <span key={start}>
                  {isMarked ? (
                    <mark className="bg-red-tint text-ink">
                      <Words text={words} />
                    </mark>
                  ) : (
                    <Words text={words} />
                  )}
                  {paragraph && !headingMarks.test(text.slice(paragraph.start)) && (
                    <button
                      type="button"
                      className="ml-1 inline-grid size-6 place-items-center rounded-control align-middle text-subtle select-none hover:text-ink"
                      aria-label={`Request a change to: ${firstWords(text.slice(paragraph.start, paragraph.end), 6, 80)}`}
                      onClick={() => onAbout(about(piece, paragraph))}
                    >
                      <Icon of={Pencil} size={16} />
                    </button>
                  )}
                </span>
              ))}
            </div>
            {here && (
              // placed over the label, so that the selected text doesn't move
              <Button
                small
                className="absolute -top-3 right-0"
                // prevents the press from clearing the selection
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

/** Words as people read them. The marks of headings and bold words stay in the page, because offsets count them. */
function Words({ text }: { text: string }) {
  const [marks = ''] = headingMarks.exec(text) ?? [];
  if (marks === '') return <BoldWords text={text} />;
  return (
    <>
      <span hidden>{marks}</span>
      <b className="font-display font-semibold">
        <BoldWords text={text.slice(marks.length)} />
      </b>
    </>
  );
}

const BoldWords = ({ text }: { text: string }) => (
  <>
    {text.split(/\*\*(?=\S)(.+?)(?<=\S)\*\*/u).map((words, index) =>
      index % 2 === 0 ? (
        words
      ) : (
        <b key={index} className="[font-synthesis:weight]">
          <span hidden>**</span>
          {words}
          <span hidden>**</span>
        </b>
      ),
    )}
  </>
);
