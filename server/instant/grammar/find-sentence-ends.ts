import type { GrammarFinding, Rule } from './grammar-kinds.ts';
import { samePasts } from './word-forms.ts';
import { type Token, isStart, isVerbBase } from './word-pattern.ts';

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));
const subjects = set('i we they he she it you nobody everyone everybody someone this these');
const openers = set(
  'if when because although though since as while after before unless until whenever wherever once whether had were should whatever whoever however the-more not only neither what let whoever',
);
const joiners = set(
  'and but or so because if when that which who whom whose where than while although though as until since after before unless yet nor how what why',
);
const asides = set(
  'say says said think thinks thought know knows believe believes guess suppose mean means hope asked added told see notes adds argues explains writes claims insists warns reports',
);
/** Nouns that a clause may follow without “that”: “the way it works”. */
const withClause = set(
  'way time moment day thing things place amount fact minute second year week month reason everything anything something nothing all one ones attention space care help love kind sort food work job people number first last next best more most much many what light night morning',
);
const beforeThat = set(
  'sure glad sorry happy proud afraid aware certain likely confident lucky grateful hopeful excited delighted so such worth best only first last more sad clear true obvious possible likely glad angry upset surprised amazed shocked disappointed pleased thrilled honored honoured worried concerned convinced positive relieved thankful shame pity great good nice funny strange odd',
);

/** Openings of several words: “By the time I was ten, we had moved.” */
const longOpener =
  /^(?:by the (?:time|day|end)|the (?:moment|minute|second|day|night|week|year|instant|first time|last time|next time)|(?:every|each|next|any|last|the) time|in case|as (?:soon|long|far) as|now that|even (?:if|though|when)|the (?:way|summer|winter|spring|fall|year|month|day|last \w+|first \w+)|you name|all things|truth be|that (?:said|being)|given|provided|assuming|suppose|no matter|so long as|just (?:as|when|because))(?: |$)/u;
const joinsLast = set('and or');
const isVerb = ({ tag }: Token) => tag === 'VERB' || tag === 'AUX';
const isFinite = ({ tag, lower }: Token) =>
  (tag === 'AUX' || tag === 'VERB') && !lower.endsWith('ing') && lower !== 'be' && lower !== 'been';

/** Whether words have a subject and a verb of their own and don't depend on another clause. */
function isMainClause(words: readonly Token[]): boolean {
  const first = words[0];
  if (!first || openers.has(first.lower)) return false;
  const opening = words.slice(0, 4).map(({ lower }) => lower);
  if (longOpener.test(opening.join(' '))) return false;
  // “paced” in “fast-paced” isn’t the verb of a clause
  const verb = words.findIndex(
    (one, index) => isFinite(one) && words[index - 1]?.lower !== 'to' && words[index - 1]?.word !== '-',
  );
  // the noun in “in a world that changed” isn’t the subject
  if (first.tag === 'ADP' && words[verb - 1]?.tag !== 'PRON') return false;
  return (
    verb > 0 &&
    words.slice(0, verb).some(({ tag }) => tag === 'PRON' || tag === 'NOUN' || tag === 'PROPN') &&
    !words.slice(0, verb).some(({ lower }) => joiners.has(lower) || lower === ',')
  );
}

/** Whether a subject and its verb begin at this position. */
function beginsClause(tokens: readonly Token[], at: number): boolean {
  const first = tokens[at];
  const next = tokens[at + 1]?.tag === 'ADV' ? at + 2 : at + 1;
  if (!first) return false;
  if (subjects.has(first.lower))
    return tokens[next] !== undefined && isFinite(tokens[next]) && !asides.has(tokens[next].lower);
  return (
    (first.lower === 'the' || first.lower === 'our' || first.lower === 'my') &&
    tokens[at + 1]?.tag === 'NOUN' &&
    tokens[at + 2] !== undefined &&
    isFinite(tokens[at + 2]!) &&
    tokens[at + 2]!.tag === 'AUX'
  );
}

const splice: Rule = {
  kind: 'run-on',
  how: 'End the sentence here, or join the two with “and,” “but” or “so.”',
  why: 'A comma alone doesn’t join two sentences.',
};
const fused: Rule = { kind: 'run-on', how: 'End the first sentence before this word.' };
const half: Rule = { kind: 'fragment', how: 'Join it to the previous sentence, or complete it.' };
const asks: Rule = {
  kind: 'punctuation',
  how: 'End the question with a question mark.',
  why: 'This looks like a question.',
};

/**
 * Maximum number of words of a checked sentence. Longer ones are pasted lists, and each check reads the sentence once for each of
 * its words.
 */
const mostWords = 120;
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Words that look like an order at the start of a sentence, but are participles or openings: “Run by two sisters, we …” */
const noOrders = set('run come become open close let say suppose like need want love thank thanks welcome');

/** Whether words are an order with an object or the like: “Bring your own bags if you can.” */
function isOrder(words: readonly Token[]): boolean {
  const skipped = /^(?:please|just|so|but|and|also|simply)$/u.test(words[0]?.lower ?? '') ? 1 : 0;
  const isNegated = /^(?:do|dont)$/u.test(words[skipped]?.lower ?? '') && words[skipped + 1]?.lower === "n't";
  const first = words[isNegated ? skipped + 2 : skipped];
  return (
    words.length > 3 &&
    first !== undefined &&
    (isNegated || isVerbBase(first) || first.lower === 'bring') &&
    // “try as he might”
    words[skipped + 1]?.lower !== 'as' &&
    !noOrders.has(first.lower) &&
    !samePasts.has(first.lower) &&
    !words.some(({ lower }) => lower === ',' || lower === 'or')
  );
}

function findRunOns(tokens: readonly Token[]): GrammarFinding[] {
  const found: GrammarFinding[] = [];
  const commas = tokens.filter(({ word }) => word === ',').length;
  for (const [at, token] of tokens.entries()) {
    const previous = tokens[at - 1];
    if (!previous || at < 3) continue;
    const next = tokens[at + 1];
    const lastComma = tokens.slice(0, at).findLastIndex(({ word }) => word === ',');
    if (
      token.word === ',' &&
      next &&
      /^(?:i|we|they|he|she|it)$/u.test(next.lower) &&
      beginsClause(tokens, at + 1) &&
      tokens.length - at > 3 &&
      isOrder(tokens.slice(lastComma + 1, at))
    ) {
      found.push({
        start: previous.start,
        end: next.end,
        suggestions: [`${previous.word}. ${capital(next.word)}`],
        rule: splice,
      });
      continue;
    }
    if (token.word === ',' && commas === 1 && next) {
      const isHowever = next.lower === 'however' || next.lower === 'therefore';
      const from = isHowever ? at + 2 : at + 1;
      if (
        isMainClause(tokens.slice(0, at)) &&
        !tokens
          .slice(0, at)
          .some(({ lower }) =>
            /^(?:when|if|once|whenever|before|after|while|because|although|unless)$/u.test(lower),
          ) &&
        beginsClause(tokens, from) &&
        // “the staff were kind, the food was hot and the beds were made” is a list
        !(
          !subjects.has(tokens[from]!.lower) &&
          tokens.some(
            (one, index) => index > from && joinsLast.has(one.lower) && beginsClause(tokens, index + 1),
          )
        ) &&
        tokens.length - at > 3
      )
        found.push({
          start: previous.start,
          end: next.end,
          suggestions: [`${previous.word}. ${capital(next.word)}`],
          rule: splice,
        });
      continue;
    }
    if (
      !subjects.has(token.lower) ||
      token.lower === 'this' ||
      token.lower === 'these' ||
      !beginsClause(tokens, at)
    )
      continue;
    const before = tokens.slice(0, at);
    const clause = before.slice(before.findLastIndex(({ word }) => /^[,;:.—–]$/u.test(word)) + 1);
    if (!isMainClause(clause) || clause.some(({ lower }) => joiners.has(lower))) continue;
    if (withClause.has(previous.lower) || beforeThat.has(previous.lower)) continue;
    const isAfterState =
      previous.tag === 'ADJ' && clause.some(({ tag }) => tag === 'AUX') && clause.at(-2)?.tag !== 'DET';
    const isAfterTime =
      /^(?:today|now|here|there|yesterday|tomorrow|week|january|february|march|april|may|june|july|august|september|october|november|december)$/u.test(
        previous.lower,
      ) && clause.some(isVerb);
    const isAfterThing =
      previous.tag === 'NOUN' &&
      (token.lower === 'it' || token.lower === 'they') &&
      /^(?:this|our|my|your|=?dogs|cats)$/u.test(clause.at(-2)?.lower ?? '');
    if (isAfterState || isAfterTime || isAfterThing)
      found.push({
        start: previous.start,
        end: token.end,
        suggestions: [`${previous.word}. ${capital(token.word)}`],
        rule: fused,
      });
  }
  return found;
}

const dependent = set('because although though unless until whereas which');
const conditional = set('if when while whenever once after before since');
const adding = set('especially including');
const verbsInS = /^(?:costs|takes|works|helps|makes|means|saves|needs|starts|ends|pays|lets|keeps)$/u;

/** A sentence that depends on the one before: “Because it rained.” */
function findFragment(tokens: readonly Token[], isFirst: boolean): GrammarFinding[] {
  const words = tokens.filter(({ tag }) => tag !== 'PUNCT');
  const [first, second] = words;
  const last = tokens.at(-1);
  if (!first || !second || words.length < 3 || last?.word !== '.') return [];
  const hasComma = tokens.some(({ word }) => /^[,;:—–(]$/u.test(word));
  const finite = words.filter((one, index) => isFinite(one) && words[index - 1]?.lower !== 'to');
  const clauses = finite.filter(
    (one, index) => index === 0 || !(one.tag === 'VERB' && words[words.indexOf(one) - 1]?.tag === 'AUX'),
  ).length;
  const isHalf =
    (dependent.has(first.lower) &&
      !hasComma &&
      // “Until 1950 the mill ran” and “Because of you this park is open” begin with a preposition
      !((first.lower === 'until' && second.tag !== 'PRON' && clauses === 1) || second.lower === 'of') &&
      // “Which plan you pick depends on you” is complete
      !(first.lower === 'which' && isFirst) &&
      (first.lower === 'which' || clauses <= 2) &&
      !(first.lower === 'until' && clauses > 1)) ||
    (conditional.has(first.lower) &&
      !hasComma &&
      clauses === 1 &&
      // “After six months we looked at it” is complete
      !words.slice(2).some(({ lower }, index) => beginsClause(words, index + 2) && subjects.has(lower)) &&
      finite.length <= 2 &&
      // “After 30 days the price goes up” begins with a preposition
      !(
        second.tag === 'NUM' ||
        (second.tag === 'DET' && /^(?:a|an|each|every)$/u.test(second.lower) && first.lower === 'once')
      ) &&
      second.tag !== 'VERB') ||
    (!isFirst && adding.has(first.lower) && clauses === 0) ||
    (!isFirst && first.lower === 'such' && second.lower === 'as') ||
    (!isFirst &&
      first.lower === 'to' &&
      second.tag === 'VERB' &&
      clauses === 0 &&
      second.lower !== 'be' &&
      words.length > 4) ||
    (!isFirst &&
      first.lower.endsWith('ing') &&
      first.tag === 'VERB' &&
      clauses === 0 &&
      words.length > 4 &&
      // the tagger takes the verb in “Buying them costs more” for a noun
      !words.some(({ lower }) => verbsInS.test(lower)) &&
      !hasComma);
  return isHalf ? [{ start: first.start, end: last.end, suggestions: [], rule: half }] : [];
}

const questionWords = set('what where when why how who which');
const questionVerbs = set('do does did can could will would is are have has');
const askedSubjects = set('you we they i he she it there the your our this that these my any anyone');

/** A question that ends with a period. */
function findQuestion(tokens: readonly Token[]): GrammarFinding[] {
  const last = tokens.at(-1);
  const at = tokens.findIndex((_, index) => isStart(tokens, index) && tokens[index]!.tag !== 'PUNCT');
  if (last?.word !== '.' || at < 0 || tokens.some(({ word }) => /^[,;:“”"]$/u.test(word))) return [];
  const rest = tokens.slice(at);
  const first = rest[0]!.lower;
  const skip =
    first === 'how' && /^(?:much|many|long|often|far)$/u.test(rest[1]?.lower ?? '')
      ? rest[2]?.tag === 'NOUN'
        ? 3
        : 2
      : first === 'what' && rest[1]?.tag === 'NOUN'
        ? 2
        : 1;
  const isAsked =
    (questionWords.has(first) &&
      questionVerbs.has(rest[skip]?.lower ?? '') &&
      askedSubjects.has(rest[skip + 1]?.lower ?? '') &&
      first !== 'which' &&
      first !== 'when') ||
    (questionVerbs.has(first) &&
      /^(?:you|we|they|i|he|she|it|there|your|any|anyone)$/u.test(rest[1]?.lower ?? '') &&
      !(first === 'have' || first === 'do')) ||
    ((first === 'do' || first === 'have') && /^(?:you|we|they)$/u.test(rest[1]?.lower ?? ''));
  return isAsked
    ? [{ start: rest.at(-2)!.start, end: last.end, suggestions: [`${rest.at(-2)!.word}?`], rule: asks }]
    : [];
}

/**
 * Findings: sentences that run into each other, incomplete sentences, and questions without their mark. `isFirst`: whether the
 * sentence is the first of its paragraph.
 */
export const findSentenceEnds = (tokens: readonly Token[], isFirst: boolean): GrammarFinding[] =>
  tokens.length > mostWords
    ? []
    : [...findRunOns(tokens), ...findFragment(tokens, isFirst), ...findQuestion(tokens)];
