import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { formatPrice } from '#contract/money.ts';
import { shop } from '#contract/shop.ts';
import { cutDisplayFont } from './display-font.ts';

const { products } = builtInCatalogue;

export const pictureSize = { width: 1200, height: 630 };

type Picture = { name: string; headline: string; line: string };

const general: Picture = {
  name: 'shop',
  headline: shop.tagline,
  line: 'Price and delivery date before you pay',
};

const pictures: Picture[] = [
  general,
  ...products.map(({ slug, kind, title, promise, fromCents }) => ({
    name: slug,
    headline: promise,
    line: `${title}, ${kind === 'service' ? 'from ' : ''}${formatPrice(fromCents)}`,
  })),
];

/** Path of the picture shown where a page's address is shared, relative to the site's origin. */
export function sharePicture(page: string): string {
  const product = products.find(({ route }) => route === page);
  return `/share/${product?.slug ?? general.name}.png`;
}

const ink = '#17161c';
const muted = '#54515c';
const left = 88;
/** The font's own family name with its weight; the comma keeps the font library from splitting it. */
const family = 'Bricolage Grotesque 96pt ExtraBold';

async function fontFile(folder: string): Promise<string> {
  const words = pictures.map(({ headline, line }) => headline + line).join('') + shop.name;
  const file = path.join(folder, 'display.ttf');
  await writeFile(file, await cutDisplayFont(words, 650));
  return file;
}

async function drawPicture({ headline, line }: Picture, fontfile: string): Promise<Buffer> {
  const words = async (text: string, size: number, color: string, width: number) =>
    sharp({
      text: {
        text: `<span foreground="${color}">${text.replaceAll('&', '&amp;')}</span>`,
        font: `${family}, ${size}`,
        fontfile,
        width,
        rgba: true,
        spacing: -4,
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true });
  const [name, title, price] = await Promise.all([
    words(shop.name, 36, ink, 600),
    words(headline, 62, ink, pictureSize.width - 2 * left),
    words(line, 32, muted, pictureSize.width - 2 * left),
  ]);
  const pen = (width: number, height: number) => ({
    create: { width, height, channels: 3 as const, background: '#e3262b' },
  });
  return sharp({ create: { ...pictureSize, channels: 3, background: '#ffffff' } })
    .composite([
      { input: pen(pictureSize.width, 10), left: 0, top: 0 },
      { input: name.data, left, top: 80 },
      { input: pen(Math.round(name.info.width * 0.45), 6), left, top: 84 + name.info.height },
      { input: title.data, left, top: Math.round((pictureSize.height - title.info.height) / 2) + 16 },
      { input: price.data, left, top: pictureSize.height - 80 - price.info.height },
    ])
    .png({ palette: true, colours: 32 })
    .toBuffer();
}

/** Draws all pictures into `share/` in the folder of the built site. */
export async function writeSharePictures(folder: string): Promise<void> {
  const fonts = await mkdtemp(path.join(tmpdir(), 'share-font-'));
  try {
    const font = await fontFile(fonts);
    await mkdir(path.join(folder, 'share'), { recursive: true });
    for (const picture of pictures)
      await writeFile(path.join(folder, 'share', `${picture.name}.png`), await drawPicture(picture, font));
  } finally {
    await rm(fonts, { recursive: true });
  }
}
