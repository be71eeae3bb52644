import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test from 'node:test';
import {
  challengePage,
  endedPage,
  paymentFormPage,
  sandboxPagePolicy,
  unknownPage,
} from './sandbox-pages.ts';
import type { SandboxSession } from './sandbox-session.ts';

const session: SandboxSession = {
  ref: 'sbx_1',
  request: {
    amount: '12900',
    currency: 'usd',
    description: 'Slogans & <more>',
    reference: 'attempt',
    returnUrl: 'https://shop.test/pay?link=a&b=1',
    cancelUrl: 'https://shop.test/cancel',
    expiresAt: '2026-11-21T15:00:00.000Z',
  },
  amount: 12_900n,
  currency: 'usd',
  status: 'open',
  captured_amount: 0n,
  last_decline: null,
  expires_at: new Date('2026-11-21T15:00:00.000Z'),
  refunds: [],
  disputes: [],
  refunds_fail: false,
};
/** The acts that a page offers, with the texts of their buttons, in page order. */
const offered = (html: string) =>
  [
    ...html.matchAll(
      /<form method="post" action="\/sandbox-pay\/sbx_1\/act"><input type="hidden" name="act" value="([\w-]+)"><button class="(\w*)">([^<]+)<\/button><\/form>/g,
    ),
  ].map(([, act, kind, label]) => [act, kind, label].join('|'));

test('describes the purchase on every page, and runs no script', () => {
  const pages = {
    form: paymentFormPage(session),
    challenge: challengePage(session),
    ended: endedPage({ ...session, status: 'paid' }),
  };
  for (const [name, html] of Object.entries(pages)) {
    assert.match(
      html,
      /<main><p class="shop">Redline<\/p><h1>\$129\.00<\/h1><p class="what">Slogans &amp; &lt;more&gt;<\/p>/,
      name,
    );
    assert.match(html, /Test mode – no real money/, name);
  }
  assert.match(unknownPage(), /<title>Test payment not found<\/title>.*<h1>Test payment not found<\/h1>/);
  for (const html of [...Object.values(pages), unknownPage()]) {
    assert.doesNotMatch(html, /<script|<more>|undefined|Stryker/);
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
    assert.doesNotMatch(style, /\n/);
    const hash = createHash('sha256').update(style).digest('base64');
    assert.ok(sandboxPagePolicy.includes(`style-src 'sha256-${hash}'`));
  }
});

test('shows a card form and a button for each simulated act on an open page', () => {
  const html = paymentFormPage(session);
  assert.match(html, /<form method="post" action="\/sandbox-pay\/sbx_1\/card">/);
  assert.match(html, /<button class="wide">Pay \$129\.00<\/button>/);
  assert.match(
    html,
    /<\/div>\n<div class="leave"><form[^]*?Cancel and go back<\/button><\/form><\/div>\n<h2>Test cards/,
  );
  assert.deepEqual(offered(html), [
    'async|quiet|Pay by bank transfer',
    'cancel|quiet|Cancel and go back',
    'pay-short|quiet|Pay half',
    'pay-over|quiet|Overpay',
    'pay-twice|quiet|Pay twice',
    'expire|quiet|Expire the payment page',
  ]);
  assert.match(html, /<div class="acts">(<form[^]*?<\/form>){4}<\/div><\/details>/);
  const [, table = ''] = /<table><tbody>(.*)<\/tbody>/.exec(html) ?? [];
  assert.equal(
    table,
    [
      ['4242 4242 4242 4242', 'paid'],
      ['4000 0000 0000 0002', 'declined'],
      ['4000 0000 0000 9995', 'insufficient funds'],
      ['4000 0000 0000 3220', 'needs bank approval'],
      ['4000 0000 0000 0259', 'paid, then disputed'],
      ['4000 0000 0000 5126', 'paid, then refunds fail'],
    ]
      .map(([card, meaning]) => `<tr><td>${card}</td><td>${meaning}</td></tr>`)
      .join(''),
  );
});

test('shows the reason of the last decline, or the error in the submitted card instead', () => {
  const error = (html: string) => /<\/p>(?:<p class="error" role="alert">(.*?)<\/p>)?\n<form/.exec(html)?.[1];
  const declined = { ...session, last_decline: 'Declined & <gone>' };
  assert.ok(/<\/p>\n<form/.test(paymentFormPage(session)));
  assert.equal(error(paymentFormPage(declined)), 'Declined &amp; &lt;gone&gt;');
  assert.equal(error(paymentFormPage(declined, 'Not a card')), 'Not a card');
  assert.equal(error(paymentFormPage(session, 'Not a card')), 'Not a card');
});

test('asks the customer to approve or decline on the bank’s confirmation page', () => {
  assert.deepEqual(offered(challengePage(session)), ['pay||Approve', 'decline|quiet|Decline']);
  assert.match(challengePage(session), /<title>Confirm with your bank<\/title>/);
});

const endings: Record<Exclude<SandboxSession['status'], 'open'>, [words: string, ...acts: string[]]> = {
  processing: [
    'The bank transfer is on its way.',
    'settle|quiet|Complete the bank transfer',
    'fail|quiet|Fail the bank transfer',
  ],
  paid: [
    'This payment is complete.',
    'dashboard-refund|quiet|Refund half',
    'refund-settle|quiet|Complete refunds',
    'refund-fail|quiet|Fail refunds',
    'dispute-inquiry|quiet|Start a bank inquiry',
    'dispute|quiet|Dispute the payment',
    'dispute-won|quiet|Win the dispute',
    'dispute-lost|quiet|Lose the dispute',
  ],
  failed: ['This payment failed.', 'pay-late|quiet|Complete the payment anyway'],
  expired: ['This payment page has expired.', 'pay-late|quiet|Complete the payment anyway'],
  canceled: ['This payment was canceled.', 'pay-late|quiet|Complete the payment anyway'],
};
for (const [status, [words, ...acts]] of Object.entries(endings))
  test(`links back to the shop from a ${status} payment and offers the acts that are still possible`, () => {
    const html = endedPage({ ...session, status: status as keyof typeof endings });
    assert.ok(html.includes(`<p>${words}</p>`));
    assert.ok(
      html.includes(
        '<a class="back" href="https://shop.test/pay?link=a&amp;b=1">Back to the shop</a></p><h2>Simulate',
      ),
    );
    assert.deepEqual(offered(html), acts);
    assert.match(html, /<\/form><\/div><\/main>/);
    assert.doesNotMatch(html, /<\/form>[^<]+<form/);
  });
