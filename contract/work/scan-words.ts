/** The words of a text, split like `countWords` in text.ts splits them. */
export type ScannedText = {
  text: string;
  count: number;
  /** A hash of each word in lower case and without a plural or possessive "s". */
  stems: Int32Array;
  /** Where each word begins and ends, in UTF-16 units. */
  starts: Int32Array;
  ends: Int32Array;
};

const isWordPart = /^[\p{L}\p{M}\p{N}]$/u;
const apostrophe = 0x27;
const unknown = 0;
const other = 1;
const joiner = 2;
const wordPart = 3;
/** The high surrogate of an astral character. */
const high = 4;
const space = 0x20;
// Filled when a character occurs. Astral characters are rare, so they are in a map.
const kinds = new Uint8Array(0x1_0000);
const lowers = new Uint16Array(0x1_0000);
const astralKinds = new Map<number, number>();

const kindOf = (character: string) =>
  isWordPart.test(character) ? wordPart : /^['’-]$/.test(character) ? joiner : other;

function learn(unit: number): number {
  const character = String.fromCharCode(unit);
  const lower = character === '’' ? apostrophe : character.toLowerCase().charCodeAt(0);
  lowers[unit] = lower;
  const kind = unit >= 0xd800 && unit < 0xdc00 ? high : kindOf(character);
  kinds[unit] = kind;
  return kind;
}

function astralKind(code: number): number {
  const known = astralKinds.get(code) ?? kindOf(String.fromCodePoint(code));
  astralKinds.set(code, known);
  return known;
}

// Buffers shared by all calls, one at a time; results are copied. Three new arrays per text would mostly be garbage.
let buffers = [new Int32Array(4096), new Int32Array(4096), new Int32Array(4096)] as const;

const seed = 0x811c_9dc5;
const s = 0x73;
// FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/
const mix = (hash: number, unit: number) => Math.imul(hash ^ unit, 0x0100_0193);

/** Scans the words in one pass. A regular expression takes four times as long, too long for a check during typing. */
export function scanWords(text: string): ScannedText {
  const { length } = text;
  const most = (length + 1) >> 1;
  if (most > buffers[0].length) buffers = [new Int32Array(most), new Int32Array(most), new Int32Array(most)];
  const [stems, starts, ends] = buffers;
  let count = 0;
  let start = -1;
  let joinedAt = -1;
  // hashes of the word so far, before its last character, and before its last joiner
  let hash = seed;
  let beforeLast = seed;
  let beforeJoiner = seed;
  let last = 0;
  let secondLast = 0;
  for (let at = 0; at <= length; at += 1) {
    const unit = at < length ? text.charCodeAt(at) : space;
    let kind = kinds[unit]!;
    if (kind === unknown) kind = learn(unit);
    const isPair = kind === high && text.codePointAt(at)! > 0xffff;
    if (isPair) kind = astralKind(text.codePointAt(at)!);
    if (kind === wordPart) {
      if (start < 0) {
        start = at;
        hash = seed;
        last = 0;
        joinedAt = -1;
      } else if (joinedAt === at - 1) {
        beforeJoiner = hash;
        hash = mix(hash, lowers[text.charCodeAt(joinedAt)]!);
      }
      beforeLast = hash;
      secondLast = last;
      last = lowers[unit]!;
      hash = mix(hash, last);
      if (isPair) hash = mix(hash, text.charCodeAt(at + 1));
    } else if (start >= 0) {
      if (kind === joiner && joinedAt !== at - 1) joinedAt = at;
      else {
        const end = joinedAt === at - 1 ? joinedAt : at;
        const isPossessive = joinedAt > start && end - joinedAt === 2 && last === s;
        const isPlural = last === s && secondLast !== s && end - start > 3;
        stems[count] = isPossessive ? beforeJoiner : isPlural ? beforeLast : hash;
        starts[count] = start;
        ends[count] = end;
        count += 1;
        start = -1;
      }
    }
    if (isPair) at += 1;
  }
  return {
    text,
    count,
    stems: stems.slice(0, count),
    starts: starts.slice(0, count),
    ends: ends.slice(0, count),
  };
}
