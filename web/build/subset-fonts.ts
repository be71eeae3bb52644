import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import subsetFont from 'subset-font';

/** Output paths for vite.config.ts and the style sheet: generated files, so not in the repository. */
export const fontFolder = path.resolve(import.meta.dirname, '../../.cache/fonts');

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('');

const ascii = range(0x20, 0x7e);
const punctuation = '\u00a0–—‘’“”…•·×−→←✓€£';
const latin1 = range(0xa1, 0xff);
const latinExtended = range(0x100, 0x17f) + 'ȘșȚțẞ';

type Cut = {
  file: string;
  source: string;
  text: string;
  wght: number | { min: number; max: number; default?: number };
};

const cuts: Cut[] = [
  {
    file: 'instrument-sans.woff2',
    source: 'instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
    text: ascii + punctuation,
    wght: { min: 400, max: 600 },
  },
  {
    // Names such as Zoë: loaded only where a page shows one.
    file: 'instrument-sans-accents.woff2',
    source: 'instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
    text: latin1,
    wght: { min: 400, max: 600 },
  },
  {
    // Names such as Łukasz or Dvořák: loaded only where a page shows one.
    file: 'instrument-sans-extended.woff2',
    source: 'instrument-sans/files/instrument-sans-latin-ext-wght-normal.woff2',
    text: latinExtended,
    wght: { min: 400, max: 600 },
  },
  {
    file: 'bricolage-grotesque.woff2',
    source: 'bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
    text: ascii + punctuation,
    wght: 650,
  },
  {
    file: 'newsreader.woff2',
    source: 'newsreader/files/newsreader-latin-wght-normal.woff2',
    text: ascii + punctuation,
    wght: 400,
  },
];

/** Reduces the fonts to the characters and weights in use: 22 KB instead of 48 for the font that every page needs first. */
export async function subsetFonts(): Promise<void> {
  const { resolve } = createRequire(import.meta.url);
  await mkdir(fontFolder, { recursive: true });
  await Promise.all(
    cuts.map(async ({ file, source, text, wght }) => {
      const whole = await readFile(resolve(`@fontsource-variable/${source}`));
      const cut = await subsetFont(whole, text, { targetFormat: 'woff2', variationAxes: { wght } });
      await writeFile(path.join(fontFolder, file), cut);
    }),
  );
}
