/** 600 clients that send a byte now and then are disconnected within 15 seconds, and other clients aren't affected. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import test from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startShop } from './shop.ts';

const clients = 600;
const allowedMs = 15_000;

/** Opens a slow connection: half of them never end their headers, and half announce a body that doesn't arrive. */
function openSlowly(port: number, n: number): Promise<{ socket: Socket; goneAfter: Promise<number> }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      const opened = performance.now();
      socket.write(
        n % 2 === 0
          ? 'GET /api/health/live HTTP/1.1\r\nHost: shop.test\r\n'
          : 'POST /api/accounts/login HTTP/1.1\r\nHost: shop.test\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{',
      );
      const drip = setInterval(() => socket.write(n % 2 === 0 ? `X-${n}: ` : ' '), 2_000);
      const goneAfter = new Promise<number>((gone) =>
        socket.once('close', () => {
          clearInterval(drip);
          gone(performance.now() - opened);
        }),
      );
      socket.on('error', () => {});
      socket.resume();
      resolve({ socket, goneAfter });
    });
    socket.once('error', reject);
  });
}

/**
 * Calls from another address than the slow clients, because the calls in progress of one network are limited
 * (limit-calls-in-work.ts).
 */
async function askFromElsewhere(url: string): Promise<number | undefined> {
  const asked = get(url, { localAddress: '127.0.0.2', agent: false, signal: AbortSignal.timeout(5_000) });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return answer.statusCode;
}

test('disconnects 600 slow clients within 15 seconds while it serves others', async (t) => {
  const shop = await startShop({ LOG_LEVEL: 'silent' });
  const slow: Awaited<ReturnType<typeof openSlowly>>[] = [];
  try {
    const port = Number(new URL(shop.url).port);
    for (let n = 0; n < clients; n += 1) slow.push(await openSlowly(port, n));
    let left = clients;
    for (const { goneAfter } of slow) void goneAfter.then(() => (left -= 1));
    const slowest: number[] = [];
    const started = performance.now();
    while (left > 0 && performance.now() - started < 2 * allowedMs) {
      const asked = performance.now();
      assert.equal(await askFromElsewhere(`${shop.url}/api/support/challenge`), 200);
      slowest.push(performance.now() - asked);
      await wait(200);
    }
    const held = Math.max(...(await Promise.all(slow.map(({ goneAfter }) => goneAfter))));
    assert.ok(held <= allowedMs, `the last was gone after ${Math.round(held)} ms`);
    t.diagnostic(
      `all ${clients} gone after ${(held / 1000).toFixed(1)} s; ${slowest.length} others were answered, the slowest in ${Math.round(Math.max(...slowest))} ms`,
    );
    await shop.stop();
  } finally {
    for (const { socket } of slow) socket.destroy();
    await shop.discard();
  }
});
