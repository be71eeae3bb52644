import fastify from 'fastify';
import { sql } from 'kysely';
import assert from 'node:assert/strict';
import { minute } from '#contract/durations.ts';
import { openTestDatabase } from '#test/server/open-test-database.ts';
import { answerProblems } from '#server/http/problem-replies.ts';
import { sandboxBooks } from '#server/payments/sandbox/sandbox-books.ts';
import { sandboxPlugin } from '#server/payments/sandbox/sandbox-plugin.ts';
import type { SandboxSession } from '#server/payments/sandbox/sandbox-session.ts';

const start = new Date('2026-11-20T15:00:00.000Z');

/** Answers of the API. `captured` in minor units. */
type Session = Pick<SandboxSession, 'ref' | 'status' | 'refunds' | 'disputes'> & { captured: string };

/** The request for a payment page: $129.01, valid for a day. */
export const asked = {
  amount: '12901',
  currency: 'usd',
  description: 'Slogans',
  reference: 'attempt',
  returnUrl: 'http://shop.test/paid',
  cancelUrl: 'http://shop.test/left',
  expiresAt: '2026-11-21T15:00:00.000Z',
};

/** The sandbox without a shop, on a database of its own, with a clock that the test moves. Its events stay in the queue. */
export async function openTestSandbox() {
  const database = await openTestDatabase();
  let now = start;
  let wakes = 0;
  const app = fastify();
  answerProblems(app);
  await app.register(
    sandboxPlugin({
      books: sandboxBooks(database.db, () => now),
      keys: ['newest', 'older'],
      publicUrl: 'http://shop.test',
      wakeJobs: () => (wakes += 1),
    }),
  );
  const send = async (
    method: 'GET' | 'POST',
    url: string,
    payload?: object | string,
    headers: Record<string, string> = {},
  ) => {
    const answer = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
    return { status: answer.statusCode, headers: answer.headers, text: answer.body };
  };
  const api = async (method: 'GET' | 'POST', path: string, payload?: object, key?: string) => {
    const { status, text } = await send(method, `/sandbox-pay/api/sessions${path}`, payload, {
      authorization: 'Bearer newest',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    });
    return { status, body: JSON.parse(text) as Session & { detail: string } };
  };
  const open = async (): Promise<string> => (await api('POST', '', asked, crypto.randomUUID())).body.ref;
  const look = async (ref: string): Promise<Session> => (await api('GET', `/${ref}`)).body;
  const stateOf = async (ref: string) => {
    const { status, captured } = await look(ref);
    return [status, captured];
  };
  const act = async (ref: string, what: string, webhooks?: string) => {
    const { status, text } = await send('POST', `/sandbox-pay/${ref}/act`, { act: what, webhooks });
    return { status, body: JSON.parse(text) as Session & { detail: string } };
  };
  async function paid(): Promise<string> {
    const ref = await open();
    assert.equal((await act(ref, 'pay', 'lost')).status, 200);
    return ref;
  }
  const submit = (ref: string, what: 'act' | 'card', form: Record<string, string>) =>
    send('POST', `/sandbox-pay/${ref}/${what}`, new URLSearchParams(form).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
    });
  const refund = (ref: string, amount: string, key: string = crypto.randomUUID()) =>
    api('POST', `/${ref}/refunds`, { amount, reference: `for ${key}` }, key);
  const refundsOf = async (ref: string) =>
    (await look(ref)).refunds.map(({ amount, status }) => `${amount} ${status}`);
  const disputesOf = async (ref: string) =>
    (await look(ref)).disputes.map(({ amount, withdrawn, reinstated, fee, status }) =>
      [amount, withdrawn, reinstated, fee, status].join(' '),
    );
  /** The queued events of a session: their type and delay in minutes. */
  async function webhooksOf(ref: string): Promise<string[]> {
    const { rows } = await sql<{ type: string; run_at: Date; event: string }>`
      select payload ->> 'type' as type, payload ->> 'eventId' as event, run_at from job
      where kind = 'sandbox.notice' and payload ->> 'ref' = ${ref} order by id`.execute(database.db);
    const events = [...new Set(rows.map(({ event }) => event))];
    for (const event of events) assert.match(event, /^evt_[\da-f]{32}$/);
    return rows.map(
      ({ type, run_at, event }) =>
        `${events.indexOf(event) + 1}: ${type} +${(run_at.getTime() - start.getTime()) / minute}`,
    );
  }

  return {
    send,
    api,
    open,
    look,
    stateOf,
    act,
    paid,
    submit,
    refund,
    refundsOf,
    disputesOf,
    webhooksOf,
    /** Sets the clock to this many milliseconds after the start. */
    at(ms: number) {
      now = new Date(start.getTime() + ms);
    },
    start,
    /** How many times the sandbox has woken the shop's jobs since the last call. */
    takeWakes(): number {
      const count = wakes;
      wakes = 0;
      return count;
    },
    async close() {
      await app.close();
      await database.close();
    },
  };
}
