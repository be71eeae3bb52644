/** The longest text of a post, and where its start is cut off by "more"; in characters, by platform. */
export const platformLimits: Record<string, { maxCharacters: number; foldAt?: number }> = {
  instagram: { maxCharacters: 2200, foldAt: 125 },
  facebook: { maxCharacters: 63_206 },
  linkedin: { maxCharacters: 3000 },
  x: { maxCharacters: 280 },
  tiktok: { maxCharacters: 2200 },
  threads: { maxCharacters: 500 },
  pinterest: { maxCharacters: 500 },
  youtube: { maxCharacters: 5000 },
};
