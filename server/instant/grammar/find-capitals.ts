import type { GrammarFinding, Rule } from './grammar-kinds.ts';

/** Names that are written in lower case by mistake, in their correct form. Names that are also words are left out. */
const names =
  'Monday Tuesday Wednesday Thursday Friday Saturday Sunday Mondays Tuesdays Wednesdays Thursdays Fridays Saturdays Sundays January February April June July August September October November December Christmas Easter Halloween Thanksgiving Hanukkah Ramadan Diwali London Paris Rome Berlin Madrid Lisbon Porto Vienna Prague Dublin Edinburgh Glasgow Manchester Liverpool Leeds Bristol Cardiff Belfast Oxford Cambridge Amsterdam Brussels Copenhagen Stockholm Oslo Helsinki Athens Istanbul Moscow Tokyo Beijing Shanghai Mumbai Delhi Dubai Cairo Nairobi Sydney Melbourne Brisbane Perth Adelaide Auckland Toronto Montreal Vancouver Ottawa Calgary Chicago Boston Seattle Denver Austin Dallas Houston Atlanta Miami Philadelphia Detroit Portland Brooklyn Manhattan California Texas Florida Ohio Oregon Vermont Maine Colorado Arizona Nevada Utah Michigan Illinois Alaska Hawaii Canada America Britain England Scotland Wales Ireland Australia France Germany Italy Spain Portugal Austria Switzerland Belgium Netherlands Denmark Sweden Norway Finland Poland Ukraine Russia Greece Mexico Brazil Argentina Chile Peru India Japan Korea Vietnam Thailand Indonesia Egypt Morocco Kenya Nigeria Europe Africa Asia English Spanish Italian German Portuguese Dutch Swedish Norwegian Danish Finnish Russian Ukrainian Greek Arabic Japanese Korean Chinese Hindi American British Canadian Australian European African Asian Mexican Brazilian Indian Irish Scottish Welsh Turkish Hungarian Romanian Bulgarian Croatian Serbian Czech Austrian Belgian Thai Vietnamese Indonesian Argentinian Colombian Egyptian Moroccan Nigerian Israeli Californian Hungary Romania Bulgaria Croatia Serbia Slovenia Slovakia Israel Pakistan Nepal Colombia Cuba Taiwan Singapore Malaysia iPhone iPad eBay Facebook Instagram YouTube Google Amazon TikTok LinkedIn WhatsApp Netflix Microsoft French CEO CEOs CFO CTO USA FAQ FAQs'.split(
    ' ',
  );
const byLower = new Map(names.map((name) => [name.toLowerCase(), name]));
const phrases = new Map(
  'Good Friday|Black Friday|New York|New Zealand|New Jersey|Los Angeles|San Francisco|Las Vegas|United States|United Kingdom|New Year’s Eve|South Africa|Cyber Monday'
    .split('|')
    .map((name) => [name.toLowerCase().replace('’', "'"), name]),
);
const name: Rule = { kind: 'capital', how: 'Begin names with a capital letter.' };
const begin: Rule = { kind: 'capital', how: 'Begin the sentence with a capital letter.' };
const small: Rule = { kind: 'capital', how: 'Write common nouns in lowercase.' };

/** Common nouns that writers capitalize as in German or in brochures. */
const commonNouns = new Set(
  'Customer Customers Guest Guests Product Products Service Services Quality Team Employee Employees Website Price Prices Order Orders Room Rooms Breakfast Garden Member Members Student Students Visitor Visitors'.split(
    ' ',
  ),
);
const smallBefore = /\b(?:every|each|all|any|many|our|your|the|a|an|of|for|with|best|high) $/iu;

/** Words after names of places and peoples with which they are common nouns: “french fries,” “an oxford shirt.” */
const commonUses: Record<string, RegExp> = {
  french: /^ (?:fries|press|presses|toast|doors?|windows?|horn|beans?)/u,
  brussels: /^ sprouts?/u,
  danish: /^(?:es)?(?: (?:and|with|or|pastry)|[.,;!?])/u,
  oxford: /^ (?:shirts?|shoes?|cloth)/u,
  august: /^ (?:body|institution|company|assembly|presence|figures?)/u,
};
/** Seasons aren’t names, but “the Fall of Rome,” “Spring Street” and “Spring 2026” may be. */
const seasons =
  /(?<=\b(?:every|each|all|this|last|next|the|in|during|until) )(?:Summer|Winter|Autumn|Spring|Fall)s?(?! ?\p{Lu}| \p{N}| of\b|[-’'])/gu;

/** Lower-case letters at the start of names, and capitals in the middle of a sentence where there is no name. */
export function findCapitals(text: string): GrammarFinding[] {
  const found: GrammarFinding[] = [];
  const add = (start: number, quote: string, right: string, rule: Rule) =>
    found.push({ start, end: start + quote.length, suggestions: [right], rule });
  for (const { 0: word, index } of text.matchAll(
    /(?<![\p{L}\p{N}@#/._-])\p{L}+(?![\p{L}\p{N}@/_-]|\.\p{L})/gu,
  )) {
    const right = byLower.get(word.toLowerCase());
    // “iphone” is wrong; “IPHONE” and “Iphone” are choices of the writer
    const isName = right !== undefined && /^\p{Ll}+$/u.test(word) && right !== word;
    if (isName && !commonUses[word]?.test(text.slice(index + word.length, index + 20)))
      add(index, word, right, name);
    if (!commonNouns.has(word)) continue;
    const before = text.slice(Math.max(0, index - 12), index);
    const after = text.slice(index + word.length, index + word.length + 3);
    // not “our Customer Service” and “the Garden State”, which are names
    if (
      smallBefore.test(before) &&
      !/^[ -]\p{Lu}/u.test(after) &&
      !/(?!(?:Every|Each|All|Any|Many|Our|Your|The|An?) )(?<!\p{L})\p{Lu}\p{L}* $/u.test(before)
    )
      add(index, word, word.toLowerCase(), small);
  }
  for (const { 0: word, index } of text.matchAll(seasons)) add(index, word, word.toLowerCase(), small);
  for (const [lower, right] of phrases)
    for (const { 0: words, index } of text.matchAll(new RegExp(`\\b${lower}\\b`, 'giu')))
      if (words !== right && words === words.toLowerCase()) add(index, words, right, name);
  // a salutation followed by a lower-case line: “Dear Ms. Lee,” then “thank you”. German does so, English doesn’t.
  for (const { 0: opening, 1: word = '', index } of text.matchAll(
    /^(?:dear|hi|hello|hey|good (?:morning|afternoon|evening))(?: [^\n,]{1,60})?,[ \t]*\n\s*(\p{Ll}\p{L}*)/gimu,
  ))
    if (/^\p{Ll}+$/u.test(word))
      add(index + opening.length - word.length, word, word.charAt(0).toUpperCase() + word.slice(1), begin);
  // a sentence in lower case after a complete one: “It is open. we wait.”, but not after “a.m.” or “etc.”
  for (const { 1: lead = '', 2: word = '', index } of text.matchAll(
    /(\p{L}{3,20}[.!?]{1,3} )(we|you|it|he|she|they|our|the|this|there|bring|sign|call|come|visit|your|its|my|so|if|in|but|and|please|theres|theirs|dont|were)\b/gu,
  ))
    if (!/^(?:etc|approx|vs|est|inc|ltd|dept|incl|corp|jr|sr|bros)\./iu.test(lead))
      add(index + lead.length, word, word.charAt(0).toUpperCase() + word.slice(1), begin);
  return found;
}
