import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';

export type PageWeight = {
  /** Size of the HTML with its inline style, compressed with brotli. */
  html: number;
  /** Size of all JavaScript that the page loads without the visitor’s doing, compressed with brotli. */
  scripts: number;
  /** Number of script and preload elements that load before the first paint. */
  eagerScripts: number;
  /** Fonts that are requested before the first paint, as sent. */
  preloadedFonts: number[];
};

const size = (file: string) => statSync(file).size;

/** Modules that load only when the visitor does something that few do, such as choosing a file. */
const onDemand = /\/device-file-field-[^/]+\.js$/;

/** The modules that a page's script names, and all their static and dynamic imports. */
function loadedModules(client: string, html: string): Set<string> {
  const found = new Set<string>();
  const queue = [...html.matchAll(/"(\/assets\/[^"]+\.js)"/g)].map(([, file = '']) => file);
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (found.has(file) || onDemand.test(file)) continue;
    found.add(file);
    // The manifest names the modules of all pages, which load on navigation.
    if (/\/manifest-[^/]+\.js$/.test(file)) continue;
    const code = readFileSync(path.join(client, file), 'utf8');
    for (const [, name = ''] of code.matchAll(/(?:from|import)\s*\(?\s*["'`]\.\/([^"'`]+\.js)["'`]/g))
      queue.push(`/assets/${name}`);
  }
  return found;
}

/** The weight of one built page. */
export function weighPage(client: string, file: string): PageWeight {
  const html = readFileSync(path.join(client, file), 'utf8');
  const fonts = [...html.matchAll(/<link rel="preload"(?=[^>]*as="font")[^>]*href="([^"]+)"/g)].map(
    ([, href = '']) => href,
  );
  return {
    html: size(path.join(client, `${file}.br`)),
    scripts: [...loadedModules(client, html)].reduce(
      (sum, name) => sum + size(path.join(client, `${name}.br`)),
      0,
    ),
    eagerScripts: [...html.matchAll(/<script[^>]*\ssrc=|<script type="module"|<link rel="modulepreload"/g)]
      .length,
    preloadedFonts: fonts.map((href) => size(path.join(client, href))),
  };
}
