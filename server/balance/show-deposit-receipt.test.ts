import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { PlacedDeposit } from '#contract/storefront/balance.ts';
import type { BalancePage } from '#contract/storefront/statement.ts';
import type { PaymentPage } from '#contract/storefront/payments.ts';
import { slogansOrder } from '#demo/slogans-order.ts';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';
import { extractText } from 'unpdf';

let shop: TestShop;
before(async () => {
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '100' } });
});
after(() => shop.close());

type Headers = Record<string, string>;
const { orderTypes: _types, orderDetails: _details, agreeToDeliveryTime: _agreed, ...billing } = slogansOrder;

async function deposit(headers: Headers) {
  const { body } = await shop.send<PlacedDeposit>('POST', '/api/balance/deposit', {
    body: { ...billing, price: 5_000 },
    headers,
  });
  return { number: body.depositNumber, token: new URL(body.paymentLink).searchParams.get('link')! };
}
const receipt = (number: string, headers: Headers) =>
  shop.send<Uint8Array>('GET', `/api/balance/deposits/${number}/receipt`, { headers });
const textOf = async (pdf: Uint8Array): Promise<string> =>
  // passes a copy, because the PDF reader detaches the buffer of the bytes
  (await extractText(pdf.slice(), { mergePages: true })).text;

test('shows the payer, amount, date and refunds on the receipt of a paid deposit', async () => {
  const { auth } = await shop.customer();
  const { number, token } = await deposit(auth);
  assert.equal((await receipt(number, auth)).status, 404, 'nothing is paid yet');
  await shop.act(await shop.startPayment(token), 'pay');
  await shop.app.jobs.drain();

  const { status, headers, body } = await receipt(number, auth);
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'application/pdf');
  assert.equal(headers.get('content-disposition'), `attachment; filename="receipt-${number}.pdf"`);
  const text = await textOf(body);
  for (const part of [number, 'November 20, 2026', 'Ann Lee', '12 Main Street', 'United States'])
    assert.ok(text.includes(part), `${part} in ${text}`);
  assert.match(text, /Tax\s+None charged\s+Total\s+\$50\.00\s+Paid online\s+\$50\.00/);
  assert.doesNotMatch(text, /Refunded|Returned/);

  await shop.operate('refund', number, '20', 'unspent', 'Asked for it back');
  await shop.app.jobs.drain();
  assert.match(await textOf((await receipt(number, auth)).body), /Refunded online\s+\$20\.00/);
});

test('shows the chargeback and its date on the receipt after a lost dispute', async () => {
  const { auth } = await shop.customer();
  const { number, token } = await deposit(auth);
  const ref = await shop.startPayment(token);
  for (const act of ['pay', 'dispute', 'dispute-lost']) await shop.act(ref, act);
  await shop.app.jobs.drain();
  assert.match(
    await textOf((await receipt(number, auth)).body),
    /Returned by your bank on November 20, 2026 \(EST\)\s+\$50\.00/,
  );
});

test('shows the received amount on the receipt when it differs from the requested one', async () => {
  const { auth } = await shop.customer();
  const { number, token } = await deposit(auth);
  await shop.act(await shop.startPayment(token), 'pay-short');
  await shop.app.jobs.drain();
  const { body } = await shop.send<BalancePage>('GET', '/api/balance', { headers: auth });
  const arrived = `\\$${(body.balance.available / 100).toFixed(2)}`;
  assert.match(await textOf((await receipt(number, auth)).body), new RegExp(`Total\\s+${arrived}\\s`));
});

test('answers a request for a receipt with 404 to other customers and 401 without a session', async () => {
  const { auth } = await shop.customer();
  const { number, token } = await deposit(auth);
  await shop.act(await shop.startPayment(token), 'pay');
  await shop.app.jobs.drain();
  assert.equal((await receipt(number, (await shop.customer()).auth)).status, 404);
  assert.equal((await receipt(number, {})).status, 401);
  const seenBy = async (headers: Headers) =>
    (await shop.send<PaymentPage>('GET', `/api/payments/${token}`, { headers })).body.paid;
  assert.equal((await seenBy(auth))?.byCard, 5_000);
  assert.equal(await seenBy({}), undefined);
});
