import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import {
  type MonthlyStatement,
  monthlyStatementCsv,
  movementAmounts,
  statementSums,
} from '#contract/storefront/monthly-statement.ts';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';
import { extractText } from 'unpdf';

let shop: TestShop;
before(async () => {
  shop = await openTestShop({ settings: { RATE_LIMIT_FACTOR: '100' } });
});
after(() => shop.close());

type Headers = Record<string, string>;
const show = (month: string, headers: Headers) =>
  shop.send<MonthlyStatement>('GET', `/api/statements/${month}`, { headers });
const day = 24 * 3_600_000;

const orderFor = (client: string, reference: string) => {
  const [details] = shop.slogansOrder.orderDetails;
  const orderDetails = [{ ...details, brief: { ...details!.brief, brandName: client } }];
  return { ...shop.slogansOrder, reference, orderDetails };
};

test("shows a month's deposits, orders paid by card or from the balance, and refunds, with the clients of the orders", async () => {
  const { auth, email } = await shop.customer();
  await shop.addFunds(auth, 20_000);
  const fromBalance = await shop.placeOrder(auth, orderFor('Harbor Dental', 'PO-1'));
  await shop.pay(fromBalance.token, 'balance', auth);
  shop.pass(1000);
  const byCard = await shop.placeOrder(auth, orderFor('=Møller Bikes', ''));
  await shop.act(await shop.startPayment(byCard.token), 'pay');
  await shop.app.jobs.drain();
  shop.pass(1000);
  await shop.operate('refund', byCard.orderNumber, '29', 'card', 'kindness');
  shop.pass(1000);
  await shop.operate('refund', byCard.orderNumber, '50', 'balance', 'kindness');
  await shop.app.jobs.drain();

  const { status, body } = await show('2026-11', auth);
  assert.equal(status, 200);
  assert.deepEqual(
    body.movements.map(({ number, online, change, balance }) => [number[0], online, change, balance]),
    [
      ['D', 20_000, 20_000, 20_000],
      ['R', 0, -12_900, 7_100],
      ['R', 12_900, 0, null],
      ['R', -2_900, 0, null],
      ['R', 0, 5_000, 12_100],
    ],
  );
  assert.match(body.movements[2]!.title, /^Order R-.*: Slogans for =Møller Bikes$/);
  assert.match(body.movements[3]!.title, /^Refund for order R-.*: Slogans for =Møller Bikes$/);
  assert.deepEqual(
    body.bought.map(({ client, reference, amount }) => [client, reference, amount]),
    [
      ['Harbor Dental', 'PO-1', 12_900],
      ['=Møller Bikes', '', 12_900],
    ],
  );
  assert.deepEqual(statementSums(body), [
    ['Opening balance', '$0.00'],
    ['Added to the balance', '+$250.00'],
    ['Deducted from the balance', '−$129.00'],
    ['Closing balance', '$121.00'],
    ['Paid online', '$329.00'],
    ['Refunded or reversed online', '$29.00'],
    ['Purchases', '$258.00'],
  ]);
  assert.deepEqual(
    body.movements.slice(1, 4).map((movement) => movementAmounts(movement, 'usd')),
    [
      [
        ['Balance', '−$129.00'],
        ['New balance', '$71.00'],
      ],
      [['Paid online', '$129.00']],
      [['To your payment method', '$29.00']],
    ],
  );
  const csv = monthlyStatementCsv(body);
  assert.match(csv, /,-29\.00,0\.00,"",/);
  assert.match(csv, /"Item",.*"'=Møller Bikes","R-[^"]+","",129\.00,/);
  assert.doesNotMatch(csv, /,"=/);

  const pdf = await shop.send<Uint8Array>('GET', '/api/statements/2026-11/pdf', { headers: auth });
  assert.equal(pdf.headers.get('content-disposition'), 'attachment; filename="statement-2026-11.pdf"');
  const { text } = await extractText(pdf.body.slice(), { mergePages: true });
  for (const part of [
    'Statement for November 2026',
    'Purchases for Harbor Dental',
    'PO-1',
    '−$129.00',
    'New balance',
    '$121.00',
    'Ann Lee',
    'Dates are in Eastern Time.',
  ])
    assert.ok(text.includes(part), `${part} in ${text}`);
  assert.doesNotMatch(text, /[-=+] ?\$129|= \$/);

  shop.pass(20 * day);
  const later = (await show('2026-12', { authorization: `Bearer ${(await shop.logIn(email)).accessToken}` }))
    .body;
  assert.deepEqual([later.opening, later.closing, later.movements, later.bought], [12_100, 12_100, [], []]);
  assert.equal(later.firstMonth, '2026-11');
});

test('adds up from the opening to the closing balance while a payment has a hold', async () => {
  const { auth } = await shop.customer();
  await shop.addFunds(auth, 5_000);
  const { token } = await shop.placeOrder(auth, orderFor('Harbor Dental', ''));
  assert.equal((await shop.pay(token, 'both', auth)).status, 200);
  const month = shop.now().toISOString().slice(0, 7);
  assert.deepEqual(statementSums((await show(month, auth)).body), [
    ['Opening balance', '$0.00'],
    ['Added to the balance', '+$50.00'],
    ['Reserved for orders', '−$50.00'],
    ['Closing balance', '$0.00'],
    ['Paid online', '$50.00'],
  ]);
});

test('keeps a past month when its refund fails or its payment is reversed in a later one', async () => {
  const { auth, email } = await shop.customer();
  const month = () => shop.now().toISOString().slice(0, 7);
  const loggedIn = async () => ({
    authorization: `Bearer ${(await shop.logIn(email)).accessToken}`,
  });
  const told = async (...acts: string[]) => {
    for (const act of acts) await shop.act(ref, act, 'lost');
    await shop.tell(ref);
    await shop.app.jobs.drain();
  };
  const shown = async (of: string) => {
    const statement = (await show(of, await loggedIn())).body;
    const { movements } = statement;
    return {
      rows: movements.map(({ title, online, change }) => [
        title.replace(/ [RD]-\S+.*?( failed| reversed.*| restored.*)?$/, '$1'),
        online,
        change,
      ]),
      sums: statementSums(statement).filter(([label]) => /online/.test(label)),
    };
  };
  const { token, orderNumber } = await shop.placeOrder(auth, orderFor('Harbor Dental', ''));
  const ref = await shop.startPayment(token);
  await shop.act(ref, 'pay');
  await shop.app.jobs.drain();
  shop.pass(1000);
  await shop.operate('refund', orderNumber, '29', 'card', 'kindness');
  await shop.app.jobs.drain();
  const first = month();
  const before_ = await shown(first);
  assert.deepEqual(before_.rows, [
    ['Order', 12_900, 0],
    ['Refund for order', -2_900, 0],
  ]);

  shop.pass(32 * day);
  await told('refund-fail');
  const second = month();
  assert.deepEqual((await shown(second)).rows, [['Refund for order', 2_900, 2_900]]);

  shop.pass(32 * day);
  await told('dispute', 'dispute-lost');
  const third = month();
  const reversed = await shown(third);
  assert.deepEqual(reversed.sums, [['Refunded or reversed online', '$129.00']]);

  shop.pass(32 * day);
  await told('dispute-won');
  assert.deepEqual((await shown(month())).sums, []);
  assert.deepEqual(await shown(first), before_);
  assert.deepEqual(await shown(third), reversed);
});

test('shows nothing of other customers, and rejects an invalid month', async () => {
  const { auth } = await shop.customer();
  const { movements, bought, billing, opening } = (await show('2026-11', auth)).body;
  assert.deepEqual([movements, bought, billing, opening], [[], [], null, 0]);
  for (const month of ['2026-13', '2026-1', '1999-01', 'november'])
    assert.equal((await show(month, auth)).status, 400, month);
  assert.equal((await show('2026-11', {})).status, 401);
});
