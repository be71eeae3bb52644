import { tagWords, type TaggedWord } from '#server/instant/tag-words.ts';
import type { Stretch } from './split-blocks.ts';
import { isState } from './state-words.ts';

const list = (words: string) => new Set(words.split(' '));
const irregular = list(
  'arisen awoken beaten begun bent bitten bled blown bought bound broken brought built burnt cast caught chosen cut dealt done drawn dug driven drunk eaten fed felt flown forbidden forgotten forgiven fought found frozen given ground grown heard held hidden hit hung hurt kept known laid led learnt left lent lost made meant met mistaken paid proven put read run said sawn seen sent set sewn shaken shed shot shown shrunk shut sold sought sown spelt spent spilt split spoken spread spun stolen struck stuck stung sung sunk sworn swept taken taught thrown told torn understood undone upheld withdrawn withheld won worn woven wound written',
);
const auxiliaries = list("am is are was were be been being get gets got getting 's 're");
const between = list("not n't all both never always often usually now then once twice first being also");
const noParticiples = list(
  'need seed speed feed exceed indeed red hundred bed shed embed bleed breed weed deed naked wicked sacred rugged',
);
/** Verbs that can have a second object: "was given prizes" is passive, but "are used books" is not. */
const giving = list(
  'given offered taught told shown sent paid charged asked granted denied promised awarded named elected',
);
const time =
  /^(?:daily|weekly|monthly|yearly|nightly|today|tonight|tomorrow|yesterday|(?:weekday|weekend|week|month|year|morning|evening|night|spring|summer|fall|autumn|winter)s?|\p{L}+days?)$/u;
/** Words after "by" that don't name who acts: "they get tired by noon". */
const deadline = /^(?:noon|midnight|now|then|\p{N}.*)$/u;

/**
 * Participles that describe a state at the end of a clause and are passive elsewhere: "nothing is left", but "the dough is left
 * to rest".
 */
const stateAtEnd = list('left packed locked checked');

type Word = TaggedWord & { lower: string };

const isParticiple = (word: string) =>
  (word.endsWith('ed') && word.length > 3 && !noParticiples.has(word)) ||
  irregular.has(word.replace(/^(?:re|over|mis|pre)(?=\p{L}{3})/u, '')) ||
  irregular.has(word);

/** The position after any adverbs: "is still often baked". */
function afterAdverbs(words: readonly Word[], from: number): number {
  let at = from;
  while (at < from + 4 && (words[at]?.tag === 'ADV' || between.has(words[at]?.lower ?? ''))) at += 1;
  return at;
}

const inSubject = list('DET NOUN PROPN ADJ');

/** The position after the subject of a question: "Is the bread baked here?". */
function afterSubject(words: readonly Word[], from: number): number {
  let at = from;
  const isVerb = (word: Word) =>
    isParticiple(word.lower) && ['NOUN', 'PROPN', 'PRON'].includes(words[at - 1]!.tag);
  while (at < from + 5 && words[at] && !isVerb(words[at]!)) {
    if (
      !inSubject.has(words[at]!.tag) &&
      !(at === from && words[at]!.tag === 'PRON' && words[at]!.lower !== 'there')
    )
      break;
    at += 1;
  }
  return at === from ? from : afterAdverbs(words, at);
}

/** Whether the participle at this position is a passive verb, not an adjective: "is baked by hand", not "is baked bread". */
function isPassiveVerb(words: readonly Word[], auxiliary: Word, at: number): boolean {
  const verb = words[at];
  // the tagger labels rare participles as adjectives
  if (!verb || !isParticiple(verb.lower) || (verb.tag !== 'VERB' && verb.tag !== 'ADJ')) return false;
  const [next, second] = [words[at + 1], words[at + 2]];
  if (next?.lower === 'by' && !deadline.test(second?.lower ?? '')) return true;
  if (next?.word === '-' || isState(verb.lower)) return false;
  const isEnd = !next || next.tag === 'PUNCT' || next.tag === 'CCONJ' || next.lower === 'of';
  if (isEnd && stateAtEnd.has(verb.lower)) return false;
  // "'s" means "has" here: "it's made a difference", "he's left the house"
  if (
    auxiliary.lower === "'s" &&
    next &&
    /^(?:DET|PRON|NUM)$/.test(next.tag) &&
    !/^(?:every|each)$/.test(next.lower)
  )
    return false;
  if (auxiliary.lower.startsWith('g') && verb.lower === 'started') return false;
  // not passive: "she is aged 40", "we are sold out", "we are used to it"
  if (verb.lower === 'sold' && next?.lower === 'out') return false;
  if (verb.lower === 'aged' && next?.tag === 'NUM') return false;
  if (verb.lower === 'used' && next?.lower === 'to' && second?.tag !== 'VERB') return false;
  if (words[at - 1]?.lower === 'well') return false;
  let noun = at + 1;
  while (words[noun]?.tag === 'ADJ' && !time.test(words[noun]!.lower)) noun += 1;
  const object = words[noun];
  return object?.tag !== 'NOUN' || time.test(object.lower) || giving.has(verb.lower);
}

/** The passive verbs in a sentence. */
export function findPassives(sentence: Stretch): Stretch[] {
  const found: Stretch[] = [];
  const words = tagWords(sentence.text).map((word) => ({
    ...word,
    lower: word.word.toLowerCase().replaceAll('’', "'"),
  }));
  for (const [index, auxiliary] of words.entries()) {
    if (!auxiliaries.has(auxiliary.lower)) continue;
    const asks = index === 0 && sentence.text.trimEnd().endsWith('?');
    const at = asks ? afterSubject(words, index + 1) : afterAdverbs(words, index + 1);
    if (!isPassiveVerb(words, auxiliary, at)) continue;
    const { start } = auxiliary;
    const { end } = words[at]!;
    found.push({
      text: sentence.text.slice(start, end),
      start: sentence.start + start,
      end: sentence.start + end,
    });
  }
  return found;
}
