import model from 'wink-eng-lite-web-model';
import winkNLP from 'wink-nlp';

const nlp = winkNLP(model, ['sbd', 'pos']);
// oxlint-disable-next-line typescript/unbound-method -- because the library takes these functions by reference
const { value, pos, precedingSpaces, stem, lemma } = nlp.its;
// the library's types describe a single token, but the functions run for all of them
const stems = stem as unknown as typeof pos;
const forms = lemma as unknown as typeof pos;

/**
 * A word or punctuation mark with its part of speech (universal tags, such as NOUN) and its dictionary form (“go” for “went”).
 * Offsets are UTF-16.
 */
export type TaggedWord = { word: string; tag: string; lemma: string; start: number; end: number };

/** The words and punctuation marks of a text, in order, with their parts of speech. */
export function tagWords(text: string): TaggedWord[] {
  const tokens = nlp.readDoc(text).tokens();
  const words = tokens.out(value);
  const tags = tokens.out(pos);
  const spaces = tokens.out(precedingSpaces);
  const lemmas = tokens.out(forms);
  let at = 0;
  return words.map((word, index) => {
    const start = at + (spaces[index]?.length ?? 0);
    at = start + word.length;
    return { word, tag: tags[index] ?? '', lemma: lemmas[index] ?? word, start, end: at };
  });
}

/** The stems of a text's words, in lower case: "bakeries" and "bakery" have one stem. */
export const stemsOf = (text: string): string[] =>
  nlp
    .readDoc(text)
    .tokens()
    .out(stems)
    .filter((one) => /\p{L}/u.test(one))
    .map((one) => one.toLowerCase());
