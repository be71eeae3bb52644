import type { AnalyzerReport } from '#contract/instant/analyzer-report.ts';
import type { CheckedWork } from '#contract/desk/work.ts';
import { second } from '#contract/durations.ts';
import type { DeskDeps } from '#server/desk/desk-deps.ts';
import type { FoundLine, PieceText } from '#server/desk/find-line.ts';

/** Timeout of the analyzer (ms). */
const patienceMs = 10 * second;
/** Maximum number of findings in the answer. */
const mostFindings = 50;

const joint = '\n\n';

/** Joins the pieces into one text. Returns it with a function that maps a range of the text back to its piece. */
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

const languageOf = ({ details }: Pick<FoundLine, 'details'>) => String(details.brief['language'] ?? 'en-US');

type Language = Pick<CheckedWork, 'language' | 'languageWords'>;

function toLanguage(report: AnalyzerReport, pieceAt: (at: number) => string | undefined): Language {
  const found = report.findings.flatMap(({ part, severity, start, end, what, suggestions }) => {
    const piece = pieceAt(start);
    if (piece === undefined || severity === 'hint' || end === start || part === 'structure') return [];
    const better = suggestions.length > 0 ? ` Suggestions: ${suggestions.slice(0, 3).join(', ')}.` : '';
    return [
      {
        piece,
        words: `${what}.${better}`,
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

/**
 * Finds language errors in a draft, with the pieces that have them. When the analyzer fails or times out, the result says so in
 * words and has no findings, so that the work can still be delivered.
 */
export async function findDraftErrors(
  { analyzer, log }: Pick<DeskDeps, 'analyzer' | 'log'>,
  line: Pick<FoundLine, 'details' | 'brand'>,
  pieces: readonly PieceText[],
): Promise<Language> {
  const { text, pieceAt } = joinPieces(pieces);
  const language = languageOf(line);
  if (!language.startsWith('en'))
    return { language: null, languageWords: 'The language check works only for English texts.' };
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
    languageWords: 'The language check took too long or failed. Try again, or continue without it.',
  };
}
