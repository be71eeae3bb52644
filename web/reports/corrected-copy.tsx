import { Copy, Download } from 'lucide';
import type { AnalyzerReport } from '#contract/instant/analyzer-report.ts';
import { withoutHeadingMarks } from '#contract/markdown.ts';
import { scoreReport } from '#contract/instant/score-report.ts';
import { ApiError, failureMessage } from '#ui/api-error.ts';
import { Button } from '#ui/button.tsx';
import { copyText } from '#ui/copy-text.ts';
import { Icon } from '#ui/icon.tsx';
import { useBusy } from '#ui/use-busy.ts';
import { type Change, correctText } from './correct-text.ts';

/** The text with the chosen changes applied: each can be undone; copied, saved with tracked changes, and checked again. */
export function CorrectedCopy({
  report,
  name,
  changes,
  dismissed,
  onKeep,
  onCheck,
}: {
  report: AnalyzerReport;
  /** The name of saved files. */
  name: string;
  changes: readonly Change[];
  dismissed: ReadonlySet<string>;
  /** Keeps the customer's words of a finding (by id). */
  onKeep: (id: string) => void;
  /** Checks the corrected text; undefined when no recheck is left. */
  onCheck?: ((text: string) => Promise<void>) | undefined;
}) {
  const checking = useBusy((error) =>
    error instanceof ApiError
      ? (Object.values(error.errors).flat()[0] ?? error.message)
      : failureMessage(error),
  );
  const saving = useBusy(() => 'We couldn’t create the Word document. Try again, or copy the text instead.');
  const pieces = correctText(report.text, changes);
  const corrected = pieces.map(({ text }) => text).join('');
  const now = scoreReport(report, dismissed).overall;
  const after = scoreReport(
    report,
    new Set([...dismissed, ...changes.map(({ finding }) => finding.id)]),
  ).overall;
  const save = async () => {
    const { saveCorrectedDocx } = await import('./save-corrected-docx.ts');
    const open = report.findings.filter(({ id }) => !dismissed.has(id));
    await saveCorrectedDocx(`corrected-${name}`, { ...report, findings: open }, changes);
  };
  if (changes.length === 0)
    return (
      <p className="max-w-prose">
        This copy has no changes yet. Select a suggestion beside an issue to make the change here.
      </p>
    );
  return (
    <div className="flex flex-col gap-4">
      <p role="status">
        {changes.length === 1 ? '1 change' : `${changes.length} changes`} made.
        {after > now && (
          <>
            {' '}
            Score: <span className="figures">{now}</span> → <strong className="figures">{after}</strong>
          </>
        )}
      </p>
      <p className="-mt-3 text-base text-muted print:hidden">
        Select a change to undo it. To add a change, select a suggestion beside an issue.
      </p>
      <div className="flex flex-wrap gap-2 print:hidden">
        {onCheck && (
          <Button
            small
            busy={checking.busy}
            busyText="Checking"
            onClick={() => void checking.run(() => onCheck(corrected))}
          >
            Check this copy for free
          </Button>
        )}
        <Button look="quiet" small onClick={() => void copyText(corrected)}>
          <Icon of={Copy} size={18} /> Copy
        </Button>
        <Button
          look="quiet"
          small
          busy={saving.busy}
          busyText="Preparing"
          onClick={() => void saving.run(save)}
        >
          <Icon of={Download} size={18} /> Word, with tracked changes
        </Button>
      </div>
      <div dir="auto" className="sample-text break-words whitespace-pre-wrap">
        {pieces.map(({ text, change }, index) =>
          change ? (
            <button
              key={change.finding.id}
              type="button"
              className="inline rounded-tag text-left hover:bg-red-tint"
              onClick={() => onKeep(change.finding.id)}
            >
              <del>{change.replaced}</del>
              <span className="sr-only"> replaced by </span> <ins>{text}</ins>
              <span className="sr-only">. Keep my words</span>
            </button>
          ) : (
            <span key={index}>{withoutHeadingMarks(text)}</span>
          ),
        )}
      </div>
    </div>
  );
}
