/** Characters that need no encoding in `filename*` (RFC 8187, 3.2.1); encodeURIComponent leaves some others. */
const encode = (name: string) =>
  encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/**
 * The header that makes a browser save an answer under this name (RFC 6266): an ASCII form for old clients, and the full
 * name. `name`: well-formed Unicode.
 */
export function contentDisposition(name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]/gu, '_').replaceAll(/["\\%]/g, '_');
  const plain = `attachment; filename="${ascii}"`;
  return ascii === name ? plain : `${plain}; filename*=UTF-8''${encode(name)}`;
}
