import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { printTable } from './print-table.ts';

const site = join(import.meta.dirname, '..', 'build', 'client');

const pages = {
  home: 'index.html',
  service: 'services/slogans/index.html',
  order: 'services/slogans/order-service/index.html',
};

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);
const all = (text: string, pattern: RegExp) => [
  ...new Set([...text.matchAll(pattern)].map((match) => match[1]!)),
];

/** Size of a file on the wire: as brotli, or uncompressed when its format is already compressed. */
const sentBytes = (file: string) =>
  (statSync(join(site, `${file}.br`), { throwIfNoEntry: false }) ?? statSync(join(site, file))).size;

const source = (file: string) => readFileSync(join(site, file), 'utf8');
const beside = (file: string) => `assets/${file.replace('./', '')}`;
const staticImports = (file: string) =>
  all(source(file), /(?:\bfrom|\bimport)\s*["'](\.\/[^"']+\.js)["']/g).map(beside);
const dynamicImports = (file: string) =>
  all(source(file), /\bimport\(\s*["'`](\.\/[^"'`]+\.js)["'`]\s*\)/g).map(beside);

/** Returns these scripts and all their static imports. */
function reachable(files: Iterable<string>): Set<string> {
  const found = new Set(files);
  // a Set also iterates over entries that are added during the iteration
  for (const file of found) for (const imported of staticImports(file)) found.add(imported);
  return found;
}

const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + sentBytes(file), 0);

function toRow(page: string, file: string): Record<string, string | number> {
  const html = source(file);
  // the page contains the preloads, the start script and the names of the route modules
  const scripts = reachable(all(html, /["'(]\/(assets\/[^"')\s]+\.js)["')]/g));
  const onDemand = reachable([...scripts].flatMap(dynamicImports)).difference(scripts);
  const fonts = all(html, /<link[^>]+as="font"[^>]+href="\/([^"]+)"/g);
  const styles = all(html, /<link[^>]+rel="stylesheet"[^>]+href="\/([^"]+)"/g);
  const images = all(html, /<img(?![^>]*loading="lazy")[^>]+src="\/([^"]+)"/g);
  const icon = all(html, /<link rel="icon" href="\/([^"]+\.svg)"/g);
  const beforeScripts = [file, ...fonts, ...styles, ...images, ...icon];
  return {
    page,
    'HTML with inline CSS KB': kilobytes(sentBytes(file)),
    'fonts preloaded': fonts.length,
    'fonts KB': kilobytes(sum(fonts)),
    'requests before scripts': beforeScripts.length,
    'KB before scripts': kilobytes(sum(beforeScripts)),
    'scripts wait for paint': html.includes('rel="modulepreload"') ? 'no' : 'yes',
    'script files': scripts.size,
    'scripts KB': kilobytes(sum(scripts)),
    'scripts on demand KB': kilobytes(sum(onDemand)),
  };
}

/** Counts exactly the bytes that a browser loads for each built page. */
export async function countBytes(): Promise<void> {
  printTable(
    'Bytes of a page, brotli, 1 KB = 1,000 bytes',
    Object.entries(pages).map(([page, file]) => toRow(page, file)),
  );
  printTable(
    'Scripts of the order page, largest first',
    [...reachable(all(source(pages.order), /["'(]\/(assets\/[^"')\s]+\.js)["')]/g))]
      .map((file) => ({
        file: file.replace(/^assets\//, '').replace(/-[\w-]{8}\.js$/, ''),
        bytes: sentBytes(file),
      }))
      .toSorted((a, b) => b.bytes - a.bytes)
      .slice(0, 6)
      .map(({ file, bytes }) => ({ file, 'brotli KB': kilobytes(bytes) })),
  );
}
