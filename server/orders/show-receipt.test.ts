import assert from 'node:assert/strict';
import { sellerLines } from '#contract/seller.ts';
import type { Order } from '#contract/storefront/orders.ts';
import test, { after, before } from 'node:test';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';
import { extractText, getMeta } from 'unpdf';

let shop: TestShop;
before(async () => {
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '100' } });
});
after(() => shop.close());

const receipt = (number: string, headers: Record<string, string>) =>
  shop.send<Uint8Array>('GET', `/api/orders/${number}/receipt`, { headers });
const textOf = async (pdf: Uint8Array): Promise<string> =>
  // passes a copy, because the PDF reader detaches the buffer of the bytes
  (await extractText(pdf.slice(), { mergePages: true })).text;

test("shows the payer, the purchase and the payment in any script on a paid order's receipt", async () => {
  const { auth } = await shop.customer();
  await shop.addFunds(auth, 20000);
  const { token, orderNumber } = await shop.placeOrder(auth, {
    ...shop.slogansOrder,
    firstName: '小林',
    lastName: 'Łukasz Жанна',
  });
  assert.equal((await receipt(orderNumber, auth)).status, 404, 'nothing is paid yet');
  await shop.pay(token, 'balance', auth);

  const { status, headers, body } = await receipt(orderNumber, auth);
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'application/pdf');
  assert.equal(headers.get('content-disposition'), `attachment; filename="receipt-${orderNumber}.pdf"`);
  const text = await textOf(body);
  for (const part of [
    orderNumber,
    'November 20, 2026 (EST)',
    '小林',
    'Łukasz Жанна',
    'Austin, TX 78701',
    'United States',
    'Slogans',
  ])
    assert.ok(text.includes(part), `${part} in ${text}`);
  assert.match(text, /Slogans for Golden Crust/);
  assert.match(text, /Tax\s+None charged\s+Total\s+\$129\.00\s+Paid from your balance\s+\$129\.00/);
  const { info } = await getMeta(body.slice());
  assert.equal(info['Title'], `Receipt for order ${orderNumber}`);
  assert.deepEqual((await receipt(orderNumber, auth)).body, body, 'the same bytes again');
});

test('shows a customer with a single name, and the postal code in the form of its country', async () => {
  const { auth, email } = await shop.customer();
  await shop.addFunds(auth, 20000);
  const one = { firstName: 'Suharto', lastName: '', zipCode: '787011234' };
  const { token, orderNumber } = await shop.placeOrder(auth, { ...shop.slogansOrder, ...one });
  await shop.pay(token, 'balance', auth);
  const text = await textOf((await receipt(orderNumber, auth)).body);
  assert.match(text, /Suharto\s+\d/);
  assert.match(text, /Austin, TX 78701-1234/);
  await shop.emailsTo(email);
  const letters = await shop.letters();
  const toTeam = letters.find(({ text: body }) => body?.includes('Customer: Suharto'));
  assert.match(toTeam?.text ?? '', /^Customer: Suharto$/m);
});

test('shows company, tax ID, reference, seller and clients on the receipt, in its email and in the API', async () => {
  const { auth, email } = await shop.customer();
  await shop.addFunds(auth, 100_000);
  const [details] = shop.slogansOrder.orderDetails;
  const forClient = (brandName: string) => ({ ...details, brief: { ...details!.brief, brandName } });
  const company = { company: 'Bäckerei Grün GmbH', taxId: 'DE 123 456 789', reference: 'PO-2026/44' };
  const { token, orderNumber } = await shop.placeOrder(auth, {
    ...shop.slogansOrder,
    ...company,
    price: 3 * shop.slogansOrder.price,
    orderTypes: [1, 1, 1].map(() => shop.slogansOrder.orderTypes[0]!),
    orderDetails: [forClient('Harbor Dental'), forClient('Møller Bikes'), forClient('Harbor Dental')],
  });
  await shop.pay(token, 'balance', auth);
  // a later order with other billing details changes nothing
  await shop.placeOrder(auth, { ...shop.slogansOrder, company: 'Another Inc' });
  const { body } = await receipt(orderNumber, auth);
  const text = await textOf(body);
  const order = (await shop.send<Order>('GET', `/api/orders/${orderNumber}`, { headers: auth })).body;
  assert.deepEqual({ ...order.billing, ...company }, order.billing);
  const names = [
    /Slogans for Harbor Dental \(item 1\)/,
    /Slogans for Harbor Dental \(item 3\)/,
    /Møller Bikes/,
  ];
  const lettersTo = await shop.emailsTo(email);
  const letter = lettersTo.find(({ subject }) => subject === `Receipt for order ${orderNumber}`)!;
  for (const said of [text, letter.text!]) {
    for (const part of [...Object.values(company), ...sellerLines, '3 items for 2 clients'])
      assert.ok(said.includes(part), `${part} in ${said}`);
    const places = names.map((name) => said.search(name));
    assert.ok(places[0]! >= 0);
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
      'the lines of one client are together',
    );
  }
  const [file] = letter.attachments;
  assert.deepEqual([file?.filename, file?.mimeType], [`receipt-${orderNumber}.pdf`, 'application/pdf']);
  assert.deepEqual(Buffer.from(file?.content as ArrayBuffer), Buffer.from(body));
});

test('refuses a company, tax ID or reference that is too long or has invalid characters, and names the field', async () => {
  const { auth } = await shop.customer();
  for (const [field, value] of [
    ['company', 'x'.repeat(121)],
    ['taxId', '1'.repeat(41)],
    ['taxId', '<b>12</b>'],
    ['taxId', 'none'],
    ['reference', 'x'.repeat(61)],
    ['reference', 5],
  ] as const) {
    const { status, body } = await shop.send<{ errors: object }>('POST', '/api/orders', {
      body: { ...shop.slogansOrder, [field]: value },
      headers: auth,
    });
    assert.equal(status, 400);
    assert.deepEqual(Object.keys(body.errors), [field]);
  }
  for (const taxId of [
    'CHE-123.456.789 MWST',
    '12-3456789',
    'GB 123 4567 89',
    'T1234567890123',
    '12.345.678/0001-95',
    '',
  ])
    assert.ok(
      (await shop.placeOrder((await shop.customer()).auth, { ...shop.slogansOrder, taxId })).orderNumber,
    );
});

test('shows the chargeback and its date on the receipt after a lost dispute', async () => {
  const { auth } = await shop.customer();
  const { token, orderNumber } = await shop.placeOrder(auth);
  const ref = await shop.startPayment(token);
  for (const act of ['pay', 'dispute']) await shop.act(ref, act);
  await shop.app.jobs.drain();
  assert.doesNotMatch(await textOf((await receipt(orderNumber, auth)).body), /Returned/);
  await shop.act(ref, 'dispute-lost');
  await shop.app.jobs.drain();
  assert.match(
    await textOf((await receipt(orderNumber, auth)).body),
    /Paid online\s+\$129\.00\s+Returned by your bank on November 20, 2026 \(EST\)\s+\$129\.00/,
  );
});

test('answers 404 to a request for a receipt by anyone except the order’s customer', async () => {
  const { auth } = await shop.customer();
  const { token, orderNumber } = await shop.placeOrder(auth);
  await shop.act(await shop.startPayment(token), 'pay');
  await shop.app.jobs.drain();
  assert.equal((await receipt(orderNumber, auth)).status, 200);
  const other = await shop.customer();
  assert.equal((await receipt(orderNumber, other.auth)).status, 404);
  assert.equal((await receipt(orderNumber, {})).status, 401);
});

test('limits a customer to thirty PDFs a minute', async () => {
  const limited = await openTestShop();
  try {
    const { auth } = await limited.customer();
    const ask = () => limited.send('GET', '/api/orders/R-0000-0000/receipt', { headers: auth });
    for (let n = 0; n < 30; n += 1) assert.equal((await ask()).status, 404);
    assert.equal((await ask()).status, 429);
    const report = '/api/orders/R-0000-0000/lines/1/report';
    assert.equal((await limited.send('GET', report, { headers: auth })).status, 429);
    assert.equal(
      (await limited.send('GET', report, { headers: (await limited.customer()).auth })).status,
      404,
    );
  } finally {
    await limited.close();
  }
});
