import assert from 'node:assert/strict';
import type { Tokens } from '#contract/storefront/accounts.ts';
import type { OrderList, PlacedOrder } from '#contract/storefront/orders.ts';
import type { PaymentPage, PaymentStarted } from '#contract/storefront/payments.ts';
import type { Problem } from '#contract/problems.ts';
import { slogansOrder } from '#demo/slogans-order.ts';
import { testPassword } from '#test/server/open-test-shop.ts';

export type ApiAnswer<Body> = { status: number; retryAfter: string | null; body: Body & Partial<Problem> };

/** A customer who uses only the API. `url` is called before every request, because the address may change. */
export function apiCustomer(url: () => string) {
  const email = `${crypto.randomUUID()}@example.com`;
  let authorization: Record<string, string> = {};

  async function call<Body>(
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer<Body>> {
    const answer = await fetch(`${url()}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...authorization,
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = /json/.test(answer.headers.get('content-type') ?? '');
    return {
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      body: (isJson ? JSON.parse(text) : { text }) as Body & Partial<Problem>,
    };
  }
  async function expectOk<Body>(answer: Promise<ApiAnswer<Body>>): Promise<Body> {
    const { status, body } = await answer;
    assert.ok(status < 300, `${status} ${JSON.stringify(body)}`);
    return body;
  }

  return {
    email,
    call,
    async logIn(): Promise<void> {
      authorization = {};
      const { accessToken } = await expectOk(
        call<Tokens>('/api/accounts/login', { email, password: testPassword }),
      );
      authorization = { authorization: `Bearer ${accessToken}` };
    },
    async register(): Promise<void> {
      const person = { firstName: 'Ann', lastName: 'Lee', email, agreedToPrivacyPolicy: true };
      await expectOk(
        call('/api/accounts/register', {
          ...person,
          password: testPassword,
          repeatedPassword: testPassword,
        }),
      );
    },
    /** Orders slogans. A repeated `key` places no second order. `lines`: the number of sets, each on a line of its own. */
    askForOrder: (key: string = crypto.randomUUID(), lines = 1) => {
      const { orderTypes, orderDetails, price } = slogansOrder;
      const order = {
        ...slogansOrder,
        orderTypes: Array.from({ length: lines }, () => orderTypes[0]),
        orderDetails: Array.from({ length: lines }, () => orderDetails[0]),
        price: price * lines,
      };
      return call<PlacedOrder>('/api/orders', order, { 'idempotency-key': key });
    },
    /** Pays an order at the sandbox. Returns its status in the shop. */
    async pay({ paymentLink }: PlacedOrder): Promise<PaymentPage['status']> {
      const token = new URL(paymentLink).searchParams.get('link')!;
      const started = await expectOk(call<PaymentStarted>(`/api/payments/${token}/pay`, { with: 'card' }));
      await expectOk(call(`${new URL(started.url!).pathname}/act`, { act: 'pay' }));
      return (await expectOk(call<PaymentPage>(`/api/payments/${token}/sync`, {}))).status;
    },
    orders: async () => (await expectOk(call<OrderList>('/api/orders?limit=50'))).orders,
  };
}

export type ApiCustomer = ReturnType<typeof apiCustomer>;
