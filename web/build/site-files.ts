import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { create as createFont, type Font } from 'fontkit';
import sharp from 'sharp';
import { shop } from '#contract/shop.ts';
import { cutDisplayFont } from './display-font.ts';

/** The outline of the shop's initial, centered in the mark and as large as possible. */
async function initialPath(): Promise<string> {
  const initial = shop.name.slice(0, 1);
  const font = createFont(await cutDisplayFont(initial, 800)) as Font;
  const { path: outline, bbox } = font.glyphsForString(initial)[0]!;
  const scale = Math.min(34 / bbox.height, 40 / bbox.width);
  return outline
    .scale(scale, -scale)
    .translate(32 - (scale * (bbox.minX + bbox.maxX)) / 2, 29 + (scale * (bbox.minY + bbox.maxY)) / 2)
    .toSVG();
}

/** The shop's mark: its initial on a dark square, underlined in red. */
const mark = (
  initial: string,
  padding: number,
) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
<rect width="64" height="64" rx="${padding > 0 ? 0 : 12}" fill="#17161c"/>
<g transform="translate(32 32) scale(${1 - padding}) translate(-32 -32)">
<path fill="#fff" d="${initial}"/>
<path fill="#ff4d4a" d="M18 51h28v5H18z"/>
</g></svg>`;

const png = (initial: string, size: number, padding: number) =>
  sharp(Buffer.from(mark(initial, padding)))
    .resize(size, size)
    .png()
    .toBuffer();

/** An .ico with one PNG in it. */
function ico(image: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(image.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, image]);
}

const manifest = {
  name: shop.name,
  short_name: shop.name,
  description: shop.tagline,
  start_url: '/',
  display: 'browser',
  background_color: '#ffffff',
  theme_color: '#17161c',
  icons: [
    { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
    { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
    { src: '/icon-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
  ],
};

/** Pages that are useful only with a cart, an account or a link. */
const notForSearch = ['/cart', '/account/', '/cabinet/', '/pay', '/api/'];

const xml = (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

export function sitemapXml(origin: string, paths: readonly string[]): string {
  const urls = paths.map((page) => `  <url><loc>${xml(origin + page)}</loc></url>`).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}\n</urlset>\n`;
}

export function robotsTxt(origin: string): string {
  const rules = notForSearch.map((start) => `Disallow: ${start}`).join('\n');
  return `User-agent: *\n${rules}\n\nSitemap: ${origin}/sitemap.xml\n`;
}

/** The small files that browsers and search engines request by a fixed name. */
export async function writeSiteFiles(
  folder: string,
  origin: string,
  publicPaths: readonly string[],
): Promise<void> {
  const write = (name: string, content: string | Buffer) => writeFile(path.join(folder, name), content);
  const initial = await initialPath();
  await Promise.all([
    write('favicon.svg', mark(initial, 0)),
    write('favicon.ico', ico(await png(initial, 32, 0), 32)),
    write('apple-touch-icon.png', await png(initial, 180, 0.2)),
    write('icon-192.png', await png(initial, 192, 0)),
    write('icon-512.png', await png(initial, 512, 0.2)),
    write('manifest.webmanifest', JSON.stringify(manifest)),
    write('robots.txt', robotsTxt(origin)),
    write('sitemap.xml', sitemapXml(origin, publicPaths)),
  ]);
}
