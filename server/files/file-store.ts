import type { Readable } from 'node:stream';

/**
 * The store is unavailable. `isPassing`: the cause is temporary, such as a full disk or an unreachable server, and needs no
 * change of a setting.
 */
export class StoreFailure extends Error {
  override name = 'StoreFailure';
  readonly isPassing: boolean;

  constructor(message: string, { isPassing = false, cause }: { isPassing?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.isPassing = isPassing;
  }
}

/**
 * Stores bytes by key. A key has letters, digits, dots, dashes and one slash, and never comes from user input.
 * @throws StoreFailure from each method when the store is unavailable
 */
export type FileStore = {
  /** The store's location as text for the operator, without secrets. */
  place: string;
  /** Stores all bytes or none, and replaces earlier ones. Resolves once they would survive a power failure. */
  put: (key: string, bytes: Uint8Array) => Promise<void>;
  /**
   * Returns a stream, which the caller must read or destroy; undefined for an unknown key. There is no time limit for reading it.
   */
  read: (key: string) => Promise<Readable | undefined>;
  /** Returns all bytes, within the store's time limit; undefined for an unknown key. */
  readWhole: (key: string) => Promise<Buffer | undefined>;
  /** Deletes the bytes; does nothing for an unknown key. */
  remove: (key: string) => Promise<void>;
  /** Lists the keys in a folder, with their sizes in bytes. */
  list: (folder: string) => Promise<Map<string, number>>;
};

/** The key of a file. Folders named by the first two characters keep each folder small. */
export const fileKey = (id: string): string => `${id.slice(0, 2)}/${id}`;
/** The folder of uploaded parts. */
export const partsFolder = 'incoming';
/** The key of a part of an upload. `offset`: the position of its first byte in the file. */
export const partKey = (id: string, offset: number): string => `${partsFolder}/${id}.${offset}`;
