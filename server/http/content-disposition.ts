/** Encodes a name for `filename*` (RFC 8187, 3.2.1), where more characters need encoding than encodeURIComponent encodes. */
const encode = (name: string) =>
  encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/**
 * The value of a header that makes a browser save an answer under this name (RFC 6266): an ASCII form for old clients, and the
 * full name. `name`: well-formed Unicode.
 */
export function contentDisposition(name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]/gu, '_').replaceAll(/["\\%]/g, '_');
  const plain = `attachment; filename="${ascii}"`;
  return ascii === name ? plain : `${plain}; filename*=UTF-8''${encode(name)}`;
}
