const QUERY = 0x51;
const SYNC = 0x53;
const FLUSH = 0x48;
const COPY_DONE = 0x63;
const COPY_FAIL = 0x66;
const TERMINATE = 0x58;
const ENDS = new Set([QUERY, SYNC, FLUSH, COPY_DONE, COPY_FAIL]);

/** Client messages that PostgreSQL processes together. */
export type Exchange =
  | { kind: 'startup'; bytes: Uint8Array }
  /** `endsReady`: whether the answer must end with ReadyForQuery. */
  | { kind: 'request'; bytes: Uint8Array; endsReady: boolean }
  | { kind: 'goodbye' };

/** Returns a function that takes the bytes of a PostgreSQL client, in any pieces, and returns the completed exchanges. */
export function wireMessageSplitter(): (piece: Uint8Array) => Exchange[] {
  let rest: Buffer = Buffer.alloc(0);
  let started = false;

  function next(): Exchange | undefined {
    if (!started) {
      if (rest.length < 4 || rest.length < rest.readInt32BE(0)) return undefined;
      started = true;
      return { kind: 'startup', bytes: take(rest.readInt32BE(0)) };
    }
    let end = 0;
    while (end + 5 <= rest.length) {
      const type = rest.readUInt8(end);
      end += 1 + rest.readInt32BE(end + 1);
      if (end > rest.length) return undefined;
      if (type === TERMINATE) return { kind: 'goodbye' };
      if (ENDS.has(type))
        return { kind: 'request', bytes: take(end), endsReady: type === SYNC || type === QUERY };
    }
    return undefined;
  }

  function take(length: number): Uint8Array {
    const taken = rest.subarray(0, length);
    rest = rest.subarray(length);
    return taken;
  }

  return (piece) => {
    rest =
      rest.length === 0
        ? Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
        : Buffer.concat([rest, piece]);
    const complete: Exchange[] = [];
    for (let exchange = next(); exchange; exchange = next()) {
      complete.push(exchange);
      if (exchange.kind === 'goodbye') break;
    }
    return complete;
  };
}
