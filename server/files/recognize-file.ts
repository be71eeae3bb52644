import { setImmediate } from 'node:timers/promises';
import { endingOf, fileEndings, type FileKind, type FileKindName, fileKinds } from '#contract/files.ts';
import { Refusal } from '#server/http/refusal.ts';
import { fileTypeFromBuffer } from 'file-type';
import { readZipDirectory, type ZipEntry } from './read-zip-directory.ts';

/** Number of first bytes that identify a file; file-type asks for 4,100. */
const headBytes = 4_100;
const mostEntries = 2_000;
const mostUnpacked = 200 * 1024 * 1024;

/** A reason to reject a file, as a sentence without its name: "contains macros. Save it without them". */
class Unfit extends Error {
  override name = 'Unfit';
}

const images: Record<string, FileKindName> = {
  png: 'png',
  apng: 'png',
  jpg: 'jpeg',
  webp: 'webp',
  gif: 'gif',
  heic: 'heic',
};
const zipLike = new Set(['zip', 'docx', 'xlsx', 'pptx', 'odt', 'ods']);
const withMacros = /^(?:doc|dot|xls|xlt|ppt|pot|pps|xla|ppa)m$/;
const macroPart = /(?:^|\/)(?:vbaproject\.bin|vbadata\.xml)$|(?:^|\/)macrosheets\/|^(?:basic|scripts)\//i;
const archive = /\.(?:zip|zipx|rar|7z|gz|tgz|bz2|xz|zst|tar|jar|war|apk|cab|iso|img|lzh|arj)$/i;

const office: [part: string, kind: FileKindName][] = [
  ['word/document.xml', 'docx'],
  ['xl/workbook.xml', 'xlsx'],
  ['ppt/presentation.xml', 'pptx'],
];
const openDocuments: Record<string, FileKindName> = {
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
};

/** The type of an OpenDocument file, from its uncompressed entry "mimetype" (OpenDocument 1.3, part 2, 3.3). */
function openDocumentType(content: Buffer, entries: readonly ZipEntry[]): FileKindName | undefined {
  const entry = entries.find(({ name }) => name === 'mimetype');
  if (!entry || entry.packed !== entry.unpacked || entry.unpacked > 100) return undefined;
  const start = entry.at + 30 + content.readUInt16LE(entry.at + 26) + content.readUInt16LE(entry.at + 28);
  return openDocuments[content.toString('latin1', start, start + entry.unpacked)];
}

function zipKind(content: Buffer): FileKindName {
  const entries = readZipDirectory(content, mostEntries);
  if (!entries) throw new Unfit('can’t be read. It’s damaged or contains too many files. Save it again');
  const sum = (size: (entry: ZipEntry) => number) => entries.reduce((total, one) => total + size(one), 0);
  // in a ZIP bomb, many entries share the same packed bytes, so that their sizes exceed the file's
  if (sum(({ unpacked }) => unpacked) > mostUnpacked || sum(({ packed }) => packed) > content.length)
    throw new Unfit('would be too large when unpacked. Make it smaller, or split it');
  if (entries.some(({ isEncrypted }) => isEncrypted))
    throw new Unfit('is protected by a password. Save it without one');
  if (entries.some(({ name }) => macroPart.test(name)))
    throw new Unfit('contains macros. Save it without them');
  if (entries.some(({ name }) => archive.test(name)))
    throw new Unfit('contains another archive. Unpack it and add its files one by one');
  const names = new Set(entries.map(({ name }) => name));
  const [, found] = office.find(([part]) => names.has(part)) ?? [];
  if (found && names.has('[Content_Types].xml')) return found;
  return openDocumentType(content, entries) ?? 'zip';
}

const markup = /<(?:\?xml|\?php|!doctype|html|head|body|script|svg|iframe|%)|^#!/i;

function labelOf([first, second]: Buffer): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** Control characters that no text has: all but tab, line feed, form feed and carriage return. */
function countControls(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0x7f || (code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0c && code !== 0x0d))
      count += 1;
  }
  return count;
}

/** A text is read in slices of this many bytes, so that other visitors are served in between. */
const sliceBytes = 256 * 1024;

/** The first characters of UTF-8, or of UTF-16 with a byte order mark; undefined when the bytes are not text. */
async function readHead(content: Buffer): Promise<string | undefined> {
  const decoder = new TextDecoder(labelOf(content), { fatal: true });
  let head = '';
  let [length, controls] = [0, 0];
  try {
    for (let at = 0; at < content.length; at += sliceBytes) {
      const text = decoder.decode(content.subarray(at, at + sliceBytes), { stream: true });
      if (text.includes('\0')) return undefined;
      if (head.length < headBytes) head += text.slice(0, headBytes);
      length += text.length;
      controls += countControls(text);
      await setImmediate();
    }
    decoder.decode();
  } catch {
    return undefined;
  }
  return controls * 20 < length ? head : undefined;
}

async function textKind(content: Buffer, ending: string): Promise<FileKindName | undefined> {
  const head = await readHead(content);
  if (head === undefined) return undefined;
  if (markup.test(head.slice(0, headBytes).trimStart()))
    throw new Unfit(
      'contains HTML, XML or a script, which we can’t accept. Save it as a PDF, or remove the tags',
    );
  return ending === 'csv' ? 'csv' : 'text';
}

async function kindOf(content: Buffer, ending: string): Promise<FileKindName | undefined> {
  // file-type throws for some damaged files
  const found = await fileTypeFromBuffer(content.subarray(0, headBytes)).catch(() => undefined);
  const { ext = '' } = found ?? {};
  if (withMacros.test(ext)) throw new Unfit('contains macros. Save it without them');
  if (ext === 'pdf') return 'pdf';
  const image = images[ext];
  if (image) return image;
  if (zipLike.has(ext)) return zipKind(content);
  // a text can begin with BM or MZ like bitmaps and programs, but these also have bytes that no text has
  return ext === '' || ext === 'bmp' || ext === 'exe' || ext === 'xml'
    ? textKind(content, ending)
    : undefined;
}

/**
 * Identifies a file by its content, and compares the kind with the ending of its name.
 * @throws Refusal with a sentence that names the file and says what to do
 */
export async function recognizeFile(
  name: string,
  content: Buffer,
  by: 'customer' | 'staff',
): Promise<{ mediaType: string }> {
  const refuse = (words: string) => new Refusal({ file: [`“${name}” ${words}.`] });
  const ending = endingOf(name);
  let found: FileKindName | undefined;
  try {
    found = await kindOf(content, ending);
  } catch (error) {
    if (error instanceof Unfit) throw refuse(error.message);
    throw error;
  }
  const kinds: FileKind[] = Object.values(fileKinds);
  const named = fileEndings[by].includes(ending)
    ? kinds.find(({ endings }) => endings.includes(ending))?.words
    : undefined;
  if (found === undefined || (found === 'zip' && by === 'customer'))
    throw refuse(
      named === undefined
        ? 'isn’t a file type that we accept. Save it as a PDF'
        : `isn’t actually ${named}. Open it and save it again as ${named}`,
    );
  const { words, endings, mediaType }: FileKind = fileKinds[found];
  if (!endings.includes(ending))
    throw refuse(`is actually ${words}. Change the end of its name to .${endings[0]}`);
  return { mediaType };
}
