import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import type { FileKindName } from '#contract/files/files.ts';
import { SaxesParser } from 'saxes';
import { readZipDirectory, type ZipEntry } from './read-zip-directory.ts';
import { Unfit } from './unfit.ts';

const mostEntries = 2_000;
const mostUnpacked = 200 * 1024 * 1024;
/** Maximum length of a part that is unpacked because it lists other parts (bytes). */
const longestPart = 400_000;
/** Maximum length of the slices in which XML is parsed (characters), so that other visitors are served in between. */
const sliceLength = 8_192;

const macroPart = /(?:^|\/)(?:vbaproject\.bin|vbadata\.xml)$|(?:^|\/)macrosheets\/|^(?:basic|scripts)\//i;
const macroType = /macroenabled|vbaproject|vbadata|macrosheet|intlmacro/i;
const archive = /\.(?:zip|zipx|rar|7z|gz|tgz|bz2|xz|zst|tar|jar|war|apk|cab|iso|img|lzh|arj)$/i;

/** Content types of main parts (ISO/IEC 29500-1, 11.3.10, 12.3.23 and 13.3.6), without their common beginning. */
const mainTypes: Record<string, FileKindName> = {
  'wordprocessingml.document.main+xml': 'docx',
  'spreadsheetml.sheet.main+xml': 'xlsx',
  'presentationml.presentation.main+xml': 'pptx',
};
const mainTypeStart = 'application/vnd.openxmlformats-officedocument.';
const openDocuments: Record<string, FileKindName> = {
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
};

/**
 * A part's name in the form in which packages compare it (ISO/IEC 29500-2, 6.2.2.3): in lower case, here without the first slash.
 */
const partName = (name: string) => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();

type Package = Map<string, ZipEntry>;
type Tag = { name: string; attributes: Record<string, string> };

const inflate = promisify(inflateRaw);

async function unpack(content: Buffer, { at, packed, unpacked, method }: ZipEntry): Promise<Buffer> {
  const start = at + 30 + content.readUInt16LE(at + 26) + content.readUInt16LE(at + 28);
  const bytes = content.subarray(start, start + packed);
  if (unpacked > longestPart || (method !== 0 && method !== 8)) throw new Error('unsupported');
  return method === 0 ? bytes : inflate(bytes, { maxOutputLength: longestPart });
}

/** The elements of an XML part, without namespace prefixes; empty when the part is missing. */
async function tagsOf(content: Buffer, parts: Package, name: string): Promise<Tag[]> {
  const entry = parts.get(name);
  if (!entry) return [];
  const tags: Tag[] = [];
  try {
    const bytes = await unpack(content, entry);
    const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
    const label = !isWide ? 'utf-8' : bytes[0] === 0xff ? 'utf-16le' : 'utf-16be';
    const parser = new SaxesParser({ xmlns: true });
    parser.on('error', (error) => {
      throw error;
    });
    parser.on('opentag', ({ local, attributes }) => {
      const pairs = Object.values(attributes).map((one) => [one.local, one.value.trim()] as const);
      tags.push({ name: local, attributes: Object.fromEntries(pairs) });
    });
    const xml = new TextDecoder(label, { fatal: true }).decode(bytes);
    for (let at = 0; at < xml.length; at += sliceLength) {
      parser.write(xml.slice(at, at + sliceLength));
      await setImmediate();
    }
    parser.close();
  } catch {
    throw new Unfit('can’t be read. It’s damaged. Save it again');
  }
  return tags;
}

/** The name of the part to which a relation's target points, relative to a folder. */
const partOf = (target: string, folder: string): string => {
  try {
    return partName(decodeURI(new URL(target.replaceAll('\\', '/'), `file:///${folder}`).pathname));
  } catch {
    return '';
  }
};

/**
 * The relations of a part (ISO/IEC 29500-2, 6.5): the last word of each relation's type, and its target. Part "": the package
 * itself.
 */
async function relationsOf(content: Buffer, parts: Package, part: string) {
  const [folder, name] = [part.replace(/[^/]*$/, ''), part.replace(/^.*\//, '')];
  const tags = await tagsOf(content, parts, `${folder}_rels/${name}.rels`);
  return tags
    .filter(
      (tag) => tag.name === 'Relationship' && tag.attributes['TargetMode']?.toLowerCase() !== 'external',
    )
    .map(({ attributes: { Type = '', Target = '' } }) => ({
      kind: Type.replace(/^.*\//, ''),
      target: partOf(Target, folder),
    }));
}

/** The kind of an Office document by its package's relations and content types; undefined for another package. */
async function officeKind(content: Buffer, parts: Package): Promise<FileKindName | undefined> {
  const types = await tagsOf(content, parts, '[content_types].xml');
  const named = (tag: string, key: string) =>
    new Map(
      types
        .filter(({ name }) => name === tag)
        .map(({ attributes }) => [partName(attributes[key] ?? ''), attributes['ContentType'] ?? '']),
    );
  const [byPart, byEnding] = [named('Override', 'PartName'), named('Default', 'Extension')];
  const typeOf = (part: string) => byPart.get(part) ?? byEnding.get(part.replace(/^.*\./, '')) ?? '';
  const main = (await relationsOf(content, parts, '')).find(({ kind }) => kind === 'officeDocument')?.target;
  const relations = main === undefined ? [] : await relationsOf(content, parts, main);
  if (
    [...parts.keys()].some((part) => macroType.test(typeOf(part))) ||
    relations.some(({ kind }) => macroType.test(kind))
  )
    throw new Unfit('contains macros. Save it without them');
  if (main === undefined || !parts.has(main)) return undefined;
  const type = typeOf(main);
  return type.startsWith(mainTypeStart) ? mainTypes[type.slice(mainTypeStart.length)] : undefined;
}

/** The kind of an OpenDocument file, by its entry "mimetype", or else by its manifest (OpenDocument 1.3, part 2, 3.3 and 3.2). */
async function openDocumentKind(content: Buffer, parts: Package): Promise<FileKindName | undefined> {
  const manifest = await tagsOf(content, parts, 'meta-inf/manifest.xml');
  if (manifest.some(({ name }) => name === 'encryption-data'))
    throw new Unfit('is protected by a password. Save it without one');
  const entry = parts.get('mimetype');
  const root = manifest.find(({ attributes }) => attributes['full-path'] === '/')?.attributes['media-type'];
  const type = entry ? await unpack(content, entry).then(String, () => '') : (root ?? '');
  return openDocuments[type.trim()];
}

/** Whether a compound file (MS-CFB) contains a document that Office encrypted (MS-OFFCRYPTO, 2.3.4). */
export const isEncryptedOffice = (content: Buffer): boolean =>
  content.subarray(0, 8).equals(Buffer.from('d0cf11e0a1b11ae1', 'hex')) &&
  content.includes(Buffer.from('EncryptedPackage', 'utf16le'));

/**
 * The kind of a ZIP file: a document, or "zip". Unpacks only the parts that list other parts.
 * @throws Unfit when it is damaged, encrypted or too large, or contains macros or archives
 */
export async function packageKind(content: Buffer): Promise<FileKindName> {
  const entries = readZipDirectory(content, mostEntries);
  if (!entries) throw new Unfit('can’t be read. It’s damaged or contains too many files. Save it again');
  const sum = (size: (entry: ZipEntry) => number) => entries.reduce((total, one) => total + size(one), 0);
  // in a ZIP bomb, many entries share the same packed bytes, so that their sizes exceed the file's
  if (sum(({ unpacked }) => unpacked) > mostUnpacked || sum(({ packed }) => packed) > content.length)
    throw new Unfit('would be too large when unpacked. Make it smaller, or split it');
  if (entries.some(({ isEncrypted }) => isEncrypted))
    throw new Unfit('is protected by a password. Save it without one');
  const parts: Package = new Map(entries.map((entry) => [partName(entry.name), entry]));
  if ([...parts.keys()].some((name) => macroPart.test(name)))
    throw new Unfit('contains macros. Save it without them');
  if ([...parts.keys()].some((name) => archive.test(name)))
    throw new Unfit('contains another archive. Unpack it and add its files one by one');
  if (parts.has('[content_types].xml')) return (await officeKind(content, parts)) ?? 'zip';
  return (await openDocumentKind(content, parts)) ?? 'zip';
}
