import { fileURLToPath } from 'node:url';
import { isLoopbackHost } from './is-loopback-host.ts';

/** A bucket of an S3-compatible service. `endpoint`: the URL with the bucket as path, without a final slash. */
export type Bucket = {
  kind: 's3';
  endpoint: string;
  region: string;
  keyId: string;
  secret: string;
};
/** Where files are stored. */
export type FilesAddress = { kind: 'disk'; folder: string } | Bucket;

const example = 'file:///srv/files or s3://KEY:SECRET@s3.example.com/bucket?region=eu-central-1';
const problem = {
  problem: `must be a URL like ${example}. In the key and the secret, write / as %2F, ? as %3F, # as %23, @ as %40 and % as %25`,
};

function folderOf(url: URL): FilesAddress | { problem: string } {
  if (url.host !== '' || url.pathname === '/' || url.search + url.hash !== '') return problem;
  return { kind: 'disk', folder: fileURLToPath(url) };
}

function bucketOf(url: URL): FilesAddress | { problem: string } {
  const { username, password, host, hostname, pathname, searchParams, hash } = url;
  const bucket = pathname.slice(1).replace(/\/$/, '');
  const isWhole = hash === '' && [...searchParams.keys()].every((name) => name === 'region');
  if (!isWhole || username === '' || password === '' || host === '' || !/^[\w.-]{3,63}$/.test(bucket))
    return problem;
  // a bucket on this machine, such as one of MinIO, needs no certificate
  const protocol = isLoopbackHost(hostname) ? 'http' : 'https';
  return {
    kind: 's3',
    endpoint: `${protocol}://${host}/${bucket}`,
    region: searchParams.get('region') || 'us-east-1',
    keyId: decodeURIComponent(username),
    secret: decodeURIComponent(password),
  };
}

/** Parses the setting FILES_URL. `problem` repeats no part of it, because it can contain a secret. */
export function filesAddress(typed: string): FilesAddress | { problem: string } {
  try {
    const url = new URL(typed);
    if (url.protocol === 'file:') return folderOf(url);
    if (/\s/.test(typed)) return problem;
    return url.protocol === 's3:' ? bucketOf(url) : problem;
  } catch {
    return problem;
  }
}
