import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const keyId = 'AKIDEXAMPLE';
const secret = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';
const region = 'eu-central-1';
const pageSize = 3;

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: string | Buffer, words: string) => createHmac('sha256', key).update(words).digest();
const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/**
 * Why a request's signature is invalid under Signature Version 4; undefined when it is valid. Written by AWS's description,
 * independently of the client.
 */
function problemOf({ method = '', url = '', headers }: IncomingMessage, body: Buffer): string | undefined {
  const signed =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([\da-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (!signed) return 'AccessDenied';
  const [, id, date, where, names = '', signature = ''] = signed;
  const time = String(headers['x-amz-date']);
  if (id !== keyId || where !== region || !time.startsWith(date!)) return 'InvalidAccessKeyId';
  const bodyHash = String(headers['x-amz-content-sha256']);
  if (bodyHash !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const list = names.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => list.includes(name)))
    return 'AccessDenied';
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const query = [...searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&');
  const canonical = [
    method,
    pathname
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    query,
    ...list.map((name) => `${name}:${String(headers[name]).trim().replaceAll(/ +/g, ' ')}`),
    '',
    names,
    bodyHash,
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', time, `${date}/${region}/s3/aws4_request`, sha256(canonical)].join(
    '\n',
  );
  const key = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${secret}`, date!));
  const wanted = hmac(key, toSign);
  const given = Buffer.from(signature, 'hex');
  return timingSafeEqual(wanted, given) ? undefined : 'SignatureDoesNotMatch';
}

const errorXml = (code: string) =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>No</Message></Error>`;

/** A fake of an S3-compatible server with one bucket. It checks each signature, lists in small pages, and can fail. */
export async function openS3Fake() {
  const objects = new Map<string, Buffer>();
  const fake = {
    objects,
    /** Error codes of rejected requests. */
    refused: [] as string[],
    /** While this is set, the status of every answer. `failsAs`: its error code. */
    failsWith: undefined as number | undefined,
    failsAs: 'SlowDown',
    /** Delays the storing of an object. */
    beforePut: async (_key: string): Promise<void> => {},
    /** Whether the answer to a read begins with half of the object and never ends. */
    stallsReads: false,
    url: '',
    secret,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  function listing(query: URLSearchParams): string {
    const prefix = query.get('prefix') ?? '';
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).toSorted();
    const start = Number(query.get('continuation-token') ?? 0);
    const page = keys.slice(start, start + pageSize);
    const more = start + pageSize < keys.length;
    const items = page.map(
      (key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)!.length}</Size></Contents>`,
    );
    return `<?xml version="1.0"?><ListBucketResult>${items.join('')}<IsTruncated>${more}</IsTruncated>${
      more ? `<NextContinuationToken>${start + pageSize}</NextContinuationToken>` : ''
    }</ListBucketResult>`;
  }
  const server = createServer((request, response) => {
    void (async () => {
      const body = await buffer(request);
      if (fake.failsWith !== undefined) {
        response.writeHead(fake.failsWith).end(errorXml(fake.failsAs));
        return;
      }
      const problem = problemOf(request, body);
      if (problem) {
        fake.refused.push(problem);
        response.writeHead(403).end(errorXml(problem));
        return;
      }
      const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
      const [, bucket, ...rest] = pathname.split('/');
      const key = rest.join('/');
      if (bucket !== 'files') response.writeHead(404).end(errorXml('NoSuchBucket'));
      else if (request.method === 'PUT') {
        await fake.beforePut(key);
        objects.set(key, body);
        response.writeHead(200).end();
      } else if (request.method === 'DELETE') {
        objects.delete(key);
        response.writeHead(204).end();
      } else if (key === '') response.writeHead(200).end(listing(searchParams));
      else if (objects.has(key)) {
        const content = objects.get(key)!;
        response.writeHead(200, { 'content-length': content.length });
        if (fake.stallsReads) response.write(content.subarray(0, content.length / 2));
        else response.end(content);
      } else response.writeHead(404).end(errorXml('NoSuchKey'));
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  fake.url = `s3://${keyId}:${encodeURIComponent(secret)}@127.0.0.1:${port}/files?region=${region}`;
  return fake;
}
