import type { Finding } from '#contract/analyzer-report.ts';
import { lines } from './marked-text.tsx';

const severityWords: Record<Finding['severity'], string> = {
  error: 'Error',
  check: 'Check this',
  hint: 'Suggestion',
};

/** What was found, why it matters and how to fix it: once for all findings of which that is the same. */
export function FindingItem({
  findings,
  idOf,
  text,
  onDismiss,
}: {
  /** With the same words for what, why and how; one at least. */
  findings: readonly Finding[];
  idOf: (finding: Finding) => string;
  /** The whole text. */
  text: string;
  onDismiss?: (finding: Finding) => void;
}) {
  const [first] = findings;
  if (!first) return null;
  const { severity, what, why, how } = first;
  return (
    <li className="break-inside-avoid border-b border-hairline py-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <strong>
          {what}
          {findings.length > 1 && <span className="font-normal text-muted"> ({findings.length})</span>}
        </strong>
        <span className="text-small text-subtle">{severityWords[severity]}</span>
      </p>
      <p className="text-base text-muted">
        {why} {how}
      </p>
      {findings.map((finding) => (
        <div
          key={finding.id}
          id={idOf(finding)}
          tabIndex={-1}
          className="flex scroll-mt-6 flex-wrap items-center justify-between gap-x-6 target:bg-red-tint"
        >
          <Quoted finding={finding} text={text} />
          {onDismiss && (
            <p className="flex gap-6 print:hidden">
              {finding.end > finding.start && (
                <a className="link flex min-h-11 items-center" href={`#${idOf(finding)}-mark`}>
                  Show in text
                </a>
              )}
              <button type="button" className="link min-h-11" onClick={() => onDismiss(finding)}>
                Dismiss
              </button>
            </p>
          )}
        </div>
      ))}
    </li>
  );
}

function Quoted({
  finding: { start, end, severity, suggestions },
  text,
}: {
  finding: Finding;
  text: string;
}) {
  const quote = text.slice(start, end);
  // what concerns the whole text has no words of its own
  if (quote === '') return <span />;
  return (
    <p dir="auto" className="my-1 min-w-0 break-words">
      <span className={`underline decoration-2 underline-offset-4 ${lines[severity]}`}>
        {quote.length > 160 ? `${quote.slice(0, 160)}…` : quote}
      </span>
      {suggestions.length > 0 && (
        <>
          {' '}
          <span aria-hidden>→</span>
          <span className="sr-only"> Instead: </span>{' '}
          <strong className="font-semibold text-success">{suggestions.slice(0, 3).join(' / ')}</strong>
        </>
      )}
    </p>
  );
}
