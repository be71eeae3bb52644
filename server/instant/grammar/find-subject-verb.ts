import type { GrammarFinding, Rule } from './grammar-kinds.ts';
import { isPlural, isSingular, samePasts, toForm } from './word-forms.ts';
import { isVerbBase, type Token, isStart } from './word-pattern.ts';

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));
const determiners = set(
  'the a an this that these those my your his her its our their every each all many some most several no',
);
const prepositions = set('of in for from with on at to about behind near');
/** Nouns that are used with either verb form, or that “of” and a plural make plural. */
const either = set(
  'number majority couple lot lots rest half range variety team staff family police committee government crew data media press council group pair percent kind type sort band class company club choir board public audience set series bunch handful dozen total minority part portion all some none any most pile host cattle accused injured unemployed poor rich elderly cast jury army navy faculty crowd',
);
/** A plural of these may be one measure: “ten dollars is enough.” */
const timesOrSums = set(
  'days weeks months years hours minutes dollars cents pounds euros miles percent feet inches',
);
const openers = set('because when while although since but so until where and as before after once');
/** Openers after which a verb in the base form is always wrong: “when the parcel leave”. */
const timeOpeners = set('when while until before after once because');
const rule: Rule = { kind: 'agreement', how: 'Make the verb match its subject: “he goes,” but “they go.”' };

/**
 * The end (exclusive) of a noun phrase that begins at this position, or this position when there is none; and the phrase's main
 * noun.
 */
function nounPhrase(tokens: readonly Token[], from: number): { end: number; head: Token | undefined } {
  let at = from;
  if (determiners.has(tokens[at]?.lower ?? '')) at += 1;
  while (tokens[at] && (tokens[at]!.tag === 'ADJ' || tokens[at]!.tag === 'NUM') && at < from + 4) at += 1;
  const first = at;
  while (tokens[at]?.tag === 'NOUN' && at < first + 3) at += 1;
  return at === first ? { end: from, head: undefined } : { end: at, head: tokens[at - 1] };
}

/** Whether a sentence begins at this position, also after “But” or “Finally,”. */
function isSentenceStart(tokens: readonly Token[], at: number): boolean {
  if (isStart(tokens, at)) return true;
  const previous = tokens[at - 1];
  const isOpener = previous?.tag === 'CCONJ' || (previous?.word === ',' && tokens[at - 2]?.tag === 'ADV');
  return isOpener && isStart(tokens, at - (previous?.word === ',' ? 2 : 1));
}

/** Verbs that don't match the noun that is their subject: “The list of rooms are”. */
export function findSubjectVerb(tokens: readonly Token[]): GrammarFinding[] {
  const found: GrammarFinding[] = [];
  for (const [from, token] of tokens.entries()) {
    const previous = tokens[from - 1];
    const isOpen =
      isStart(tokens, from) ||
      (previous !== undefined &&
        (openers.has(previous.lower) || previous.word === ',' || previous.word === ';'));
    if (!isOpen || token.tag === 'PUNCT' || token.tag === 'NUM') continue;
    const { end, head } = nounPhrase(tokens, from);
    if (!head || either.has(head.lower)) continue;
    // “a few days is enough” measures a time
    if (timesOrSums.has(head.lower)) continue;
    const hasDeterminer = determiners.has(token.lower);
    let at = end;
    for (let phrases = 0; phrases < 2 && prepositions.has(tokens[at]?.lower ?? ''); phrases += 1) {
      const after = nounPhrase(tokens, at + 1);
      if (!after.head) break;
      at = after.end;
    }
    while (tokens[at]?.tag === 'ADV' && tokens[at]!.lower !== 'not') at += 1;
    const verb = tokens[at];
    if (!verb || verb.word.startsWith("'") || (verb.tag !== 'VERB' && verb.tag !== 'AUX')) continue;
    const next = tokens[at + 1];
    const isMany = isPlural(head.lower);
    const isOne =
      isSingular(head.lower) &&
      hasDeterminer &&
      !set('these those all many most several some no').has(token.lower);
    const isFirst =
      isSentenceStart(tokens, from) ||
      timeOpeners.has(previous?.lower ?? '') ||
      (previous?.lower === 'as' && tokens[from - 2]?.lower === 'soon');
    const isSingularVerb =
      /^(?:is|was|has|does)$/u.test(verb.lower) ||
      (isFirst && verb.tag === 'VERB' && verb.lower !== verb.lemma && /[^s]s$/u.test(verb.lower));
    const isPluralVerb =
      /^(?:are|were|have)$/u.test(verb.lower) ||
      (verb.lower === 'do' && next?.lower === "n't") ||
      (isFirst &&
        isVerbBase(verb) &&
        !samePasts.has(verb.lower) &&
        verb.tag === 'VERB' &&
        next?.tag !== 'AUX' &&
        next?.tag !== 'VERB' &&
        next?.tag !== 'PUNCT' &&
        next !== undefined &&
        !/^(?:and|or|is|:)$/u.test(next.lower));
    // “two of them, the cat and the dog are”: the subject began earlier
    if (previous?.lower === 'and' || (previous?.word === ',' && isPluralVerb)) continue;
    if (isMany && isSingularVerb)
      found.push({
        start: verb.start,
        end: verb.end,
        suggestions: [toForm(verb.lower, verb.lemma, 'many')],
        rule,
      });
    else if (
      isOne &&
      isPluralVerb &&
      !tokens.slice(end, at).some(({ lower }) => lower === 'and' || lower === 'with')
    )
      found.push({
        start: verb.start,
        end: verb.end,
        suggestions: [toForm(verb.lower, verb.lemma, 'one')],
        rule,
      });
  }
  return found;
}
