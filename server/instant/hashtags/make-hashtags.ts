import type { HashtagSet, HashtagSets, tagGroups } from '#contract/hashtag-sets.ts';
import { stemsOf } from '#server/instant/tag-words.ts';
import { industryOf, isGrave } from './industry-words.ts';
import { isNumber, nounPhrases } from './noun-phrases.ts';
import { pickForPlatform } from './pick-for-platform.ts';
import { bare, isThing, checkHashtag, withoutFiller, formatHashtag } from './format-hashtag.ts';

/** The brief of the order form, as contract/catalogue.json names its fields. */
export type HashtagBrief = {
  topics: string[];
  platforms: string[];
  seedKeywords: string[];
  brandName?: string;
  campaignTag?: string;
  audience?: string;
  location?: string;
  samplePost?: string;
  avoidTags?: string[];
  language: string;
};

type Group = (typeof tagGroups)[number];
type Candidate = { words: string[]; group: Group; why: string };

/** Few that fit beat many: platforms allow few, and the last of a long list are always the weakest. */
const mostTags = 15;
const split = (phrase: string) => withoutFiller(phrase.split(/[\s,/&+]+/u).filter(Boolean));
/** Singular and plural are one. */
const sameAs = (tag: string) => bare(tag).replace(/(?<=\p{L}{3})s$/u, '');
const upTo = <Item>(most: number, items: readonly Item[]) => items.slice(0, most);

/** The last words of a phrase name the thing: "artisan sourdough bakery" is a sourdough bakery, and a bakery. */
function shorter(phrase: readonly string[]): string[][] {
  return phrase.length <= 2
    ? [[...phrase]]
    : [[...phrase], phrase.slice(-2)].filter((words) => words.length <= 4);
}

function fromTopic(topic: string, place: readonly string[]): string[][] {
  const isPlace = (phrase: readonly string[]) => phrase.every((word) => place.includes(word.toLowerCase()));
  return nounPhrases(topic)
    .filter((phrase) => !isPlace(phrase))
    .flatMap(shorter);
}

/** Where something is done or sold; "{} Lovers" is right for bread and junk for a bakery. */
const business =
  /^(?:bakery|cafe|shop|store|clinic|salon|studio|restaurant|hotel|agency|school|workshop|gym|spa|firm|office|company|brewery|museum|boutique|market|guesthouse|supply|broker|tutor|class|classes)$/iu;
/** "sourdough bakery in Leeds": a place that the topic ends with. */
const placeAtEnd = /\b(?:in|near|around) ((?:\p{Lu}[\p{L}\p{M}'’-]+ ?){1,3})[.!]?$/u;
const isBusiness = (phrase: readonly string[]) => business.test(phrase.at(-1) ?? '');

function* candidates(brief: HashtagBrief, topic: string): Generator<Candidate> {
  const place = split(brief.location || (placeAtEnd.exec(topic)?.[1] ?? ''));
  const lowerPlace = place.map((word) => word.toLowerCase());
  const phrases = fromTopic(topic, lowerPlace);
  const lowerTopic = topic.toLowerCase();
  const seeds = brief.seedKeywords.map(split).filter((words) => words.length > 0 && words.length <= 4);
  const inTopic = seeds.filter((words) => lowerTopic.includes(words.join(' ').toLowerCase()));
  const others = seeds.filter((words) => !inTopic.includes(words));

  for (const words of phrases.filter(({ length }) => length > 1))
    yield { words, group: 'core', why: 'Your topic.' };
  for (const words of inTopic) yield { words, group: 'core', why: 'From your key terms.' };
  for (const words of others)
    yield { words, group: words.length > 1 ? 'niche' : 'core', why: 'From your key terms.' };
  const stems = stemsOf(`${topic} ${brief.seedKeywords.join(' ')}`);
  const isSad = isGrave(stems);
  // beside a phrase its single nouns say little, and of a grave topic they shout
  if (!isSad && phrases.every(({ length }) => length === 1))
    for (const words of phrases) yield { words, group: 'core', why: 'From your topic.' };

  // what other words can be put around: the customer's own terms and what the topic is about, not every noun in it
  const things = [...inTopic, ...phrases.filter(({ length }) => length > 1), ...others]
    .filter((words) => words.length <= 2 && isThing(words) && !words.some(isNumber))
    .filter((words, index, all) => {
      const tag = sameAs(formatHashtag(words));
      return all.findIndex((one) => sameAs(formatHashtag(one)) === tag) === index;
    });
  const trade = isSad ? undefined : industryOf(stems);
  if (place.length > 0 && place.length <= 3) {
    for (const thing of upTo(
      2,
      things.toSorted((a, b) => Number(isBusiness(b)) - Number(isBusiness(a))),
    ))
      yield { words: [...place, ...thing], group: 'local', why: 'Your place and your topic.' };
    yield { words: place, group: 'local', why: 'Your place.' };
  }
  for (const phrase of upTo(
    2,
    nounPhrases(brief.audience ?? '').filter(({ length }) => length > 1),
  ))
    yield { words: phrase, group: 'audience', why: 'Your audience.' };
  if (!trade || things.length === 0) return;
  const [first, second] = things.filter((words) => !isBusiness(words));
  for (const [thing, templates] of [
    [first, trade.templates],
    [second?.length === 2 ? second : undefined, upTo(1, trade.templates)],
  ] as const)
    for (const template of thing ? templates : []) {
      const taken = new Set(stemsOf(thing!.join(' ')));
      if (stemsOf(template.join(' ')).some((stem) => taken.has(stem))) continue;
      yield {
        words: template.flatMap((word) => (word === '{}' ? thing! : [word])),
        group: 'niche',
        why: 'Your term with a word from your industry.',
      };
    }
  for (const words of trade.community) yield { words, group: 'audience', why: 'A tag of your industry.' };
}

/** Whether a tag holds what the customer asked to avoid: the tag itself, or one of its words, whatever its ending. */
function isAvoided(tag: string, words: readonly string[], avoided: readonly string[]): boolean {
  const stems = new Set(words.flatMap(stemsOf));
  return avoided.some((one) => {
    const plain = bare(formatHashtag(split(one)) || one);
    const [stem, ...more] = stemsOf(one.replace(/^#/, ''));
    if (bare(tag) === plain) return true;
    if (plain.length >= 4 && bare(tag).includes(plain)) return true;
    return (
      stem !== undefined &&
      more.length === 0 &&
      (stems.has(stem) || (stem.length >= 5 && bare(tag).includes(stem)))
    );
  });
}

type Chosen = HashtagSet['tags'][number];

function chooseTags(brief: HashtagBrief, topic: string, warn: (tag: string, why: string) => void): Chosen[] {
  const avoided = brief.avoidTags ?? [];
  const chosen = new Map<string, Chosen>();
  const brand = split(brief.brandName ?? '');
  if (brief.campaignTag) {
    const tag = brief.campaignTag.startsWith('#') ? brief.campaignTag : `#${brief.campaignTag}`;
    const problem = checkHashtag(tag);
    if (problem) warn(tag, problem);
    chosen.set(sameAs(tag), { tag, group: 'brand', why: 'Your campaign tag.' });
  }
  const own: Candidate[] = brand.length > 0 ? [{ words: brand, group: 'brand', why: 'Your brand tag.' }] : [];
  const all = [
    ...candidates(brief, topic),
    // what the free preview shows of the topic is in the paid set too
    ...candidates({ ...brief, seedKeywords: [] }, topic),
    ...own,
  ];
  for (const { words, group, why } of all) {
    const tag = formatHashtag(words);
    if (tag === '' || chosen.has(sameAs(tag))) continue;
    const problem = isAvoided(tag, words, avoided) ? 'You asked us to avoid it.' : checkHashtag(tag, words);
    // a tag of ours that does not hold is left out in silence; of the customer's own they hear
    if (problem) {
      if (
        group === 'brand' ||
        brief.seedKeywords.some((seed) => bare(formatHashtag(split(seed))) === bare(tag))
      )
        warn(tag, problem);
      continue;
    }
    // room for the brand is kept
    if (chosen.size >= mostTags - (group === 'brand' ? 0 : own.length)) continue;
    chosen.set(sameAs(tag), { tag, group, why });
  }
  const order: Group[] = ['core', 'niche', 'local', 'audience', 'brand'];
  return [...chosen.values()].toSorted((a, b) => order.indexOf(a.group) - order.indexOf(b.group));
}

/** Three groups in turn, each with something of every kind and the brand in all of them. */
function rotate(tags: readonly Chosen[]): string[][] {
  const brand = tags.filter(({ group }) => group === 'brand').map(({ tag }) => tag);
  const others = tags.filter(({ group }) => group !== 'brand');
  if (others.length < 6) return [];
  return [0, 1, 2].map((turn) => [
    ...upTo(
      5,
      others.filter((_, index) => index % 3 === turn),
    ).map(({ tag }) => tag),
    ...upTo(1, brand),
  ]);
}

function checkPost(post: string, best: readonly string[]): NonNullable<HashtagSets['samplePost']> {
  const used = [...new Set(post.match(/#[\p{L}\p{N}_]+/gu) ?? [])];
  return used.map((tag) => {
    const problem = checkHashtag(tag);
    if (problem) return { tag, keep: false, why: problem, instead: best.slice(0, 2) };
    const isFlat = /^#\p{Ll}{12,}$/u.test(tag);
    return {
      tag,
      keep: true,
      why: isFlat ? 'Capitalize each word so screen readers can read it.' : 'No problems found.',
      instead: [],
    };
  });
}

/**
 * Hashtags from the customer's own words: what the topic names, their terms, place, audience and brand, and a few with words
 * of their trade around them where the trade is clear. No figures of reach, because we have none.
 */
export function makeHashtags(brief: HashtagBrief): HashtagSets {
  const warnings = new Map<string, string>();
  const warn = (tag: string, why: string) => void warnings.set(tag, why);
  const sets = brief.topics.map((topic): HashtagSet => {
    const tags = chooseTags(brief, topic, warn);
    return {
      topic,
      tags,
      platforms: brief.platforms.map((platform) => pickForPlatform(platform, tags)),
      rotation: rotate(tags),
    };
  });
  const best = sets[0]?.tags.map(({ tag }) => tag) ?? [];
  return {
    type: 'hashtags',
    sets,
    warnings: [...warnings].map(([tag, why]) => ({ tag, why })),
    samplePost: brief.samplePost ? checkPost(brief.samplePost, best) : null,
  };
}
