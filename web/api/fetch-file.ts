import type { BytesEndpointName } from '#contract/storefront/endpoints.ts';
import { readFile } from '#ui/read-file.ts';
import type { NamedFile } from '#ui/save-file.ts';
import { type CallInput, fetchAnswer } from './call-api.ts';

/**
 * Calls an endpoint that responds with a file.
 * @throws like callApi; UnreachableError also for an answer that is not a file, such as a network's login page.
 */
export async function fetchFile<Name extends BytesEndpointName>(
  name: Name,
  input: CallInput<Name>,
): Promise<NamedFile> {
  return readFile(await fetchAnswer(name, input), input.signal);
}
