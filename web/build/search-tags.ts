import { shop } from '#contract/shop.ts';
import { pictureSize } from './share-pictures.ts';
import { structuredData } from './structured-data.ts';

const attribute = (value: string) =>
  value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
const decoded = (html: string) =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll(/&#x27;|&#39;/g, "'")
    .replaceAll('&amp;', '&');

/** Title and description of the page. @throws when one is missing. */
export function readHead(html: string): { title: string; description: string } {
  const title = /<title>([^<]+)<\/title>/.exec(html)?.[1];
  const description = /<meta name="description" content="([^"]+)"/.exec(html)?.[1];
  if (title === undefined || description === undefined)
    throw new Error('A public page needs a title and a description');
  return { title: decoded(title).replace(` – ${shop.name}`, ''), description: decoded(description) };
}

/** Adds the tags for search engines and link previews: canonical address, Open Graph, structured data. */
export function addSearchTags(html: string, path: string, origin: string, picture: string): string {
  const { title, description } = readHead(html);
  const properties: Record<string, string> = {
    'og:site_name': shop.name,
    'og:type': 'website',
    'og:locale': 'en_US',
    'og:url': origin + path,
    'og:title': title,
    'og:description': description,
    'og:image': origin + picture,
    'og:image:width': String(pictureSize.width),
    'og:image:height': String(pictureSize.height),
    'og:image:alt': `${title} – ${shop.name}`,
  };
  const tags = [
    `<link rel="canonical" href="${attribute(origin + path)}"/>`,
    ...Object.entries(properties).map(
      ([property, content]) => `<meta property="${property}" content="${attribute(content)}"/>`,
    ),
    '<meta name="twitter:card" content="summary_large_image"/>',
    // Escapes "<", so that a text cannot end the script.
    `<script type="application/ld+json">${JSON.stringify(structuredData(path, title, origin)).replaceAll('<', '\\u003c')}</script>`,
  ];
  return html.replace('</head>', () => `${tags.join('')}</head>`);
}
