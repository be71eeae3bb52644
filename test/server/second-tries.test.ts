/** Sends each writing call of both apps twice, as a browser does that didn't receive the first answer. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { deskEndpoints, type DeskEndpointName } from '#contract/desk/endpoints.ts';
import { endpoints } from '#contract/storefront/endpoints.ts';
import type { PlacedOrder } from '#contract/storefront/orders.ts';
import { sql } from 'kysely';
import { endpointOf, openDeskActs } from './desk-acts.ts';
import { openTestDesk, type TestDesk } from './open-test-desk.ts';
import { openTestShop } from './open-test-shop.ts';
import { openTestTeam } from './open-test-team.ts';
import { customersSecondTries, deskSecondTries, type SecondTry } from './second-tries.ts';
import { customerPost, uploadFile } from './upload-file.ts';

type Answer = { status: number; body: unknown };

/** The problem with the second answer; undefined when there is none. `isMore`: whether the second call wrote anything more. */
function problemOf(way: SecondTry | undefined, first: Answer, second: Answer, isMore: boolean) {
  const isDone = second.status < 300;
  const answerOf = ({ body }: Answer) => ({ ...(body as object), isNew: undefined });
  if (way === 'refused') {
    if (![400, 401, 404, 409].includes(second.status)) return `${second.status} instead of a refusal`;
  } else if (!isDone) return `${second.status} ${JSON.stringify(second.body)}`;
  if (way === 'once' && !isDeepStrictEqual(answerOf(first), answerOf(second))) return 'another answer';
  return (way === 'once' || way === 'refused') && isMore ? 'wrote something more' : undefined;
}

test('names for each writing call a reason why a retry is harmless', () => {
  const writing = (table: Record<string, { method: string }>) =>
    Object.keys(table)
      .filter((name) => table[name]!.method !== 'GET')
      .toSorted();
  assert.deepEqual(Object.keys(customersSecondTries).toSorted(), writing(endpoints));
  assert.deepEqual(Object.keys(deskSecondTries).toSorted(), writing(deskEndpoints));
});

test('changes nothing a second time when a call of the desk is sent again', async () => {
  const desk = await openTestDesk();
  try {
    const entries = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from audit_entry where action not in ('refused', 'proof-refused')`.execute(
        desk.shop.database.db,
      );
      return rows[0]!.n;
    };
    const tried = new Set<DeskEndpointName>();
    const wrong: string[] = [];
    const twice: TestDesk['call'] = async (method, path, sent) => {
      const first = await desk.call<never>(method, path, sent);
      const name = endpointOf(method, path);
      if (method === 'GET' || name === undefined || first.status >= 300) return first;
      const before = await entries();
      const second = await desk.call<never>(method, path, sent);
      const problem = problemOf(deskSecondTries[name], first, second, (await entries()) > before);
      if (problem !== undefined) wrong.push(`${name}: ${problem}`);
      tried.add(name);
      return first;
    };
    const { acts } = await openDeskActs({ ...desk, call: twice });
    for (const { act } of acts) {
      await act();
      await desk.shop.app.jobs.drain();
    }
    assert.deepEqual(wrong, []);
    // except downloads, which are called differently, and a passkey's login, which has a cookie of its own
    const missing = Object.entries(deskSecondTries).filter(
      ([name, way]) => way !== 'reads' && !tried.has(name as DeskEndpointName),
    );
    assert.deepEqual(missing, []);
  } finally {
    await desk.close();
  }
});

test('changes nothing a second time when a customer’s call is sent again', async () => {
  const shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '1000', DESK: 'on' } });
  try {
    const team = openTestTeam(shop);
    const { auth } = await shop.confirmedCustomer();
    const counted = async () => {
      const tables =
        'customer_order order_line order_event deposit payment_link ticket ticket_message attachment file revision_point';
      const { rows } = await sql<{ n: number }>`select ${sql.join(
        tables.split(' ').map((name) => sql`(select count(*)::int from ${sql.table(name)})`),
        sql` + `,
      )} as n`.execute(shop.database.db);
      return rows[0]!.n;
    };
    const tried = new Set<string>();
    const wrong: string[] = [];
    const twice = async <Body>(
      name: keyof typeof customersSecondTries,
      path: string,
      body?: object,
      headers: Record<string, string> = {},
    ): Promise<Body> => {
      const send = () =>
        shop.send<Body>('POST', `/api/${path}`, {
          headers: { ...auth, ...headers },
          ...(body ? { body } : {}),
        });
      const first = await send();
      assert.ok(first.status < 300, `${name}: ${JSON.stringify(first.body)}`);
      const before = await counted();
      const second = await send();
      const problem = problemOf(customersSecondTries[name], first, second, (await counted()) > before);
      if (problem !== undefined) wrong.push(`${name}: ${problem}`);
      tried.add(name);
      return first.body;
    };
    const key = () => ({ 'idempotency-key': crypto.randomUUID() });
    const post = customerPost(shop, auth);
    const fileOf = async () => (await uploadFile(post, 'menu.txt', 'Rye')).id;

    const { orderNumber, paymentLink } = await twice<PlacedOrder>(
      'placeOrder',
      'orders',
      shop.slogansOrder,
      key(),
    );
    const token = new URL(paymentLink).searchParams.get('link')!;
    await twice('pay', `payments/${token}/pay`, { with: 'card' });
    await shop.act(await shop.startPayment(token), 'pay');
    await twice('syncPayment', `payments/${token}/sync`);
    await shop.app.jobs.drain();
    const line = `orders/${orderNumber}/lines/1`;
    await twice('addFiles', `${line}/files`, { files: [await fileOf()] });
    await team.ask(orderNumber, 'Which street?');
    await twice('answerQuestion', `${line}/answer`, { text: 'Mill Street.', files: [await fileOf()] });
    await team.deliver(orderNumber);
    const changes = { version: 1, points: [{ note: 'Drier' }], text: 'Shorter', files: [await fileOf()] };
    await twice('requestRevision', `${line}/revision`, changes);
    await team.deliver(orderNumber);
    await twice('extendReview', `${line}/extend`);
    await twice('acceptDelivery', `${line}/accept`);
    await twice(
      'sendMessage',
      `orders/${orderNumber}/messages`,
      { text: 'Thanks', files: [await fileOf()] },
      key(),
    );
    const message = { name: 'Ann', email: 'ann@example.com', message: 'Do you write menus, too?' };
    const { ticketNumber } = await twice<{ ticketNumber: string }>('createTicket', 'support/create-ticket', {
      ...message,
      requestId: crypto.randomUUID(),
    });
    await twice('sendTicketMessage', `support/tickets/${ticketNumber}/messages`, { text: 'Please' }, key());
    await twice('placeDeposit', 'balance/deposit', { ...shop.billing, price: 5_000 }, key());
    const { orderNumber: canceled } = await shop.placeOrder(auth);
    await twice('cancelOrder', `orders/${canceled}/cancel`);
    await twice('removeFile', `files/${await fileOf()}/remove`);
    await twice('updateProfile', 'accounts/update', { firstName: 'Ann', lastName: 'Lee', country: 'PL' });
    assert.deepEqual(wrong, []);
    // uploads have tests of their own (server/files/uploads.test.ts)
    const missing = Object.entries(customersSecondTries)
      .filter(([name, way]) => way === 'once' && !tried.has(name))
      .map(([name]) => name);
    assert.deepEqual(missing, ['sendPart']);
    assert.deepEqual(await shop.audit(), []);
  } finally {
    await shop.close();
  }
});
