import { Check, X } from 'lucide';
import type { Finding } from '#contract/instant/analyzer-report.ts';
import { lines } from './marked-text.tsx';
import { Icon } from '#ui/icon.tsx';

const severityWords: Record<Finding['severity'], string> = {
  error: 'Error',
  check: 'Check this',
  hint: 'Suggestion',
};

type Edit = {
  dismiss: (findings: readonly Finding[]) => void;
  /** The replacement chosen for a finding. */
  chosenFor: (finding: Finding) => string | undefined;
  /** Puts a replacement into the corrected copy, or removes it with null. */
  choose: (findings: readonly Finding[], replacement: string | null) => void;
};

/** A finding, why it matters and how to fix it: shown once for all findings with the same texts. */
export function FindingItem({
  findings,
  idOf,
  text,
  edit,
}: {
  /** At least one finding; all findings have the same texts. */
  findings: readonly Finding[];
  idOf: (finding: Finding) => string;
  /** The whole analyzed text. */
  text: string;
  /** What the customer can do; undefined in a preview. */
  edit?: Edit;
}) {
  const [first] = findings;
  if (!first) return null;
  const { severity, what, why, how } = first;
  const quoteOf = ({ start, end }: Finding) => text.slice(start, end);
  const dismiss = (places: readonly Finding[]) =>
    edit && (
      <button
        type="button"
        title="Dismiss"
        className="-my-2 flex size-11 flex-none items-center justify-center rounded-control text-subtle hover:text-ink print:hidden"
        onClick={() => edit.dismiss(places)}
      >
        <Icon of={X} size={18} />
        <span className="sr-only">Dismiss: {quoteOf(places[0]!) || what}</span>
      </button>
    );
  return (
    <li className="break-inside-avoid border-t border-hairline py-3 first:border-t-0">
      <p className="flex items-baseline justify-between gap-x-4">
        <strong>
          {what}
          {findings.length > 1 && <span className="font-normal text-muted"> ({findings.length})</span>}
        </strong>
        <span className="flex-none text-small text-subtle">{severityWords[severity]}</span>
      </p>
      <p className="text-base text-muted">
        {why} {how}
      </p>
      <ul className="flex flex-wrap gap-x-5">
        {[...Map.groupBy(findings, (finding) => [quoteOf(finding), ...finding.suggestions].join('\n'))].map(
          ([words, places]) => {
            const [one, ...others] = places;
            return (
              one && (
                <li key={words} className="flex min-w-0 flex-wrap items-center gap-x-1 py-1.5">
                  <span
                    id={idOf(one)}
                    tabIndex={-1}
                    className="min-w-0 scroll-mt-6 rounded-tag target:bg-red-tint"
                  >
                    {one.end > one.start ? (
                      <Quoted finding={one} text={text} markId={`${idOf(one)}-mark`} />
                    ) : (
                      <span className="text-small text-subtle">The whole text</span>
                    )}
                  </span>
                  {edit ? (
                    <Suggestions
                      quote={quoteOf(one)}
                      suggestions={one.suggestions}
                      chosen={edit.chosenFor(one)}
                      onChoose={(replacement) => edit.choose(places, replacement)}
                    />
                  ) : (
                    one.suggestions.length > 0 && (
                      <p className="py-2">
                        <span aria-hidden>→</span>
                        <span className="sr-only"> Instead: </span>{' '}
                        <strong className="font-semibold text-success">
                          {one.suggestions.slice(0, 3).join(' / ')}
                        </strong>
                      </p>
                    )
                  )}
                  {/* further findings with the same words: only links to their places, not the advice again */}
                  {others.map((finding, index) => (
                    <a
                      key={finding.id}
                      id={idOf(finding)}
                      href={`#${idOf(finding)}-mark`}
                      className="figures flex min-h-11 min-w-7 scroll-mt-6 items-center justify-center rounded-tag text-muted underline underline-offset-4 target:bg-red-tint hover:text-ink print:hidden"
                    >
                      <span className="sr-only">{quoteOf(finding)}, occurrence </span>
                      {index + 2}
                    </a>
                  ))}
                  {dismiss(places)}
                </li>
              )
            );
          },
        )}
      </ul>
    </li>
  );
}

/** The customer's words that were found, as a link to their place in the text. */
function Quoted({
  finding: { start, end, severity },
  text,
  markId,
}: {
  finding: Finding;
  text: string;
  markId: string;
}) {
  const quote = text.slice(start, end);
  return (
    <p dir="auto" className="min-w-0 break-words">
      <a
        href={`#${markId}`}
        className={`rounded-tag underline decoration-2 underline-offset-4 hover:bg-red-tint ${lines[severity]}`}
      >
        {quote.length > 160 ? `${quote.slice(0, 160)}…` : quote}
      </a>
    </p>
  );
}

/** Suggested replacements: each button puts one into the corrected copy, or removes it. */
function Suggestions({
  quote,
  suggestions,
  chosen,
  onChoose,
}: {
  quote: string;
  suggestions: readonly string[];
  chosen: string | undefined;
  onChoose: (replacement: string | null) => void;
}) {
  if (suggestions.length === 0) return null;
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-1">
      <span aria-hidden>→</span>
      {suggestions.slice(0, 3).map((suggestion) => (
        <button
          key={suggestion}
          type="button"
          aria-pressed={chosen === suggestion}
          title={chosen === suggestion ? 'Keep my words' : 'Use in the corrected copy'}
          className="flex min-h-11 min-w-7 items-center gap-1 rounded-tag px-1 font-semibold break-words text-success underline-offset-4 hover:underline"
          onClick={() => onChoose(chosen === suggestion ? null : suggestion)}
        >
          {chosen === suggestion && <Icon of={Check} size={16} className="flex-none print:hidden" />}
          <span className="sr-only">Replace “{quote}” with</span> <span dir="auto">{suggestion}</span>
        </button>
      ))}
    </span>
  );
}
