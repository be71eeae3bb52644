import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { fileBounds } from '#contract/files/files.ts';
import { AwsClient } from 'aws4fetch';
import type { Bucket } from '#server/process/files-address.ts';
import { type FileStore, StoreFailure } from './file-store.ts';

/** Timeout of the service's answer (ms): 10 s plus the time for the bytes at 500 KB per second. */
const patienceFor = (bytes: number) => 10_000 + bytes / 500;
/** The size of the largest object that is read as a whole, a part of an upload (bytes). */
const largestWhole = fileBounds.part;

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const noBytes = new Uint8Array();

const unescapeXml = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
const valueOf = (xml: string, tag: string): string | undefined => {
  const start = xml.indexOf(`<${tag}>`);
  const end = xml.indexOf(`</${tag}>`, start);
  return start < 0 || end < 0 ? undefined : unescapeXml(xml.slice(start + tag.length + 2, end));
};

/**
 * Stores files in a bucket of an S3-compatible service. There are no public or signed URLs: the shop transfers every byte.
 * `patience`: timeout of an answer to this many bytes (ms).
 */
export function s3Store(
  { endpoint, region, keyId, secret }: Bucket,
  patience: (bytes: number) => number = patienceFor,
): FileStore {
  const client = new AwsClient({
    accessKeyId: keyId,
    secretAccessKey: secret,
    service: 's3',
    region,
    retries: 0,
  });

  /** Sends a request. `read` reads the answer, within the same timeout. */
  async function send<Result>(
    method: 'GET' | 'PUT' | 'DELETE',
    path: string,
    read: (response: Response) => Promise<Result>,
    { bytes = noBytes, expected = bytes.length }: { bytes?: Uint8Array; expected?: number } = {},
  ): Promise<Result> {
    const waiting = new AbortController();
    const timer = setTimeout(() => waiting.abort(), patience(expected));
    try {
      const response = await client.fetch(`${endpoint}${path}`, {
        method,
        // the service compares the received bytes with this signed hash
        headers: { 'x-amz-content-sha256': sha256(bytes) },
        ...(method === 'PUT' ? { body: bytes as Uint8Array<ArrayBuffer> } : {}),
        redirect: 'error',
        signal: waiting.signal,
      });
      if (response.ok || response.status === 404) return await read(response);
      const code = valueOf(await response.text().catch(() => ''), 'Code');
      const words = `The file bucket responded with ${response.status}${code ? ` (${code})` : ''}`;
      throw new StoreFailure(words, { isPassing: response.status >= 500 });
    } catch (error) {
      if (error instanceof StoreFailure) throw error;
      // the answer for a bucket in another region
      if (String((error as Error).cause).includes('unexpected redirect'))
        throw new StoreFailure('The file bucket is at a different address or in a different region');
      throw new StoreFailure('The file bucket can’t be reached', { cause: error, isPassing: true });
    } finally {
      clearTimeout(timer);
    }
  }
  const isThere = async (response: Response) => {
    if (response.status !== 404) return true;
    // a missing bucket also answers 404
    const code = valueOf(await response.text(), 'Code');
    if (code === 'NoSuchBucket') throw new StoreFailure('The file bucket doesn’t exist');
    return false;
  };

  return {
    place: endpoint,
    put: (key, bytes) =>
      send(
        'PUT',
        `/${key}`,
        async (response) => {
          if (!(await isThere(response))) throw new StoreFailure('The file bucket responded with 404');
          await response.arrayBuffer();
        },
        { bytes },
      ),
    // no timeout for the body, because customers on slow connections read it slowly
    read: (key) =>
      send('GET', `/${key}`, async (response) => {
        if (!(await isThere(response)) || !response.body) return undefined;
        return Readable.fromWeb(response.body as ReadableStream<Uint8Array>);
      }),
    readWhole: (key) =>
      send(
        'GET',
        `/${key}`,
        async (response) =>
          (await isThere(response)) ? Buffer.from(await response.arrayBuffer()) : undefined,
        { expected: largestWhole },
      ),
    remove: (key) => send('DELETE', `/${key}`, async (response) => void (await isThere(response))),
    async list(folder) {
      const found = new Map<string, number>();
      let after: string | undefined;
      do {
        const query = new URLSearchParams({
          'list-type': '2',
          prefix: `${folder}/`,
          ...(after === undefined ? {} : { 'continuation-token': after }),
        });
        const xml = await send('GET', `?${query.toString()}`, async (response) => {
          await isThere(response.clone());
          return response.text();
        });
        for (const [, item = ''] of xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g))
          found.set(valueOf(item, 'Key') ?? '', Number(valueOf(item, 'Size')));
        after = valueOf(xml, 'NextContinuationToken');
      } while (after !== undefined);
      return found;
    },
  };
}
