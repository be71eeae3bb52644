import { fsyncSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type StartOptions = Parameters<NodeFS['init']>[1];
type EmscriptenModule = Parameters<NonNullable<StartOptions['preRun']>[number]>[0];
interface NodeFileOperations {
  stream_ops: { fsync?: (stream: { nfd: number }) => number };
}

/**
 * Replaces PGlite's Node file system, whose fsync does nothing, by one that syncs to the disk.
 *
 * `onFailure` is called when an fsync fails and must not return. The kernel may already have dropped the pages, so another fsync
 * would succeed without the data; only a restart from the log is safe.
 */
export class DurableFileSystem extends NodeFS {
  readonly #onFailure: (error: Error) => never;

  constructor(folder: string, onFailure: (error: Error) => never) {
    super(folder);
    this.#onFailure = onFailure;
  }

  override async init(pglite: PGlite, options: StartOptions): ReturnType<NodeFS['init']> {
    const started = await super.init(pglite, options);
    const replaceFsync = (module: EmscriptenModule) => {
      const { stream_ops } = (module as unknown as { NODEFS: NodeFileOperations }).NODEFS;
      stream_ops.fsync = ({ nfd }) => {
        try {
          fsyncSync(nfd);
          return 0;
        } catch (error) {
          return this.#onFailure(error as Error);
        }
      };
    };
    started.emscriptenOpts.preRun = [replaceFsync, ...(started.emscriptenOpts.preRun ?? [])];
    return started;
  }
}
