import type { Brief } from '#contract/catalogue/brief.ts';
import { type ScannedText, scanWords } from './scan-words.ts';
import { countWords } from '#contract/text.ts';

/** A finding of a check. Without `piece`, it concerns the whole work; `ok: 'look'`: a person must decide. */
export type Finding = { words: string; piece?: string; ok?: 'look' };

/** A piece with a text. */
export type WrittenPiece = {
  key: string;
  label: string;
  text: string;
  scan: ScannedText;
  /** Whether it is a post for a platform. */
  isPost: boolean;
  /** Whether it is a slogan. */
  isSlogan: boolean;
};

const answer = (brief: Brief, key: string): string => {
  const value = brief[key] ?? '';
  return (Array.isArray(value) ? value.join('\n') : value).trim();
};

const answers = (brief: Brief, key: string): string[] => {
  const value = brief[key];
  return Array.isArray(value) ? value.filter((entry) => entry.trim() !== '') : [];
};

type Span = { start: number; end: number };

/** Finds the words of a term in sequence, ignoring case, plural and possessive "s". */
function spansOf(term: ScannedText, { count, stems, starts, ends }: ScannedText): Span[] {
  if (term.count === 0) return [];
  const found: Span[] = [];
  const first = term.stems[0]!;
  for (
    let at = stems.indexOf(first);
    at >= 0 && at + term.count <= count;
    at = stems.indexOf(first, at + 1)
  ) {
    let length = 1;
    while (length < term.count && stems[at + length] === term.stems[length]) length += 1;
    if (length === term.count) found.push({ start: starts[at]!, end: ends[at + length - 1]! });
  }
  return found;
}

const hasTerm = (term: ScannedText, { scan }: WrittenPiece) => spansOf(term, scan).length > 0;

/** Accepted spellings of a brand: "GoldenCrust" and "Golden-Crust" for "Golden Crust". */
function waysToWrite(brand: string): ScannedText[] {
  const words = brand.split(/[\s-]+/u);
  const divided = brand.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
  return [...new Set([brand, words.join(''), words.join('-'), words.join(' '), divided])].map(scanWords);
}

/** Hashtags, handles and web addresses may spell a brand in their own way. */
const isInName = (text: string, { start, end }: Span): boolean =>
  /[#@/._]$/u.test(text.slice(Math.max(0, start - 1), start)) ||
  /^(?:[@/_]|\.\p{L})/u.test(text.slice(end, end + 2));

const letters = (text: string) => text.toLowerCase().replaceAll(/[\s'’-]/gu, '');

/** Whether the words differ by one letter: changed, added, left out, or swapped with its neighbor. */
export function isOneTypo(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  let head = 0;
  while (head < Math.min(a.length, b.length) && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(a.length, b.length) - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  const [left, right] = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}

/**
 * Finds probable typos of a brand: capitalized passages with as many words and the same first letter, one typo away. In a brand
 * of several words, at least one word must match.
 */
function typosOf(brand: ScannedText, { text, stems, starts, ends, count }: ScannedText): Span[] {
  const meant = letters(brand.text);
  if (meant.length < (brand.count > 1 ? 6 : 7)) return [];
  const found: Span[] = [];
  for (let at = 0; at + brand.count <= count; at += 1) {
    const start = starts[at]!;
    const end = ends[at + brand.count - 1]!;
    if (Math.abs(end - start - brand.text.length) > 3) continue;
    let same = 0;
    for (let word = 0; word < brand.count; word += 1) if (stems[at + word] === brand.stems[word]) same += 1;
    if (
      same === brand.count ||
      (brand.count > 1 && same === 0) ||
      !/^\p{Lu}/u.test(text.slice(start, start + 2))
    )
      continue;
    const written = letters(text.slice(start, end).replace(/['’]s$/u, ''));
    if (written[0] === meant[0] && isOneTypo(written, meant)) found.push({ start, end });
  }
  return found;
}

/** Finds spellings of the brand name that differ from the brief; one finding per piece. Undefined without a brand name. */
export function checkBrandName(pieces: readonly WrittenPiece[], brief: Brief): Finding[] | undefined {
  const brand = answer(brief, 'brandName').replaceAll(/\s+/gu, ' ');
  const ways = waysToWrite(brand);
  const exact = ways[0]!;
  // a brand of one or two letters would match unrelated words
  if (brand.length < 3) return undefined;
  return pieces.flatMap(({ key, label, text, scan }) => {
    const spans = [...ways.flatMap((way) => spansOf(way, scan)), ...typosOf(exact, scan)];
    const wrong = spans
      .map((span) => ({ span, written: text.slice(span.start, span.end) }))
      .find(({ span, written }) => {
        const spelled = written.replaceAll(/\s+/gu, ' ').replaceAll('’', "'");
        const meant = brand.replaceAll('’', "'");
        return spelled !== meant && spelled.replace(/'?s$/u, '') !== meant && !isInName(text, span);
      });
    if (!wrong) return [];
    return [
      {
        piece: key,
        words: `${label} contains “${wrong.written}”, but the brief spells the brand “${brand}”.`,
      },
    ];
  });
}

const listed = (text: string) =>
  text
    .split(/[,;\n]+/u)
    .map((term) => term.trim().replaceAll(/^["“”']+|["“”'.]+$/gu, ''))
    .filter((term) => term !== '');

const mostWordsOfTerm = 3;

/** Finds required words that no slogan has; a person must judge longer requirements. Undefined when the brief requires none. */
export function checkMustInclude(pieces: readonly WrittenPiece[], brief: Brief): Finding[] | undefined {
  const terms = listed(answer(brief, 'mustInclude')).map(scanWords);
  const slogans = pieces.filter(({ isSlogan }) => isSlogan);
  if (terms.length === 0 || slogans.length === 0) return undefined;
  return terms
    .filter((term) => term.count > 0 && !slogans.some((piece) => hasTerm(term, piece)))
    .map((term) => ({
      words: `No slogan contains “${term.text}”, although the brief asks for it.`,
      ...(term.count > mostWordsOfTerm && { ok: 'look' as const }),
    }));
}

/** Finds keywords of the brief that no piece has. Undefined when the brief has none. */
export function checkKeywords(pieces: readonly WrittenPiece[], brief: Brief): Finding[] | undefined {
  const keywords = answers(brief, 'keywords').map(scanWords);
  if (keywords.length === 0) return undefined;
  return keywords
    .filter((keyword) => keyword.count > 0 && !pieces.some((piece) => hasTerm(keyword, piece)))
    .map(({ text }) => ({ words: `No text contains the keyword “${text}”.` }));
}

const quoted = /[“"«]([^”"»\n]{1,80})[”"»]|(?<![\p{L}\p{N}])[‘']([^’'\n]{1,80})[’'](?![\p{L}\p{N}])/gu;
const leadIn =
  /^(?:please |and |or |also )*(?:no|not|never|without|avoid|avoiding|do not|don[’']t|must not|mustn[’']t|nothing about)(?: (?:mention|mentioning|say|saying|use|using|write|name|talk about|refer to|include|make|want|any|the|word|words|term|terms|phrase|like))*\s+/iu;
const tail = /(?: by name| at all| please| anywhere| ever| in the (?:text|copy|posts?|slogans?))+$/iu;

/** The terms that the brief asks to avoid: quoted terms, and parts of a sentence with at most three words. */
function termsToAvoid(brief: Brief): string[] {
  const parts = (text: string) =>
    text
      .replaceAll(quoted, '\n')
      .split(/[,;.!?\n•]+| (?:and|or|nor) /iu)
      .map((part) => part.trim().replace(/^[-*] */u, ''));
  const meant = (part: string) => part.replace(leadIn, '').replace(tail, '').trim();
  const [avoid, notes] = [answer(brief, 'avoid'), answer(brief, 'notes')];
  const unquoted = [
    ...parts(avoid),
    // notes are about other things too, so only parts that begin with words such as "avoid" count
    ...parts(notes).filter((part) => leadIn.test(part)),
  ].map(meant);
  return [
    ...[...`${avoid}\n${notes}`.matchAll(quoted)].map(([, one, other]) => one ?? other ?? ''),
    ...unquoted.filter((term) => countWords(term) <= mostWordsOfTerm),
    ...answers(brief, 'avoidTags').map((tag) => tag.replace(/^#/u, '')),
  ];
}

const tooCommon = /^(?:a|an|the|any|it|that|this|them|none|nothing|no|not|n\/?a|to|us|we|you|too|so)$/iu;

/** Finds words that the brief asks to avoid; one finding per piece and term. Undefined when the brief names none. */
export function checkAvoided(pieces: readonly WrittenPiece[], brief: Brief): Finding[] | undefined {
  const terms = [...new Set(termsToAvoid(brief).map((term) => term.toLowerCase()))]
    .filter((term) => !tooCommon.test(term))
    .map(scanWords)
    .filter(({ count }) => count > 0);
  if (terms.length === 0) return undefined;
  return pieces.flatMap((piece) =>
    terms.flatMap((term) => {
      const [span] = spansOf(term, piece.scan);
      if (!span) return [];
      const said = piece.text.slice(span.start, span.end);
      return [
        { piece: piece.key, words: `${piece.label} contains “${said}”, which the brief says to avoid.` },
      ];
    }),
  );
}

const actions = new Set(
  (
    'apply ask book bring browse buy call catch check choose click comment come contact discover dm download drop email ' +
    'enjoy explore find follow get give go grab guess head help invite join keep learn let listen look make meet message ' +
    'order pick pop pre-order preorder read register remember reply request reserve rsvp save scan search see send share ' +
    'shop show sign start stop subscribe swipe swing tag take taste tell text think treat try tune turn use view visit ' +
    'vote watch win write'
  ).split(' '),
);
const opener = /^(?:and|but|just|now|or|please|so|then|today|tonight)$/iu;
const inBio = /\blink\b[^.!?\n]{0,20}\b(?:bio|profile)\b/iu;

/** Whether a piece has a question, a web address, "link in bio", or a clause that begins with a verb such as "order". */
function asksForAction({ text, scan: { count, starts, ends } }: WrittenPiece): boolean {
  if (text.includes('?') || text.includes('://')) return true;
  let before = '';
  for (let at = 0; at < count; at += 1) {
    const word = text.slice(starts[at], ends[at]);
    const between = text.slice(at === 0 ? 0 : ends[at - 1], starts[at]);
    const isFirst =
      at === 0 || /[.!?:;,…—–(\n\p{Extended_Pictographic}]/u.test(between) || opener.test(before);
    if (isFirst && !between.endsWith('#') && actions.has(word.toLowerCase())) return true;
    before = word;
  }
  return inBio.test(text);
}

/** A web address in the short form that people write: "goldencrust.example/order". */
const shortAddress = (link: string) =>
  link
    .toLowerCase()
    .replace(/^https?:\/\/(?:www\.)?/u, '')
    .replace(/[/?#]+$/u, '');

/** Finds posts without a call to action, and a link of the brief that no post has. Undefined when there is no post. */
export function checkLinks(pieces: readonly WrittenPiece[], brief: Brief): Finding[] | undefined {
  const posts = pieces.filter(({ isPost }) => isPost);
  if (posts.length === 0) return undefined;
  const link = shortAddress(answer(brief, 'link'));
  const hasLink = () => posts.some(({ text }) => text.toLowerCase().includes(link) || inBio.test(text));
  return [
    ...(link === '' || hasLink() ? [] : [{ words: `No post contains the brief’s link, ${link}.` }]),
    ...posts
      .filter((post) => !asksForAction(post))
      .map(({ key, label }) => ({ piece: key, words: `${label} has no call to action.` })),
  ];
}
