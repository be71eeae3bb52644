import { setImmediate } from 'node:timers/promises';
import { Unfit } from './unfit.ts';

/** Number of first characters in which a page or a script is recognized. */
const headLength = 4_100;
/** Size of the slices in which a text is read (bytes), so that other visitors are served in between. */
const sliceBytes = 256 * 1024;

/** The beginning of a page, a drawing or a script. A text may mention them later. */
const beginsAsMarkup =
  /^(?:\s|<!--(?:(?!-->)[^])*-->)*(?:<(?:[?%]|!doctype\b|(?:html|head|body|script|svg|iframe)[\s/>])|#!)/i;
/** Code in Markdown, which programs display and don't run. */
const code = /(```|~~~)[^]*?(?:\1|$)|`[^`\n]*`/g;
const script = /<script\b[^>]*>[^]*?<\/script/i;

/**
 * Checks that a text contains no page and no script.
 * @throws Unfit when it is a page or a script, or contains a script outside Markdown's code
 */
export function assertNoMarkup(head: string): void {
  if (beginsAsMarkup.test(head) || script.test(head.replaceAll(code, '')))
    throw new Unfit(
      'contains HTML, XML or a script, which we can’t accept. Save it as a PDF, or remove the tags',
    );
}

/** Control characters that texts contain: tab, LF, FF, CR, the end of a file in DOS (0x1A), and ISO 2022's escape (0x1B). */
const inTexts = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1a, 0x1b]);
/** Counts control characters that no text has. */
function countControls(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit === 0x7f || (unit < 0x20 && !inTexts.has(unit))) count += 1;
  }
  return count;
}

/** The first characters of a text; undefined when the bytes are invalid in this encoding. */
async function readHead(content: Buffer, label: string): Promise<string | undefined> {
  const decoder = new TextDecoder(label, { fatal: true });
  let head = '';
  let [length, controls] = [0, 0];
  try {
    for (let at = 0; at < content.length; at += sliceBytes) {
      const text = decoder.decode(content.subarray(at, at + sliceBytes), { stream: true });
      if (text.includes('\0')) return undefined;
      if (head.length < headLength) head += text.slice(0, headLength);
      length += text.length;
      controls += countControls(text);
      await setImmediate();
    }
    decoder.decode();
  } catch {
    return undefined;
  }
  return controls * 20 < length ? head.slice(0, headLength) : undefined;
}

/** The byte order of UTF-16 in which more of the text decodes to ASCII. */
function orderOf(content: Buffer): string {
  const head = content.subarray(0, 2 * headLength);
  const ascii = (label: string) => new TextDecoder(label).decode(head).match(/[\t\n\r -~]/g)?.length ?? 0;
  return ascii('utf-16be') > ascii('utf-16le') ? 'utf-16be' : 'utf-16le';
}

/** Whether three of four bytes at the start are ASCII letters, signs and blanks, as in a text in a Latin script. */
function isMostlyAscii(content: Buffer): boolean {
  const head = content.subarray(0, headLength);
  const ascii = head.filter((byte) => (byte < 0x20 ? inTexts.has(byte) : byte < 0x7f));
  return ascii.length * 4 >= head.length * 3;
}

/**
 * Whether bytes are a text: UTF-8, UTF-16 with or without a byte order mark, or an older encoding. `isDoubtful`: the bytes begin
 * like another kind of file, as the texts "BMW" and "MAC" do; then only a text in a Latin script may have an older encoding. The
 * file itself is stored undecoded.
 * @throws Unfit when it is a page or a script
 */
export async function isText(content: Buffer, isDoubtful: boolean): Promise<boolean> {
  const [first, second] = content;
  const marked =
    first === 0xff && second === 0xfe ? ['utf-16le'] : first === 0xfe && second === 0xff ? ['utf-16be'] : [];
  // older encodings have ASCII where Windows-1252 has it, and among text encodings only UTF-16 contains NUL
  const unmarked = content.includes(0)
    ? [orderOf(content)]
    : ['utf-8', ...(isDoubtful && !isMostlyAscii(content) ? [] : ['windows-1252'])];
  for (const label of [...marked, ...unmarked]) {
    const head = await readHead(content, label);
    if (head === undefined) continue;
    assertNoMarkup(head);
    return true;
  }
  return false;
}
