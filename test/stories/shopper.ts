import type { Tokens } from '#contract/storefront/accounts.ts';
import type { PlacedOrder } from '#contract/storefront/orders.ts';
import type { PaymentPage, PaymentStarted } from '#contract/storefront/payments.ts';
import { slogansOrder } from '#demo/slogans-order.ts';
import { testPassword } from '#test/server/open-test-shop.ts';
import type { Shop } from './shop.ts';

/** A customer who uses the API without a browser. */
export type Shopper = {
  email: string;
  /**
   * Calls the API and returns the shop's answer.
   * @throws Error when the shop refuses.
   */
  ask: <Answer>(path: string, body?: unknown) => Promise<Answer>;
  /** Places an order, by default of a set of slogans. */
  order: (changed?: Partial<typeof slogansOrder>) => Promise<PlacedOrder>;
  /** Pays with this act on the sandbox's card page. */
  pay: (placed: PlacedOrder, act?: string) => Promise<PaymentPage>;
};

async function ask<Answer>(shop: Shop, path: string, body?: unknown, authorization = ''): Promise<Answer> {
  const answer = await fetch(`${shop.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(authorization ? { authorization } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
  return (/json/.test(answer.headers.get('content-type') ?? '') ? JSON.parse(text) : undefined) as Answer;
}

/** A logged-in customer with a new account or an existing one. */
export async function openShopper(
  shop: Shop,
  known?: string,
  name = { firstName: 'Ann', lastName: 'Lee' },
): Promise<Shopper> {
  const email = known ?? `${crypto.randomUUID()}@example.com`;
  const password = testPassword;
  const person = { ...name, agreedToPrivacyPolicy: true };
  if (!known)
    await ask(shop, '/api/accounts/register', { ...person, email, password, repeatedPassword: password });
  const { accessToken } = await ask<Tokens>(shop, '/api/accounts/login', { email, password });
  const asCustomer = async <Answer>(path: string, body?: unknown) =>
    ask<Answer>(shop, path, body, `Bearer ${accessToken}`);
  return {
    email,
    ask: asCustomer,
    order: async (changed = {}) => asCustomer<PlacedOrder>('/api/orders', { ...slogansOrder, ...changed }),
    async pay({ paymentLink }, act = 'pay') {
      const token = new URL(paymentLink).searchParams.get('link')!;
      const { url } = await asCustomer<PaymentStarted>(`/api/payments/${token}/pay`, { with: 'card' });
      await ask(shop, `${new URL(url!).pathname}/act`, { act });
      return asCustomer<PaymentPage>(`/api/payments/${token}/sync`, {});
    },
  };
}
