import { inflateRawSync } from 'node:zlib';
import { SaxesParser } from 'saxes';

type Node = { name: string; attributes: Record<string, string>; parents: readonly string[]; text: string };

/** Parses XML strictly, and calls `onElement` at the end of each element. */
export function readXml(xml: string, onElement: (node: Node) => void): void {
  const parser = new SaxesParser({ xmlns: true });
  const open: Node[] = [];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const pairs = Object.entries(attributes).map(([key, { value }]) => [key, value] as const);
    open.push({
      name,
      attributes: Object.fromEntries(pairs),
      parents: open.map((one) => one.name),
      text: '',
    });
  });
  parser.on('text', (text) => {
    if (open.length > 0) open.at(-1)!.text += text;
  });
  parser.on('closetag', () => onElement(open.pop()!));
  parser.write(xml).close();
}

/**
 * The files in a .docx, which is a ZIP archive, read by its central directory. Each XML part is parsed strictly.
 * @throws Error when a part isn't well-formed
 */
export async function readDocx(blob: Blob): Promise<Record<string, string>> {
  const bytes = Buffer.from(await blob.arrayBuffer());
  const files: Record<string, string> = {};
  let at = bytes.readUInt32LE(bytes.lastIndexOf('PK\u0005\u0006', undefined, 'latin1') + 16);
  while (bytes.readUInt32LE(at) === 0x02_01_4b_50) {
    const [size, named, extra, remark] = [
      bytes.readUInt32LE(at + 20),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt16LE(at + 30),
      bytes.readUInt16LE(at + 32),
    ];
    const local = bytes.readUInt32LE(at + 42);
    const body = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const packed = bytes.subarray(body, body + size);
    const isPacked = bytes.readUInt16LE(at + 10) === 8;
    files[bytes.toString('utf8', at + 46, at + 46 + named)] = (
      isPacked ? inflateRawSync(packed) : packed
    ).toString('utf8');
    at += 46 + named + extra + remark;
  }
  for (const [name, content] of Object.entries(files))
    if (/\.(?:xml|rels)$/.test(name)) readXml(content, () => {});
  return files;
}
