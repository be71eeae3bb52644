import { isUtf8 } from 'node:buffer';

// invisible characters in pasted text: direction marks, zero-width spaces, soft hyphens and byte-order marks
const invisible = /[\p{Cc}\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffd]/u;

/** Why a setting's text may differ from what the operator sees, as words to follow its name; undefined when it can't. */
export const problemOfText = (text: string): string | undefined =>
  invisible.test(text) || !text.isWellFormed()
    ? 'contains a line break, or a character that can’t be seen. Type the value again'
    : undefined;

/** The encoding of bytes by their byte-order mark, or by the zero bytes of UTF-16 in text of a Latin script. */
function encodingOf(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  // UTF-32 passes these tests too; `decodeText` rejects it for its zero characters
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : undefined;
}

/** The text of a file in UTF-8 or UTF-16, without its byte-order mark; undefined for any other file. */
export function decodeText(bytes: Uint8Array): string | undefined {
  const encoding = encodingOf(bytes);
  if (encoding === undefined) return undefined;
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
