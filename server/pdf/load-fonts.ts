import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Font } from 'fontkit';
import { hasRightToLeft } from './lay-out-text.ts';

export type Weight = 'regular' | 'bold';

/** Fonts by script, in the order in which they are tried. The last one is a plain font with every script. */
const faces = ['devanagari', 'bengali', 'tamil', 'thai', 'emoji', 'fallback'] as const;
export type Face = Weight | (typeof faces)[number];
const scripts: Record<(typeof faces)[number], RegExp> = {
  devanagari: /\p{sc=Deva}/u,
  bengali: /\p{sc=Beng}/u,
  tamil: /\p{sc=Taml}/u,
  thai: /\p{sc=Thai}/u,
  emoji: /[\p{Extended_Pictographic}\p{Regional_Indicator}]/u,
  fallback: /./u,
};
const noto = (script: string) => `noto-sans-${script}/files/noto-sans-${script}-${script}-400-normal.woff`;
const files: Record<Face, string> = {
  regular: 'dejavu-sans/files/dejavu-sans-latin-400-normal.woff',
  bold: 'dejavu-sans/files/dejavu-sans-latin-700-normal.woff',
  devanagari: noto('devanagari'),
  bengali: noto('bengali'),
  tamil: noto('tamil'),
  thai: noto('thai'),
  emoji: 'noto-emoji/files/noto-emoji-emoji-400-normal.woff',
  fallback: 'unifont/files/unifont-latin-400-normal.woff',
};

async function toSfnt(packed: Buffer): Promise<Buffer> {
  const { default: fontverter } = await import('fontverter');
  return fontverter.convert(packed, 'sfnt');
}

// Unpacked once, because the PDF writer inflates a packed font in JavaScript, which takes a second per receipt.
const unpacked = new Map<Face, Promise<Buffer>>();
function unpack(face: Face): Promise<Buffer> {
  const path = fileURLToPath(import.meta.resolve(`@fontsource/${files[face]}`));
  const font = unpacked.get(face) ?? readFile(path).then(toSfnt);
  unpacked.set(face, font);
  return font;
}

export type Fonts = {
  /** The fonts that the texts need. */
  files: [face: Face, file: Buffer][];
  regular: Font;
  /** Whether the text is written from left to right and the regular font has all its characters. */
  isPlain(text: string): boolean;
  /**
   * The font of a character: `own`, or else the first one that has all its code points, not counting joiners and variation
   * selectors.
   */
  faceOf(character: string, own: Face): Face;
};

/** Loads the fonts that these texts need. */
export async function loadFonts(texts: readonly string[]): Promise<Fonts> {
  const [{ create }, regular, bold] = await Promise.all([
    import('fontkit'),
    unpack('regular'),
    unpack('bold'),
  ]);
  const font = create(regular) as Font;
  const isPlain = (text: string) =>
    !hasRightToLeft(text) &&
    [...text].every((one) => /\s/.test(one) || font.hasGlyphForCodePoint(one.codePointAt(0)!));
  const others: { face: Face; file: Buffer; font: Font }[] = [];
  const odd = texts.filter((text) => !isPlain(text));
  const isNeeded = (face: (typeof faces)[number]) => odd.some((text) => scripts[face].test(text));
  for (const face of faces.filter(isNeeded)) {
    const file = await unpack(face);
    others.push({ face, file, font: create(file) as Font });
  }
  return {
    files: [
      ['regular', regular],
      ['bold', bold],
      ...others.map(({ face, file }): [Face, Buffer] => [face, file]),
    ],
    regular: font,
    isPlain,
    faceOf(character, own) {
      const codes = [...character.replaceAll(/\s|\p{Join_Control}|\p{Variation_Selector}/gu, '')].map((one) =>
        one.codePointAt(0)!,
      );
      const has = (other: Font) => codes.every((code) => other.hasGlyphForCodePoint(code));
      return has(font) ? own : (others.find((other) => has(other.font))?.face ?? 'fallback');
    },
  };
}
