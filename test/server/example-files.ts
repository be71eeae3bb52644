/** Small files of each kind, and malicious ones, built byte by byte, so that the repository has no binary files. */
import { crc32, deflateRawSync } from 'node:zlib';

export type Entry = {
  name: string;
  content?: Buffer | string;
  /** Wrong sizes for the directory. */
  packed?: number;
  unpacked?: number;
  isEncrypted?: boolean;
  isStored?: boolean;
};

/** Builds a ZIP (APPNOTE 6.3.10). `count`: the number of entries that its directory states. */
export function zip(entries: readonly Entry[], { count = entries.length }: { count?: number } = {}): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content = 'x', packed, unpacked, isEncrypted = false, isStored = false } of entries) {
    const plain = Buffer.from(content);
    const data = isStored ? plain : deflateRawSync(plain);
    const named = Buffer.from(name);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(isEncrypted ? 1 : 0, 2);
    head.writeUInt16LE(isStored ? 0 : 8, 4);
    head.writeUInt32LE(crc32(plain), 10);
    head.writeUInt32LE(packed ?? data.length, 14);
    head.writeUInt32LE(unpacked ?? plain.length, 18);
    head.writeUInt16LE(named.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), head, named, data]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), head, rest, named]));
    locals.push(local);
    at += local.length;
  }
  const entriesBytes = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 0, 'latin1');
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(entriesBytes.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, entriesBytes, end]);
}

const main = 'application/vnd.openxmlformats-officedocument.';
const relationTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export type Office = {
  /** The main part's content type, after "application/vnd.openxmlformats-officedocument." or whole. */
  type: string;
  part: string;
  target?: string;
  relation?: string;
  types?: string;
  /** The main part's own relations. */
  relations?: string;
};
/** The parts of an Office document that identify its kind (ISO/IEC 29500-2). */
export function officeParts({ type, part, target = part, relation, types, relations }: Office): Entry[] {
  const wholeType = type.includes('/') ? type : `${main}${type}.main+xml`;
  const [, folder, name] = /^(.*\/)?([^/]*)$/.exec(part)!;
  return [
    {
      name: '[Content_Types].xml',
      content: `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${
        types ?? `<Override PartName="/${part}" ContentType="${wholeType}"/>`
      }</Types>`,
    },
    {
      name: '_rels/.rels',
      content: `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/><Relationship Id="rId1" Type="${
        relation ?? `${relationTypes}/officeDocument`
      }" Target="${target}"/></Relationships>`,
    },
    { name: part, content: '<doc/>' },
    ...(relations === undefined
      ? []
      : [
          {
            name: `${folder ?? ''}_rels/${name}.rels`,
            content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations}</Relationships>`,
          },
        ]),
  ];
}
/** An Office document with these additional entries. */
export const docx = (more: readonly Entry[] = []) =>
  zip([...officeParts({ type: 'wordprocessingml.document', part: 'word/document.xml' }), ...more]);
export const xlsx = (more: readonly Entry[] = []) =>
  zip([...officeParts({ type: 'spreadsheetml.sheet', part: 'xl/workbook.xml' }), ...more]);
export const pptx = (more: readonly Entry[] = []) =>
  zip([...officeParts({ type: 'presentationml.presentation', part: 'ppt/presentation.xml' }), ...more]);
export const openDocument = (kind: 'text' | 'spreadsheet' | 'presentation', more: readonly Entry[] = []) =>
  zip([
    { name: 'mimetype', content: `application/vnd.oasis.opendocument.${kind}`, isStored: true },
    { name: 'content.xml', content: '<office/>' },
    ...more,
  ]);

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};
/** A PNG of one pixel, followed by these bytes. */
export function png(after: Buffer | string = ''): Buffer {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', Buffer.from([0x78, 0x9c, 0x63, 0x60, 0x60, 0x60, 0, 0, 0, 4, 0, 1])),
    chunk('IEND', Buffer.alloc(0)),
    Buffer.from(after),
  ]);
}
const filled = (head: (number | string)[], bytes = 200) =>
  Buffer.concat([
    Buffer.concat(
      head.map((part) => (typeof part === 'number' ? Buffer.from([part]) : Buffer.from(part, 'latin1'))),
    ),
    Buffer.alloc(bytes),
  ]);
export const jpeg = () => filled([0xff, 0xd8, 0xff, 0xe0, 0, 16, 'JFIF\0']);
export const gif = (after = '') =>
  Buffer.concat([filled(['GIF89a', 1, 0, 1, 0, 0, 0, 0], 20), Buffer.from(after)]);
export const webp = () => filled(['RIFF', 100, 0, 0, 0, 'WEBPVP8 ']);
export const heic = () => filled([0, 0, 0, 24, 'ftypheic', 0, 0, 0, 0, 'mif1heic']);
export const pdf = (bytes = 0) =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n'),
    Buffer.alloc(bytes, 0x20),
    Buffer.from('\n%%EOF\n'),
  ]);
export const utf16 = (words: string) =>
  Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(words, 'utf16le')]);
