import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Content encodings as named in Accept-Encoding, the one with the smallest results first. */
const encodings = ['br', 'gzip'] as const;
type Encoding = (typeof encodings)[number];
const suffixes: Record<Encoding, string> = { br: '.br', gzip: '.gz' };

type Variant = { encoding?: Encoding; body: Buffer; etag: string };
/** A file with its encoded variants, smallest first. The last one is uncompressed. */
export type StoredFile = { type: string; variants: Variant[] };

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.xml': 'application/xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};
const otherType = 'application/octet-stream';

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));

function variant(body: Buffer, encoding?: Encoding): Variant {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  return { body, etag: `"${hash}"`, ...(encoding && { encoding }) };
}

/**
 * Reads all files below `folder` into memory, by path. The whole storefront is six megabytes, and disk reads would wait behind
 * password hashing for one of the process's four threads. `path.br` and `path.gz` become variants of `path`.
 */
export function readFiles(folder: string): Map<string, StoredFile> {
  const names = new Set(listFiles(folder));
  const read = (name: string) => readFileSync(join(folder, name));
  const isVariant = (name: string) =>
    Object.values(suffixes).some(
      (suffix) => name.endsWith(suffix) && names.has(name.slice(0, -suffix.length)),
    );
  return new Map(
    [...names]
      .filter((name) => !isVariant(name))
      .map((name) => {
        const packed = encodings.filter((encoding) => names.has(name + suffixes[encoding]));
        const variants = packed.map((encoding) => variant(read(name + suffixes[encoding]), encoding));
        return [
          name,
          { type: types[extname(name)] ?? otherType, variants: [...variants, variant(read(name))] },
        ];
      }),
  );
}

/** The file with changed text, compressed again. */
export function rewrite({ type, variants }: StoredFile, change: (text: string) => string): StoredFile {
  const text = Buffer.from(change(variants.at(-1)!.body.toString('utf8')));
  const packed = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  return { type, variants: [variant(packed, 'br'), variant(gzipSync(text), 'gzip'), variant(text)] };
}

/** The smallest variant that Accept-Encoding allows (RFC 9110, 12.5.3). Without the header, the uncompressed one. */
export function chooseVariant({ variants }: StoredFile, accepted = ''): Variant {
  const taken = new Map(
    accepted.split(',').map((part) => {
      const [coding = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
      return [coding, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))];
    }),
  );
  const takes = (encoding: string) => taken.get(encoding) ?? taken.get('*') ?? false;
  return variants.find(({ encoding }) => encoding === undefined || takes(encoding))!;
}
