import { Check, X } from 'lucide';
import { withoutHeadingMarks } from '#contract/markdown.ts';
import type { DeliveredPiece } from '#contract/storefront/fulfilment.ts';
import type { RevisionPoint } from '#contract/storefront/revision-points.ts';
import { Icon } from '#ui/icon.tsx';

/** The changes that the customer requested, with the team's answers once the next version is delivered. */
export function RequestedChanges({
  points,
  pieces,
}: {
  points: readonly RevisionPoint[];
  /** The parts of the version that the changes are about. */
  pieces: readonly DeliveredPiece[] | null;
}) {
  return (
    <ol className="flex flex-col gap-4">
      {points.map(({ point, piece, passage, note, outcome, answer }) => (
        <li key={point}>
          {(piece !== null || passage) && (
            <p className="text-small text-subtle">
              {[
                pieces?.find(({ key }) => key === piece)?.label,
                passage && `“${withoutHeadingMarks(passage.quote)}”`,
              ]
                .filter(Boolean)
                .join(', ')}
            </p>
          )}
          <p dir="auto" className="break-words whitespace-pre-wrap">
            {note}
          </p>
          {outcome !== null && (
            <p className="mt-1 flex items-start gap-2">
              <Icon
                of={outcome === 'done' ? Check : X}
                size={18}
                className={`mt-1 flex-none ${outcome === 'done' ? 'text-success' : 'text-red-text'}`}
              />
              <span className="min-w-0">
                <strong>{outcome === 'done' ? 'Done' : 'Not done'}</strong>
                {answer !== null && <span dir="auto">: {answer}</span>}
              </span>
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
