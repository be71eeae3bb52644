import type { HashtagSet } from '#contract/instant/hashtag-sets.ts';
import type { Platform } from '#contract/catalogue/product.ts';

type Tag = HashtagSet['tags'][number];

/** The order in which tags of each kind are picked, narrow before broad, as readers of the post would search for them. */
const kinds: Tag['group'][] = ['core', 'niche', 'local', 'brand', 'audience'];

function mixed(tags: readonly Tag[], most: number): string[] {
  const waiting = kinds.map((kind) => tags.filter(({ group }) => group === kind));
  const picked: string[] = [];
  while (picked.length < most && waiting.some((left) => left.length > 0))
    for (const left of waiting) {
      const tag = left.shift();
      if (tag && picked.length < most) picked.push(tag.tag);
    }
  return picked;
}

/** The tags to paste on this platform: as many as are usual there, never more than it allows. */
export function pickForPlatform(
  platforms: readonly Platform[],
  platform: string,
  tags: readonly Tag[],
): HashtagSet['platforms'][number] {
  const known = platforms.find(({ value }) => value === platform);
  const limit = known?.hashtagMax ?? null;
  const pick = mixed(tags, known?.hashtagPick ?? 3);
  return {
    platform: known?.label ?? platform,
    limit,
    pick,
    note:
      limit === null
        ? `There’s no limit, but fewer hashtags work better. Use ${pick.length}.`
        : limit > pick.length
          ? `The limit is ${limit} per post. We suggest ${pick.length}.`
          : `The limit is ${limit} per post.`,
  };
}
