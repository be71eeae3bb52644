import { tagWords } from '#server/instant/tag-words.ts';

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
  const phrases: string[][] = [];
  let open: { word: string; tag: string }[] = [];
  const close = () => {
    while (open.length > 0 && !isHead.has(open.at(-1)!.tag)) open.pop();
    const phrase = open.map(({ word }) => word).filter((word) => !emptyAdjectives.has(word.toLowerCase()));
    if (phrase.length > 0) phrases.push(phrase);
    open = [];
  };
  for (const { word, tag } of tagWords(text)) {
    if (inPhrase.has(tag) && /^[\p{L}\p{N}][\p{L}\p{N}'’-]*$/u.test(word)) open.push({ word, tag });
    else close();
  }
  close();
  return phrases;
}
