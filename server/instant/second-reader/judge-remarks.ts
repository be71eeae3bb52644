import type { AnalyzerReport, SecondReading } from '#contract/instant/analyzer-report.ts';
import { asSeen } from '#contract/as-seen.ts';
import type { Remark } from './second-reader.ts';

/** Maximum number of remarks added to a report, and of suggestions of one remark. */
const most = { remarks: 50, suggestions: 3 };
/** Maximum lengths of texts (code points). */
const longest = { message: 300, suggestion: 80 };
/**
 * Maximum length of a passage of a few words (UTF-16 units). The report's findings about longer passages are about sentences, so
 * an error within one is another finding.
 */
const fewWords = 60;

const inOneLine = (words: string) => words.replaceAll(/\s+/g, ' ').trim();

/** The words as plain text in one line, cut at `length` code points. */
function plain(words: string, length: number): string {
  const letters = [...inOneLine(asSeen(words.slice(0, 4 * length), false))];
  return letters.length <= length ? letters.join('') : `${letters.slice(0, length - 1).join('')}…`;
}

const termsOf = (words: string) => [
  words,
  ...words.split(/[^\p{L}\p{M}\p{N}'’-]+/u).filter((term) => term !== ''),
];

/** Whether the remark's passage exists, equals the reader's quote, and contains words. */
function isQuoted({ start, end, quote }: Remark, text: string): boolean {
  if (start < 0 || end <= start || end > text.length) return false;
  const passage = text.slice(start, end);
  // rejects a passage with half a character, whose offset is wrong
  return /[\p{L}\p{N}]/u.test(passage) && passage.isWellFormed() && inOneLine(passage) === inOneLine(quote);
}

/**
 * The remarks that a report may show: each quotes the text, adds something to the report, and is plain text of limited length.
 * `knownWords`: names and terms from the customer, which are correct.
 */
export function judgeRemarks(
  remarks: readonly Remark[],
  { text, findings }: Pick<AnalyzerReport, 'text' | 'findings'>,
  knownWords: readonly string[],
): SecondReading['findings'] {
  const known = new Set(knownWords.flatMap(termsOf).map((term) => term.toLowerCase()));
  const taken: { start: number; end: number }[] = findings.filter(
    ({ start, end }) => end > start && end - start <= fewWords,
  );
  const kept: SecondReading['findings'] = [];
  for (const remark of remarks.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    if (kept.length === most.remarks) break;
    const { start, end, isSpelling } = remark;
    const message = plain(remark.message, longest.message);
    if (!isQuoted(remark, text) || message === '') continue;
    const passage = text.slice(start, end);
    if (isSpelling && known.has(passage.toLowerCase())) continue;
    if (taken.some((other) => start < other.end && end > other.start)) continue;
    const suggestions = remark.suggestions
      .map((suggestion) => plain(suggestion, longest.suggestion))
      .filter((suggestion) => suggestion !== '' && suggestion !== passage);
    taken.push({ start, end });
    kept.push({ start, end, message, suggestions: [...new Set(suggestions)].slice(0, most.suggestions) });
  }
  return kept;
}
