import type { Brief } from './brief.ts';
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
import { codePoints } from './text.ts';
import type { SheetPiece } from './work-sheet.ts';

/** The checks of a delivery. The server makes `language` and `soldOnce`; the others need nothing but the draft. */
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

/** One result of a check. `look`: a person decides; `no`: it stops a delivery. */
export type Check = {
  key: CheckKey;
  ok: 'yes' | 'look' | 'no';
  /** A sentence for the writer. */
  words: string;
  /** The key of the piece that it is about. */
  piece?: string;
};

/** What became of a point that the customer asked to change; null: nothing yet. */
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
const atMost = (count: number, rest: string) =>
  `at most ${figure(count)} ${count === 1 ? 'was' : 'were'} ${rest}`;

const link = /https?:\/\/\S+/giu;

/** The length of a piece's text in code points, as its platform counts links. */
export function charactersOf({ linkCharacters }: SheetPiece['limits'], text: string): number {
  if (linkCharacters === undefined) return codePoints(text);
  const links = text.match(link) ?? [];
  return codePoints(text.replaceAll(link, '')) + links.length * linkCharacters;
}

const hashtag = /(?<![\p{L}\p{N}_&/#])#[\p{N}_]*[\p{L}\p{M}][\p{L}\p{M}\p{N}_]*/gu;

function wordProblem({ label, scan: { count }, limits: { minWords = 0, maxWords = Infinity } }: Written) {
  if (count >= minWords && count <= maxWords) return undefined;
  const ordered =
    count > maxWords ? atMost(maxWords, 'ordered') : `at least ${figure(minWords)} were ordered`;
  return `${label} has ${many(count, 'word')}; ${ordered}.`;
}

function characterProblem({ label, text, limits }: Written) {
  const { maxCharacters = Infinity, linkCharacters } = limits;
  // no text has more code points than UTF-16 units
  if (text.length <= maxCharacters && linkCharacters === undefined) return undefined;
  const characters = charactersOf(limits, text);
  if (characters <= maxCharacters) return undefined;
  return `${label} has ${many(characters, 'character')}; at most ${figure(maxCharacters)} fit.`;
}

function hashtagProblem({ label, text, limits: { maxHashtags = Infinity } }: Written) {
  const hashtags = text.includes('#') ? (text.match(hashtag)?.length ?? 0) : 0;
  if (hashtags <= maxHashtags) return undefined;
  const allowed = `at most ${figure(maxHashtags)} ${maxHashtags === 1 ? 'is' : 'are'} allowed`;
  return `${label} has ${many(hashtags, 'hashtag')}; ${allowed}.`;
}

const leftover = new RegExp(
  [
    String.raw`\b(?:TODO|TBD|TBC|TBA|FIXME|TKTK|X{3,})\b`,
    String.raw`\b[Ll](?:orem|OREM) [Ii](?:psum|PSUM)\b`,
    // not a link or its label, a number, a letter of a list to tick, an omission, or "sic"
    String.raw`\[(?![ xX\d]*\]|\.\.\.\]|…\]|sic\]|[^\]\n]*\]\()[^\]\n]{1,80}\]`,
    String.raw`\{\{?[^{}\n]{1,80}\}`,
    String.raw`<(?:[A-Z][A-Z _-]+|(?:insert|your|name|brand|company|product|link|url|date)\b[^<>\n]{0,40})>`,
    String.raw`(?<!_)_{3,}(?!_)(?!\s*$)`,
  ].join('|'),
  'mu',
);
/** The editor's marks look like leftovers. */
const isMarkedUp = ({ key }: Written) => key.endsWith('marked-up');

function leftoverProblem(piece: Written) {
  const [found] = isMarkedUp(piece) ? [] : (leftover.exec(piece.text) ?? []);
  return found === undefined ? undefined : `${piece.label} still has “${found}”.`;
}

function pointFindings(points: readonly PointOutcome[]): Finding[] {
  return points.flatMap(({ outcome, answer }, index) => {
    const name = `Point ${index + 1} of the revision`;
    if (outcome === null) return [{ words: `${name} has no outcome yet.` }];
    if (outcome === 'notDone' && !answer?.trim())
      return [{ words: `${name} isn’t done, and no reason is given.` }];
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

/** One result for each finding, or one that says that all is well. None when there was nothing to check. */
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
 * The results of all checks that need no server, in the order of the keys. A check with nothing to look at, such as the
 * keywords of a brief without keywords, is left out.
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
  // nothing can be said of a brief while nothing is written
  const some = (findings: Finding[] | undefined) => (written.length === 0 ? undefined : findings);
  return [
    ...resultsOf(
      'filled',
      'no',
      empty.map(({ key, label }) => ({ piece: key, words: `${label} is empty.` })),
      'Every piece has a text.',
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
      'No text is too long.',
    ),
    ...resultsOf(
      'hashtags',
      'no',
      byLimit(limited('maxHashtags'), hashtagProblem),
      'No post has too many hashtags.',
    ),
    ...resultsOf(
      'brandName',
      'look',
      some(checkBrandName(written, brief)),
      'No other spelling of the brand name was found.',
    ),
    ...resultsOf(
      'mustInclude',
      'no',
      some(checkMustInclude(written, brief)),
      'The slogans have the words to include.',
    ),
    ...resultsOf(
      'keywords',
      'look',
      some(checkKeywords(written, brief)),
      'Every keyword of the brief is used.',
    ),
    ...resultsOf('avoid', 'look', some(checkAvoided(written, brief)), 'No text has a word to avoid.'),
    ...resultsOf('links', 'look', some(checkLinks(written, brief)), 'Every post has a call to action.'),
    ...resultsOf('leftovers', 'no', some(each(written, leftoverProblem)), 'No placeholder is left.'),
    ...resultsOf('alike', 'look', some(alikeFindings(written)), 'No two texts are alike.'),
    ...resultsOf(
      'points',
      'no',
      points && pointFindings(points),
      'Every point of the revision has an outcome.',
    ),
  ];
}
