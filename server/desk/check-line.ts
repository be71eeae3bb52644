import type { AnalyzerReport } from '#contract/analyzer-report.ts';
import { checkWork } from '#contract/check-work.ts';
import type { DeskAnswerOf } from '#contract/desk-endpoints.ts';
import type { CheckedWork, DeskCheck } from '#contract/desk-work.ts';
import { second } from '#contract/durations.ts';
import type { WorkSheet } from '#contract/work-sheet.ts';
import { checkLanguage } from '#server/fulfilment/check-language.ts';
import type { StaffCaller } from '#server/staff/staff-session.ts';
import type { DeskDeps } from './desk-deps.ts';
import { findLine, type FoundLine, type LinePlace, type PieceText } from './find-line.ts';
import { findPoints } from './answer-point.ts';
import { checkSoldOnce } from './sold-once.ts';
import { sheetOf } from './sheet-of.ts';

/** How long the analyzer may take (ms). */
const patienceMs = 10 * second;
/** Findings that are shown. */
const mostFindings = 50;

const joint = '\n\n';

/** The pieces as one text, and the place in its piece of a range of it. */
function joinPieces(pieces: readonly PieceText[]) {
  const filled = pieces.filter(({ text }) => text.trim() !== '');
  let end = 0;
  const ranges = filled.map(({ key, text }) => {
    const start = end;
    end += text.length + joint.length;
    return { key, start, end: start + text.length };
  });
  return {
    text: filled.map(({ text }) => text).join(joint),
    pieceAt: (at: number) => ranges.find((range) => at >= range.start && at < range.end)?.key,
  };
}

const languageOf = ({ details }: FoundLine) => String(details.brief['language'] ?? 'en-US');

type Language = Pick<CheckedWork, 'language' | 'languageWords'>;

function toLanguage(report: AnalyzerReport, pieceAt: (at: number) => string | undefined): Language {
  const found = report.findings.flatMap(({ part, severity, start, end, what, suggestions }) => {
    const piece = pieceAt(start);
    if (piece === undefined || severity === 'hint' || end === start || part === 'structure') return [];
    const better = suggestions.length > 0 ? ` Better: ${suggestions.slice(0, 3).join(', ')}.` : '';
    return [
      {
        piece,
        words: `${what}${better}`,
        quote: report.text.slice(start, end).slice(0, 200),
        isError: severity === 'error',
      },
    ];
  });
  return {
    language: found.slice(0, mostFindings),
    languageWords: found.length === 0 ? 'We found no language errors.' : '',
  };
}

async function findLanguageErrors(
  { analyzer, log }: DeskDeps,
  line: FoundLine,
  pieces: readonly PieceText[],
): Promise<Language> {
  const { text, pieceAt } = joinPieces(pieces);
  const language = languageOf(line);
  if (!language.startsWith('en')) return { language: null, languageWords: 'We only check English.' };
  if (text === '') return { language: null, languageWords: 'There’s no text to check yet.' };
  const late = Symbol('late');
  let timer: NodeJS.Timeout | undefined;
  try {
    const report = await Promise.race([
      analyzer.analyze({
        title: '',
        text,
        contentType: 'other',
        readers: 'everyone',
        language,
        ownWords: line.brand === null ? [] : [line.brand],
      }),
      new Promise<typeof late>((give) => {
        timer = setTimeout(give, patienceMs, late);
      }),
    ]);
    if (report !== late) return toLanguage(report, pieceAt);
  } catch (error) {
    log.warn({ err: error }, 'language check of a draft failed');
  } finally {
    clearTimeout(timer);
  }
  return {
    language: null,
    languageWords: 'The language check didn’t respond. Try again, or go on without it.',
  };
}

const labelled = ({ pieces: known }: WorkSheet, pieces: readonly PieceText[]) =>
  pieces.map(({ key, text }) => ({
    key,
    text,
    label: known.find((piece) => piece.key === key)?.label ?? key,
  }));

/** All checks that decide about a delivery. */
export async function deliveryChecks(
  deps: Pick<DeskDeps, 'db' | 'catalogue'>,
  line: FoundLine,
  pieces: readonly PieceText[],
): Promise<DeskCheck[]> {
  const sheet = sheetOf(line, deps.catalogue());
  const points = line.open_points > 0 ? await findPoints(deps, line) : [];
  return [
    ...checkWork({ sheet, pieces, brief: line.details.brief, ...(points.length > 0 ? { points } : {}) }),
    ...(await checkLanguage(labelled(sheet, pieces), line.details.brief)),
    ...(await checkSoldOnce(deps.db, line, pieces)),
  ];
}

/** Checks texts against what was sold, and their language. Nothing is saved. @throws ProblemReply 404 */
export async function checkLine(
  deps: DeskDeps,
  caller: StaffCaller,
  place: LinePlace,
  { pieces }: { pieces: PieceText[] },
): Promise<DeskAnswerOf<'checkWork'>> {
  const line = await findLine(deps, caller, place);
  const [checks, language] = await Promise.all([
    deliveryChecks(deps, line, pieces),
    findLanguageErrors(deps, line, pieces),
  ]);
  return { checks, ...language };
}
