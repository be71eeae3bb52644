import { shop } from '#contract/shop.ts';

/**
 * What a page is called, here and in a list of search results. Everything else that search engines and link previews
 * read is added to the public pages by the build (build/search-tags.ts): no visitor's browser needs it.
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
