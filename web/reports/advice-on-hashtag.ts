import type { HashtagSets } from '#contract/instant/hashtag-sets.ts';

type Checked = NonNullable<HashtagSets['samplePost']>[number];

/** What to do with a hashtag of the customer's post. */
export function adviceOnHashtag({ keep, why, instead }: Checked): string {
  const others = instead.join(' or ');
  if (!keep) return `Replace. ${why}${others === '' ? '' : ` Try ${others}.`}`;
  return others === ''
    ? `Keep. ${why}`
    : `Keep it, but write it as ${others}, so that screen readers read each word.`;
}
