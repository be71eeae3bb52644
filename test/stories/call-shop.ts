import type { PaymentPage, PaymentStarted, WayToPay } from '#contract/storefront/payments.ts';
import type { Shop } from './shop.ts';

type Headers = Record<string, string>;

/**
 * Calls the running shop.
 * @throws Error for every answer that isn't a success
 */
export async function callShop<Answer>(
  { url }: Pick<Shop, 'url'>,
  path: string,
  body?: unknown,
  headers: Headers = {},
): Promise<Answer> {
  const answer = await fetch(`${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as Answer;
}

/** Pays a payment link with this method, by card on the sandbox's page. Returns whether the shop shows the link as paid. */
export async function payLink(
  shop: Pick<Shop, 'url'>,
  paymentLink: string,
  way: WayToPay = 'card',
  auth: Headers = {},
): Promise<boolean> {
  const token = new URL(paymentLink).searchParams.get('link')!;
  const started = await callShop<PaymentStarted>(shop, `/api/payments/${token}/pay`, { with: way }, auth);
  if (started.url) await callShop(shop, `${new URL(started.url).pathname}/act`, { act: 'pay' });
  return (await callShop<PaymentPage>(shop, `/api/payments/${token}/sync`, {})).status === 'paid';
}
