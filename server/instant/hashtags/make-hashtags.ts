import type { HashtagSet, HashtagSets, tagGroups } from '#contract/hashtag-sets.ts';
import { anyIndustry, industries } from './industry-words.ts';
import { nounPhrases } from './noun-phrases.ts';
import { pickForPlatform } from './pick-for-platform.ts';
import { bare, isThing, problemOfTag, withoutFiller, writeTag } from './write-tag.ts';

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

const mostTags = 30;
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

function* candidates(brief: HashtagBrief, topic: string): Generator<Candidate> {
  const place = split(brief.location ?? '');
  const lowerPlace = place.map((word) => word.toLowerCase());
  const phrases = fromTopic(topic, lowerPlace);
  const lowerTopic = topic.toLowerCase();
  const seeds = brief.seedKeywords.map(split).filter((words) => words.length > 0 && words.length <= 4);
  const inTopic = seeds.filter((words) => lowerTopic.includes(words.join(' ').toLowerCase()));
  const others = seeds.filter((words) => !inTopic.includes(words));

  for (const words of [...phrases.filter(({ length }) => length > 1), ...inTopic])
    yield { words, group: 'core', why: 'Says what your topic is, in your own words.' };
  for (const words of others)
    yield {
      words,
      group: words.length > 1 ? 'niche' : 'core',
      why: words.length > 1 ? 'A precise term that your customers use.' : 'One of your key terms.',
    };
  for (const words of phrases.filter(({ length }) => length === 1))
    yield { words, group: 'core', why: 'A word of your topic.' };

  const known = `${topic} ${brief.seedKeywords.join(' ')}`;
  const { templates, community } = industries.find((industry) => industry.known.test(known)) ?? anyIndustry;
  // what other words can be put around: the customer's own terms and what the topic is about, not every noun in it
  const things = [...inTopic, ...phrases.filter(({ length }) => length > 1), ...others]
    .filter((words) => words.length <= 2 && isThing(words))
    .filter((words, index, all) => {
      const tag = sameAs(writeTag(words));
      return all.findIndex((one) => sameAs(writeTag(one)) === tag) === index;
    });
  if (place.length > 0 && place.length <= 3) {
    for (const thing of upTo(4, things))
      yield {
        words: [...place, ...thing],
        group: 'local',
        why: `Found by people who look for it in ${place.join(' ')}.`,
      };
    yield { words: place, group: 'local', why: 'Your place.' };
    yield { words: ['Shop', ...place], group: 'local', why: 'Used by people who like to buy nearby.' };
    yield {
      words: [...place, 'Business'],
      group: 'local',
      why: 'Puts you among the businesses of your place.',
    };
  }
  for (const phrase of upTo(
    3,
    nounPhrases(brief.audience ?? '').filter(({ length }) => length > 1),
  ))
    yield { words: phrase, group: 'audience', why: 'Names who it is for.' };
  for (const [index, thing] of upTo(3, things).entries())
    for (const template of index === 0 ? templates : upTo(2, templates)) {
      const taken = new Set(thing.map((word) => word.toLowerCase()));
      if (template.some((word) => taken.has(word.toLowerCase()))) continue;
      yield {
        words: template.flatMap((word) => (word === '{}' ? thing : [word])),
        group: 'niche',
        why: 'How people of your trade narrow this down.',
      };
    }
  for (const words of community)
    yield { words, group: 'audience', why: 'A tag under which people of your trade gather.' };
}

type Chosen = HashtagSet['tags'][number];

function chooseTags(brief: HashtagBrief, topic: string, warn: (tag: string, why: string) => void): Chosen[] {
  const avoided = new Set((brief.avoidTags ?? []).map(bare));
  const chosen = new Map<string, Chosen>();
  const brand = split(brief.brandName ?? '');
  if (brief.campaignTag) {
    const tag = brief.campaignTag.startsWith('#') ? brief.campaignTag : `#${brief.campaignTag}`;
    const problem = problemOfTag(tag);
    if (problem) warn(tag, problem);
    chosen.set(sameAs(tag), { tag, group: 'brand', why: 'Your campaign, as you write it.' });
  }
  const own: Candidate[] =
    brand.length > 0
      ? [{ words: brand, group: 'brand', why: 'Collects everything about you in one place.' }]
      : [];
  for (const { words, group, why } of [...candidates(brief, topic), ...own]) {
    const tag = writeTag(words);
    if (tag === '' || chosen.has(sameAs(tag))) continue;
    const problem = avoided.has(bare(tag)) ? 'You asked to avoid it.' : problemOfTag(tag, words);
    // a tag of ours that does not hold is left out in silence; of the customer's own they hear
    if (problem) {
      if (group === 'brand' || brief.seedKeywords.some((seed) => bare(writeTag(split(seed))) === bare(tag)))
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
    const problem = problemOfTag(tag);
    if (problem) return { tag, keep: false, why: problem, instead: best.slice(0, 2) };
    const isFlat = /^#\p{Ll}{12,}$/u.test(tag);
    return {
      tag,
      keep: true,
      why: isFlat
        ? 'Begin each of its words with a capital, so that screen readers can read it.'
        : 'Nothing speaks against it.',
      instead: [],
    };
  });
}

/**
 * Hashtags from the customer's own words: what the topic names, their terms, place, audience and brand, with words of
 * the trade around them. No figures of reach, because we have none.
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
