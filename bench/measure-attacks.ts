import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { makeStore, removeStore } from './bench-stores.ts';
import { percentile, printTable } from './print-table.ts';
import { startShop } from './spawn-server.ts';
import { setTimeout as sleep } from 'node:timers/promises';

const attackMs = 5_000;
type Sent = { path: string; body?: string; from: string; agent?: Agent };

/** Sends a request and returns the status of the answer; 0 without an answer. */
const send = (port: number, { path, body, from, agent }: Sent): Promise<number> =>
  new Promise((resolve) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    const options = {
      port,
      host: '127.0.0.1',
      path,
      localAddress: from,
      headers,
      ...(agent ? { agent } : {}),
    };
    const sent = request({ ...options, method: body === undefined ? 'GET' : 'POST' }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.on('error', () => resolve(0));
    sent.end(body);
  });

type Attack = (port: number, isOver: () => boolean) => Promise<unknown>;
const attacker = '127.0.0.2';

/** Floods the shop over this many connections. Each sends its next request when the last one is answered. */
const flood =
  (connections: number, path: string, body?: string): Attack =>
  (port, isOver) => {
    const agent = new Agent({ keepAlive: true, maxSockets: connections });
    const one = async () => {
      while (!isOver())
        await send(port, { path, from: attacker, agent, ...(body === undefined ? {} : { body }) });
    };
    return Promise.all(Array.from({ length: connections }, one)).finally(() => agent.destroy());
  };

const marks = `a${'\u0300'.repeat(62_000)}${'\u0316'.repeat(62_000)}`;
const pipeline: Attack = async (port, isOver) => {
  const bytes = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2_500);
  const sockets = Array.from({ length: 100 }, () => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: attacker });
    socket.on('error', () => {}).write(bytes);
    return socket.pause();
  });
  while (!isOver()) await sleep(50);
  for (const socket of sockets) socket.destroy();
};

const attacks: Record<string, Attack> = {
  none: () => sleep(attackMs),
  'accents, 248 KB at a time': flood(1, '/api/previews/check-text', JSON.stringify({ text: marks })),
  'readiness, 400 connections': flood(400, '/api/health/ready'),
  '/%61pi/payments/x, 200 connections': flood(200, '/%61pi/payments/x'),
  '/api/payments/x, 200 connections': flood(200, '/api/payments/x'),
  '100 logins at once': flood(100, '/api/Accounts/login', '{"email":"a@example.com","password":"wrong"}'),
  'pipelining, 100 × 2,500': pipeline,
};

/** Measures other visitors' page loads and logins while one network attacks. */
export async function measureAttacks(): Promise<void> {
  const rows: Record<string, string | number>[] = [];
  for (const [attack, run] of Object.entries(attacks)) {
    const store = await makeStore('embedded');
    const shop = await startShop(store, '1');
    const port = Number(new URL(shop.url).port);
    const took: Record<'page' | 'login', number[]> = { page: [], login: [] };
    let refused = 0;
    const until = performance.now() + attackMs;
    const isOver = () => performance.now() > until;
    const visit = async (kind: 'page' | 'login', everyMs: number, sent: (n: number) => Sent) => {
      for (let n = 0; !isOver(); n += 1) {
        const begin = performance.now();
        const status = await send(port, sent(n));
        took[kind].push(performance.now() - begin);
        // 400 is the answer to a login with a wrong password
        if (status !== 200 && status !== 400) refused += 1;
        await sleep(everyMs);
      }
    };
    const body = (n: number) => JSON.stringify({ email: `ann${n}@example.com`, password: 'wrong' });
    await Promise.all([
      run(port, isOver),
      visit('page', 100, () => ({ path: '/', from: '127.0.0.3' })),
      visit('login', 500, (n) => ({ path: '/api/Accounts/login', body: body(n), from: `127.0.1.${n + 1}` })),
    ]);
    rows.push({
      attack,
      'GET / p95 ms': Math.round(percentile(took.page, 0.95)),
      'login p95 ms': Math.round(percentile(took.login, 0.95)),
      answers: took.page.length + took.login.length,
      refused,
      'memory MB': shop.memory(),
    });
    await shop.stop();
    await removeStore(store);
  }
  printTable('Another visitor, while one network attacks', rows);
}
