import { shop } from '#contract/shop.ts';

/**
 * A page's title for browsers and search results. The build adds the other tags (web/build/search-tags.ts),
 * because visitors' browsers don't need them.
 */
export function pageMeta({
  title,
  description,
  isPublic = false,
}: {
  title: string;
  description?: string;
  isPublic?: boolean;
}) {
  return [
    { title: `${title} – ${shop.name}` },
    ...(description === undefined ? [] : [{ name: 'description', content: description }]),
    ...(isPublic ? [] : [{ name: 'robots', content: 'noindex' }]),
  ];
}
