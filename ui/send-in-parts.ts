import type { StoredFile } from '#contract/files/file-ids.ts';
import type { UploadProgress } from '#contract/files/file-bodies.ts';
import { ApiError, UnreachableError } from './api-error.ts';

/** The upload calls, which differ between the shop and the desk. */
export type UploadCalls = {
  begin: (file: { name: string; bytes: number }) => Promise<{ id: string; partBytes: number }>;
  /** `offset`: where the part begins, in bytes. */
  send: (
    id: string,
    offset: number,
    part: Uint8Array<ArrayBuffer>,
    signal: AbortSignal,
  ) => Promise<UploadProgress>;
  /** Removes an unfinished upload, or the file it has become. */
  remove: (id: string) => Promise<unknown>;
};

/** A started upload, which a later try can continue. */
export type Begun = { id: string; partBytes: number; received: number };

/** Delays before the retries (ms). */
const waits = [1_000, 3_000, 6_000, 10_000];

/** Whether the cause is temporary, so that a retry may succeed. */
export const isPassing = (error: unknown): boolean =>
  error instanceof UnreachableError ||
  (error instanceof ApiError && (error.status === 429 || error.status >= 500));

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

async function tryAgain<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  for (const wait of waits) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error;
    }
    await pause(wait, signal);
  }
  return work();
}

/**
 * Uploads a file in parts, continuing after the bytes that the server has. `begun`: an earlier try. `onProgress`: called
 * after each part.
 * @throws ApiError for a rejected file; UnreachableError, or ApiError with status 503, after several tries
 */
export async function sendInParts(
  calls: UploadCalls,
  file: File,
  {
    begun,
    onProgress,
    signal,
  }: { begun: Begun | undefined; onProgress: (begun: Begun) => void; signal: AbortSignal },
): Promise<StoredFile> {
  let upload: Begun = begun ?? {
    ...(await tryAgain(() => calls.begin({ name: file.name, bytes: file.size }), signal)),
    received: 0,
  };
  onProgress(upload);
  for (;;) {
    signal.throwIfAborted();
    const { id, partBytes } = upload;
    // when the server already has all bytes, sends the last part again, because its response contains the file
    const offset = Math.min(upload.received, Math.floor((file.size - 1) / partBytes) * partBytes);
    const part = new Uint8Array(await file.slice(offset, offset + partBytes).arrayBuffer());
    const { received, file: stored } = await tryAgain(() => calls.send(id, offset, part, signal), signal);
    upload = { ...upload, received };
    onProgress(upload);
    if (stored) return stored;
  }
}
