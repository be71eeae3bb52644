import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

/** The display font as a file for drawing, at one weight, with the letters of `words`. */
export async function cutDisplayFont(words: string, weight: number): Promise<Buffer> {
  const { resolve } = createRequire(import.meta.url);
  const source = resolve(
    '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
  );
  return subsetFont(await readFile(source), words, {
    targetFormat: 'truetype',
    variationAxes: { wght: weight },
  });
}
