import type { GrammarFinding, Rule } from './grammar-kinds.ts';
import { toForm } from './word-forms.ts';

const plural: Rule = { kind: 'apostrophe', how: 'Leave out the apostrophe: this is a plural.' };
const missing: Rule = { kind: 'apostrophe', how: 'Add the apostrophe.' };
const people =
  'children|men|women|people|father|mother|brother|sister|today|yesterday|tomorrow|dog|cat|baby|customer|friend|teacher|company|neighbor|neighbour|king|world|boss|manager|owner|grandmother|grandfather|author|editor|reader|writer|week|month';
/** People whose plural often stands before a verb: “our designers work.” */
const roles =
  'pet|kid|client|guest|user|employee|student|visitor|member|patient|parent|buyer|tenant|landlord|horse|puppy|doctor|chef|artist|designer|builder|bride|partner|uncle|aunt|wife|husband|son|daughter|girlfriend|boyfriend';
const owned =
  'menu|room|rooms|shoes|clothes|car|house|shop|bowl|books|toys|name|job|work|wear|department|day|garden|kitchen|office|bag|bike|phone|hat|coat|mother|father|wife|husband|choice|needs|health|best|largest|news|special|meeting|food|bed|collar|tail|life|hands|desk|birthday|party|team|seat|favorite|favourite|jackets|jacket|fashion|recipe|recipes|pickles|safety|opinion|privacy|account|address|website|password|details|satisfaction|expectations|behavior|behaviour|skin|hair|story|stories|lives|homes|future|success|reputation|brand|owner|manager|kennel|playlist|oldest';
/** Owned things that can’t be read as a verb. */
const things =
  'menu|rooms|shoes|clothes|car|books|toys|department|day|kitchen|office|bike|hat|coat|mother|father|wife|husband|health|food|bed|collar|tail|life|hands|desk|birthday|favorite|favourite|jackets|jacket|fashion|recipe|recipes|pickles|safety|opinion|privacy|website|password|details|satisfaction|expectations|behavior|behaviour|skin|hair|story|stories|lives|homes|future|success|reputation|brand|owner|manager|kennel|playlist';

const rows: [pattern: RegExp, fix: (match: readonly string[]) => string, rule: Rule][] = [
  // “the 1990’s”, but “1990’s biggest hit”
  [
    /\b(?:the|early|late|mid-?) ?((?:1[89]|20)\d0)['’]s\b/giu,
    (match) => `${match[0]!.replace(/['’]s$/u, 's')}`,
    plural,
  ],
  // “sells apple’s and pears”: a plural after a verb, an adjective or a number, at the end or before “and”, “for” or the like
  [
    /(?<=\b(?:sells?|bakes?|makes?|buys?|have|fresh|of|our|many|two|three|four|five|more|all|best|new|delicious|homemade) )(?!(?:what|that|there|who|where|how|one|today|else|company|team|shop|business|world|city)['’])(\p{Ll}{3,20})['’]s(?= (?:and|or|from|for|in|on|at|here|every|are|with|to)\b|[.,;!?])/gu,
    (match) => match[0]!.replace(/['’]s$/u, 's'),
    plural,
  ],
  // “fixing boiler’s in Norwich”, “no hidden cost’s”
  [
    /(?<=\b(?:\p{Ll}{3,12}ing|hidden|no|few|any) )(?!(?:every|some|any|no)(?:one|body|thing)|(?:what|that|there|here|it|he|she|who|where|how|one|today|else|let)\b)(\p{Ll}{3,20})['’]s(?= (?:and|or|from|for|in|on|at|here|every|are|with|to)\b|[.,;!?])/gu,
    (match) => match[0]!.replace(/['’]s$/u, 's'),
    plural,
  ],
  [
    /(?<=\b(?:our|the|all|many|these) )(?!(?:one|other|company|family)\b)(\p{Ll}{3,20}(?:er|or|ist|ent|ant))['’]s(?= (?:have|were|do)\b)/giu,
    (match) => match[0]!.replace(/['’]s$/u, 's'),
    plural,
  ],
  // “the first 100 customer’s on Friday”, “the same mistake’s over and over”
  [
    /(?<=\b(?:\d{2,3}|\d{1,3},\d{3}|the same|more) )(?!(?:one|other|today|day|week|month|year)\b)(\p{Ll}{4,20})['’]s(?= (?:and|or|from|for|in|on|at|here|over|are|with|to|who|that)\b|[.,;!?])/giu,
    (match) => match[0]!.replace(/['’]s$/u, 's'),
    plural,
  ],
  [
    /(?<!\b(?:a|the|each|every|our|your|one) )\bcustomer['’]s(?= (?:love|say|like|tell|want|ask|are|have|come|know|can|who)\b)/giu,
    () => 'customers',
    plural,
  ],
  [
    /\b(?:photo|video|logo|menu|taco|potato|tomato|cd|dvd|faq|pdf|atm|tv|banana|app)['’]s(?= (?:are|and|or|were|for|in|on|from|with|here)\b|[.,;!?])/giu,
    (match) => match[0]!.replace(/['’]s$/u, 's'),
    plural,
  ],
  [
    new RegExp(`\\b(children|men|women|people)s(?= (?:${owned})\\b)`, 'giu'),
    (match) => `${match[1]}'s`,
    missing,
  ],
  [
    new RegExp(`(?<=\\b(?:the|my|his|her|our|your|their|a) )(${people})s(?= (?:${owned})\\b)`, 'giu'),
    (match) => `${match[1]}'s`,
    missing,
  ],
  [
    new RegExp(`(?<=\\b(?:the|my|his|her|our|your|their|a) )(${roles})s(?= (?:${things})\\b)`, 'giu'),
    (match) => `${match[1]}'s`,
    missing,
  ],
  [
    /\b(\p{Lu}\p{Ll}{2,15})s(?= (?:mother|father|wife|husband|brother|sister|birthday)\b)/gu,
    (match) => `${match[1]}'s`,
    missing,
  ],
  [
    /(?<!\b(?:a|slight|the) )\b(?:ca|do|does|did|is|are|was|were|has|have|had|could|should|would)nt\b(?!['’])/giu,
    (match) => match[0]!.replace(/nt$/iu, "n't"),
    missing,
  ],
  [
    /(?<=^|[.!?]\s{1,2})(?:thats|whats|heres|wheres|theyre|youre|weve|youve|theyve|youll|theyll)\b/giu,
    (match) => match[0]!.replace(/(s|re|ve|ll)$/iu, "'$1"),
    missing,
  ],
  [
    /(?<!\bin )\b(?:one|two|three|four|five|six|seven|eight|nine|ten|\d{1,2}) (years|months|weeks|days|hours)(?= (?:experience|notice|pay|rent|salary)\b)/giu,
    (match) => `${match[0]}'`,
    missing,
  ],
];

const kin =
  'grandmother|grandfather|grandma|grandpa|mother|father|sister|brother|husband|wife|boss|neighbor|neighbour|friend|daughter|son|teacher';
const days = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';

rows.push(
  // “Fridays meeting”
  [
    new RegExp(
      `\\b(${days})s(?= (?:meeting|class|lesson|game|match|lunch|dinner|event|session|show|concert|delivery|email|call|vote|weather|forecast|menu|specials?|episode|newsletter|issue|workshop|paper|lecture|party)\\b)`,
      'giu',
    ),
    (match) => `${match[1]}'s`,
    missing,
  ],
  // “this years prices”; “the last weeks of summer” is right
  [
    /(?<=\b(?:this|each|every) )(year|week|month|season|summer|winter|spring|autumn|weekend|evening|morning|term|quarter)s(?= \p{L})/giu,
    (match) => `${match[1]}'s`,
    missing,
  ],
  [
    /(?<=(?<!\b(?:the|these|our|his|her|my|their) )\b(?:last|next) )(year|week|month|season|summer|winter|spring|autumn)s(?= (?!of|in|before|at|when|and|on|to|for|we|will|with)\p{L})/giu,
    (match) => `${match[1]}'s`,
    missing,
  ],
  // “the owner’s of three shops”
  [
    /(?<=\b(?:the|all|some|many|most|these|those|several) )(?!(?:one|other|else)\b)(\p{Ll}{4,20})['’]s(?= of (?:the|our|a|these|those|all|two|three|four|five)\b)/giu,
    (match) => match[0]!.replace(/['’]s$/u, 's'),
    plural,
  ],
  // “600 family’s a week”
  [
    /(?<=\b(?:\d{2,4}|\d{1,3},\d{3}|hundreds of|thousands of|dozens of|sustainable|local|cheaper?|great|beautiful|private|handmade|organic|custom) )(?!(?:one|other|today|day|week|month|year|government|council|school|people|men|women|children)\b)(\p{Ll}{4,20})['’]s(?= (?:a|across|per|every|each|of|and|or|from|for|in|at|is|are|with|to|that|who)\b|[.,;!?])/giu,
    (match) => toForm(match[1]!.toLowerCase(), match[1]!.toLowerCase(), 'plural'),
    plural,
  ],
  // “closed on Sunday’s.”
  [
    new RegExp(`(?<=\\bon )(${days})['’]s(?=[.,;!?]|$| (?:at|from|we|only|for|until|by|and on)\\b)`, 'gimu'),
    (match) => `${match[1]}s`,
    plural,
  ],
  // “the companies goal”
  [
    /(?<=\bthe )(compan|famil|countr|cit|baker)ies(?= (?:goal|aim|name|website|address|owner|founder|director|policy|mission|home|car|logo|history|reputation)\b)/giu,
    (match) => `${match[1]}y's`,
    missing,
  ],
  // “my grandmother jam”, but “my mother tongue” and “our sister company”
  [
    new RegExp(
      `(?<=\\b(?:my|his|her|our|your|their) )(${kin})(?= (?:jam|recipes?|house|car|birthday|name|garden|kitchen|farm|job|dog|room|bed|phone|bike|shoes|clothes|cooking|hands|voice|advice|cake|soup)\\b)`,
      'giu',
    ),
    (match) => `${match[1]}'s`,
    missing,
  ],
  // “our customers satisfaction”
  [
    /(?<=\b(?:our|your|their|the) )(customers|clients|guests|students|employees|users|patients|visitors|members|readers|parents)(?= (?:expectations|satisfaction|feedback|privacy|safety|opinions|requirements|comfort|loyalty|data|preferences)\b)/giu,
    (match) => `${match[1]}'`,
    missing,
  ],
);

/** Apostrophes in plurals, and missing ones. Each pattern begins with specific words, so that matching is fast. */
export const findApostrophes = (text: string): GrammarFinding[] =>
  rows.flatMap(([pattern, fix, rule]) =>
    [...text.matchAll(pattern)].map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
      suggestions: [fix(match)],
      rule,
    })),
  );
