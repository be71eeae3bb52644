import { builtInCatalogue } from '#contract/built-in-catalogue.ts';
import { isBroad } from '#server/instant/hashtags/common-words.ts';
import { checkHashtag } from '#server/instant/hashtags/format-hashtag.ts';
import { makeHashtags } from '#server/instant/hashtags/make-hashtags.ts';
import { hashtagBriefs } from './hashtag-briefs.ts';

const joined = (words: string) => words.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Bad tags: two of the customer's terms joined, a broad word alone, a breach of our own rules, or a duplicate. */
export function countJunk(): { tags: number; junk: string[] } {
  const junk: string[] = [];
  let tags = 0;
  for (const one of hashtagBriefs) {
    const terms = one.seedKeywords.map(joined);
    const topic = joined(one.topics.join(' '));
    for (const { tags: made } of makeHashtags(one, builtInCatalogue.platforms).sets) {
      tags += made.length;
      const plain = made.map(({ tag }) => tag.slice(1).toLowerCase());
      for (const [index, tag] of plain.entries()) {
        const isName = made[index]!.group === 'local' || made[index]!.group === 'brand';
        const isPair = terms.some((a) => terms.some((b) => a !== b && tag === a + b && !topic.includes(tag)));
        if (
          isPair ||
          (isBroad([tag]) && !isName) ||
          checkHashtag(tag) !== undefined ||
          plain.indexOf(tag) !== plain.lastIndexOf(tag)
        )
          junk.push(tag);
      }
    }
  }
  return { tags, junk };
}
