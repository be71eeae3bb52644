/**
 * npm run prove -- tls: a shop behind Caddy with the unchanged deploy/Caddyfile. Only ports, storage and the certificate
 * authority (a temporary CA) are the proof's own. Checks versions, ciphers, the redirect from http and HSTS, and then runs
 * testssl.sh. Exits with 1 on a finding that docs/security/scans.md doesn't explain, or when Caddy or testssl.sh isn't installed.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get as getHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type ConnectionOptions, getCiphers, type SecureVersion } from 'node:tls';
import { runCommand } from '#tools/run-command.ts';
import { findFreePort, startShop, waitFor } from '#test/stories/shop.ts';
import { startCaddy } from './start-caddy.ts';

const host = 'shop.localhost';
const site = `https://${host}`;

/**
 * Expected findings: the temporary certificate has an unknown CA, a short life and no revocation. BREACH: only pages that are the
 * same for all visitors are compressed; the check below shows that API answers aren't.
 */
const explained = /^(?:cert_(?:chain_of_trust|expirationStatus|notAfter|revocation)|BREACH)$/;

async function firstThere(...commands: string[]): Promise<string> {
  for (const command of commands) if ((await runCommand('which', [command])).ok) return command;
  throw new Error(`${commands[0]} is missing: apt-get install caddy testssl.sh`);
}
const testssl = await firstThere('testssl.sh', 'testssl');

const folder = mkdtempSync(join(tmpdir(), 'redline-tls-'));
const shop = await startShop({
  PUBLIC_URL: site,
  TRUST_PROXY: 'loopback',
  LOG_LEVEL: 'silent',
  RATE_LIMIT_FACTOR: '1000000',
});
const proxy = await startCaddy(
  host,
  [await findFreePort(), await findFreePort()],
  shop.url.slice('http://'.length),
);
const { httpPort, httpsPort, ca } = proxy;

type Answer = { status: number; headers: IncomingHttpHeaders };
const answerOf = async (request: ReturnType<typeof getHttp>): Promise<Answer> => {
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  answer.resume();
  return { status: answer.statusCode!, headers: answer.headers };
};
const byHttp = (path: string) =>
  answerOf(getHttp({ host: '127.0.0.1', port: httpPort, path, headers: { host } }));

/** The negotiated version and cipher; undefined when the proxy refuses the connection. */
async function agreed(options: ConnectionOptions): Promise<{ version: string; cipher: string } | undefined> {
  const socket = connect({ host: '127.0.0.1', port: httpsPort, servername: host, ca, ...options });
  try {
    await once(socket, 'secureConnect');
    return { version: socket.getProtocol()!, cipher: socket.getCipher().standardName };
  } catch {
    return undefined;
  } finally {
    socket.destroy();
  }
}

try {
  await waitFor('Caddy’s certificate', () => agreed({}));
  const byHttps = (path: string) =>
    answerOf(
      getHttps({
        host: '127.0.0.1',
        port: httpsPort,
        servername: host,
        ca,
        path,
        headers: { host, 'accept-encoding': 'br, gzip' },
      }),
    );

  const page = await byHttp('/services/slogans?from=letter');
  assert.equal(page.status, 308);
  assert.equal(page.headers.location, `${site}/services/slogans?from=letter`);
  for (const path of ['/api/accounts/me', '/API/orders', '/api/webhooks/stripe']) {
    const { status, headers } = await byHttp(path);
    assert.deepEqual([status, headers.location], [400, undefined], `${path} by http`);
  }
  for (const path of ['/', '/api/docs', '/api/health/ready', '/nowhere']) {
    const { headers } = await byHttps(path);
    assert.match(headers['strict-transport-security'] ?? '', /^max-age=(?:[3-9]\d{7}|\d{9,})/, path);
    if (path.startsWith('/api')) assert.equal(headers['content-encoding'], undefined, path);
  }
  console.log(
    'By http pages are led to https and calls are refused; every answer by https has HSTS; the API compresses nothing.',
  );

  assert.equal((await agreed({}))?.version, 'TLSv1.3', 'the newest is taken');
  for (const version of ['TLSv1', 'TLSv1.1'] satisfies SecureVersion[])
    // our own TLS library must support the version
    assert.equal(
      await agreed({ minVersion: version, maxVersion: version, ciphers: 'ALL@SECLEVEL=0' }),
      undefined,
      version,
    );
  const ciphers = new Set<string>();
  for (const name of getCiphers().filter((one) => !one.startsWith('tls_'))) {
    const ciphersAsked = `${name.toUpperCase()}@SECLEVEL=0`;
    const taken = await agreed({ maxVersion: 'TLSv1.2', ciphers: ciphersAsked }).catch(() => undefined);
    if (taken) ciphers.add(taken.cipher);
  }
  assert.ok(ciphers.size > 0, 'TLS 1.2 is spoken');
  for (const cipher of ciphers)
    assert.match(cipher, /^TLS_ECDHE_\w+_(?:GCM_SHA\d+|CHACHA20_POLY1305_SHA256)$/, cipher);
  console.log(
    `TLS 1.3 is preferred, 1.2 spoken with ${ciphers.size} ciphers, all forward secret and authenticated; 1.1 and 1.0 are refused.`,
  );

  const report = join(folder, 'testssl.json');
  const { output } = await runCommand(
    testssl,
    `--quiet --color 0 --warnings off --openssl-timeout 10 --ip 127.0.0.1 --jsonfile ${report} ${site}:${httpsPort}`.split(
      ' ',
    ),
  );
  type Finding = { id: string; severity: string; finding: string };
  const said = JSON.parse(readFileSync(report, 'utf8')) as Finding[];
  assert.ok(
    said.length > 100 && said.some(({ id }) => id === 'TLS1_3'),
    `testssl.sh did not end well:\n${output.slice(-2000)}`,
  );
  const grave = said.filter(({ severity }) => /^(?:MEDIUM|HIGH|CRITICAL|FATAL)$/.test(severity));
  const open = grave.filter(({ id }) => !explained.test(id));
  for (const one of said.filter(({ severity }) => !/^(?:OK|INFO|WARN)$/.test(severity)))
    console.log(`  ${one.severity}${explained.test(one.id) ? ' (explained)' : ''} ${one.id}: ${one.finding}`);
  console.log(
    `testssl.sh looked at ${said.length} things: ${grave.length} findings of medium or more, ${grave.length - open.length} of them explained.`,
  );
  assert.deepEqual(open, []);
} finally {
  await proxy.close();
  await shop.discard();
  rmSync(folder, { recursive: true, force: true });
}
