import type { Readable } from 'node:stream';

/** The store can't be used now. `isPassing`: its disk is full, or its server is away, so that it can be used again without a new setting. */
export class StoreFailure extends Error {
  override name = 'StoreFailure';
  readonly isPassing: boolean;

  constructor(message: string, { isPassing = false, cause }: { isPassing?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.isPassing = isPassing;
  }
}

/**
 * Bytes by key. A key is made of letters, digits, dots, dashes and one slash, never of what somebody typed. Each method throws StoreFailure
 * when the store can't be used.
 */
export type FileStore = {
  /** Where the files are, as text for the operator, without secrets. */
  place: string;
  /** Stores the bytes wholly or not at all; replaces earlier ones. Resolves when they would survive a power cut. */
  put: (key: string, bytes: Uint8Array) => Promise<void>;
  /** The bytes in a stream that must be read or destroyed; undefined when the key isn't there. */
  read: (key: string) => Promise<Readable | undefined>;
  /** Deletes the bytes; does nothing when the key isn't there. */
  remove: (key: string) => Promise<void>;
  /** The keys below a folder, with their sizes in bytes. */
  list: (folder: string) => Promise<Map<string, number>>;
};

/** The key of a file: folders of two letters keep each folder small. */
export const fileKey = (id: string): string => `${id.slice(0, 2)}/${id}`;
/** The folder of parts that have arrived. */
export const partsFolder = 'incoming';
/** The key of a part. `offset`: where it begins, in bytes. */
export const partKey = (id: string, offset: number): string => `${partsFolder}/${id}.${offset}`;
