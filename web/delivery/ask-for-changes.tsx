import { useEffect, useMemo, useRef } from 'react';
import type * as z from 'zod/mini';
import { withoutHeadingMarks } from '#contract/markdown.ts';
import type { Delivery } from '#contract/storefront/fulfilment.ts';
import {
  type AskedPoint,
  pointBounds,
  type revisionBody,
  revisionForm,
} from '#contract/storefront/revision-points.ts';
import { Button } from '#ui/button.tsx';
import { fieldId } from '#ui/error-summary.tsx';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { useSentFiles } from '#ui/use-sent-files.tsx';
import { fromCustomer } from '#web/api/file-calls.ts';
import { type About, ChangeableText } from './changeable-text.tsx';

type Values = { points: AskedPoint[]; text: string };
const nothing: Values = { points: [], text: '' };

/** The request body. A blank comment on the whole delivery is left out. */
const toBody = ({ points, text }: Values) => ({
  points,
  ...(text.trim() === '' ? {} : { text }),
});
/** The form for a revision: changes to words, paragraphs or parts of the text, and a text about the whole. */
export function AskForChanges({
  name,
  delivery: { version, text, pieces, report },
  hint,
  onSend,
  onBack,
}: {
  /** The key of the stored form: unique per delivery. */
  name: string;
  delivery: Delivery;
  hint: string;
  onSend: (body: z.output<typeof revisionBody>) => Promise<void>;
  onBack: () => void;
}) {
  const parts = useMemo(
    () => pieces ?? (text === null || report ? [] : [{ key: '', label: '', text }]),
    [pieces, text, report],
  );
  const files = useSentFiles(name, fromCustomer);
  const { busy, set, latest, field, errorAt, form } = useSendForm<Values>({
    name,
    initial: nothing,
    schema: revisionForm,
    fields: ['points', 'text'],
    keeps: true,
    async send(values) {
      await onSend({ ...toBody(values), version, files: files.take() });
      files.forget();
    },
  });
  const { points } = latest.current;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const added = useRef(points.length);
  // moves the focus to the field of a new change
  useEffect(() => {
    if (points.length > added.current) document.getElementById(noteId(name, points.length - 1))?.focus();
    added.current = points.length;
  }, [points.length, name]);
  const add = (about: About) => {
    if (points.length < pointBounds.points) set({ points: [...points, { ...about, note: '' }] });
  };
  const change = (index: number, note: string) =>
    set({ points: points.map((point, place) => (place === index ? { ...point, note } : point)) });
  const remove = (index: number) => {
    set({ points: points.filter((_, place) => place !== index) });
    document.getElementById(fieldId(name, 'text'))?.focus();
  };
  const labelOf = ({ piece }: AskedPoint) => parts.find(({ key }) => key === (piece ?? ''))?.label ?? '';
  const isFull = points.length >= pointBounds.points;
  return (
    <div className="grid gap-x-10 gap-y-5 lg:grid-cols-[minmax(0,1fr)_22rem]" data-wide>
      <div className="lg:col-span-2">
        <h3 ref={heading} tabIndex={-1} className="text-h3 focus:outline-none">
          What should change?
        </h3>
        {parts.length > 0 && (
          <p className="mt-1 text-muted">
            {isFull
              ? `You’ve reached the limit of ${pointBounds.points} changes per request.`
              : 'Select the words you want to change, or choose the pencil icon after a paragraph.'}
          </p>
        )}
      </div>
      {parts.length > 0 && (
        <div className="rounded-sheet border border-hairline bg-surface p-5 sm:p-6">
          <ChangeableText pieces={parts} points={points} onAbout={add} />
        </div>
      )}
      {/* this sticky form scrolls by itself, or its end would be out of reach in a low window; the padding keeps focus outlines visible, and
          the scroll padding keeps a focused field above the actions */}
      <SendForm
        form={form}
        className="items-start gap-5 self-start lg:sticky lg:top-5 lg:-m-2 lg:max-h-[calc(100dvh-2.5rem)] lg:scroll-pb-24 lg:overflow-y-auto lg:p-2 lg:pb-0"
      >
        {points.length > 0 && (
          <ol className="flex w-full flex-col gap-5">
            {points.map((point, index) => (
              <li key={index} className="note">
                <p className="text-small text-subtle">
                  {index + 1}. {labelOf(point)}
                </p>
                {point.passage && (
                  <p dir="auto" className="line-clamp-3 break-words whitespace-pre-wrap">
                    “{withoutHeadingMarks(point.passage.quote)}”
                  </p>
                )}
                <TextArea
                  id={noteId(name, index)}
                  label={`Change ${index + 1}`}
                  rows={2}
                  max={pointBounds.note}
                  value={point.note}
                  error={errorAt(`points.${index}`)}
                  onValue={(note) => change(index, note)}
                />
                <button type="button" className="link min-h-11 text-small" onClick={() => remove(index)}>
                  Remove<span className="sr-only"> change {index + 1}</span>
                </button>
              </li>
            ))}
          </ol>
        )}
        <div className="w-full">
          <TextArea
            {...field('text')}
            label={parts.length > 0 ? 'About the whole text' : 'Your changes'}
            optional={points.length > 0}
            rows={3}
            max={pointBounds.whole}
          />
        </div>
        {files.field(form.summary.errors['files']?.[0])}
        <p className="text-small text-muted">{hint}</p>
        <div className="flex w-full flex-wrap gap-3 bg-bg lg:sticky lg:bottom-0 lg:z-1 lg:border-t lg:border-hairline lg:py-3">
          <Button type="submit" busy={busy} busyText="Sending">
            Request this revision
          </Button>
          <Button look="quiet" onClick={onBack}>
            Back
          </Button>
        </div>
      </SendForm>
    </div>
  );
}

const noteId = (name: string, index: number) => fieldId(name, `points.${index}.note`);
