/** Real words of our customers' trades that the linter's dictionary lacks, in the singular. */
const words = new Set(
  'biophilic boulangerie chocolaterie chocolatier compostable coworking creperie deadstock decluttering doula fromagerie gastropub gelateria glamping haircare homewares kombucha loungewear meadery microgreen nanobrewery omnichannel osteria permaculture preloved rewilding roastery shapewear staycation taproom taqueria trattoria upcycle upcycled upcycler upcycling vinoteca winemaking'.split(
    ' ',
  ),
);

const singular = (word: string) => word.replace(/['’]s?$/u, '').replace(/ies$/u, 'y');

/** Whether a word, its plural or its possessive is one of them. */
export const isTradeWord = (word: string): boolean => {
  const plain = singular(word.toLowerCase());
  return words.has(plain) || words.has(plain.replace(/s$/u, ''));
};
