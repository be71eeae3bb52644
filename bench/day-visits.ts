import { Agent, request } from 'node:http';
import type { Tokens } from '#contract/storefront/accounts.ts';
import type { OrderList, PlacedOrder } from '#contract/storefront/orders.ts';
import type { PaymentStarted } from '#contract/storefront/payments.ts';
import { testPassword } from '#test/server/open-test-shop.ts';
import { orderBody } from './seed-store.ts';

type Reply = { status: number; retryAfter: string | undefined; text: string };
type Headers = Record<string, string>;

/** Results of the calls in a period. Times are those of successful calls (ms). */
export type Tally = {
  times: Map<string, number[]>;
  /** Number of calls rejected with 503 and Retry-After. */
  shed: number;
  /** Response times of these rejections (ms). */
  shedTimes: number[];
  /** Number of other errors, by kind. */
  errors: Map<string, number>;
  placed: number;
  /** Number of visits that were skipped because too many were in progress. */
  turnedAway: number;
};

export const newTally = (): Tally => ({
  times: new Map(),
  shed: 0,
  shedTimes: [],
  errors: new Map(),
  placed: 0,
  turnedAway: 0,
});

/** Ends a visit when a call is rejected or fails, as a real visitor would leave. */
class Gone extends Error {}

const callTimeoutMs = 60_000;
const mostAtOnce = 1_500;
const agent = new Agent({ keepAlive: true });

function send(url: string, path: string, body: unknown, headers: Headers): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const asked = request(
      `${url}${path}`,
      {
        agent,
        method: text === undefined ? 'GET' : 'POST',
        timeout: callTimeoutMs,
        headers: {
          ...(text === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
          ...headers,
        },
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            retryAfter: answer.headers['retry-after'],
            text: Buffer.concat(parts).toString('utf8'),
          }),
        );
      },
    );
    asked.on('timeout', () => asked.destroy(new Error('no answer in time')));
    asked.on('error', reject);
    asked.end(text);
  });
}

/** A visit to the shop at `url`. `tally` records the times of its calls. */
class Visit {
  readonly #url: string;
  readonly #tally: Tally;
  #auth: Headers = {};

  constructor(url: string, tally: Tally) {
    this.#url = url;
    this.#tally = tally;
  }

  async call(kind: string, path: string, body?: unknown, headers: Headers = {}): Promise<string> {
    const { times, errors } = this.#tally;
    const fail = (what: string) => {
      errors.set(what, (errors.get(what) ?? 0) + 1);
      return new Gone();
    };
    const started = performance.now();
    let reply: Reply;
    try {
      reply = await send(this.#url, path, body, { ...this.#auth, ...headers });
    } catch (error) {
      throw fail(`${kind}: ${(error as NodeJS.ErrnoException).code ?? String(error)}`);
    }
    const ms = performance.now() - started;
    if (reply.status === 503 && reply.retryAfter !== undefined) {
      this.#tally.shed += 1;
      this.#tally.shedTimes.push(ms);
      throw new Gone();
    }
    if (reply.status >= 400) throw fail(`${kind}: ${reply.status} ${reply.text.slice(0, 100)}`);
    const known = times.get(kind);
    if (known) known.push(ms);
    else times.set(kind, [ms]);
    return reply.text;
  }

  async browse(): Promise<void> {
    for (const path of ['/', '/services/slogans', '/about-us']) await this.call('a page', path);
  }

  async logIn(email: string): Promise<void> {
    const answer = await this.call('log in', '/api/Accounts/login', { email, password: testPassword });
    const { accessToken } = JSON.parse(answer) as Tokens;
    this.#auth = { authorization: `Bearer ${accessToken}` };
    await this.call('profile', '/api/Accounts/profile');
  }

  async look(): Promise<void> {
    const { orders } = JSON.parse(await this.call('my orders', '/api/orders?limit=10')) as OrderList;
    const [newest] = orders;
    if (newest) await this.call('one order', `/api/orders/${newest.number}`);
    await this.call('balance', '/api/balance?limit=10');
  }

  async order(): Promise<void> {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const answer = await this.call('place an order', '/api/orders', orderBody, key);
    this.#tally.placed += 1;
    const { paymentLink } = JSON.parse(answer) as PlacedOrder;
    const payment = `/api/payments/${new URL(paymentLink).searchParams.get('link')!}`;
    await this.call('a payment link', payment);
    const started = await this.call('start to pay', `${payment}/pay`, { with: 'card' });
    const { url } = JSON.parse(started) as PaymentStarted;
    // the provider reports the payment by webhook
    await this.call('(at the sandbox)', `${new URL(url!).pathname}/act`, { act: 'pay' });
    await this.call('back from paying', `${payment}/sync`, {});
  }
}

/** One visit: of ten visitors, six browse, three read their orders, and one orders and pays. */
async function come(url: string, number: number, customers: number, tally: Tally): Promise<void> {
  const visit = new Visit(url, tally);
  const what = number % 10;
  try {
    await visit.browse();
    if (what < 6) return;
    await visit.logIn(`${1 + (number % customers)}@day.test`);
    if (what === 9) await visit.order();
    await visit.look();
  } catch (error) {
    if (!(error instanceof Gone)) throw error;
  }
}

let visits = 0;

/**
 * Starts visits at an even rate, independent of the end of earlier ones, and waits for the last one.
 * @param rate visits per second
 */
export async function letThemCome(
  url: string,
  { rate, seconds, customers }: { rate: number; seconds: number; customers: number },
  everySecond: (second: number) => void = () => {},
): Promise<Tally> {
  const tally = newTally();
  const underWay = new Set<Promise<void>>();
  const started = performance.now();
  let begun = 0;
  let second = 0;
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsed = (performance.now() - started) / 1000;
      for (; begun < Math.min(elapsed, seconds) * rate; begun += 1) {
        visits += 1;
        if (underWay.size >= mostAtOnce) {
          tally.turnedAway += 1;
          continue;
        }
        const visit: Promise<void> = come(url, visits, customers, tally).finally(() =>
          underWay.delete(visit),
        );
        underWay.add(visit);
      }
      for (; second < elapsed; second += 1) everySecond(second);
      if (elapsed < seconds) return;
      clearInterval(timer);
      resolve();
    }, 20);
  });
  await Promise.all(underWay);
  return tally;
}
