import type { Brief } from './brief.ts';
import type { PieceText } from './delivery-text.ts';
import { codePoints, countWords } from './text.ts';
import type { SheetPiece, WorkSheet } from './work-sheet.ts';

const checkKeys = [
  'filled',
  'words',
  'characters',
  'hashtags',
  'brandName',
  'mustInclude',
  'keywords',
  'avoid',
  'link',
  'leftovers',
  'alike',
  'points',
] as const;
export type CheckKey = (typeof checkKeys)[number];

/** One result of a check. `look`: a person decides; `no`: it stops a delivery. */
export type Check = {
  key: CheckKey;
  ok: 'yes' | 'look' | 'no';
  /** A sentence for the writer. */
  words: string;
  /** The key of the piece that it is about. */
  piece?: string;
};

export type WorkToCheck = {
  sheet: WorkSheet;
  pieces: readonly PieceText[];
  brief: Brief;
  /** What the customer asked to change, in order, and what became of each point. */
  points?: readonly { outcome: 'done' | 'notDone' | null; answer?: string | null }[];
};

type Filled = SheetPiece & { text: string };
type Problem = { piece: SheetPiece; words: string };

const many = (count: number, noun: string) =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;

const hashtag = /(?<![\p{L}\p{N}_&/])#[\p{L}\p{N}_]*\p{L}[\p{L}\p{N}_]*/gu;

const emptyPieces = (pieces: readonly Filled[]): Problem[] =>
  pieces
    .filter(({ optional, text }) => !optional && text === '')
    .map((piece) => ({ piece, words: `${piece.label} is empty.` }));

function wordProblem({ label, text, limits: { minWords = 0, maxWords = Infinity } }: Filled) {
  const words = countWords(text);
  const has = `${label} has ${many(words, 'word')}`;
  if (words > maxWords) return `${has}; at most ${maxWords.toLocaleString('en-US')} were ordered.`;
  if (words < minWords) return `${has}; at least ${minWords.toLocaleString('en-US')} were ordered.`;
  return undefined;
}

function characterProblem({ label, text, limits: { maxCharacters = Infinity } }: Filled) {
  const characters = codePoints(text);
  if (characters <= maxCharacters) return undefined;
  return `${label} has ${many(characters, 'character')}; at most ${maxCharacters.toLocaleString('en-US')} fit.`;
}

function hashtagProblem({ label, text, limits: { maxHashtags = Infinity } }: Filled) {
  const hashtags = text.match(hashtag)?.length ?? 0;
  if (hashtags <= maxHashtags) return undefined;
  return `${label} has ${many(hashtags, 'hashtag')}; at most ${maxHashtags} ${maxHashtags === 1 ? 'is' : 'are'} allowed.`;
}

/** One result for each problem, or one that says that there is none. */
function results(key: CheckKey, ok: 'look' | 'no', problems: readonly Problem[], fine: string): Check[] {
  if (problems.length === 0) return [{ key, ok: 'yes', words: fine }];
  return problems.map(({ piece, words }) => ({ key, ok, words, piece: piece.key }));
}

/** Checks each piece that has one of these limits. */
function limitResults(
  key: CheckKey,
  filled: readonly Filled[],
  limits: readonly (keyof SheetPiece['limits'])[],
  problemOf: (piece: Filled) => string | undefined,
  fine: string,
): Check[] {
  const limited = filled.filter((piece) => limits.some((limit) => piece.limits[limit] !== undefined));
  if (limited.length === 0) return [];
  const problems = limited.flatMap((piece) => {
    const words = problemOf(piece);
    return words === undefined ? [] : [{ piece, words }];
  });
  return results(key, 'no', problems, fine);
}

/** The checks of a draft that need no server, in the order of `checkKeys`. A check that has nothing to look at is left out. */
export function checkWork({ sheet, pieces }: WorkToCheck): Check[] {
  const texts = new Map(pieces.map(({ key, text }) => [key, text.trim()]));
  const all = sheet.pieces.map((piece): Filled => ({ ...piece, text: texts.get(piece.key) ?? '' }));
  const filled = all.filter(({ text }) => text !== '');
  return [
    ...results('filled', 'no', emptyPieces(all), 'Every piece has a text.'),
    ...limitResults(
      'words',
      filled,
      ['minWords', 'maxWords'],
      wordProblem,
      'Every text has the number of words that was ordered.',
    ),
    ...limitResults(
      'characters',
      filled,
      ['maxCharacters'],
      characterProblem,
      'Every text fits its platform or place.',
    ),
    ...limitResults('hashtags', filled, ['maxHashtags'], hashtagProblem, 'No text has too many hashtags.'),
  ];
}
