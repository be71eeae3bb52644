import type { Finding } from '#contract/instant/analyzer-report.ts';
import { splitByFindings } from '#contract/instant/split-by-findings.ts';

/** The underline of each severity in the text: its shape differs, not only its color. */
export const lines: Record<Finding['severity'], string> = {
  error: 'decoration-red-line decoration-wavy',
  check: 'decoration-red-line decoration-solid',
  hint: 'decoration-control decoration-dotted',
};

/** The customer's text with the findings underlined; each mark links to its finding. */
export function MarkedText({
  text,
  findings,
  idOf,
}: {
  text: string;
  findings: readonly Finding[];
  /** The id of a finding's element. */
  idOf: (finding: Finding) => string;
}) {
  return (
    <div dir="auto" className="sample-text break-words whitespace-pre-wrap">
      {splitByFindings(text, findings).map(({ text: part, isHeading, finding, isFirst }, index) => {
        const words = isHeading ? <strong className="font-display font-[650]">{part}</strong> : part;
        if (!finding) return <span key={index}>{words}</span>;
        const drawn = `bg-transparent text-inherit underline decoration-2 underline-offset-[0.3em] ${lines[finding.severity]}`;
        // only the first piece of a finding is a link, also when other findings split its words
        if (!isFirst)
          return (
            <mark key={index} className={drawn}>
              {words}
            </mark>
          );
        return (
          <a
            key={index}
            id={`${idOf(finding)}-mark`}
            href={`#${idOf(finding)}`}
            className="rounded-tag hover:bg-red-tint focus-visible:bg-red-tint"
          >
            <mark className={drawn}>{words}</mark>
          </a>
        );
      })}
    </div>
  );
}
