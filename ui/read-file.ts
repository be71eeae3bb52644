import { orUnreachable, UnreachableError } from './api-error.ts';
import type { NamedFile } from './save-file.ts';

/**
 * Reads the file of a successful answer.
 * @throws UnreachableError for an answer that is cut off or is not a file, such as a network's login page; after an abort by the
 *   page, the error itself
 */
export async function readFile(response: Response, signal: AbortSignal | undefined): Promise<NamedFile> {
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  if (name === undefined) throw new UnreachableError(undefined);
  const content = new Uint8Array(await orUnreachable(response.arrayBuffer(), signal));
  return { name, mediaType: response.headers.get('content-type') ?? '', content };
}
