declare module 'fontverter' {
  /** Unpacks or packs a font. */
  function convert(font: Buffer, toFormat: 'sfnt' | 'woff' | 'woff2'): Promise<Buffer>;
  export default { convert };
}
