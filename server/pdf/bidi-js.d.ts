declare module 'bidi-js' {
  export type EmbeddingLevels = {
    levels: Uint8Array;
    paragraphs: { start: number; end: number; level: number }[];
  };
  /** The bidirectional algorithm (UAX #9). The package's own types describe its ES module, which Node doesn't load. */
  export default function bidiFactory(): {
    getEmbeddingLevels(text: string): EmbeddingLevels;
    getMirroredCharacter(character: string): string | null;
  };
}
