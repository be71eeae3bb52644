/** An entry in a ZIP's directory; sizes in bytes. */
export type ZipEntry = {
  name: string;
  packed: number;
  unpacked: number;
  isEncrypted: boolean;
  /** The compression method. 0: stored; 8: deflated. */
  method: number;
  at: number;
};

const endSignature = 0x06_05_4b_50;
const entrySignature = 0x02_01_4b_50;
const endBytes = 22;
const entryBytes = 46;
const longestComment = 65_535;
/** Whether the value is stored in a ZIP64 record instead, which files of up to 25 MB don't need. */
const isElsewhere = (value: number) => value === 0xff_ff || value === 0xff_ff_ff_ff;

function findEnd(content: Buffer): number | undefined {
  const first = Math.max(0, content.length - endBytes - longestComment);
  for (let at = content.length - endBytes; at >= first; at--)
    // the end record's comment extends exactly to the end of the file; otherwise the signature is only data in a comment
    if (
      content.readUInt32LE(at) === endSignature &&
      at + endBytes + content.readUInt16LE(at + 20) === content.length
    )
      return at;
  return undefined;
}

/**
 * Reads the entries of a ZIP from the directory at its end, without unpacking (APPNOTE 6.3.10, 4.3.12 and 4.3.16).
 * @returns undefined when the directory is broken, has more than `most` entries, or needs ZIP64
 */
export function readZipDirectory(content: Buffer, most: number): ZipEntry[] | undefined {
  const end = content.length < endBytes ? undefined : findEnd(content);
  if (end === undefined) return undefined;
  const count = content.readUInt16LE(end + 10);
  const start = content.readUInt32LE(end + 16);
  if (isElsewhere(count) || isElsewhere(start) || count > most || count === 0) return undefined;
  const entries: ZipEntry[] = [];
  let at = start;
  for (let index = 0; index < count; index++) {
    if (at + entryBytes > end || content.readUInt32LE(at) !== entrySignature) return undefined;
    const [packed, unpacked] = [content.readUInt32LE(at + 20), content.readUInt32LE(at + 24)];
    const nameBytes = content.readUInt16LE(at + 28);
    const rest = content.readUInt16LE(at + 30) + content.readUInt16LE(at + 32);
    const local = content.readUInt32LE(at + 42);
    const next = at + entryBytes + nameBytes + rest;
    if (next > end || isElsewhere(packed) || isElsewhere(unpacked) || local + 30 > start) return undefined;
    entries.push({
      name: content.toString('utf8', at + entryBytes, at + entryBytes + nameBytes),
      packed,
      unpacked,
      isEncrypted: (content.readUInt16LE(at + 8) & 1) === 1,
      method: content.readUInt16LE(at + 10),
      at: local,
    });
    at = next;
  }
  return entries;
}
