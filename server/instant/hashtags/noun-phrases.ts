import { tagWords } from '#server/instant/tag-words.ts';

const inPhrase = new Set(['ADJ', 'NOUN', 'PROPN', 'NUM']);
const isHead = new Set(['NOUN', 'PROPN']);
// adjectives without meaning for a tag: "good bread" is bread
const emptyAdjectives = new Set(
  'good great best better nice new own other many much more most some any few last next same real right sure able such every'.split(
    ' ',
  ),
);
const numbers =
  /^(?:\p{N}.*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundreds?|thousands?|millions?|dozens?|numbers?|half|double|twice)$/iu;

/** Activities and services that the tagger labels as verbs: "candle making classes". */
const activity =
  /^(?:baking|boarding|carving|counsell?ing|fitting|glazing|interpreting|mending|plastering|polishing|restoring|sharpening|tiling|trimming|tuning|welding|brewing|building|camping|cleaning|climbing|coaching|cooking|counseling|dancing|designing|detailing|fishing|framing|gardening|grooming|hiking|knitting|landscaping|making|marketing|painting|parenting|planning|printing|remodeling|repairs?|riding|roasting|sewing|sitting|styling|tasting|teaching|training|tutoring|walking|washing|weaving|writing)$/iu;

/** Whether a word names an activity, to which its object belongs: "candle making". */
export const isActivity = (word: string): boolean => activity.test(word);

/** Whether a word is a number or quantity. */
export const isNumber = (word: string): boolean => numbers.test(word);

type Word = ReturnType<typeof tagWords>[number];

/** Joins the parts of a hyphenated word into one word, tagged as an adjective: “first-time”, “second-hand”. */
function joinHyphens(words: readonly Word[]): Word[] {
  const joined: Word[] = [];
  for (const [index, word] of words.entries()) {
    const last = joined.at(-1);
    const isHyphen = (one: Word | undefined) => one !== undefined && /^[-‐‑]$/u.test(one.word);
    const touches = last !== undefined && last.end === word.start;
    if (touches && (isHyphen(word) ? words[index + 1]?.start === word.end : last.word.endsWith('-')))
      Object.assign(last, {
        word: `${last.word}${isHyphen(word) ? '-' : word.word}`,
        end: word.end,
        tag: 'ADJ',
      });
    else joined.push({ ...word });
  }
  return joined;
}

/**
 * Phrases of two or more words, and single nouns, in the order of the text: "Artisan sourdough bakery", "Leeds". Leaves out
 * counted nouns ("five days", "three mistakes"), because they name no topic.
 */
export function nounPhrases(text: string): string[][] {
  const phrases: string[][] = [];
  let open: { word: string; tag: string }[] = [];
  const close = () => {
    while (open.length > 0 && !isHead.has(open.at(-1)!.tag)) open.pop();
    const phrase = open.map(({ word }) => word).filter((word) => !emptyAdjectives.has(word.toLowerCase()));
    if (phrase.length > 0 && !phrase.some(isNumber)) phrases.push(phrase);
    open = [];
  };
  const words = joinHyphens(tagWords(text));
  for (const [index, { word, tag: tagged }] of words.entries()) {
    const isParticiple =
      tagged === 'VERB' && /\p{Ll}{2}ed$/u.test(word) && isHead.has(words[index + 1]?.tag ?? '');
    const tag =
      tagged === 'VERB' && open.length > 0 && isActivity(word)
        ? 'NOUN'
        : // “fermented foods”
          isParticiple && open.length === 0
          ? 'ADJ'
          : tagged;
    if (inPhrase.has(tag) && /^[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*$/u.test(word)) open.push({ word, tag });
    else close();
  }
  close();
  return phrases;
}
