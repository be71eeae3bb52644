import autocannon from 'autocannon';
import { median, percentile } from './print-table.ts';
import type { RunningServer } from './spawn-server.ts';

export type Load = {
  method: 'GET' | 'POST';
  body?: string;
  next: () => { path: string; headers?: Record<string, string> };
};
export type Contestant = { name: string; server: RunningServer; load: Load };

const warmUpRequests = 100;
const sliceSeconds = 0.4;
// an odd number, so that there is a median
const rounds = 3;
const connectionCounts = [1, 8, 32];

type Slice = { rate: number; times: number[] };

// A slice is a number of requests, not a duration: requests cut off at its end would slow the next server's slice.
async function run({ server, load, name }: Contestant, connections: number, amount: number): Promise<Slice> {
  const times: number[] = [];
  let failures = 0;
  let last = 0;
  const started = performance.now();
  await new Promise<void>((resolve, reject) => {
    const instance = autocannon(
      {
        url: server.url,
        connections,
        amount,
        timeout: 30,
        // interval between checks whether the slice has ended (ms)
        sampleInt: 50,
        method: load.method,
        headers: load.body ? { 'content-type': 'application/json' } : {},
        ...(load.body && { body: load.body }),
        requests: [
          {
            setupRequest(request) {
              const { path, headers } = load.next();
              return { ...request, path, headers: { ...request.headers, ...headers } };
            },
          },
        ],
      },
      (error: unknown) => (error instanceof Error ? reject(error) : resolve()),
    );
    instance.on('response', (_client, status, _bytes, time) => {
      if (status !== 200) failures += 1;
      times.push(time);
      last = performance.now();
    });
  });
  failures += amount - times.length;
  if (failures > 0) throw new Error(`${name}: ${failures} of ${amount} requests failed`);
  return { rate: times.length / ((last - started) / 1000), times };
}

/**
 * Sends servers the same requests in short slices, in turns, so that other load on the machine affects all of them. The other
 * servers are paused meanwhile. Returns one row per number of connections; rates are relative to the last server's.
 */
export async function compareServers(contestants: Contestant[]): Promise<Record<string, string | number>[]> {
  for (const { server } of contestants) server.pause();
  async function alone(contestant: Contestant, connections: number, amount: number): Promise<Slice> {
    contestant.server.resume();
    try {
      return await run(contestant, connections, amount);
    } finally {
      contestant.server.pause();
    }
  }
  const rates: number[] = [];
  for (const contestant of contestants) {
    await alone(contestant, 8, warmUpRequests);
    rates.push((await alone(contestant, 1, warmUpRequests)).rate);
  }
  const rows: Record<string, string | number>[] = [];
  for (const connections of connectionCounts) {
    const slices = contestants.map((): Slice[] => []);
    for (let round = 0; round < rounds; round += 1)
      for (const [n, contestant] of contestants.entries()) {
        const amount = Math.max(Math.round(rates[n]! * sliceSeconds), connections * 3);
        const slice = await alone(contestant, connections, amount);
        rates[n] = slice.rate;
        slices[n]!.push(slice);
      }
    const bare = slices.at(-1)!;
    for (const [n, { name, server }] of contestants.entries()) {
      const times = slices[n]!.flatMap((slice) => slice.times);
      const ratio = median(slices[n]!.map(({ rate }, round) => rate / bare[round]!.rate));
      rows.push({
        connections,
        server: name,
        'per second': Math.round(median(slices[n]!.map(({ rate }) => rate))),
        'p50 ms': median(times).toFixed(2),
        'p99 ms': percentile(times, 0.99).toFixed(2),
        'of bare': slices[n] === bare ? '' : ratio.toFixed(2),
        'memory MB': server.memory(),
      });
    }
  }
  for (const { server } of contestants) server.resume();
  return rows;
}
