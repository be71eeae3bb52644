import { type ComponentProps, type MouseEvent, useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router';
import {
  type AnalyzerReport,
  type Finding,
  partWeights,
  type ReportPart,
  reportPartWords,
  severities,
} from '#contract/instant/analyzer-report.ts';
import { scoreReport } from '#contract/instant/score-report.ts';
import { Button } from '#ui/button.tsx';
import { changesOf } from './correct-text.ts';
import { CorrectedCopy } from './corrected-copy.tsx';
import { FindingItem } from './finding-item.tsx';
import { FoldedSection } from './folded-section.tsx';
import { issueCount } from './issue-count.ts';
import { MarkedText } from './marked-text.tsx';
import { ReportSummary } from './report-summary.tsx';
import { Checklist, PhraseTable, SecondReading, StyleSheet } from './report-tables.tsx';
import { useDecisions } from './use-decisions.ts';

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
/** Under a text with fewer words than this, its column has room for the tables. */
const fewWords = 150;

/**
 * The sections expanded at first: the worst area and the area in the address. On a desktop also the text, and all areas when
 * there are at most `fewFindings` findings.
 */
function useUnfolded(report: AnalyzerReport, parts: readonly ReportPart[], wanted: string | undefined) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(() => {
    const isWide = window.matchMedia('(min-width: 60rem)').matches;
    const isShort = isWide && report.findings.length <= fewFindings;
    return new Set([
      ...(isWide || report.words <= shortText ? ['text'] : []),
      ...(isShort ? parts : parts.slice(0, 1)),
      ...(wanted === undefined ? [] : [wanted]),
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

/** Chooses between the marked text and the corrected copy. `count`: of its changes. */
const CopyChoice = ({
  count,
  isCorrected,
  onChoose,
}: {
  count: number;
  isCorrected: boolean;
  onChoose: (isCorrected: boolean) => void;
}) => (
  <div role="group" aria-label="Your text" className="flex flex-wrap gap-2 pt-2 pb-4 print:hidden">
    {[false, true].map((corrected) => (
      <Button
        key={String(corrected)}
        small
        look={corrected === isCorrected ? 'primary' : 'quiet'}
        aria-pressed={corrected === isCorrected}
        onClick={() => onChoose(corrected)}
      >
        {corrected ? `Corrected copy (${count})` : 'Issues marked'}
      </Button>
    ))}
  </div>
);

type Edit = NonNullable<ComponentProps<typeof FindingItem>['edit']>;

/** The issues of an area, those with the same words as one. */
const Issues = ({
  groups,
  idOf,
  text,
  edit,
}: {
  groups: readonly [words: string, alike: Finding[]][];
  idOf: (finding: Finding) => string;
  text: string;
  edit: Edit;
}) => (
  <ul className="pb-4">
    {groups.map(([words, alike]) => (
      <FindingItem key={words} findings={alike} idOf={idOf} text={text} edit={edit} />
    ))}
  </ul>
);

const Tables = ({ report: { checklist, phrases, styles, text, title } }: { report: AnalyzerReport }) => (
  <>
    {checklist && <Checklist checklist={checklist} text={text} />}
    {phrases && <PhraseTable phrases={phrases} title={title} text={text} />}
    {styles && <StyleSheet styles={styles} />}
  </>
);

/** The number of issues, what to do with them, and a button that expands or collapses all areas. */
function IssuesHead({
  open,
  canFold,
  isAllUnfolded,
  onFold,
}: {
  open: readonly Finding[];
  canFold: boolean;
  isAllUnfolded: boolean;
  onFold: () => void;
}) {
  return (
    <>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 className="font-display text-h3 font-[650]">{capital(issueCount(open.length))}</h2>
        {canFold && (
          <button type="button" className="link min-h-11 print:hidden" onClick={onFold}>
            {isAllUnfolded ? 'Collapse all' : `Show all ${open.length}`}
          </button>
        )}
      </div>
      {open.some(({ start, end }) => end > start) && (
        <p className="-mt-2 mb-3 text-base text-muted print:hidden">
          Select a quote to see it in your text, a suggestion to use it in the corrected copy, or × to dismiss
          the issue.
        </p>
      )}
    </>
  );
}

/** A report: its summary, the marked text or the corrected copy, the issues by area, and the tables. */
export function AnalyzerView({
  report,
  name,
  onCheck,
}: {
  report: AnalyzerReport;
  /** Unique: names the customer's decisions, elements and files. */
  name: string;
  /** Checks a corrected text; undefined when no recheck is left. */
  onCheck?: ((text: string) => Promise<void>) | undefined;
}) {
  const { dismissed, dismiss, restore, decisions, decide } = useDecisions(name);
  const score = useMemo(() => scoreReport(report, dismissed), [report, dismissed]);
  const areas = useMemo(() => areasOf(report), [report]);
  const [isCorrected, setIsCorrected] = useState(false);
  const open = report.findings.filter(({ id }) => !dismissed.has(id));
  const changes = changesOf(open, decisions);
  const canCorrect = open.some(({ suggestions }) => suggestions.length > 0);
  const inArea = (part: ReportPart) => open.filter((finding) => finding.part === part).toSorted(worstFirst);
  const withFindings = areas.map(({ part }) => part).filter((part) => inArea(part).length > 0);
  const idOf = ({ id }: Finding) => `${name}-${id}`;
  const areaId = (part: ReportPart) => `${name}-${part}`;

  /** The section that contains an element of this report, by the element's id. */
  const sectionOf = (id: string): string | undefined => {
    const finding = open.find((one) => idOf(one) === id || `${idOf(one)}-mark` === id);
    return id.endsWith('-mark')
      ? finding && 'text'
      : (finding?.part ?? areas.find(({ part }) => areaId(part) === id)?.part);
  };
  const { hash } = useLocation();
  const { unfolded, unfold, toggle, isAllUnfolded, setAll } = useUnfolded(
    report,
    withFindings,
    sectionOf(hash.slice(1)),
  );
  useEffect(() => {
    // the browser looked for the target before the report was loaded
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
    // eslint-disable-next-line react/exhaustive-deps -- later targets are followed by the browser
  }, []);

  // The browser follows the link afterwards, when its target is expanded.
  const unfoldTarget = ({ target }: MouseEvent) => {
    const link = target instanceof Element ? target.closest('a') : null;
    const section = sectionOf(link?.hash.slice(1) ?? '');
    if (!section) return;
    flushSync(() => {
      if (section === 'text') setIsCorrected(false);
      unfold(section);
    });
  };

  const groupsIn = (part: ReportPart) => [
    ...Map.groupBy(inArea(part), ({ what, why, how }) => `${what} ${why} ${how}`),
  ];
  const edit: Edit = {
    dismiss: (places) => dismiss(places.map(({ id }) => id)),
    chosenFor: ({ id }) => changes.find(({ finding }) => finding.id === id)?.replacement,
    choose: (places, replacement) =>
      decide(
        places.map(({ id }) => id),
        replacement,
      ),
  };
  const tables = <Tables report={report} />;
  const isShort = report.words <= fewWords;

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- only hears its links, which answer to keys
    <div data-repeats className="@container flex flex-col gap-10" onClick={unfoldTarget}>
      <ReportSummary
        report={report}
        dismissed={dismissed}
        hrefOf={(finding) => `#${idOf(finding)}`}
        areaHref={(part) => `#${areaId(part)}`}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-10 @[52rem]:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)]">
        {/* The text stays in view while its issues are scrolled. */}
        <div className="flex min-w-0 flex-col gap-10 @[52rem]:sticky @[52rem]:top-6 @[52rem]:max-h-[calc(100svh-3rem)] @[52rem]:self-start @[52rem]:overflow-y-auto @[52rem]:p-1">
          <FoldedSection
            title="Your text"
            level={2}
            isOpen={unfolded.has('text')}
            onToggle={() => toggle('text')}
          >
            {canCorrect && (
              <CopyChoice count={changes.length} isCorrected={isCorrected} onChoose={setIsCorrected} />
            )}
            {isCorrected && canCorrect ? (
              <CorrectedCopy
                report={report}
                name={name}
                changes={changes}
                dismissed={dismissed}
                onKeep={(id) => decide([id], null)}
                onCheck={onCheck}
              />
            ) : (
              <MarkedText text={report.text} findings={open} idOf={idOf} />
            )}
          </FoldedSection>
          {isShort && tables}
        </div>
        <section aria-label="Issues">
          <IssuesHead
            open={open}
            canFold={withFindings.length > 1}
            isAllUnfolded={isAllUnfolded}
            onFold={() => setAll(!isAllUnfolded)}
          />
          <div className="border-t-2 border-ink">
            {areas.map(({ part, label }) => {
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
                  <Issues groups={groups} idOf={idOf} text={report.text} edit={edit} />
                </FoldedSection>
              );
            })}
          </div>
          {dismissed.size > 0 && (
            <Dismissed
              findings={report.findings.filter(({ id }) => dismissed.has(id)).toSorted(byPlace)}
              onRestore={restore}
            />
          )}
        </section>
      </div>
      {!isShort && (report.checklist || report.phrases) && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-10 @[52rem]:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
          {tables}
        </div>
      )}
      {report.secondReader && report.secondReader.findings.length > 0 && (
        <SecondReading reading={report.secondReader} text={report.text} />
      )}
    </div>
  );
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

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
