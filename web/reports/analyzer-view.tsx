import { useMemo, useState } from 'react';
import type { AnalyzerReport, Finding } from '#contract/analyzer-report.ts';
import { fixesByGain, scoreReport } from '#contract/score-report.ts';
import { localStore, readJson } from '#web/ui/browser-storage.ts';
import { FindingItem } from './finding-item.tsx';
import { MarkedText } from './marked-text.tsx';
import { ScoreTable } from './score-table.tsx';

function useDismissed(key: string) {
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(() => {
    const stored = readJson(localStore, key);
    return new Set(Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []);
  });
  const keep = (ids: ReadonlySet<string>) => {
    setDismissed(ids);
    localStore.setItem(key, JSON.stringify([...ids]));
  };
  return {
    dismissed,
    dismiss: (id: string) => keep(new Set([...dismissed, id])),
    restore: (id: string) => keep(new Set([...dismissed].filter((one) => one !== id))),
  };
}

const byPlace = (a: Finding, b: Finding) => a.start - b.start;

/** A report: the score with its reasons, what to fix first, the marked text, and every finding, which can be dismissed. */
export function AnalyzerView({ report, name }: { report: AnalyzerReport; name: string }) {
  const { dismissed, dismiss, restore } = useDismissed(`dismissed:${name}`);
  const score = useMemo(() => scoreReport(report, dismissed), [report, dismissed]);
  const open = report.findings.filter(({ id }) => !dismissed.has(id));
  const idOf = ({ id }: Finding) => `${name}-${id}`;
  return (
    <div className="flex flex-col gap-10">
      <div className="grid gap-x-12 gap-y-8 md:grid-cols-[14rem_1fr]">
        <div>
          <p className="text-muted">Overall</p>
          <p className="figures font-display text-[4.5rem] leading-none font-[650] tracking-[-0.02em]">
            <span className="border-b-4 border-red-line">{score.overall}</span>
            <span className="text-lead text-muted">/100</span>
          </p>
          {report.before && (
            <p className="mt-4 text-muted">
              {report.before.overall} before ({few(report.before.findings)}); {few(open.length)} now.
            </p>
          )}
          <p className="mt-4 text-muted">
            {report.words.toLocaleString('en-US')} words,{' '}
            {Math.max(1, Math.round(report.readingSeconds / 60))} min to read. Reading level: grade{' '}
            {report.grade} (target {report.aimedGrade.from}–{report.aimedGrade.to}).
          </p>
        </div>
        <ScoreTable score={score} reasons={report.reasons} before={report.before} />
      </div>
      <FixFirst report={report} dismissed={dismissed} idOf={idOf} />
      <section aria-label="Your text, marked up">
        <h3 className="mb-3 text-h3">Your text, marked up</h3>
        <MarkedText text={report.text} findings={open} idOf={idOf} />
      </section>
      <section aria-label="Issues">
        <h3 className="mb-1 text-h3">{few(open.length).replace(/^./, (c) => c.toUpperCase())}</h3>
        <ul className="border-t border-hairline">
          {[...Map.groupBy(open.toSorted(byPlace), ({ what, why, how }) => `${what} ${why} ${how}`)].map(
            ([words, findings]) => (
              <FindingItem
                key={words}
                findings={findings}
                idOf={idOf}
                text={report.text}
                onDismiss={({ id }) => dismiss(id)}
              />
            ),
          )}
        </ul>
        {dismissed.size > 0 && (
          <Dismissed
            findings={report.findings.filter(({ id }) => dismissed.has(id)).toSorted(byPlace)}
            onRestore={restore}
          />
        )}
      </section>
    </div>
  );
}

const few = (count: number) => (count === 0 ? 'no issues' : count === 1 ? '1 issue' : `${count} issues`);

function FixFirst({
  report,
  dismissed,
  idOf,
}: {
  report: AnalyzerReport;
  dismissed: ReadonlySet<string>;
  idOf: (finding: Finding) => string;
}) {
  const fixes = fixesByGain(report, dismissed)
    .slice(0, 5)
    .flatMap(({ gain, ids }) => {
      const finding = report.findings.find(({ id }) => id === ids[0]);
      return finding ? [{ finding, gain, count: ids.length }] : [];
    });
  if (fixes.length === 0) return null;
  return (
    <section aria-label="Fix these first" className="note py-1">
      <h3 className="mb-2 text-h3">Fix these first</h3>
      <ol className="flex flex-col gap-2">
        {fixes.map(({ finding, gain, count }) => (
          <li key={finding.id} className="flex items-baseline justify-between gap-4">
            <span>
              <a className="link" href={`#${idOf(finding)}`}>
                {finding.what}
              </a>
              {count > 1 && <span className="text-muted"> ({count} times)</span>}
            </span>
            {gain > 0 && (
              <span className="figures whitespace-nowrap text-muted">
                +{gain} <span className="max-sm:sr-only">points</span>
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Dismissed({
  findings,
  onRestore,
}: {
  findings: readonly Finding[];
  onRestore: (id: string) => void;
}) {
  return (
    <details className="mt-4 print:hidden">
      <summary className="link inline-flex min-h-11 items-center">Dismissed ({findings.length})</summary>
      <ul>
        {findings.map(({ id, what }) => (
          <li key={id} className="flex items-center justify-between gap-4 text-muted">
            {what}
            <button type="button" className="link min-h-11" onClick={() => onRestore(id)}>
              Restore
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
