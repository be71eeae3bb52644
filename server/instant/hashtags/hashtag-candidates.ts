import type { tagGroups } from '#contract/instant/hashtag-sets.ts';
import { stemsOf, tagWords } from '#server/instant/tag-words.ts';
import { isThing, sameAs, splitPhrase } from './format-hashtag.ts';
import type { HashtagBrief } from './hashtag-brief.ts';
import { isGrave } from './grave-words.ts';
import { isActivity, isNumber, nounPhrases } from './noun-phrases.ts';
import { isPeople } from './people-words.ts';
import { readPlace } from './read-place.ts';
import { tradeTagsDate, tradeTagsOf } from './trade-tags.ts';
import { placeAtEnd } from './topic-parts.ts';

type Group = (typeof tagGroups)[number];
/**
 * A possible tag. `isTrade`: it contains a word that the customer didn't give. `isFill`: it is used only when a set has room
 * left.
 */
export type Candidate = { words: string[]; group: Group; why: string; isTrade?: boolean; isFill?: boolean };

/** Maximum number of terms that are combined with the place. More would fill the set with variants of one place. */
const mostLocal = 2;
/** Maximum length of a phrase. Longer ones are sentences without spaces, which nobody types or follows. */
const longestPhrase = 24;

const upTo = <Item>(most: number, items: readonly Item[]) => items.slice(0, most);
const isSame = (one: readonly string[], other: readonly string[]) =>
  one.join(' ').toLowerCase() === other.join(' ').toLowerCase();
const lengthOf = (words: readonly string[]) => words.join('').length;
/** The words as within a sentence: in lower case, except words such as "SaaS" and "HVAC". */
const inSentence = (words: readonly string[]) =>
  words.map((word) => (/\p{Lu}.*\p{Lu}/u.test(word) ? word : word.toLowerCase())).join(' ');

/** Nouns for businesses and other places where something is done or sold. */
const business =
  /^(?:agency|bakery|bar|barbershop|bistro|boutique|brewery|bookshop|cafe|café|centre|center|church|clinic|company|creamery|distillery|farm|firm|gallery|garage|guesthouse|gym|hotel|market|museum|nursery|parlou?r|pharmacy|pizzeria|practice|pub|restaurant|roastery|salon|school|service|services|shop|spa|store|studio|taproom|theat(?:er|re)|winery|workshop)s?$/iu;
/** Services that are combined with a town: "Leeds photographer", "Leeds dog training"; not "Leeds oat milk". */
const service =
  /^(?:accountant|accounting|advice|alterations|appraisals?|architect|architecture|attorney|baker|barber|bookkeep(?:er|ing)|broker|builder|butcher|cakes?|celebrant|care|carpenter|caterer|catering|chiropractor|class|classes|cleaners?|coach|coffee|counsell?ing|counsell?or|courses?|dancing|dentist|dentistry|design|designer|electrician|events?|farrier|florist|funerals?|gardener|haircuts?|hairdresser|handyman|inspections?|interiors?|interpreter|interpreting|jobs?|landscaper|law|lawyer|lessons?|locksmith|makeup|massage|mechanic|meditation|mortgages?|movers?|murals?|nails|nutritionist|optician|painters?|photography|photographer|physio|physiotherapy|physiotherapist|pilates|pizza|plumber|plumbing|property|realtor|removals?|rentals?|repairs?|restoration|retreats?|roofer|roofing|security|sharpening|solicitor|staging|surveyor|surveys?|tailor|tattoos?|therapist|therapy|tours?|translation|translator|transport|tuner|tuning|tutors?|valeting|valuations?|venue|welder|welding|vet|videographer|weddings?|workshops?|yoga)$/iu;
/** Businesses that are combined with a town as a single word: “Leeds bakery”. */
const oneWord =
  /^(?:bakery|bar|barbershop|bistro|bookshop|brewery|cafe|café|church|distillery|florist|gym|hotel|museum|pizzeria|pub|restaurant|taproom|winery)$/iu;
/** Words for people that name a group only together with what they own or do. */
const anyone = /^(?:adults|beginners|buyers|clients|collectors|customers|owners|people)$/iu;
/** Whether a tag mixes scripts, such as “東京” and “ramen”, which nobody types. */
const isMixed = (words: readonly string[]) =>
  /\p{Script=Latin}/u.test(words.join('')) && /(?!\p{Script=Latin})\p{L}/u.test(words.join(''));
/** Words for work that need an object, unlike in “Leeds repair”. */
const bareWork =
  /^(?:appraisals?|inspections?|interpreting|removals?|rentals?|repairs?|restoration|sharpening|surveys?|tuning|valuations?)$/iu;
const isBusiness = (words: readonly string[]) => business.test(words.at(-1) ?? '');
const isOffered = (words: readonly string[]) =>
  /^(?:care|funeral|nursing) home$/iu.test(words.join(' ')) ||
  isBusiness(words) ||
  service.test(words.at(-1) ?? '') ||
  isActivity(words.at(-1) ?? '');

/**
 * Names within a phrase: its last words ("sourdough bakery" of "artisan sourdough bakery"), and the activity of a business ("bike
 * repair" of "bike repair shop").
 */
function namesOf(phrase: readonly string[], terms: readonly string[][]): string[][] {
  if (phrase.length === 1) return [[...phrase]];
  const ends = [3, 2]
    .filter((length) => length <= phrase.length)
    .map((length) => phrase.slice(-length))
    .filter((words) => words.length === phrase.length || !isActivity(words[0]!))
    // leaves out "milk buns", which breaks the customer's "oat milk"
    .filter(
      (words) =>
        words.length === phrase.length ||
        !terms.some(
          (term) => isSame(term, phrase.slice(-words.length - 1).slice(0, term.length)) && term.length > 1,
        ),
    );
  const trade =
    isBusiness(phrase) && phrase.length > 2 && isActivity(phrase.at(-2)!)
      ? [phrase.slice(0, -1).slice(-2)]
      : [];
  return [...ends, ...trade].filter((words) => words.length === 2 || lengthOf(words) <= longestPhrase);
}

/**
 * Proper names in a topic, each as its words: "The Gilded Nib", "Nib & Quill". None when every long word of the topic has a
 * capital, as in a title.
 */
function properNamesIn(topic: string): string[][] {
  if (!/(?<![\p{L}\p{M}])\p{Ll}[\p{L}\p{M}]{3,}/u.test(topic)) return [];
  return [...topic.matchAll(/\p{Lu}[\p{L}\p{M}’']*(?: (?:(?:&|and|of|the) )?\p{Lu}[\p{L}\p{M}’']*)+/gu)].map(
    ([name]) => name.split(' '),
  );
}

function phrasesOf(topic: string, place: readonly string[], terms: readonly string[][]): string[][] {
  const names = properNamesIn(topic);
  const isFragment = (phrase: readonly string[]) =>
    names.some((name) => phrase.length === 1 && name.includes(phrase[0]!));
  const isPlace = (phrase: readonly string[]) => phrase.every((word) => place.includes(word.toLowerCase()));
  return nounPhrases(topic)
    .filter((phrase) => !isPlace(phrase) && !isFragment(phrase))
    .flatMap((phrase) => namesOf(phrase, terms));
}

/** Tags from the customer's own phrases: what is offered, and for whom. */
function* ownCandidates(
  phrases: readonly string[][],
  terms: readonly string[][],
  { head, isSolemn }: { head: string; isSolemn: boolean },
): Generator<Candidate> {
  const isSingle = phrases.every(({ length }) => length === 1);
  const isInHead = (words: readonly string[]) => head.toLowerCase().includes(words.join(' ').toLowerCase());
  const isShortened = (words: readonly string[]) =>
    phrases.some((other) => other.length > words.length && other.join(' ').endsWith(` ${words.join(' ')}`));
  // beside phrases, single nouns add little, and for a solemn topic they are inappropriate
  for (const words of phrases.filter(({ length }) => length > 1 || (isSingle && !isSolemn)))
    if (isInHead(words) || !isShortened(words))
      yield isPeople(words)
        ? {
            words,
            group: 'audience',
            why: `Names the people in your topic. Use it in posts for ${inSentence(words)}.`,
          }
        : {
            words,
            group: 'core',
            why: `Part of your topic. Use it in posts about ${inSentence(words)}.`,
            // words outside the main phrase, such as "Saturday hours", only fill a set
            isFill: !isInHead(words),
          };
  for (const [index, words] of terms.entries())
    yield isPeople(words)
      ? { words, group: 'audience', why: `Your key term. Use it in posts for ${inSentence(words)}.` }
      : {
          words,
          group: words.length > 1 && index > 0 ? 'niche' : 'core',
          why: `Your key term. Use it in posts about ${inSentence(words)}.`,
        };
}

/** The parts of a brief that are combined with its place. */
type Located = {
  place: string;
  terms: readonly string[][];
  trade: readonly string[][];
  readers: readonly string[];
};
const visits = [
  'Use it in posts that invite them to visit or book.',
  'Use it in posts about events and local news.',
];

function* localCandidates(
  [town, ...others]: readonly string[][],
  wide: readonly string[],
  { place, terms, trade, readers }: Located,
): Generator<Candidate> {
  if (!town) return;
  for (const words of upTo(mostLocal, terms))
    yield {
      words: [...town, ...words],
      group: 'local',
      why: `Pairs “${inSentence(words)}” with your location, so customers in ${town.join(' ')} can find you.`,
    };
  for (const [index, words] of upTo(2, trade).entries())
    yield {
      words: [...town, ...words],
      group: 'local',
      why: `For people in ${town.join(' ')}: pairs your location with “${inSentence(words)}.” ${visits[index]}`,
      isTrade: true,
    };
  for (const other of [...others, ...(lengthOf(wide) > 3 ? [[...wide]] : [])])
    for (const words of upTo(1, [...trade, ...terms]))
      yield {
        words: [...other, ...words],
        group: 'local',
        why: `Reaches beyond ${town.join(' ')}: customers in ${other.join(' ')} can find you.`,
        isFill: other.join() === wide.join(),
      };
  if (readers.length > 0)
    yield {
      words: [...town, ...readers],
      group: 'audience',
      why: `Names your audience and location. Use it in posts for ${inSentence(readers)} in ${town.join(' ')}.`,
    };
  yield {
    words: [...town],
    group: 'local',
    why: 'Your location. Use it together with a hashtag for your topic.',
  };
  for (const other of others)
    yield {
      words: other,
      group: 'local',
      why: `The area around ${town.join(' ')}. Use it in posts for people across that area.`,
    };
  if (wide.length > 0)
    yield {
      words: [...town, ...wide],
      group: 'local',
      why: `Your location, written so that it can’t be confused with other places called ${place.split(',')[0]}.`,
      isFill: true,
    };
}

function* tradeCandidates(
  { subject, people }: { subject: readonly string[][]; people: readonly string[][] },
  { isPaid, isSolemn }: { isPaid: boolean; isSolemn: boolean },
): Generator<Candidate> {
  for (const [index, words] of upTo(isPaid ? 6 : 3, subject).entries())
    yield {
      words,
      group: 'niche',
      why: `${index === 0 ? `From our list for your trade (${tradeTagsDate}).` : 'Also from our list.'} Use it in posts about ${inSentence(words)}.`,
      isTrade: true,
      isFill: index > 2,
    };
  for (const [index, words] of upTo(isPaid ? 2 : 1, people).entries())
    yield {
      words,
      group: 'audience',
      why: `Speaks to ${inSentence(words)}. ${isSolemn ? 'Use it in posts that help them.' : index === 0 ? 'Use it when you ask a question or show how you work.' : 'Use it when you show a result or something new.'}`,
      isTrade: true,
      isFill: index > 0,
    };
}

/**
 * All candidates for hashtags from the brief and one of its topics, the best of each kind first. Some may be unsuitable or repeat
 * others.
 */
export function* hashtagCandidates(brief: HashtagBrief, topic: string): Generator<Candidate> {
  const placeOfTopic = placeAtEnd.exec(topic)?.[1] ?? '';
  const place = brief.location || placeOfTopic;
  const { near, wide } = readPlace(place);
  const ofTopic = readPlace(placeOfTopic);
  const placeWords = [...near, ...ofTopic.near, wide, ofTopic.wide].flat().map((word) => word.toLowerCase());
  const seeds = brief.seedKeywords.map(splitPhrase).filter((words) => words.length > 0 && words.length <= 4);
  const phrases = phrasesOf(topic, placeWords, seeds);
  const lowerTopic = topic.toLowerCase();
  const [head = ''] = topic.split(/ (?:for|with|from|that|who|in|at|near|on|of) /iu);
  const inTopic = seeds.filter((words) => lowerTopic.includes(words.join(' ').toLowerCase()));
  const terms = [...inTopic, ...seeds.filter((words) => !inTopic.includes(words))];
  const stems = stemsOf(`${topic} ${brief.seedKeywords.join(' ')}`);
  const isSolemn = isGrave(stems);
  yield* ownCandidates(phrases, terms, { head, isSolemn });

  const trade = tradeTagsOf(stems, { head: stemsOf(head), language: brief.language, isSolemn });
  const isPaid = seeds.length > 0;
  const audiences = nounPhrases(brief.audience ?? '').filter(isPeople);
  const offered = [...terms, ...phrases]
    .filter((words) => words.length <= 2 && isThing(words) && isOffered(words) && !words.some(isNumber))
    .filter((words) => words.length > 1 || !bareWork.test(words[0]!))
    .filter((words) => !words.some((word) => placeWords.includes(word.toLowerCase())))
    .map((words) => (oneWord.test(words.at(-1)!) ? words.slice(-1) : words))
    // of "bakery" and "sourdough bakery", the shorter one is enough beside a place
    .toSorted((a, b) => a.length - b.length)
    .filter((words, index, all) => {
      const last = sameAs(words.at(-1)!);
      return all.findIndex((one) => sameAs(one.at(-1)!) === last) === index;
    });
  const readers = nounsOf(audiences[0] ?? []);
  yield* localCandidates(near, wide, {
    place,
    terms: offered,
    trade: upTo(isPaid ? 2 : 1, trade?.local ?? []),
    readers: readers.length === 1 && !anyone.test(readers[0]!) ? readers : [],
  }).filter(({ words }) => !isMixed(words));
  for (const words of upTo(
    2,
    audiences.filter((one) => one.length > 1 && lengthOf(one) <= longestPhrase),
  ))
    yield {
      words,
      group: 'audience',
      why: `Names your audience. Use it in posts for ${inSentence(words)}.`,
    };
  if (trade) yield* tradeCandidates(trade, { isPaid, isSolemn });
}

/** The noun without adjectives that can't follow a place: "busy parents" becomes parents; "dog owners" stays dog owners. */
const nounsOf = (phrase: readonly string[]) => {
  // in lower case, because the tagger treats every capitalized word as a name
  const tags = tagWords(phrase.join(' ').toLowerCase()).map(({ tag }) => tag);
  if (tags.length !== phrase.length) return [...phrase];
  return phrase.filter((_, index) => tags[index] === 'NOUN' || tags[index] === 'PROPN');
};
