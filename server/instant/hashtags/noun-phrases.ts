import model from 'wink-eng-lite-web-model';
import winkNLP from 'wink-nlp';

const nlp = winkNLP(model, ['sbd', 'pos']);
const { value, pos } = nlp.its;

const inPhrase = new Set(['ADJ', 'NOUN', 'PROPN', 'NUM']);
const isHead = new Set(['NOUN', 'PROPN']);
// "good bread" is bread: these tell nothing of what it is
const emptyAdjectives = new Set(
  'good great best better nice new own other many much more most some any few last next same real right sure able'.split(
    ' ',
  ),
);

/** Phrases of two words or more, and single nouns, in the order of the text: "Artisan sourdough bakery", "Leeds". */
export function nounPhrases(text: string): string[][] {
  const tokens = nlp.readDoc(text).tokens();
  const words = tokens.out(value);
  const tags = tokens.out(pos);
  const phrases: string[][] = [];
  let open: { word: string; tag: string }[] = [];
  const close = () => {
    while (open.length > 0 && !isHead.has(open.at(-1)!.tag)) open.pop();
    const phrase = open.map(({ word }) => word).filter((word) => !emptyAdjectives.has(word.toLowerCase()));
    if (phrase.length > 0) phrases.push(phrase);
    open = [];
  };
  for (const [index, word] of words.entries()) {
    const tag = tags[index] ?? '';
    if (inPhrase.has(tag) && /^[\p{L}\p{N}][\p{L}\p{N}'’-]*$/u.test(word)) open.push({ word, tag });
    else close();
  }
  close();
  return phrases;
}
