import type { tagGroups } from '#contract/hashtag-sets.ts';
import { stemsOf, tagWords } from '#server/instant/tag-words.ts';
import { isBroad } from './common-words.ts';
import { formatHashtag, isThing, sameAs, splitPhrase } from './format-hashtag.ts';
import type { HashtagBrief } from './hashtag-brief.ts';
import { industryOf, isGrave } from './industry-words.ts';
import { isActivity, isNumber, nounPhrases } from './noun-phrases.ts';
import { isPeople } from './people-words.ts';
import { placeAtEnd, purposeInTopic } from './topic-parts.ts';

type Group = (typeof tagGroups)[number];
/** `isTrade`: contains a word that the customer did not give. `isFill`: only used when a set has room left. */
export type Candidate = { words: string[]; group: Group; why: string; isTrade?: boolean; isFill?: boolean };
/** A term that can be combined with a place, an audience or a brand, and the term's source. */
type Thing = { words: string[]; from: 'topic' | 'key term' };
const speaksTo = (from: Thing['from']) => `The people in your ${from}: for posts written for them.`;
/** Maximum number of terms combined with the place in the paid set; three of them come first. */
const mostLocal = 5;

/** A topic that gives fewer tags than this also gets tags with words of its trade. */
const fewestOfTopic = 5;
/** The purpose of a tag with words of a trade, by its last word; tags with other last words give advice. */
const purposes: Record<string, string> = {
  Beginners: 'for posts that explain the basics',
  Lovers: 'for posts aimed at people who love it',
  Style: 'for posts that show it',
  Craft: 'for posts that show how it’s made',
  Inspiration: 'for posts that show it',
  Routine: 'for posts that show how to use it',
};

const upTo = <Item>(most: number, items: readonly Item[]) => items.slice(0, most);

/** The last words of a phrase name the thing: "artisan sourdough bakery" is a sourdough bakery; "candle making class" no making class. */
function shorter(phrase: readonly string[]): string[][] {
  const ends = [...new Set([phrase.length, 3, 2])].filter((length) => length <= Math.min(4, phrase.length));
  return (phrase.length === 1 ? [1] : ends)
    .map((length) => phrase.slice(-length))
    .filter((words) => words.length === phrase.length || !isActivity(words[0]!));
}

function fromTopic(topic: string, place: readonly string[]): string[][] {
  const isPlace = (phrase: readonly string[]) => phrase.every((word) => place.includes(word.toLowerCase()));
  return nounPhrases(topic)
    .filter((phrase) => !isPlace(phrase))
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
          ? `The same without “${dropped}”: shorter, and it fits more of your posts.`
          : 'From your topic: says what the post is about in your own words.',
      };
  }
  const purpose = withPurpose(topic, phrases);
  if (purpose)
    yield {
      words: purpose,
      group: 'niche',
      why: isPeople(purpose) ? 'Your topic and who it’s for.' : 'Your topic and what it’s for.',
    };
  for (const words of [...inTopic, ...others])
    yield isPeople(words)
      ? { words, group: 'audience', why: speaksTo('key term') }
      : {
          words,
          group: words.length > 1 && others.includes(words) ? 'niche' : 'core',
          why: 'Your key term: for posts about it.',
        };
  const stems = stemsOf(`${topic} ${brief.seedKeywords.join(' ')}`);
  const isSad = isGrave(stems);
  // besides phrases, single nouns add little; for a sensitive topic they are inappropriate
  if (!isSad && phrases.every(({ length }) => length === 1))
    for (const words of phrases)
      yield isPeople(words)
        ? { words, group: 'audience', why: speaksTo('topic') }
        : { words, group: 'core', why: 'Your topic in one word.' };

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
  const trade = isSad ? undefined : industryOf(stems, isOneWord ? 1 : 2);
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
    for (const [index, { words, from }] of upTo(seeds.length > 0 ? mostLocal : 3, inPlace).entries())
      yield {
        words: [...town, ...words],
        ...(isPeople(words)
          ? { group: 'audience', why: `The people in your ${from}, in ${townName}.` }
          : {
              group: 'local',
              why: `Pairs your ${from} with your location, so customers in ${townName} can find you.`,
            }),
        isFill: index >= 3,
      };
    yield {
      words: whole,
      group: 'local',
      why: 'Your location: pair it with a hashtag for your topic.',
    };
  }
  const audiences = nounPhrases(brief.audience ?? '').filter(isPeople);
  for (const words of upTo(
    2,
    audiences.filter(({ length }) => length > 1),
  ))
    yield { words, group: 'audience', why: 'Your audience: for posts written for them.' };
  const readers = nounsOf(audiences[0] ?? []);
  if (town.length > 0 && town.length <= 2 && readers.length > 0)
    yield {
      words: [...town, ...readers],
      group: 'audience',
      why: `Your audience and location: for posts written for them in ${townName}.`,
    };
  const named = things.filter(({ words }) => !isBusiness(words) && !isPeople(words));
  const brand = splitPhrase(brief.brandName ?? '').filter((word) => !isBusiness([word]));
  const branded = named.find(({ words }) => !words.some((word) => brand.includes(word)));
  if (!isSad && branded && brand.length > 0 && brand.length <= 2)
    yield {
      words: [...brand, ...branded.words],
      group: 'brand',
      why: `Your brand and ${branded.from}: for posts about what you offer.`,
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
        why: `Your ${from} and audience: for posts that show them what you offer.`,
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
  if (town.length > 0 && town.length <= 2 && brand.length > 0 && brand.length <= 2)
    yield {
      words: [...brand, ...town],
      group: 'brand',
      why: `Your brand and location: for posts about what you do in ${townName}.`,
      isFill: true,
    };
  // adds a few words of our own when the topic or the customer's terms give too few tags
  const ofTopic = phrases.length + (placeOfTopic === '' ? 0 : 2) + (purpose ? 1 : 0);
  if (!trade || (seeds.length === 0 && ofTopic >= fewestOfTopic)) return;
  for (const { words: thing, from } of upTo(seeds.length === 0 ? 1 : 2, named))
    for (const template of trade.templates) {
      // "bread lovers" makes sense, "bread delivery lovers" does not
      if (seeds.length === 0 && !isOneWord && template.includes('Lovers')) continue;
      // "mortgage advice tips" makes no sense
      if (/^(?:advice|tips|ideas|guides?|strategy|inspiration)$/iu.test(thing.at(-1)!)) continue;
      const taken = new Set(stemsOf(thing.join(' ')));
      if (stemsOf(template.join(' ')).some((stem) => taken.has(stem))) continue;
      yield {
        words: template.flatMap((word) => {
          if (word !== '{}') return [word];
          return template[1] === 'For' ? thing : inSingular(thing);
        }),
        group: 'niche',
        why: `Your ${from} in a phrase your industry uses: ${purposes[template.at(-1)!] ?? 'for posts that give advice'}.`,
        isTrade: true,
      };
    }
}

/** The noun without adjectives that cannot follow a place: "busy parents" gives parents; "dog owners" stays dog owners. */
const nounsOf = (phrase: readonly string[]) => {
  // in lower case, because a capital makes every word a name
  const tags = tagWords(phrase.join(' ').toLowerCase()).map(({ tag }) => tag);
  if (tags.length !== phrase.length) return [...phrase];
  return phrase.filter((_, index) => tags[index] === 'NOUN' || tags[index] === 'PROPN');
};

/** Makes a noun singular before another noun: "dog collars" becomes "dog collar guide". */
const inSingular = (words: readonly string[]) => [
  ...words.slice(0, -1),
  words
    .at(-1)!
    .replace(/(?<=\p{L}{2})ies$/iu, 'y')
    .replace(/(?<=ss|sh|ch|x)es$/iu, '')
    .replace(/(?<=\p{L}{2}[^ius])(?<!clothe)s$/iu, ''),
];
