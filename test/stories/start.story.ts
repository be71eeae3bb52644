import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { root } from '#tools/root.ts';
import { findFreePort, startShop, waitFor } from './shop.ts';

const main = join(root, 'server', 'main.ts');

/** Starts the server in a temporary folder where it must refuse to start. Returns its output and the remaining files. */
async function refusedStart(settings: (folder: string) => Record<string, string>, fileInTheWay = 'other') {
  const folder = await mkdtemp(join(tmpdir(), 'redline-'));
  const dataDir = join(folder, 'data');
  await writeFile(join(folder, fileInTheWay), '');
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir, PORT: '1', ...settings(folder) };
  const child = spawn(process.execPath, [main], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  child.stderr.on('data', (text: Buffer) => (output += text.toString()));
  const [code] = (await once(child, 'exit')) as [number];
  const left = existsSync(dataDir);
  await rm(folder, { recursive: true });
  return { code, lines: output.trim().split('\n'), left };
}

async function usedPort(): Promise<{ port: string; free: () => void }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: String((server.address() as AddressInfo).port), free: () => server.close() };
}

test('refuses to start with a wrong setting and names the setting and its allowed values', async () => {
  const { code, lines, left } = await refusedStart(() => ({ PORT: 'http', LOG_LEVEL: 'loud' }));
  assert.equal(code, 1);
  assert.deepEqual(lines, [
    'Settings: PORT must be a whole number from 1 to 65535; LOG_LEVEL must be debug, info, warn, error or silent.',
  ]);
  assert.equal(left, false);
});

test('reports in one sentence that its port is in use, and leaves no partial data', async () => {
  const { port, free } = await usedPort();
  const { code, lines, left } = await refusedStart(() => ({ PORT: port }));
  free();
  assert.equal(code, 1);
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? '', new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is already in use`));
  assert.equal(left, false);
});

test("reports in one sentence a data folder that can't be created", async () => {
  const { port, free } = await usedPort();
  free();
  const { code, lines } = await refusedStart(
    (folder) => ({ PORT: port, DATA_DIR: join(folder, 'file', 'data') }),
    'file',
  );
  assert.equal(code, 1);
  assert.equal(lines.length, 1, lines.join('\n'));
});

test("reports in one sentence a database that can't be reached", async () => {
  const [database, shop] = [await usedPort(), await usedPort()];
  database.free();
  shop.free();
  const { code, lines, left } = await refusedStart(() => ({
    PORT: shop.port,
    DATABASE_URL: `postgres://redline:secret-word@127.0.0.1:${database.port}/redline`,
  }));
  assert.equal(code, 1);
  assert.equal(lines.length, 1, lines.join('\n'));
  assert.doesNotMatch(lines[0] ?? '', /secret-word/);
  assert.equal(left, false);
});

test('refuses a production start with the sandbox', async () => {
  const { code, lines } = await refusedStart(() => ({ PORT: '3999', NODE_ENV: 'production' }));
  assert.equal(code, 1);
  assert.match(lines[0] ?? '', /^PAYMENTS=sandbox doesn’t take real money/);
});

test('refuses to start a second process on the same data folder, and leaves the first one running', async () => {
  const first = await startShop();
  try {
    const { port, free } = await usedPort();
    free();
    const { code, lines } = await refusedStart(() => ({ PORT: port, DATA_DIR: first.dataDir }));
    assert.equal(code, 1);
    assert.equal(lines.length, 1, lines.join('\n'));
    assert.equal((await fetch(`${first.url}/api/health/ready`)).status, 200);
    await first.stop();
  } finally {
    await first.discard();
  }
});

test('prints its address, payment provider and email transport at the start, stops cleanly and starts again', async () => {
  const shop = await startShop({}, { isNew: true });
  try {
    // the server is ready shortly before it prints this line
    const said = await waitFor('the last line of a start', async () =>
      shop.output().includes('Database:') ? shop.output() : undefined,
    );
    assert.ok(said.includes(shop.url), said);
    assert.match(said, /Payments: sandbox/);
    assert.ok(said.includes(join(shop.dataDir, 'mail')));
    await shop.stop();
    assert.match(shop.output(), /The shop is closed\./);
    await shop.start();
    assert.equal((await fetch(shop.url)).status, 200);
    await shop.stop();
  } finally {
    await shop.discard();
  }
});

test("stops cleanly although a client doesn't read its answer", async () => {
  const shop = await startShop();
  try {
    const stuck = connect(Number(new URL(shop.url).port), '127.0.0.1').pause();
    await once(stuck, 'connect');
    // The answers are larger than the buffers between client and server.
    stuck.write('GET / HTTP/1.1\r\nHost: shop\r\n\r\n'.repeat(1000));
    await fetch(`${shop.url}/api/health/live`);
    await shop.stop();
    assert.match(shop.output(), /The shop is closed\./);
    stuck.destroy();
  } finally {
    await shop.discard();
  }
});

test('serves metrics only on METRICS_PORT', async () => {
  const port = String(await findFreePort());
  const shop = await startShop({ METRICS_PORT: port });
  try {
    assert.equal((await fetch(`${shop.url}/contact`)).status, 200);
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
    assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/);
    assert.match(
      await answer.text(),
      /^http_request_duration_seconds_count\{route="\/\*",method="GET",status="200"\} 1$/m,
    );
    assert.equal((await fetch(`${shop.url}/metrics`)).status, 404);
    await shop.stop();
  } finally {
    await shop.discard();
  }
});
