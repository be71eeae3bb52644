import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pages } from '#web/sitemap.ts';
import { compressFiles } from './compress-files.ts';
import { contentSecurityPolicy, foreignOrigin } from './content-security-policy.ts';
import { deferHydration } from './defer-hydration.ts';
import { addSearchTags } from './search-tags.ts';
import { sharePicture, writeSharePictures } from './share-pictures.ts';
import { writeSiteFiles } from './site-files.ts';

/** For a build without the shop's settings. */
const defaultOrigin = 'http://127.0.0.1:3000';

const about =
  'Made by the build. pages: HTML file below build/client → the whole Content-Security-Policy to send with it.';

/** Sent with status 404 for every unknown address. */
const notFoundPage = '404.html';

const publicPaths = pages.filter(({ isPublic }) => isPublic).map((page) => page.path);

const fileOf = (page: string) => path.posix.join(page, 'index.html').slice(1);
const formFiles = new Set(pages.filter(({ isForm }) => isForm).map((page) => fileOf(page.path)));
const publicPathOf = (file: string) => publicPaths.find((page) => fileOf(page) === file);

// Start of scripts: on pages to read when the browser is idle; on pages with a prerendered form after the first paint; on pages
// that scripts render at once.
function startWhenItShould(html: string, file: string): string {
  if (publicPathOf(file) !== undefined || file === notFoundPage) return deferHydration(html, 'idle');
  return formFiles.has(file) ? deferHydration(html, 'painted') : html;
}

/** Turns prerendered pages into the files that the server sends; runs after React Router's build. */
export async function postprocessPages(buildDirectory: string): Promise<void> {
  const client = path.join(buildDirectory, 'client');
  await rename(path.join(client, '404', 'index.html'), path.join(client, notFoundPage));
  await rm(path.join(client, '404'), { recursive: true });
  // Unknown addresses get the not-found page, so the single-page fallback is not needed.
  await rm(path.join(client, '__spa-fallback.html'), { force: true });

  const origin = (process.env['PUBLIC_URL'] || defaultOrigin).replace(/\/+$/, '');
  const apiOrigin = foreignOrigin(process.env['API_ROOT'] ?? '');
  // the same rule as in consent.ts
  const isPrivate = (key: string) => /^(?:pay|cart|account|cabinet|contact)\/|(?:^|\/)order-/.test(key);
  const policies: Record<string, string> = {};
  const files = await readdir(client, { recursive: true });
  for (const file of files.filter((name) => name.endsWith('.html')).toSorted()) {
    const whole = path.join(client, file);
    const html = await readFile(whole, 'utf8');
    const key = file.split(path.sep).join('/');
    const page = publicPathOf(key);
    const tagged = page === undefined ? html : addSearchTags(html, page, origin, sharePicture(page));
    const finished = startWhenItShould(tagged, key);
    policies[key] = contentSecurityPolicy(finished, apiOrigin, isPrivate(key));
    await writeFile(whole, finished);
  }
  await writeFile(
    path.join(buildDirectory, 'client-csp.json'),
    `${JSON.stringify({ '//': about, pages: policies }, null, 2)}\n`,
  );

  await writeSharePictures(client);
  await writeSiteFiles(client, origin, publicPaths);
  await compressFiles(client);
}
