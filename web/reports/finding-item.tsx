import type { Finding } from '#contract/analyzer-report.ts';
import type { ReactNode } from 'react';
import { lines } from './marked-text.tsx';

const severityWords: Record<Finding['severity'], string> = {
  error: 'Error',
  check: 'Check this',
  hint: 'Suggestion',
};

/** What was found, why it matters and how to fix it. */
export function FindingItem({
  finding,
  id,
  text,
  children,
}: {
  finding: Finding;
  id: string;
  /** The whole text. */
  text: string;
  children?: ReactNode;
}) {
  const { severity, what, why, how, start, end, suggestions } = finding;
  const quote = text.slice(start, end);
  return (
    <li
      id={id}
      tabIndex={-1}
      className="scroll-mt-6 break-inside-avoid border-b border-hairline py-4 target:bg-red-tint"
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <strong>{what}</strong>
        <span className="text-small text-subtle">{severityWords[severity]}</span>
      </p>
      {quote !== '' && (
        <p dir="auto" className="my-1 break-words">
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
      )}
      <p className="text-base text-muted">
        {why} {how}
      </p>
      {children}
    </li>
  );
}
