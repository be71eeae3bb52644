import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { isBroad } from '#server/instant/hashtags/common-words.ts';
import { bare, checkHashtag, sameAs } from '#server/instant/hashtags/format-hashtag.ts';
import { makeHashtags } from '#server/instant/hashtags/make-hashtags.ts';
import { hashtagBriefs } from './hashtag-briefs.ts';
import type { Measures } from './measure-set.ts';
import { judgedBriefs, type SetPart } from './read-sets.ts';

const joined = (words: string) => words.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/**
 * Measures the sets for the judged briefs: the fractions of good, weak and useless tags among those that a person judged, and the
 * fraction of the tags that a strategist expects. `tell` gets each tag that isn't good and each expected tag that is missing.
 */
export function measureHashtags(part: SetPart, tell: (line: string) => void): Measures {
  const measures: Measures = {};
  const add = (name: string, isRight: boolean) => {
    const count = (measures[name] ??= { of: 0, right: 0 });
    count.of += 1;
    if (isRight) count.right += 1;
  };
  for (const { brief, expected, good, weak, junk } of judgedBriefs(part)) {
    const [set] = makeHashtags(brief, builtInCatalogue.platforms).sets;
    const made = set!.tags.map(({ tag }) => tag);
    const isIn = (tags: readonly string[], tag: string) => tags.some((one) => sameAs(one) === sameAs(tag));
    for (const tag of made) {
      const isGood = isIn(expected, tag) || isIn(good, tag);
      const isJudged = isGood || isIn(weak, tag) || isIn(junk, tag);
      add('hashtags: judged', isJudged);
      if (!isJudged) {
        tell(`${part} unjudged hashtag: ${tag} | ${brief.topics.join()}`);
        continue;
      }
      add('hashtags: good', isGood);
      add('hashtags: useless', isIn(junk, tag));
      if (!isGood)
        tell(`${part} ${isIn(junk, tag) ? 'useless' : 'weak'} hashtag: ${tag} | ${brief.topics.join()}`);
    }
    for (const tag of expected) {
      add('hashtags: expected that are there', isIn(made, tag));
      if (!isIn(made, tag)) tell(`${part} missing hashtag: ${tag} | ${brief.topics.join()}`);
    }
    const reasons = set!.tags.map(({ why }) => why);
    for (const why of reasons)
      add('hashtags: reason of its own', reasons.indexOf(why) === reasons.lastIndexOf(why));
  }
  return measures;
}

/** Counts bad tags: two of the customer's terms joined, a broad word alone, a violation of our own rules, or a duplicate. */
export function countJunk(): { tags: number; junk: string[] } {
  const junk: string[] = [];
  let tags = 0;
  for (const one of hashtagBriefs) {
    const terms = one.seedKeywords.map(joined);
    const topic = joined(one.topics.join(' '));
    for (const { tags: made } of makeHashtags(one, builtInCatalogue.platforms).sets) {
      tags += made.length;
      const plain = made.map(({ tag }) => bare(tag));
      for (const [index, tag] of plain.entries()) {
        const { group, why } = made[index]!;
        const isKnown = group === 'local' || group === 'brand' || /\bour list\b|^Speaks to\b/.test(why);
        const isPair = terms.some((a) => terms.some((b) => a !== b && tag === a + b && !topic.includes(tag)));
        if (
          (isPair && !isKnown) ||
          (isBroad([tag]) && !isKnown) ||
          checkHashtag(tag) !== undefined ||
          plain.indexOf(tag) !== plain.lastIndexOf(tag)
        )
          junk.push(tag);
      }
    }
  }
  return { tags, junk };
}
