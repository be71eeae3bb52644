import type { tagGroups } from '#contract/hashtag-sets.ts';
import { stemsOf, tagWords } from '#server/instant/tag-words.ts';
import { isBroad } from './common-words.ts';
import { formatHashtag, isThing, sameAs, splitPhrase } from './format-hashtag.ts';
import type { HashtagBrief } from './hashtag-brief.ts';
import { isGrave } from './grave-words.ts';
import { isActivity, isNumber, nounPhrases } from './noun-phrases.ts';
import { isPeople } from './people-words.ts';
import { tradeTagsDate, tradeTagsOf } from './trade-tags.ts';
import { placeAtEnd, purposeInTopic } from './topic-parts.ts';

type Group = (typeof tagGroups)[number];
/** `isTrade`: contains a word that the customer did not give. `isFill`: only used when a set has room left. */
export type Candidate = { words: string[]; group: Group; why: string; isTrade?: boolean; isFill?: boolean };
/** A term that can be combined with a place, an audience or a brand, and the term's source. */
type Thing = { words: string[]; from: 'topic' | 'key term' };
const speaksTo = (from: Thing['from']) =>
  `Names the people in your ${from}. Use it in posts written for them.`;
/** Maximum number of terms combined with the place: few people read the others. */
const mostLocal = 3;

/** A topic that gives fewer tags than this also gets tags of its trade. */
const fewestOfTopic = 5;
const fromList = `From our list of hashtags for your trade (${tradeTagsDate}).`;

const upTo = <Item>(most: number, items: readonly Item[]) => items.slice(0, most);

/** The last words of a phrase name the thing: "artisan sourdough bakery" is a sourdough bakery; "candle making class" no making class. */
function shorter(phrase: readonly string[]): string[][] {
  const ends = [...new Set([phrase.length, 3, 2])].filter((length) => length <= Math.min(4, phrase.length));
  return (phrase.length === 1 ? [1] : ends)
    .map((length) => phrase.slice(-length))
    .filter((words) => words.length === phrase.length || !isActivity(words[0]!));
}

/**
 * Names in a topic, each as its words: "The Gilded Nib", "Nib & Quill". None when every long word of the topic has a
 * capital, as in a title.
 */
function namesIn(topic: string): string[][] {
  if (!/(?<![\p{L}\p{M}])\p{Ll}[\p{L}\p{M}]{3,}/u.test(topic)) return [];
  return [...topic.matchAll(/\p{Lu}[\p{L}\p{M}’']*(?: (?:(?:&|and|of|the) )?\p{Lu}[\p{L}\p{M}’']*)+/gu)].map(
    ([name]) => name.split(' '),
  );
}

function fromTopic(topic: string, place: readonly string[]): string[][] {
  const names = namesIn(topic);
  const isFragment = (phrase: readonly string[]) =>
    names.some((name) => phrase.length === 1 && name.includes(phrase[0]!));
  const isPlace = (phrase: readonly string[]) => phrase.every((word) => place.includes(word.toLowerCase()));
  return nounPhrases(topic)
    .filter((phrase) => !isPlace(phrase) && !isFragment(phrase))
    .flatMap(shorter);
}

/** Nouns for places where something is done or sold: "{} Lovers" suits bread but not a bakery. */
const business =
  /^(?:bakery|cafe|shop|store|clinic|salon|studio|restaurant|hotel|bar|pub|taproom|winery|farm|nursery|gallery|truck|van|patio|agency|school|workshop|gym|spa|firm|office|company|brewery|museum|boutique|market|guesthouse|supply|broker|tutor|class|classes)$/iu;
/** A town, with the state or country that distinguishes it from others of its name. */
function readPlace(text: string): { town: string[]; whole: string[] } {
  const [town = '', region = ''] = text.split(',');
  const words = splitPhrase(town);
  return { town: words, whole: [...words, ...region.split(/\s+/u).filter(Boolean)] };
}

/** The thing and its purpose, when the topic names both in one phrase. */
function withPurpose(topic: string, phrases: readonly string[][]): string[] | undefined {
  const purpose = purposeInTopic.exec(topic)?.[1]?.trim();
  if (purpose === undefined) return undefined;
  const thing = phrases.findLast((words) =>
    topic.toLowerCase().includes(`${words.join(' ')} for ${purpose}`.toLowerCase()),
  );
  const words = splitPhrase(purpose);
  return thing && words.length > 0 && !words.some(isNumber) ? [...thing, 'For', ...words] : undefined;
}
const isBusiness = (phrase: readonly string[]) => business.test(phrase.at(-1) ?? '');

/** All hashtags that the brief and one of its topics give, the best of each kind first; some may be unfit or repeat others. */
export function* hashtagCandidates(brief: HashtagBrief, topic: string): Generator<Candidate> {
  const placeOfTopic = placeAtEnd.exec(topic)?.[1] ?? '';
  const { town, whole } = readPlace(brief.location || placeOfTopic);
  const lowerPlace = [...whole, ...readPlace(placeOfTopic).whole].map((word) => word.toLowerCase());
  const phrases = fromTopic(topic, lowerPlace);
  const lowerTopic = topic.toLowerCase();
  const seeds = brief.seedKeywords.map(splitPhrase).filter((words) => words.length > 0 && words.length <= 4);
  const inTopic = seeds.filter((words) => lowerTopic.includes(words.join(' ').toLowerCase()));
  const others = seeds.filter((words) => !inTopic.includes(words));

  for (const words of phrases.filter(({ length }) => length > 1)) {
    const longer = phrases.find(
      (other) => other.length > words.length && other.join(' ').endsWith(words.join(' ')),
    );
    const dropped = longer?.slice(0, -words.length).join(' ').toLowerCase();
    if (isPeople(words)) yield { words, group: 'audience', why: speaksTo('topic') };
    else
      yield {
        words,
        group: 'core',
        why: dropped
          ? `Leaves out “${dropped},” so it’s shorter and fits more of your posts.`
          : 'Comes directly from your topic.',
      };
  }
  const purpose = withPurpose(topic, phrases);
  if (purpose)
    yield {
      words: purpose,
      group: 'niche',
      why: isPeople(purpose)
        ? 'Your topic, plus who it’s for.'
        : `Your topic, plus “for ${purposeInTopic.exec(topic)?.[1]?.trim()}.”`,
    };
  for (const words of [...inTopic, ...others])
    yield isPeople(words)
      ? { words, group: 'audience', why: speaksTo('key term') }
      : {
          words,
          group: words.length > 1 && others.includes(words) ? 'niche' : 'core',
          why: 'One of your key terms. Use it in posts on that subject.',
        };
  const stems = stemsOf(`${topic} ${brief.seedKeywords.join(' ')}`);
  const isSad = isGrave(stems);
  // besides phrases, single nouns add little; for a sensitive topic they are inappropriate
  if (!isSad && phrases.every(({ length }) => length === 1))
    for (const words of phrases)
      yield isPeople(words)
        ? { words, group: 'audience', why: speaksTo('topic') }
        : { words, group: 'core', why: 'Sums up your topic in one word.' };

  const isOneWord = seeds.length === 0 && phrases.length === 1 && phrases[0]!.length === 1;
  const things = [
    ...inTopic.map((words): Thing => ({ words, from: 'key term' })),
    ...phrases
      .filter(({ length }) => length > 1 || isOneWord)
      .map((words): Thing => ({ words, from: 'topic' })),
    ...others.map((words): Thing => ({ words, from: 'key term' })),
  ]
    .filter(({ words }) => words.length <= 2 && isThing(words) && !words.some(isNumber))
    .filter(({ words }, index, all) => {
      const tag = sameAs(formatHashtag(words));
      return all.findIndex((one) => sameAs(formatHashtag(one.words)) === tag) === index;
    });
  // a single word of a trade is no evidence of the trade, unless it is the whole topic
  const trade = isSad ? undefined : tradeTagsOf(stems, isOneWord ? 1 : 2);
  const townName = town.join(' ');
  // what the topic is for makes no local tag: "interior design for small budgets" isn't about budgets in a town
  const aim = splitPhrase(purposeInTopic.exec(topic)?.[1] ?? '')
    .join(' ')
    .toLowerCase();
  const isAim = (words: readonly string[]) => !isPeople(words) && words.join(' ').toLowerCase() === aim;
  const inPlace = things
    .filter(({ words }) => nounsOf(words).length > 0)
    .filter(({ words }, _, all) => all.length === 1 || !isAim(words))
    .toSorted((a, b) => Number(isBusiness(b.words)) - Number(isBusiness(a.words)));
  if (town.length > 0 && town.length <= 3) {
    for (const { words, from } of upTo(mostLocal, inPlace))
      yield {
        words: [...town, ...words],
        ...(isPeople(words)
          ? { group: 'audience', why: `Pairs the people in your ${from} with your location, ${townName}.` }
          : {
              group: 'local',
              why: `Pairs your ${from} with your location, so customers in ${townName} can find you.`,
            }),
      };
    yield {
      words: whole,
      group: 'local',
      why: 'Your location. Use it together with a hashtag for your topic.',
    };
  }
  const audiences = nounPhrases(brief.audience ?? '').filter(isPeople);
  for (const words of upTo(
    2,
    audiences.filter(({ length }) => length > 1),
  ))
    yield { words, group: 'audience', why: 'Names your audience. Use it in posts written for them.' };
  const readers = nounsOf(audiences[0] ?? []);
  if (town.length > 0 && town.length <= 2 && readers.length > 0)
    yield {
      words: [...town, ...readers],
      group: 'audience',
      why: `Names your audience and location. Use it in posts for readers in ${townName}.`,
    };
  const named = things.filter(({ words }) => !isBusiness(words) && !isPeople(words));
  const wholeBrand = splitPhrase(brief.brandName ?? '');
  const shortBrand = wholeBrand.filter((word) => !isBusiness([word]));
  // "Golden Crust" stands for the Golden Crust Bakery, but "Nib" doesn't for the Nib Workshop
  const brand = shortBrand.length > 1 ? shortBrand : wholeBrand;
  const branded = named.find(({ words }) => !words.some((word) => brand.includes(word)));
  if (!isSad && branded && brand.length > 0 && brand.length <= 2)
    yield {
      words: [...brand, ...branded.words],
      group: 'brand',
      why: `Combines your brand and your ${branded.from}. Use it in posts about what you offer.`,
    };
  // only in the paid set: other combinations of the same parts, where there is room
  const isPaid = seeds.length > 0;
  const withAudience = (isPaid ? named : [])
    .filter(({ words }) => !isBroad(words) && !words.some((word) => isPeople([`${word}s`])))
    .flatMap((thing, index) => upTo(index === 0 ? 2 : 1, audiences).map((who) => ({ ...thing, who })));
  for (const { words, from, who } of upTo(3, withAudience))
    if (new Set(stemsOf(words.join(' '))).isDisjointFrom(new Set(stemsOf(who.join(' ')))))
      yield {
        words: [...words, 'For', ...who],
        group: 'audience',
        why: `Combines your ${from} and your audience. Use it in posts that show them what you offer.`,
        isFill: true,
      };
  const region = whole.slice(town.length);
  const [inRegion] = inPlace.filter(({ words }) => !isPeople(words));
  if (isPaid && town.length > 0 && inRegion && region.join('').length > 2)
    yield {
      words: [...region, ...inRegion.words],
      group: 'local',
      why: `Pairs your ${inRegion.from} with your location, so customers anywhere in ${region.join(' ')} can find you.`,
      isFill: true,
    };
  // the free preview of a topic that gives enough tags needs none of the trade
  const ofTopic = phrases.length + (placeOfTopic === '' ? 0 : 2) + (purpose ? 1 : 0);
  if (!trade || (!isPaid && ofTopic >= fewestOfTopic)) return;
  const mostOfTrade = isPaid ? 2 : 1;
  for (const [index, words] of upTo(mostOfTrade, trade.subject).entries())
    yield {
      words,
      group: 'niche',
      why: `${fromList} Use it in posts about your work.`,
      isTrade: true,
      isFill: index > 0,
    };
  for (const words of upTo(mostOfTrade, trade.people))
    yield {
      words,
      group: 'audience',
      why: `${fromList} Use it in posts for people who share this interest.`,
      isTrade: true,
    };
  if (town.length > 0 && town.length <= 2)
    for (const [index, word] of upTo(mostOfTrade, trade.local).entries())
      yield {
        words: [...town, ...word],
        group: 'local',
        why: `Pairs your location with your trade, so people in ${townName} can find you.`,
        isTrade: true,
        isFill: index > 0,
      };
}

/** The noun without adjectives that cannot follow a place: "busy parents" gives parents; "dog owners" stays dog owners. */
const nounsOf = (phrase: readonly string[]) => {
  // in lower case, because a capital makes every word a name
  const tags = tagWords(phrase.join(' ').toLowerCase()).map(({ tag }) => tag);
  if (tags.length !== phrase.length) return [...phrase];
  return phrase.filter((_, index) => tags[index] === 'NOUN' || tags[index] === 'PROPN');
};
