import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '#server/process/clock.ts';
import type { Database } from '#server/database/open-database.ts';
import type { AnsweredCall } from '#server/http/create-http.ts';
import { StartError } from '#server/process/start-error.ts';
import { gauges, readGauges } from './read-gauges.ts';

export type Metrics = {
  address: AddressInfo;
  onAnswer: (answer: AnsweredCall) => void;
  close: () => Promise<void>;
};

const prefix = 'redline_';

/**
 * Serves Prometheus metrics at http://HOST:PORT/metrics, at an address of their own, because they reveal the shop's income.
 * @throws StartError when the address can't be used
 */
export async function openMetrics({
  host,
  port,
  database: { db, pool },
  clock,
}: {
  host: string;
  port: number;
  database: Database;
  clock: Clock;
}): Promise<Metrics> {
  // prom-client is loaded only when metrics are configured
  const { collectDefaultMetrics, Gauge, Histogram, Registry } = await import('prom-client');
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const answers = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Response time, by route, method and status',
    // the path's pattern instead of the path, because each label value is a time series of its own
    labelNames: ['route', 'method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  new Gauge({
    name: `${prefix}database_connections`,
    help: 'Database connections: in use, idle and waiting',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'in_use' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  const answering = new Gauge({
    name: `${prefix}database_up`,
    help: 'Whether the database responded; if not, its gauges are missing',
    registers,
  });
  const readings = new Map(
    Object.entries(gauges).map(([name, help]) => {
      const labelNames = ['lane', 'account', 'currency', 'livemode'];
      return [name, new Gauge({ name: prefix + name, help, labelNames, registers })];
    }),
  );

  async function measure(): Promise<string> {
    for (const gauge of readings.values()) gauge.reset();
    try {
      const found = await readGauges(db, clock());
      for (const { name, labels, value } of found) readings.get(name)!.set(labels, value);
      answering.set(1);
    } catch {
      answering.set(0);
    }
    return registry.metrics();
  }

  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    measure().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen({ host, port });
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(`The shop can’t listen on METRICS_HOST ${host} and METRICS_PORT ${port} (${code}).`);
  }
  return {
    address: server.address() as AddressInfo,
    onAnswer: ({ route, method, status, ms }) => answers.observe({ route, method, status }, ms / 1000),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
