/**
 * Limits of a post by platform, in code points. `maxCharacters`: https://developers.buffer.com/guides/character-limits.md; for
 * Facebook its own limit of 63,206, because Buffer's is lower. `foldAt`: the usual figures, because platforms don't publish where
 * they cut off a post, and it differs by screen.
 */
export const platformLimits: Record<
  string,
  {
    maxCharacters: number;
    /** About where the platform hides the rest of a post behind "more". */
    foldAt?: number;
    /** Each link counts as this many characters. */
    linkCharacters?: number;
  }
> = {
  instagram: { maxCharacters: 2200, foldAt: 125 },
  facebook: { maxCharacters: 63_206, foldAt: 477 },
  linkedin: { maxCharacters: 3000, foldAt: 210 },
  // https://docs.x.com/fundamentals/counting-characters
  x: { maxCharacters: 280, linkCharacters: 23 },
  tiktok: { maxCharacters: 2200 },
  threads: { maxCharacters: 500 },
  pinterest: { maxCharacters: 500 },
  youtube: { maxCharacters: 5000 },
};
