import type { Brief } from '#contract/catalogue/brief.ts';
import {
  checkAvoided,
  checkBrandName,
  checkKeywords,
  checkLinks,
  checkMustInclude,
  type Finding,
  type WrittenPiece,
} from './brief-checks.ts';
import type { PieceText } from './delivery-text.ts';
import { findAlike } from './find-alike.ts';
import { scanWords } from './scan-words.ts';
import { codePoints } from '#contract/text.ts';
import type { SheetPiece } from './work-sheet.ts';

/** The checks of a delivery. `language` and `soldOnce` run on the server; the others need only the draft. */
export type CheckKey =
  | 'filled'
  | 'words'
  | 'characters'
  | 'hashtags'
  | 'brandName'
  | 'mustInclude'
  | 'keywords'
  | 'avoid'
  | 'links'
  | 'language'
  | 'leftovers'
  | 'soldOnce'
  | 'alike'
  | 'points';

/** One result of a check. `look`: a person must decide; `no`: the check blocks the delivery. */
export type Check = {
  key: CheckKey;
  ok: 'yes' | 'look' | 'no';
  /** A sentence for the writer. */
  words: string;
  /** The key of the piece concerned. */
  piece?: string;
};

/** The team's answer to a requested change. `outcome`: null until there is an answer. */
type PointOutcome = { outcome: 'done' | 'notDone' | null; answer?: string | null };

export type WorkToCheck = {
  sheet: { pieces: readonly Pick<SheetPiece, 'key' | 'label' | 'group' | 'limits' | 'optional'>[] };
  pieces: readonly PieceText[];
  brief: Brief;
  /** The points of the requested revision, in order. */
  points?: readonly PointOutcome[];
};

type Written = WrittenPiece & { limits: SheetPiece['limits']; group: string | undefined };

const figure = (count: number) => count.toLocaleString('en-US');
const many = (count: number, noun: string) => `${figure(count)} ${noun}${count === 1 ? '' : 's'}`;

const link = /https?:\/\/\S+/giu;

/** The length of a piece's text in code points. Each link counts as its platform counts it. */
export function charactersOf({ linkCharacters }: SheetPiece['limits'], text: string): number {
  if (linkCharacters === undefined) return codePoints(text);
  const links = text.match(link) ?? [];
  return codePoints(text.replaceAll(link, '')) + links.length * linkCharacters;
}

const hashtag = /(?<![\p{L}\p{N}_&/#])#[\p{N}_]*[\p{L}\p{M}][\p{L}\p{M}\p{N}_]*/gu;

function wordProblem({ label, scan: { count }, limits: { minWords = 0, maxWords = Infinity } }: Written) {
  if (count >= minWords && count <= maxWords) return undefined;
  const bound = count > maxWords ? `limit is ${figure(maxWords)}` : `minimum is ${figure(minWords)}`;
  return `${label} has ${many(count, 'word')}; the ${bound}.`;
}

function characterProblem({ label, text, limits }: Written) {
  const { maxCharacters = Infinity, linkCharacters } = limits;
  // a text never has more code points than UTF-16 units
  if (text.length <= maxCharacters && linkCharacters === undefined) return undefined;
  const characters = charactersOf(limits, text);
  if (characters <= maxCharacters) return undefined;
  return `${label} has ${many(characters, 'character')}; the limit is ${figure(maxCharacters)}.`;
}

function hashtagProblem({ label, text, limits: { maxHashtags = Infinity } }: Written) {
  const hashtags = text.includes('#') ? (text.match(hashtag)?.length ?? 0) : 0;
  if (hashtags <= maxHashtags) return undefined;
  return `${label} has ${many(hashtags, 'hashtag')}; the limit is ${figure(maxHashtags)}.`;
}

const leftover = new RegExp(
  [
    String.raw`\b(?:TODO|TBD|TBC|TBA|FIXME|TKTK|X{3,})\b`,
    String.raw`\b[Ll](?:orem|OREM) [Ii](?:psum|PSUM)\b`,
    // matches a placeholder in brackets: not a link or its label, a number, a checkbox, an ellipsis or "sic"
    String.raw`\[(?![ xX\d]*\]|\.\.\.\]|…\]|sic\]|[^\]\n]{0,80}\]\()[^\]\n]{1,80}\]`,
    String.raw`\{\{?[^{}\n]{1,80}\}`,
    String.raw`<(?:[A-Z][A-Z _-]+|(?:insert|your|name|brand|company|product|link|url|date)\b[^<>\n]{0,40})>`,
    String.raw`(?<!_)_{3,}(?!_)(?!\s*$)`,
  ].join('|'),
  'mu',
);
/** Whether a piece is a marked-up text, in which brackets are the editor's marks, not placeholders. */
const isMarkedUp = ({ key }: Written) => key.endsWith('marked-up');

function leftoverProblem(piece: Written) {
  const [found] = isMarkedUp(piece) ? [] : (leftover.exec(piece.text) ?? []);
  return found === undefined ? undefined : `${piece.label} still contains “${found}”.`;
}

function pointFindings(points: readonly PointOutcome[]): Finding[] {
  return points.flatMap(({ outcome, answer }, index) => {
    const name = `Requested change ${index + 1}`;
    if (outcome === null) return [{ words: `${name} isn’t marked as done or not done.` }];
    if (outcome === 'notDone' && !answer?.trim())
      return [{ words: `${name} is marked “not done” but has no reason.` }];
    return [];
  });
}

function alikeFindings(pieces: readonly Written[]): Finding[] {
  return findAlike(pieces).map(({ first, again, isEqual }) => ({
    piece: again.key,
    words: `${again.label} is ${isEqual ? 'the same as' : 'nearly the same as'} ${first.label}.`,
  }));
}

const each = (pieces: readonly Written[], problemOf: (piece: Written) => string | undefined): Finding[] =>
  pieces.flatMap((piece) => {
    const words = problemOf(piece);
    return words === undefined ? [] : [{ piece: piece.key, words }];
  });

/** One result per finding, or one positive result when there are none. No result when the check had nothing to examine. */
function resultsOf(
  key: CheckKey,
  ok: 'look' | 'no',
  findings: readonly Finding[] | undefined,
  fine: string,
): Check[] {
  if (findings === undefined) return [];
  if (findings.length === 0) return [{ key, ok: 'yes', words: fine }];
  return findings.map((finding) => ({ key, ok, ...finding }));
}

/**
 * Runs all checks that need no server; results in the order of the keys. A check with nothing to examine, such as keywords
 * of a brief without keywords, has no result.
 */
export function checkWork({ sheet, pieces, brief, points }: WorkToCheck): Check[] {
  const texts = new Map(pieces.map(({ key, text }) => [key, text.trim()]));
  const written = sheet.pieces.flatMap(({ key, label, limits, group }): Written[] => {
    const text = texts.get(key) ?? '';
    if (text === '') return [];
    const isPost = limits.maxHashtags !== undefined;
    return [
      { key, label, limits, group, text, scan: scanWords(text), isPost, isSlogan: /slogan-\d+$/.test(key) },
    ];
  });
  const empty = sheet.pieces.filter(({ key, optional }) => !optional && !texts.get(key));
  const limited = (...limits: (keyof SheetPiece['limits'])[]) =>
    written.filter((piece) => limits.some((limit) => piece.limits[limit] !== undefined));
  const byLimit = (pieces: readonly Written[], problemOf: (piece: Written) => string | undefined) =>
    pieces.length === 0 ? undefined : each(pieces, problemOf);
  // without any text, the checks against the brief would only report noise
  const some = (findings: Finding[] | undefined) => (written.length === 0 ? undefined : findings);
  return [
    ...resultsOf(
      'filled',
      'no',
      empty.map(({ key, label }) => ({ piece: key, words: `“${label}” is empty.` })),
      'Every piece has text.',
    ),
    ...resultsOf(
      'words',
      'no',
      byLimit(limited('minWords', 'maxWords'), wordProblem),
      'Every text is within the ordered length.',
    ),
    ...resultsOf(
      'characters',
      'no',
      byLimit(limited('maxCharacters'), characterProblem),
      'All texts are within the character limits.',
    ),
    ...resultsOf(
      'hashtags',
      'no',
      byLimit(limited('maxHashtags'), hashtagProblem),
      'Every post is within the hashtag limit.',
    ),
    ...resultsOf(
      'brandName',
      'look',
      some(checkBrandName(written, brief)),
      'The brand name is spelled correctly wherever it appears.',
    ),
    ...resultsOf(
      'mustInclude',
      'no',
      some(checkMustInclude(written, brief)),
      'The slogans include the required words.',
    ),
    ...resultsOf(
      'keywords',
      'look',
      some(checkKeywords(written, brief)),
      'Every keyword from the brief is used.',
    ),
    ...resultsOf(
      'avoid',
      'look',
      some(checkAvoided(written, brief)),
      'The texts contain none of the words to avoid.',
    ),
    ...resultsOf('links', 'look', some(checkLinks(written, brief)), 'Every post has a call to action.'),
    ...resultsOf('leftovers', 'no', some(each(written, leftoverProblem)), 'No placeholders are left.'),
    ...resultsOf('alike', 'look', some(alikeFindings(written)), 'All texts are different.'),
    ...resultsOf(
      'points',
      'no',
      points && pointFindings(points),
      'Every requested change is marked as done or not done.',
    ),
  ];
}
