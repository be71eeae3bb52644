import type { HashtagSet, HashtagSets } from '#contract/instant/hashtag-sets.ts';
import type { Platform } from '#contract/catalogue/product.ts';
import { stemsOf } from '#server/instant/tag-words.ts';
import { isBroad, splitJoined } from './common-words.ts';
import { bare, checkHashtag, explicitWord, formatHashtag, sameAs, splitPhrase } from './format-hashtag.ts';
import type { HashtagBrief } from './hashtag-brief.ts';
import { type Candidate, hashtagCandidates } from './hashtag-candidates.ts';
import { pickForPlatform } from './pick-for-platform.ts';
import { readPlace } from './read-place.ts';
import { placeAtEnd, purposeInTopic } from './topic-parts.ts';

/** Maximum number of tags. Platforms allow few, and the last tags of a long list are the weakest. */
const mostTags = 15;

/**
 * A sentence if a tag is, or contains, a word to avoid; otherwise undefined. Endings don't count: “bakeries” matches “bakery”.
 */
function whyAvoided(tag: string, words: readonly string[], avoided: readonly string[]): string | undefined {
  const stems = new Set(words.flatMap(stemsOf));
  const found = avoided.find((one) => {
    const plain = bare(formatHashtag(splitPhrase(one)) || one);
    const [stem, ...more] = stemsOf(one.replace(/^#/, ''));
    if (bare(tag) === plain) return true;
    if (plain.length >= 4 && bare(tag).includes(plain)) return true;
    return (
      stem !== undefined &&
      more.length === 0 &&
      (stems.has(stem) || (stem.length >= 5 && bare(tag).includes(stem)))
    );
  });
  if (found === undefined) return undefined;
  const word = found.replace(/^#/, '');
  return bare(tag) === bare(formatHashtag(splitPhrase(word)) || word)
    ? 'You asked us to avoid it.'
    : `It contains “${word},” which you asked us to avoid.`;
}

type Chosen = HashtagSet['tags'][number];
/** `rank`: lower is better. */
type Ranked = Chosen & { rank: number; isTrade?: boolean };

const groupOrder: Chosen['group'][] = ['core', 'niche', 'local', 'audience', 'brand'];
/** Maximum length of a combination (characters). Longer ones are unlikely to be read. */
const longestFill = 27;
const tooBroad = 'It’s too broad on its own. Make it more specific: add a type or a place, for example.';
/** Minimum number of tags of a set that is split for rotation. */
const fewestTags = 6;

/**
 * The rank of a tag. 0: the brand, the place, combined words and tags of the trade. 1: single words. 2: tags that only fill a
 * set.
 */
function rankOf({ words, group, isTrade, isFill }: Candidate): number {
  if (isFill) return 2;
  return isTrade || words.length > 1 || group === 'brand' || group === 'local' ? 0 : 1;
}

function chooseTags(brief: HashtagBrief, topic: string, warn: (tag: string, why: string) => void): Chosen[] {
  const avoided = brief.avoidTags ?? [];
  const chosen = new Map<string, Ranked>();
  const broad = new Map<string, Ranked>();
  const brand = splitPhrase(brief.brandName ?? '');
  if (brief.campaignTag) {
    const tag = brief.campaignTag.startsWith('#') ? brief.campaignTag : `#${brief.campaignTag}`;
    const problem = checkHashtag(tag);
    if (problem) warn(tag, problem);
    chosen.set(sameAs(tag), {
      tag,
      group: 'brand',
      why: 'Your campaign hashtag. Use it in every post for the campaign.',
      rank: 0,
    });
  }
  const own: Candidate[] =
    brand.length > 0
      ? [
          {
            words: brand,
            group: 'brand',
            why: 'Your brand. Add it to your posts so readers can find them all in one place.',
          },
        ]
      : [];
  const seedTags = new Set(brief.seedKeywords.map((seed) => bare(formatHashtag(splitPhrase(seed)))));
  const { platforms, language } = brief;
  // the paid set includes the tags that the free preview of the topic shows
  const preview = [...hashtagCandidates({ topics: [topic], platforms, seedKeywords: [], language }, topic)];
  const previewed = new Set(preview.map(({ words }) => sameAs(formatHashtag(words))));
  const ofTopic = [...hashtagCandidates({ ...brief, seedKeywords: [], brandName: '' }, topic), ...preview];
  for (const candidate of [...own, ...hashtagCandidates(brief, topic), ...ofTopic]) {
    const { words, group, why } = candidate;
    const tag = formatHashtag(words);
    if (tag === '' || chosen.has(sameAs(tag))) continue;
    if (candidate.isFill && tag.length > longestFill) continue;
    const explicit = group === 'brand' ? undefined : explicitWord(words);
    if (explicit !== undefined) {
      if (group === 'core')
        warn(tag, `“${explicit}” is an explicit word. Platforms may hide posts that contain it.`);
      continue;
    }
    const problem = whyAvoided(tag, words, avoided) ?? checkHashtag(tag, words);
    // an invalid tag of ours is left out silently, and one of the customer's is reported
    if (problem) {
      if (group === 'brand' || seedTags.has(bare(tag))) warn(tag, problem);
      continue;
    }
    const ranked = { tag, group, why, rank: rankOf(candidate), isTrade: candidate.isTrade === true };
    // single words from the list of trades are useful, although they are broad
    if (!candidate.isTrade && group !== 'local' && group !== 'brand' && isBroad(words))
      broad.set(sameAs(tag), ranked);
    else chosen.set(sameAs(tag), ranked);
  }
  for (const one of broad.values()) {
    if (chosen.has(sameAs(one.tag))) continue;
    // leaves out a broad tag when there are more specific ones
    const specific = [...chosen.values()].filter(({ isTrade }) => isTrade !== true);
    if (specific.length >= 3 || !seedTags.has(bare(one.tag))) warn(one.tag, tooBroad);
    else
      chosen.set(sameAs(one.tag), {
        ...one,
        why: 'One of your key terms. Use it together with a more specific hashtag.',
        rank: 5,
      });
  }
  const ranked = [...chosen.values()].toSorted(
    (a, b) => a.rank - b.rank || groupOrder.indexOf(a.group) - groupOrder.indexOf(b.group),
  );
  const town = sameAs(formatHashtag(readPlace(brief.location ?? '').near[0] ?? []));
  // reserves room for the brand, the place, the customer's own terms and the preview's tags
  const kept = ranked.filter(
    ({ group, tag }) =>
      group === 'brand' || sameAs(tag) === town || previewed.has(sameAs(tag)) || seedTags.has(bare(tag)),
  );
  const others = ranked.filter((one) => !kept.includes(one)).slice(0, Math.max(0, mostTags - kept.length));
  return ranked
    .filter((one) => kept.includes(one) || others.includes(one))
    .slice(0, mostTags)
    .map(({ tag, group, why }) => ({ tag, group, why }));
}

const and = new Intl.ListFormat('en', { type: 'conjunction' });

/** Why a set has fewer tags than the maximum, and which facts would give more. */
function whyFewer(brief: HashtagBrief, topic: string, count: number): string {
  const empty = [
    ...(brief.location || placeAtEnd.test(topic) ? [] : ['the location']),
    ...(brief.audience || purposeInTopic.test(topic) ? [] : ['who it’s for']),
    ...(brief.brandName ? [] : ['your brand name']),
  ];
  const others = brief.avoidTags?.length
    ? 'be too broad, repeat these, or contain words you asked us to avoid'
    : 'be too broad or repeat these';
  const more = empty.length === 0 ? '' : ` To get more, request a revision and tell us ${and.format(empty)}.`;
  return `This set has ${count} of up to ${mostTags} hashtags. More hashtags from this brief would ${others}.${more}`;
}

/** Three groups of mixed kinds, each with the brand. */
function rotate(tags: readonly Chosen[]): string[][] {
  const brand = tags.filter(({ group }) => group === 'brand').map(({ tag }) => tag);
  const others = tags.filter(({ group }) => group !== 'brand');
  if (tags.length < fewestTags) return [];
  return [0, 1, 2].map((turn) => [
    ...others
      .filter((_, index) => index % 3 === turn)
      .slice(0, 5)
      .map(({ tag }) => tag),
    ...brand.slice(0, 1),
  ]);
}

function checkPost(brief: HashtagBrief, best: readonly string[]): NonNullable<HashtagSets['samplePost']> {
  const {
    topics,
    seedKeywords,
    brandName = '',
    campaignTag = '',
    audience = '',
    location = '',
    avoidTags = [],
  } = brief;
  const given = [...topics, ...seedKeywords, brandName, audience, location].join(' ').toLowerCase();
  const own = new Set(given.match(/[\p{L}\p{N}]+/gu) ?? []);
  const names = new Set(
    [brandName, campaignTag, location].map((name) => bare(formatHashtag(splitPhrase(name)))),
  );
  const used = [...new Set(brief.samplePost?.match(/#[\p{L}\p{N}_]+/gu) ?? [])];
  const inPost = new Set(used.map(bare));
  const chosen = new Set(best.map(bare));
  const unused = best.filter((tag) => !inPost.has(bare(tag)));
  let suggested = 0;
  /** Two hashtags that the post lacks, for each problem different ones while there are any. */
  const suggest = (): string[] => {
    const at = suggested < unused.length ? suggested : 0;
    suggested = at + 2;
    return unused.slice(at, at + 2);
  };
  return used.map((tag) => {
    const isFlat = !/\p{Lu}/u.test(tag);
    const parts = isFlat ? splitJoined(bare(tag), own) : undefined;
    const problem =
      whyAvoided(tag, parts ?? [bare(tag)], avoidTags) ??
      checkHashtag(tag) ??
      (isBroad([bare(tag)]) && !names.has(bare(tag)) && !chosen.has(bare(tag))
        ? 'It’s too broad on its own.'
        : undefined);
    if (problem) return { tag, keep: false, why: problem, instead: suggest() };
    const isJoined = isFlat && (parts ? parts.length > 1 : tag.length > 12);
    return {
      tag,
      keep: true,
      why: isJoined ? 'Capitalize each word so that screen readers can read it.' : 'No problems found.',
      instead: isJoined && parts ? [formatHashtag(parts)] : [],
    };
  });
}

/**
 * Makes hashtags from the customer’s own words: the topic’s names, their terms, place, audience and brand. Adds a few from the
 * list of their trade if the trade is clear. Gives no figures of reach, because we have none. `platforms`: the number of tags
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
      ...(tags.length < mostTags ? { fewer: whyFewer(brief, topic, tags.length) } : {}),
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
