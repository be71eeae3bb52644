import type { BytesEndpointName } from '#contract/storefront/endpoints.ts';
import { orUnreachable, UnreachableError } from '#ui/api-error.ts';
import { type Call, type CallInput, fetchAnswer } from './call-api.ts';

/**
 * Calls an endpoint that responds with a file.
 * @throws like callApi; UnreachableError also for an answer that is not a file, such as a network's login page.
 */
export async function fetchFile<Name extends BytesEndpointName>(
  call: Call<Name>,
  input: CallInput<Name>,
): Promise<[name: string, mediaType: string, bytes: Uint8Array<ArrayBuffer>]> {
  const response = await fetchAnswer(call, input);
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  if (name === undefined) throw new UnreachableError(undefined);
  const bytes = await orUnreachable(response.arrayBuffer(), input.signal);
  return [name, response.headers.get('content-type') ?? '', new Uint8Array(bytes)];
}
