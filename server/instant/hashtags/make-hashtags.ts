import type { HashtagSet, HashtagSets, tagGroups } from '#contract/hashtag-sets.ts';
import type { Platform } from '#contract/product.ts';
import { stemsOf, tagWords } from '#server/instant/tag-words.ts';
import { isBroad, splitJoined } from './common-words.ts';
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
/** `isTrade`: contains a word that the customer did not give. */
type Candidate = { words: string[]; group: Group; why: string; isTrade?: boolean };

/** A topic that makes fewer tags by itself gets some with words of its trade. */
const fewestOfTopic = 5;
/** What a phrase of a trade is for, by its last word; the others give advice. */
const purposes: Record<string, string> = {
  Beginners: 'for posts that explain the basics',
  Lovers: 'for posts aimed at people who love it',
  Style: 'for posts that show it',
  Craft: 'for posts that show how it’s made',
  Inspiration: 'for posts that show it',
  Routine: 'for posts that show how to use it',
};

/** Few that fit beat many: platforms allow few, and the last of a long list are always the weakest. */
const mostTags = 15;
const split = (phrase: string) => withoutFiller(phrase.split(/[\s,/&+]+/u).filter(Boolean));
/** Singular and plural count as one word. */
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

/** A place where something is done or sold: "{} Lovers" suits bread but not a bakery. */
const business =
  /^(?:bakery|cafe|shop|store|clinic|salon|studio|restaurant|hotel|agency|school|workshop|gym|spa|firm|office|company|brewery|museum|boutique|market|guesthouse|supply|broker|tutor|class|classes)$/iu;
/** "sourdough bakery in Leeds", "in Dayton, Ohio": a place that the topic ends with. */
const placeAtEnd =
  /\b(?:in|near|around) ((?:\p{Lu}[\p{L}\p{M}'’-]+ ?){1,3}(?:, ?(?:\p{Lu}[\p{L}\p{M}'’-]+ ?){1,2})?)[.!]?$/u;
/** "yoga for new mothers": what the topic is for. */
const purposeInTopic =
  /\bfor ([\p{L}\p{M}'’-]+(?: [\p{L}\p{M}'’-]+){0,3}?)(?=[.,!?:]| (?:in|near|around|at|on|with|from|who|that)\b|$)/iu;

/** A town, and with it the state or country that tells it from others of its name. */
function readPlace(text: string): { town: string[]; whole: string[] } {
  const [town = '', region = ''] = text.split(',');
  const words = split(town);
  return { town: words, whole: [...words, ...region.split(/\s+/u).filter(Boolean)] };
}

/** The thing and what it is for, where the topic says both in one breath. */
function withPurpose(topic: string, phrases: readonly string[][]): string[] | undefined {
  const purpose = purposeInTopic.exec(topic)?.[1]?.trim();
  if (purpose === undefined) return undefined;
  const thing = phrases.findLast((words) =>
    topic.toLowerCase().includes(`${words.join(' ')} for ${purpose}`.toLowerCase()),
  );
  const words = split(purpose);
  return thing && words.length > 0 && !words.some(isNumber) ? [...thing, 'For', ...words] : undefined;
}
const isBusiness = (phrase: readonly string[]) => business.test(phrase.at(-1) ?? '');

function* candidates(brief: HashtagBrief, topic: string): Generator<Candidate> {
  const placeOfTopic = placeAtEnd.exec(topic)?.[1] ?? '';
  const { town, whole } = readPlace(brief.location || placeOfTopic);
  const lowerPlace = [...whole, ...readPlace(placeOfTopic).whole].map((word) => word.toLowerCase());
  const phrases = fromTopic(topic, lowerPlace);
  const lowerTopic = topic.toLowerCase();
  const seeds = brief.seedKeywords.map(split).filter((words) => words.length > 0 && words.length <= 4);
  const inTopic = seeds.filter((words) => lowerTopic.includes(words.join(' ').toLowerCase()));
  const others = seeds.filter((words) => !inTopic.includes(words));

  for (const words of phrases.filter(({ length }) => length > 1)) {
    const longer = phrases.find(
      (other) => other.length > words.length && other.join(' ').endsWith(words.join(' ')),
    );
    const dropped = longer?.slice(0, -words.length).join(' ').toLowerCase();
    const why = dropped
      ? `Without “${dropped}”: shorter, and it fits more of your posts.`
      : 'From your topic: says what the post is about in your own words.';
    yield { words, group: 'core', why };
  }
  const purpose = withPurpose(topic, phrases);
  if (purpose) yield { words: purpose, group: 'niche', why: 'Your topic with who or what it’s for.' };
  const ofSeed = 'Your key term: for posts about it.';
  for (const words of inTopic) yield { words, group: 'core', why: ofSeed };
  for (const words of others) yield { words, group: words.length > 1 ? 'niche' : 'core', why: ofSeed };
  const stems = stemsOf(`${topic} ${brief.seedKeywords.join(' ')}`);
  const isSad = isGrave(stems);
  // beside a phrase its single nouns add little, and for a sensitive topic they are inappropriate
  if (!isSad && phrases.every(({ length }) => length === 1))
    for (const words of phrases) yield { words, group: 'core', why: 'Your topic in one word.' };

  const isOneWord = seeds.length === 0 && phrases.length === 1 && phrases[0]!.length === 1;
  const things = [...inTopic, ...phrases.filter(({ length }) => length > 1 || isOneWord), ...others]
    .filter((words) => words.length <= 2 && isThing(words) && !words.some(isNumber))
    .filter((words, index, all) => {
      const tag = sameAs(formatHashtag(words));
      return all.findIndex((one) => sameAs(formatHashtag(one)) === tag) === index;
    });
  // one trade word is no evidence, unless it is the whole topic
  const trade = isSad ? undefined : industryOf(stems, isOneWord ? 1 : 2);
  const townName = town.join(' ');
  if (town.length > 0 && town.length <= 3) {
    for (const thing of upTo(
      3,
      things
        .filter((words) => nounsOf(words).length > 0)
        .toSorted((a, b) => Number(isBusiness(b)) - Number(isBusiness(a))),
    ))
      yield {
        words: [...town, ...thing],
        group: 'local',
        why: `Your topic and place: for customers in ${townName}.`,
      };
    yield {
      words: whole,
      group: 'local',
      why: 'Your place. Alone it says little: use it next to a hashtag for your topic.',
    };
  }
  const audiences = nounPhrases(brief.audience ?? '').filter(({ length }) => length > 1);
  for (const words of upTo(2, audiences))
    yield { words, group: 'audience', why: 'Your audience: for posts that speak to them.' };
  const readers = nounsOf(audiences[0] ?? []);
  if (town.length > 0 && town.length <= 2 && readers.at(-1)?.endsWith('s'))
    yield { words: [...town, ...readers], group: 'audience', why: `Your audience in ${townName}.` };
  const named = things.filter((words) => !isBusiness(words));
  const brand = split(brief.brandName ?? '').filter((word) => !isBusiness([word]));
  const branded = named.find((words) => !words.some((word) => brand.includes(word)));
  if (!isSad && branded && brand.length > 0 && brand.length <= 2)
    yield {
      words: [...brand, ...branded],
      group: 'brand',
      why: 'Your brand and topic: for posts about what you offer.',
    };
  // a few words of our own, where the topic or the customer's terms make too few tags
  const ofTopic = phrases.length + (placeOfTopic === '' ? 0 : 2) + (purpose ? 1 : 0);
  if (!trade || (seeds.length === 0 && ofTopic >= fewestOfTopic)) return;
  for (const thing of upTo(seeds.length === 0 ? 1 : 2, named))
    for (const template of trade.templates) {
      // bread has lovers, bread delivery has none
      if (seeds.length === 0 && !isOneWord && template.includes('Lovers')) continue;
      const taken = new Set(stemsOf(thing.join(' ')));
      if (stemsOf(template.join(' ')).some((stem) => taken.has(stem))) continue;
      yield {
        words: template.flatMap((word) => {
          if (word !== '{}') return [word];
          return template[1] === 'For' ? thing : inSingular(thing);
        }),
        group: 'niche',
        why: `Your term in a phrase from your industry: ${purposes[template.at(-1)!] ?? 'for posts that give advice'}.`,
        isTrade: true,
      };
    }
}

/** The noun without adjectives that cannot follow a place: "busy parents" gives parents; "dog owners" stays dog owners. */
const nounsOf = (phrase: readonly string[]) => {
  // a capital at the beginning would make every word a name
  const tags = tagWords(phrase.join(' ').toLowerCase()).map(({ tag }) => tag);
  if (tags.length !== phrase.length) return [...phrase];
  return phrase.filter((_, index) => tags[index] === 'NOUN' || tags[index] === 'PROPN');
};

/** "dog collars" in the singular before another noun: a dog collar guide. */
const inSingular = (words: readonly string[]) => [
  ...words.slice(0, -1),
  words
    .at(-1)!
    .replace(/(?<=\p{L}{2})ies$/iu, 'y')
    .replace(/(?<=ss|sh|ch|x)es$/iu, '')
    .replace(/(?<=\p{L}{2}[^ius])s$/u, ''),
];

/** Whether a tag contains what the customer avoids: the tag itself, or one of its words with any ending. */
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
/** `rank`: lower is better. */
type Ranked = Chosen & { rank: number };

const groupOrder: Group[] = ['core', 'niche', 'local', 'audience', 'brand'];
const tooBroad = 'Too broad on its own: say what kind, or where.';
/** A set with fewer is filled up: with phrases of the trade, then with the customer's own broad terms. */
const fewestTags = 6;

/** Order: combined own words, single own words, the place alone, added words. */
function rankOf({ words, group, isTrade }: Candidate): number {
  if (isTrade) return 3;
  if (words.length > 1 || group === 'brand') return 0;
  return group === 'local' ? 2 : 1;
}

function chooseTags(brief: HashtagBrief, topic: string, warn: (tag: string, why: string) => void): Chosen[] {
  const avoided = brief.avoidTags ?? [];
  const chosen = new Map<string, Ranked>();
  const spare: Ranked[] = [];
  const broad = new Map<string, Ranked>();
  const brand = split(brief.brandName ?? '');
  if (brief.campaignTag) {
    const tag = brief.campaignTag.startsWith('#') ? brief.campaignTag : `#${brief.campaignTag}`;
    const problem = checkHashtag(tag);
    if (problem) warn(tag, problem);
    chosen.set(sameAs(tag), {
      tag,
      group: 'brand',
      why: 'Your campaign: for every post that belongs to it.',
      rank: 0,
    });
  }
  const own: Candidate[] =
    brand.length > 0
      ? [{ words: brand, group: 'brand', why: 'Your brand: for every post, so your posts stay together.' }]
      : [];
  const seedTags = new Set(brief.seedKeywords.map((seed) => bare(formatHashtag(split(seed)))));
  const ofTopic = [...candidates({ ...brief, seedKeywords: [], brandName: '' }, topic)];
  // the paid set includes what the free preview shows of the topic
  for (const candidate of [...own, ...candidates(brief, topic), ...ofTopic]) {
    const { words, group, why } = candidate;
    const tag = formatHashtag(words);
    if (tag === '' || chosen.has(sameAs(tag))) continue;
    const problem = isAvoided(tag, words, avoided) ? 'You asked us to avoid it.' : checkHashtag(tag, words);
    // an invalid tag of ours is left out silently; an invalid tag of the customer's is reported
    if (problem) {
      if (group === 'brand' || seedTags.has(bare(tag))) warn(tag, problem);
      continue;
    }
    const ranked = { tag, group, why, rank: rankOf(candidate) };
    if (group !== 'local' && group !== 'brand' && isBroad(words)) broad.set(sameAs(tag), ranked);
    else if (candidate.isTrade && !ofTopic.includes(candidate)) spare.push(ranked);
    else chosen.set(sameAs(tag), ranked);
  }
  for (const one of spare) if (chosen.size < fewestTags) chosen.set(sameAs(one.tag), one);
  for (const one of broad.values()) {
    // more specific tags exist
    if (chosen.size >= 3 || !seedTags.has(bare(one.tag))) warn(one.tag, tooBroad);
    else
      chosen.set(sameAs(one.tag), {
        ...one,
        why: 'Your key term. Use it next to a more specific hashtag.',
        rank: 4,
      });
  }
  const ranked = [...chosen.values()].toSorted(
    (a, b) => a.rank - b.rank || groupOrder.indexOf(a.group) - groupOrder.indexOf(b.group),
  );
  // keeps room for the brand
  const brands = ranked.filter(({ group }) => group === 'brand');
  const others = upTo(
    mostTags - brands.length,
    ranked.filter(({ group }) => group !== 'brand'),
  );
  return ranked
    .filter((one) => brands.includes(one) || others.includes(one))
    .map(({ tag, group, why }) => ({ tag, group, why }));
}

/** Three groups of mixed kinds, each with the brand. */
function rotate(tags: readonly Chosen[]): string[][] {
  const brand = tags.filter(({ group }) => group === 'brand').map(({ tag }) => tag);
  const others = tags.filter(({ group }) => group !== 'brand');
  if (tags.length < fewestTags) return [];
  return [0, 1, 2].map((turn) => [
    ...upTo(
      5,
      others.filter((_, index) => index % 3 === turn),
    ).map(({ tag }) => tag),
    ...upTo(1, brand),
  ]);
}

function checkPost(brief: HashtagBrief, best: readonly string[]): NonNullable<HashtagSets['samplePost']> {
  const { topics, seedKeywords, brandName = '', campaignTag = '', audience = '', location = '' } = brief;
  const given = [...topics, ...seedKeywords, brandName, audience, location].join(' ').toLowerCase();
  const own = new Set(given.match(/[\p{L}\p{N}]+/gu) ?? []);
  const names = new Set([brandName, campaignTag, location].map((name) => bare(formatHashtag(split(name)))));
  const used = [...new Set(brief.samplePost?.match(/#[\p{L}\p{N}_]+/gu) ?? [])];
  return used.map((tag) => {
    const isFlat = !/\p{Lu}/u.test(tag);
    const parts = isFlat ? splitJoined(bare(tag), own) : undefined;
    const problem =
      checkHashtag(tag) ??
      (isBroad([bare(tag)]) && !names.has(bare(tag)) ? 'Too broad on its own.' : undefined);
    if (problem) return { tag, keep: false, why: problem, instead: best.slice(0, 2) };
    const isJoined = isFlat && (parts ? parts.length > 1 : tag.length > 12);
    return {
      tag,
      keep: true,
      why: isJoined ? 'Capitalize each word so screen readers can read it.' : 'No problems found.',
      instead: isJoined && parts ? [formatHashtag(parts)] : [],
    };
  });
}

/**
 * Makes hashtags from the customer's own words: the topic's names, their terms, place, audience and brand, and a few with words
 * of their trade where the trade is clear. Gives no figures of reach, because we have none. `platforms`: the number of tags
 * that each allows.
 */
export function makeHashtags(brief: HashtagBrief, platforms: readonly Platform[]): HashtagSets {
  const warnings = new Map<string, string>();
  const warn = (tag: string, why: string) => void warnings.set(tag, why);
  const sets = brief.topics.map((topic): HashtagSet => {
    const tags = chooseTags(brief, topic, warn);
    return {
      topic,
      tags,
      platforms: brief.platforms.map((platform) => pickForPlatform(platforms, platform, tags)),
      rotation: rotate(tags),
    };
  });
  const best = sets[0]?.tags.map(({ tag }) => tag) ?? [];
  return {
    type: 'hashtags',
    sets,
    warnings: [...warnings].map(([tag, why]) => ({ tag, why })),
    samplePost: brief.samplePost ? checkPost(brief, best) : null,
  };
}
