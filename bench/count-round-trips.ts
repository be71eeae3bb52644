import { AsyncLocalStorage } from 'node:async_hooks';
import { createHmac } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { Tokens } from '#contract/storefront/accounts.ts';
import { endpoints } from '#contract/storefront/endpoints.ts';
import type { PlacedOrder } from '#contract/storefront/orders.ts';
import type { PaymentStarted } from '#contract/storefront/payments.ts';
import pg from 'pg';
import { slogansOrder } from '#demo/slogans-order.ts';
import { openTestShop, testPassword } from '#test/server/open-test-shop.ts';
import { applySnapshot } from '#server/payments/apply-snapshot.ts';
import { signWebhook } from '#server/payments/sandbox/sandbox-webhooks.ts';
import { orderPrice } from './captured-statements.ts';
import { printTable } from './print-table.ts';
import { wireUseCases } from './wire-use-cases.ts';

type Count = { texts: string[]; answered: boolean };

const counting = new AsyncLocalStorage<Count>();

/** Records every database statement of a request until its answer. Returns the function that stops recording. */
function watchQueries(): () => void {
  const { prototype } = pg.Client;
  const original = Object.getOwnPropertyDescriptor(prototype, 'query')!;
  const query = original.value as (...args: unknown[]) => unknown;
  function countedQuery(this: pg.Client, ...args: unknown[]): unknown {
    const count = counting.getStore();
    const [first] = args;
    if (count && !count.answered)
      count.texts.push(typeof first === 'string' ? first : (first as { text: string }).text);
    return query.apply(this, args);
  }
  Object.defineProperty(prototype, 'query', { ...original, value: countedQuery });
  return () => void Object.defineProperty(prototype, 'query', original);
}

const opens = /^(?:begin|start transaction)/i;
const ends = /^(?:commit|rollback)/i;
const written = /\b(?:insert into|update|delete from) "?(\w+)/g;

/** The tables that a statement changes. PostgreSQL also counts locked rows as changed. */
function changedTables(text: string): string[] {
  const plain = text.toLowerCase().replaceAll(/\bdo update\b/g, '');
  const locked = /\bfor update\b/.test(plain) ? ['locked rows'] : [];
  return [...plain.replaceAll(/\bfor update\b/g, '').matchAll(written)]
    .map(([, table]) => table!)
    .concat(locked);
}

/** A statement's verb and table, for the printed table. */
function describe(text: string): string {
  const plain = text.trim().toLowerCase();
  if (opens.test(plain)) return 'begin';
  if (ends.test(plain)) return plain.split(/\W/)[0]!;
  // the last table is the statement's own, because those of its subqueries precede it
  const read = [...plain.matchAll(/\bfrom "?([a-z]\w+)/g)].at(-1)?.[1] ?? '';
  const changed = [...new Set(changedTables(text))].filter((table) => table !== 'locked rows');
  if (changed.length === 0) return `${/\bfor update\b/.test(plain) ? 'lock' : 'read'} ${read}`.trim();
  return `write ${changed[0]}${changed.length > 1 ? ` and ${changed.length - 1} more` : ''}`;
}

// A write waits for the disk when its statement or transaction commits.
function countDiskWaits(texts: readonly string[], unlogged: readonly string[]): number {
  let waits = 0;
  let open = false;
  let wrote = false;
  for (const text of texts) {
    if (opens.test(text)) [open, wrote] = [true, false];
    else if (ends.test(text)) {
      if (open && wrote) waits += 1;
      open = false;
    } else if (changedTables(text).some((table) => !unlogged.includes(table))) {
      wrote = true;
      if (!open) waits += 1;
    }
  }
  return waits;
}

function toRow(request: string, { texts }: Count, unlogged: readonly string[]) {
  return {
    request,
    'round trips': texts.length,
    statements: texts.filter((text) => !opens.test(text) && !ends.test(text)).length,
    'waits for the disk': countDiskWaits(texts, unlogged),
    'in this order': texts.map(describe).join(', '),
  };
}

/**
 * Counts the database round trips of each request, from arrival to answer. The counts are exact, because jobs are stopped. The
 * sandbox's own calls are listed separately, because a real provider runs elsewhere.
 */
export async function countRoundTrips(): Promise<void> {
  const restore = watchQueries();
  const shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '1000' } });
  await shop.app.jobs.stop();
  const counts = new Map<string, Count>();
  const { server } = shop.app.http;
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const count: Count = { texts: [], answered: false };
    counts.set(`${request.method} ${(request.url ?? '').replace(/\?.*/, '')}`, count);
    response.once('finish', () => (count.answered = true));
    counting.run(count, () => listeners.forEach((listen) => listen.call(server, request, response)));
  });

  const { rows: tables } = await shop.database.pool.query<{ name: string }>(
    `select relname as name from pg_class where relpersistence = 'u'`,
  );
  const unlogged = tables.map(({ name }) => name);
  const rows: Record<string, string | number>[] = [];
  const note = (label: string, count: Count) => rows.push(toRow(label, count, unlogged));
  async function ask<Body>(
    label: string,
    method: string,
    path: string,
    given: { body?: unknown; headers?: Record<string, string> } = {},
  ) {
    const answer = await shop.send<Body>(method, path, given);
    if (answer.status >= 300) throw new Error(`${label}: ${answer.status}`);
    note(label, counts.get(`${method} ${path.replace(/\?.*/, '')}`)!);
    return answer.body;
  }
  try {
    const email = 'ann@example.com';
    const registration = {
      firstName: 'Ann',
      lastName: 'Lee',
      email,
      password: testPassword,
      repeatedPassword: testPassword,
      agreedToPrivacyPolicy: true,
    };
    await ask('register', 'POST', endpoints.register.path, { body: registration });
    await ask('register, address known', 'POST', endpoints.register.path, { body: registration });
    const tokens = await ask<Tokens>('login', 'POST', endpoints.login.path, {
      body: { email, password: testPassword },
    });
    const { accessToken } = await ask<Tokens>('refresh', 'POST', endpoints.refresh.path, {
      body: { refreshToken: tokens.refreshToken },
    });
    const headers = shop.bearer(accessToken);
    await ask('profile', 'GET', endpoints.profile.path, { headers });
    const key = { ...headers, 'idempotency-key': 'once' };
    const placed = await ask<PlacedOrder>('placeOrder', 'POST', endpoints.placeOrder.path, {
      body: slogansOrder,
      headers: key,
    });
    await ask('placeOrder, same key again', 'POST', endpoints.placeOrder.path, {
      body: slogansOrder,
      headers: key,
    });
    await ask('listOrders', 'GET', `${endpoints.listOrders.path}?limit=10`, { headers });
    await ask('showOrder', 'GET', `/api/orders/${placed.orderNumber}`, { headers });
    const payment = `/api/payments/${new URL(placed.paymentLink).searchParams.get('link')!}`;
    await ask('showPayment', 'GET', payment);
    const { url } = await ask<PaymentStarted>('pay', 'POST', `${payment}/pay`, { body: { with: 'card' } });
    const ref = url!.split('/').at(-1)!;
    note('  the sandbox’s part of it', counts.get('POST /sandbox-pay/api/sessions')!);
    await ask('pay, page already open', 'POST', `${payment}/pay`, { body: { with: 'card' } });
    await ask('syncPayment, still unpaid', 'POST', `${payment}/sync`);

    const webhook = JSON.stringify({ id: 'evt_bench', type: 'session.paid', ref });
    // derives the sandbox's secret as app.ts does
    const secret = createHmac('sha256', 'a secret of at least thirty-two characters')
      .update('sandbox')
      .digest('hex');
    await ask('webhook', 'POST', '/api/webhooks/sandbox', {
      body: webhook,
      headers: {
        'content-type': 'application/json',
        'sandbox-signature': signWebhook(secret, webhook, shop.now()),
      },
    });
    await shop.act(ref, 'pay', 'lost');
    await ask('syncPayment, paid meanwhile', 'POST', `${payment}/sync`);
    await ask('syncPayment, settled before', 'POST', `${payment}/sync`);

    const second = await shop.placeOrder(headers);
    const secondRef = await shop.startPayment(second.token);
    const deps = wireUseCases(shop.database);
    const snapshot = {
      ref: secondRef,
      livemode: false,
      state: 'paid',
      captured: orderPrice,
      currency: 'usd',
      refunds: [],
      disputes: [],
    } as const;
    for (const label of ['settle (the job behind the webhook)', 'settle, same snapshot again']) {
      const settling: Count = { texts: [], answered: false };
      await counting.run(settling, () => applySnapshot(deps, deps.provider.name, snapshot));
      note(label, settling);
    }
    await ask('health', 'GET', endpoints.ready.path);
    await ask('logout', 'POST', endpoints.logout.path, {
      body: { refreshToken: tokens.refreshToken },
      headers,
    });
  } finally {
    await shop.close();
    restore();
  }
  printTable('Round trips to the database before the answer', rows);
}
