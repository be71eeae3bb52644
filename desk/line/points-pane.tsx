import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useOutletContext } from 'react-router';
import type { Me } from '#contract/desk/staff.ts';
import type { DeskLine } from '#contract/desk/work.ts';
import { outcomeBody, pointBounds, type RevisionPoint } from '#contract/storefront/revision-points.ts';
import { Button } from '#ui/button.tsx';
import { RadioChips } from '#ui/choices.tsx';
import { SendForm, useSendForm } from '#ui/send-form.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { callDesk } from '#desk/api/call-desk.ts';
import type { Draft } from './use-draft.ts';

type Answered = { outcome: string; answer: string };

const outcomes = [
  { value: 'done', label: 'Done' },
  { value: 'notDone', label: 'Not done' },
];

/** Moves the focus to the first requested change without an answer, or to the list when all are answered. */
export function focusOpenPoint(): void {
  const open = document.querySelector<HTMLElement>('[data-open-point] input');
  (open ?? document.getElementById('points'))?.focus();
}

/** The changes that the customer requested. The team answers each; the customer reads the answers with the next version. */
export function PointsPane({
  line,
  draft,
  onShow,
}: {
  line: DeskLine;
  draft: Draft;
  /** Selects the quoted words in the text. */
  onShow: (piece: string, quote: string) => void;
}) {
  const { points, sheet } = line;
  if (points.length === 0) return null;
  const open = points.filter(({ outcome }) => outcome === null).length;
  return (
    <section aria-labelledby="points">
      <h3 id="points" tabIndex={-1}>
        Requested changes
      </h3>
      <p role="status" className="text-muted">
        {open === 0
          ? 'All requested changes are answered. The customer will see your answers with the next version.'
          : `${open} of ${points.length} requested changes still ${open === 1 ? 'needs' : 'need'} an answer.`}
      </p>
      <ol className="mt-3 flex flex-col gap-5">
        {points.map((point) => (
          <li
            key={point.point}
            className="note"
            {...(point.outcome === null ? { 'data-open-point': true } : {})}
          >
            <p className="text-muted">
              {point.point}.{' '}
              {point.piece === null
                ? 'The whole text'
                : (sheet.pieces.find(({ key }) => key === point.piece)?.label ?? point.piece)}
            </p>
            {point.passage && (
              <p dir="auto" className="mt-1 break-words whitespace-pre-wrap">
                “{point.passage.quote}”{' '}
                {point.piece !== null && (
                  <button
                    type="button"
                    className="link min-h-6"
                    onClick={() => onShow(point.piece ?? '', point.passage?.quote ?? '')}
                  >
                    Show in the text
                  </button>
                )}
              </p>
            )}
            <p dir="auto" className="mt-1 font-semibold break-words whitespace-pre-wrap">
              {point.note}
            </p>
            {line.may.includes('answerPoint') ? (
              <Outcome line={line} draft={draft} point={point} />
            ) : (
              <p className="mt-1">{outcomeWords(point)}</p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** "Done", or "Not done: …" with the answer. */
export function outcomeWords({ outcome, answer }: Pick<RevisionPoint, 'outcome' | 'answer'>): string {
  if (outcome === null) return 'Not answered yet';
  const label = outcome === 'done' ? 'Done' : 'Not done';
  return answer === null ? label : `${label}: ${answer}`;
}

function Outcome({
  line: { number, position, versions },
  draft,
  point,
}: {
  line: DeskLine;
  draft: Draft;
  point: RevisionPoint;
}) {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen && point.outcome !== null)
    return (
      <p className="mt-2">
        {outcomeWords(point)}{' '}
        <button type="button" className="link ml-2 min-h-6" onClick={() => setOpen(true)}>
          Edit<span className="sr-only"> your answer for requested change {point.point}</span>
        </button>
      </p>
    );
  const version = versions.at(-1)?.version ?? 0;
  return (
    <OutcomeForm
      params={{ number, position, version, point: point.point }}
      given={point}
      saveText={draft.flush}
      onDone={() => {
        setOpen(false);
        // two frames later, because the answered form disappears together with the focus
        requestAnimationFrame(() => requestAnimationFrame(focusOpenPoint));
      }}
    />
  );
}

function OutcomeForm({
  params,
  given: { outcome, answer },
  saveText,
  onDone,
}: {
  params: { number: string; position: number; version: number; point: number };
  given: Pick<RevisionPoint, 'outcome' | 'answer'>;
  saveText: () => Promise<unknown>;
  onDone: () => void;
}) {
  const client = useQueryClient();
  const { id: me } = useOutletContext<Me>();
  const name = `point-${me}-${params.number}-${params.position}-${params.version}-${params.point}`;
  const [initial] = useState<Answered>({ outcome: outcome ?? '', answer: answer ?? '' });
  const { busy, set, latest, field, form } = useSendForm<Answered>({
    name,
    initial,
    schema: outcomeBody,
    fields: ['outcome', 'answer'],
    keeps: true,
    async send() {
      // an answer changes the draft's revision: a save that is under way would be refused
      await saveText();
      await callDesk('answerPoint', { params, body: outcomeBody.parse(latest.current) });
      await client.invalidateQueries({ queryKey: ['line', params.number, params.position] });
      onDone();
    },
  });
  const chosen = field('outcome');
  const isNot = chosen.value === 'notDone';
  return (
    <SendForm form={form} className="mt-2 items-start gap-3">
      <fieldset>
        <legend className="sr-only">Is change {params.point} done?</legend>
        <RadioChips
          id={chosen.id}
          name={chosen.id}
          options={outcomes}
          value={chosen.value}
          onValue={(value) => set({ outcome: value })}
        />
        {chosen.error !== undefined && <p className="mt-1 text-red-text">{chosen.error}</p>}
      </fieldset>
      {chosen.value !== '' && (
        <>
          <div className="w-full">
            <TextArea
              {...field('answer')}
              label={isNot ? 'Why isn’t this change done?' : 'Answer'}
              optional={!isNot}
              hint="The customer will see this answer with the next version."
              max={pointBounds.answer}
              rows={2}
            />
          </div>
          <Button type="submit" small busy={busy} busyText="Saving">
            Save<span className="sr-only"> your answer for requested change {params.point}</span>
          </Button>
        </>
      )}
    </SendForm>
  );
}
