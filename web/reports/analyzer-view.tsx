import { type MouseEvent, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  type AnalyzerReport,
  type Finding,
  partWeights,
  type ReportPart,
  reportPartWords,
  severities,
} from '#contract/analyzer-report.ts';
import { fixesByGain, scoreReport } from '#contract/score-report.ts';
import { localStore, readJson } from '#ui/browser-storage.ts';
import { FindingItem } from './finding-item.tsx';
import { FoldedSection } from './folded-section.tsx';
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
    dismiss: (ids: readonly string[]) => keep(new Set([...dismissed, ...ids])),
    restore: (id: string) => keep(new Set([...dismissed].filter((one) => one !== id))),
  };
}

const byPlace = (a: Finding, b: Finding) => a.start - b.start;
const worstFirst = (a: Finding, b: Finding) =>
  severities.indexOf(a.severity) - severities.indexOf(b.severity) || byPlace(a, b);

/** The judged areas, those with the highest cost first. Dismissing an issue does not change the order. */
function areasOf(report: AnalyzerReport) {
  const { parts } = scoreReport(report);
  const lost = (part: ReportPart) => (100 - (parts[part] ?? 100)) * partWeights[part];
  return reportPartWords
    .filter(({ part }) => report.reasons[part] !== undefined)
    .toSorted((a, b) => lost(b.part) - lost(a.part));
}

/** A phone shows a text of up to this number of words expanded. */
const shortText = 250;
/** A desktop shows up to this number of findings expanded; “Fix these first” names the others that matter. */
const fewFindings = 10;
/** A text with fewer words than this would leave most of its column blank beside a long list of issues. */
const fewWords = 150;

/** The areas in two columns of about the same length, in their order. */
function inColumns<Area>(areas: readonly Area[], lengthOf: (area: Area) => number): Area[][] {
  const sum = (some: readonly Area[]) => some.reduce((total, one) => total + lengthOf(one), 0);
  const gaps = areas.map((_, at) => Math.abs(sum(areas.slice(0, at + 1)) - sum(areas.slice(at + 1))));
  const last = gaps.indexOf(Math.min(...gaps));
  return [areas.slice(0, last + 1), areas.slice(last + 1)].filter(({ length }) => length > 0);
}

/** The expanded parts of a report: the worst area; on a desktop the text, too, and all areas while they are short. */
function useUnfolded(report: AnalyzerReport, parts: readonly ReportPart[]) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(() => {
    const isWide = window.matchMedia('(min-width: 60rem)').matches;
    const isShort = isWide && report.findings.length <= fewFindings;
    return new Set([
      ...(isWide || report.words <= shortText ? ['text'] : []),
      ...(isShort ? parts : parts.slice(0, 1)),
    ]);
  });
  return {
    unfolded,
    unfold: (section: string) => setUnfolded(new Set([...unfolded, section])),
    toggle: (section: string) =>
      setUnfolded(
        new Set(
          unfolded.has(section) ? [...unfolded].filter((one) => one !== section) : [...unfolded, section],
        ),
      ),
    isAllUnfolded: parts.every((part) => unfolded.has(part)),
    setAll: (isOpen: boolean) =>
      setUnfolded(new Set([...(unfolded.has('text') ? ['text'] : []), ...(isOpen ? parts : [])])),
  };
}

/** A report: the score, what to fix first, the marked text, and dismissible findings by area. */
export function AnalyzerView({ report, name }: { report: AnalyzerReport; name: string }) {
  const { dismissed, dismiss, restore } = useDismissed(`dismissed:${name}`);
  const score = useMemo(() => scoreReport(report, dismissed), [report, dismissed]);
  const areas = useMemo(() => areasOf(report), [report]);
  const open = report.findings.filter(({ id }) => !dismissed.has(id));
  const inArea = (part: ReportPart) => open.filter((finding) => finding.part === part).toSorted(worstFirst);
  const withFindings = areas.map(({ part }) => part).filter((part) => inArea(part).length > 0);
  const { unfolded, unfold, toggle, isAllUnfolded, setAll } = useUnfolded(report, withFindings);
  const idOf = ({ id }: Finding) => `${name}-${id}`;
  const areaId = (part: ReportPart) => `${name}-${part}`;

  // The browser follows the link afterwards, when its target is expanded.
  const unfoldTarget = ({ target }: MouseEvent) => {
    const link = target instanceof Element ? target.closest('a') : null;
    const id = link?.hash.slice(1) ?? '';
    const finding = open.find((one) => idOf(one) === id || `${idOf(one)}-mark` === id);
    const section = id.endsWith('-mark')
      ? finding && 'text'
      : (finding?.part ?? areas.find(({ part }) => areaId(part) === id)?.part);
    if (section) flushSync(() => unfold(section));
  };

  const isShort = report.words <= fewWords;
  // counts dismissed issues, too: an area stays in its column
  const lengthOf = ({ part }: { part: ReportPart }) =>
    1 + new Set(report.findings.filter((one) => one.part === part).map(({ what, how }) => what + how)).size;
  const groupsIn = (part: ReportPart) => [
    ...Map.groupBy(inArea(part), ({ what, why, how }) => `${what} ${why} ${how}`),
  ];
  const fixFirst = open.length === 0 ? null : <FixFirst report={report} dismissed={dismissed} idOf={idOf} />;
  const markedText = (
    <FoldedSection
      title="Your text, marked up"
      level={5}
      isOpen={unfolded.has('text')}
      onToggle={() => toggle('text')}
    >
      <div className="pt-3">
        <MarkedText text={report.text} findings={open} idOf={idOf} />
      </div>
    </FoldedSection>
  );
  const issuesHead = (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h5 className="font-display text-h3 font-[650]">{capital(few(open.length))}</h5>
        {withFindings.length > 1 && (
          <button type="button" className="link min-h-11 print:hidden" onClick={() => setAll(!isAllUnfolded)}>
            {isAllUnfolded ? 'Collapse all' : `Show all ${open.length}`}
          </button>
        )}
      </div>
      {open.some(({ start, end }) => end > start) && (
        <p className="mb-3 text-base text-muted print:hidden">
          Select a quote to see it in your text, or × to dismiss the issue.
        </p>
      )}
    </>
  );
  const areaIssues = ({ part, label }: (typeof areas)[number]) => {
    const groups = groupsIn(part);
    return (
      <FoldedSection
        key={part}
        id={areaId(part)}
        title={label}
        fact={`${score.parts[part]}/100`}
        note={report.reasons[part]}
        isOpen={unfolded.has(part)}
        {...(groups.length > 0 && { onToggle: () => toggle(part) })}
      >
        <ul className="pb-4">
          {groups.map(([words, alike]) => (
            <FindingItem
              key={words}
              findings={alike}
              idOf={idOf}
              text={report.text}
              onDismiss={(places) => dismiss(places.map(({ id }) => id))}
            />
          ))}
        </ul>
      </FoldedSection>
    );
  };
  const dismissedIssues = dismissed.size > 0 && (
    <Dismissed
      findings={report.findings.filter(({ id }) => dismissed.has(id)).toSorted(byPlace)}
      onRestore={restore}
    />
  );

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- only hears its links, which answer to keys
    <div className="@container" onClick={unfoldTarget}>
      <div className="flex flex-col gap-10">
        <div
          className={`grid grid-cols-[minmax(0,1fr)] content-start gap-x-12 gap-y-6 @[34rem]:grid-cols-[13rem_minmax(0,1fr)] ${isShort ? '' : '@[52rem]:grid-cols-[13rem_minmax(0,1fr)_minmax(0,1fr)]'}`}
        >
          <div>
            <p className="text-muted">Overall</p>
            <p className="figures font-display text-[4.5rem] leading-none font-[650] tracking-[-0.02em]">
              <span className="border-b-4 border-red-line">{score.overall}</span>
              <span className="text-lead text-muted">/100</span>
            </p>
            {report.before && (
              <p className="mt-4 text-small text-muted">
                {report.before.overall} before ({few(report.before.findings)}); {few(open.length)} now.
              </p>
            )}
            <p className="mt-4 text-small text-muted">
              {report.words.toLocaleString('en-US')} words,{' '}
              {Math.max(1, Math.round(report.readingSeconds / 60))} min to read. Reading level: grade{' '}
              {report.grade} (target {report.aimedGrade.from}–{report.aimedGrade.to}).
            </p>
          </div>
          <ScoreTable
            score={score}
            before={report.before}
            hrefOf={(part) => (withFindings.includes(part) ? `#${areaId(part)}` : undefined)}
            inTwoColumns={isShort}
          />
          {!isShort && fixFirst && <div className="@[34rem]:col-span-2 @[52rem]:col-span-1">{fixFirst}</div>}
        </div>

        {isShort ? (
          <>
            <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-10 @[52rem]:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]">
              {fixFirst}
              <div className={fixFirst ? 'min-w-0' : 'col-span-full'}>{markedText}</div>
            </div>
            <section aria-label="Issues">
              {issuesHead}
              <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 @[52rem]:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
                {inColumns(areas, lengthOf).map((column) => (
                  <div
                    key={column[0]!.part}
                    className="min-w-0 border-ink first:border-t-2 @[52rem]:border-t-2"
                  >
                    {column.map(areaIssues)}
                  </div>
                ))}
              </div>
              {dismissedIssues}
            </section>
          </>
        ) : (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-10 @[52rem]:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)]">
            {/* The text stays in view while its issues are scrolled. */}
            <div className="min-w-0 @[52rem]:sticky @[52rem]:top-6 @[52rem]:max-h-[calc(100svh-3rem)] @[52rem]:self-start @[52rem]:overflow-y-auto @[52rem]:p-1">
              {markedText}
            </div>
            <section aria-label="Issues">
              {issuesHead}
              <div className="border-t-2 border-ink">{areas.map(areaIssues)}</div>
              {dismissedIssues}
            </section>
          </div>
        )}
      </div>
    </div>
  );
}

const few = (count: number) =>
  count === 0 ? 'no issues found' : count === 1 ? '1 issue' : `${count} issues`;
const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

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
    <section aria-label="Fix these first" className="note self-start py-1">
      <h5 className="mb-2 font-display text-h3 font-[650]">Fix these first</h5>
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
