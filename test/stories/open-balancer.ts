import { once } from 'node:events';
import { Agent, createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Distributes calls among servers in turn, without sticky sessions. Skips servers that are not ready or refuse
 * connections. Never resends a call that a server has begun to receive.
 */
export async function openBalancer(servers: string[]) {
  const ready = new Set(servers);
  const agent = new Agent({ keepAlive: true });
  let turn = 0;

  async function look(url: string): Promise<void> {
    const ok = await fetch(`${url}/api/health/ready`)
      .then(async (answer) => {
        await answer.arrayBuffer();
        return answer.ok;
      })
      .catch(() => false);
    if (ok) ready.add(url);
    else ready.delete(url);
  }
  const looking = setInterval(() => void Promise.all(servers.map(look)), 200);

  function pass(
    candidates: string[],
    {
      method,
      path,
      headers,
      body,
    }: { method: string; path: string; headers: NodeJS.Dict<string | string[]>; body: Buffer },
    response: ServerResponse,
  ): void {
    const [url, ...others] = candidates;
    if (url === undefined) return void response.writeHead(502).end();
    const asked = request(`${url}${path}`, { method, headers, agent }, (answer) => {
      const { connection: _own, ...rest } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, { ...rest, 'x-served-by': url });
      answer.pipe(response);
    });
    asked.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') return pass(others, { method, path, headers, body }, response);
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end(error.message);
    });
    asked.end(body);
  }

  const server = createServer((incoming, response) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      turn += 1;
      const candidates = servers.filter((url) => ready.has(url));
      const from = turn % Math.max(1, candidates.length);
      const { connection: _own, ...headers } = incoming.headers;
      pass(
        [...candidates.slice(from), ...candidates.slice(0, from)],
        { method: incoming.method ?? 'GET', path: incoming.url ?? '/', headers, body: Buffer.concat(parts) },
        response,
      );
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The number of servers that receive calls now. */
    ready: () => ready.size,
    async close() {
      clearInterval(looking);
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
