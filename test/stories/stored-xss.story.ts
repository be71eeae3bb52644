/**
 * Markup in every text of a customer, displayed where people read it: account pages, emails to customer and operator, receipt.
 * 600 payloads; "npm run prove -- xss" tries all.
 */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Email } from 'postal-mime';
import type { Tokens } from '#contract/storefront/accounts.ts';
import type { PlacedOrder } from '#contract/storefront/orders.ts';
import type { CreatedTicket } from '#contract/storefront/support.ts';
import { shop as shopFacts } from '#contract/shop.ts';
import { slogansDetails, slogansOrder } from '#demo/slogans-order.ts';
import { testPassword } from '#test/server/open-test-shop.ts';
import { callShop, payLink } from './call-shop.ts';
import { deskUrl, logInToDesk } from './desk-people.ts';
import { type Shop, waitFor } from './shop.ts';
import { expectGone } from './page-checks.ts';
import { story } from './story.ts';

const codes = ['window.evil=1', 'top.evil=1', "self['evil']=1", 'Function`window.evil=1```'];
const elements = [
  [
    '<img M src=x onerror="J">',
    '<svg M onload="J">',
    '<svg M><script>J</script></svg>',
    '<script M>J</script>',
  ],
  [
    '<iframe M srcdoc="<script>J</script>"></iframe>',
    '<a M href="javascript:J">x</a>',
    '<details M open ontoggle="J">x',
  ],
  [
    '<video M><source onerror="J"></video>',
    '<input M autofocus onfocus="J">',
    '<object M data="javascript:J"></object>',
  ],
  [
    '<embed M src="javascript:J">',
    '<form M action="javascript:J"><button>x',
    '<base M href="//evil.example/">',
  ],
  ['<meta M http-equiv=refresh content="0;url=javascript:J">', '<style M>@import "//evil.example/x"</style>'],
  [
    '<link M rel=stylesheet href="//evil.example/x">',
    '<marquee M onstart="J">x',
    '<math M><a href="javascript:J">x',
  ],
  ['[x](javascript:J)', '![x](x"M onerror="J)', '" M autofocus onfocus="J" x="', "' M onmouseover='J' x='"],
].flat();
const openings = [
  '',
  '">',
  "'>",
  '</textarea>',
  '</title>',
  '</script>',
  '</style>',
  '-->',
  ']]>',
  '</p></div>',
  '`>',
  '\\">',
  '{{7*7}}',
  '<!--',
];
const spellings: ((payload: string) => string)[] = [
  (payload) => payload,
  (payload) => payload.replaceAll(/<\/?[a-z]+/g, (tag) => tag.toUpperCase()),
  (payload) => payload.replaceAll(' ', '/'),
  (payload) => payload.replaceAll('J', '&#x4a;').replaceAll('javascript:', 'java&Tab;script:'),
  (payload) => `<${payload}>`,
  (payload) => payload.replaceAll('"', '&quot;'),
  (payload) => payload.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  (payload) => payload.replaceAll('<', '%3C').replaceAll('>', '%3E'),
];
const every = codes.flatMap((code) =>
  openings.flatMap((opening) =>
    elements.flatMap((element) =>
      spellings.map((spell) => opening + spell(element).replaceAll('M', 'data-evil').replaceAll('J', code)),
    ),
  ),
);
// spread over all kinds, because the stride is coprime to the length of each list
const stride = 37;
const wanted = process.argv[2] === 'all' ? every.length : 600;
const payloads = Array.from({ length: wanted }, (_, n) => every[(n * stride) % every.length]!);

/** The brief's text fields with their lengths. An order has ten lines, and a customer has nine orders. */
const fields = {
  offer: 800,
  audience: 500,
  difference: 800,
  references: 500,
  avoid: 500,
  mustInclude: 120,
};
const lines = 10;
const orders = 9;
const inOrder = lines * Object.keys(fields).length;

function orderOf(texts: string[]) {
  const waiting = [...texts];
  const short = texts.find((text) => text.length <= 80);
  const details = Array.from({ length: lines }, () => {
    const brief: Record<string, unknown> = { ...slogansDetails.brief, brandName: short };
    for (const [field, most] of Object.entries(fields)) {
      const at = waiting.findIndex((text) => text.length <= most);
      if (at >= 0) brief[field] = waiting.splice(at, 1)[0];
    }
    return { ...slogansDetails, brief };
  });
  assert.deepEqual(waiting, [], 'each payload has a place');
  return {
    ...slogansOrder,
    city: texts.find((text) => text.length <= 100),
    address: texts.find((text) => text.length > 20 && text.length <= 200),
    price: lines * slogansOrder.price,
    orderTypes: Array(lines).fill(3),
    orderDetails: details,
  };
}

/** Checks that no payload has become an element or has run. */
async function expectInert(page: Page, what: string): Promise<void> {
  const found = await page.evaluate(() => ({
    evil: 'evil' in window,
    elements: [...document.querySelectorAll('[data-evil], iframe, object, embed, base, math, marquee')].map(
      (one) => one.outerHTML,
    ),
    links: [...document.querySelectorAll('a, form')]
      .map((one) => one.getAttribute('href') ?? one.getAttribute('action') ?? '')
      .filter((link) => /^\s*(?:javascript|data|vbscript):/i.test(link)),
  }));
  assert.deepEqual(found, { evil: false, elements: [], links: [] }, what);
}

async function write(shop: Shop, texts: string[]) {
  const short = texts.filter((text) => text.length <= 70);
  const person = { firstName: short[0] ?? 'Ann', lastName: short[1] ?? 'Lee' };
  const email = `${crypto.randomUUID()}@example.com`;
  const passwords = { password: testPassword, repeatedPassword: testPassword };
  await callShop(shop, '/api/accounts/register', {
    ...person,
    email,
    ...passwords,
    agreedToPrivacyPolicy: true,
  });
  const tokens = await callShop<Tokens>(shop, '/api/accounts/login', { email, password: testPassword });
  const auth = { authorization: `Bearer ${tokens.accessToken}` };
  const numbers: string[] = [];
  for (let from = 0; from < texts.length; from += inOrder) {
    const order = { ...orderOf(texts.slice(from, from + inOrder)), ...person };
    const placed = await callShop<PlacedOrder>(shop, '/api/orders', order, auth);
    await payLink(shop, placed.paymentLink);
    numbers.push(placed.orderNumber);
  }
  const message = texts.join('\n').slice(0, 4_900);
  const { ticketNumber } = await callShop<CreatedTicket>(
    shop,
    '/api/support/create-ticket',
    { name: (short[2] ?? 'Ann').slice(0, 100), email, message },
    auth,
  );
  await callShop(shop, `/api/support/tickets/${ticketNumber}/messages`, { text: message }, auth);
  return { tokens, auth, numbers, ticketNumber };
}

story(
  "shows customers' markup as text in the cabinet, in every email and in the receipt",
  async ({ page, context, shop }) => {
    let shown = 0;
    for (let from = 0; from < payloads.length; from += inOrder * orders) {
      const texts = payloads.slice(from, from + inOrder * orders);
      const { tokens, auth, numbers, ticketNumber } = await write(shop, texts);
      await page.goto('/about-us');
      await page.evaluate(({ accessToken, refreshToken }) => {
        sessionStorage.setItem('jwtToken', accessToken);
        sessionStorage.setItem('refreshToken', refreshToken);
      }, tokens);
      for (const [index, number] of numbers.entries()) {
        await page.goto(`/cabinet/history?order=${number}`);
        await page
          .getByRole('article')
          .filter({ hasText: number })
          .getByRole('heading', { name: 'Activity' })
          .waitFor();
        await page
          .locator('details')
          .evaluateAll((all) => all.forEach((details) => details.setAttribute('open', '')));
        const text = await page.evaluate(() => document.body.textContent ?? '');
        const mine = texts.slice(index * inOrder, (index + 1) * inOrder);
        assert.deepEqual(
          mine.filter((payload) => !text.includes(payload)),
          [],
          'what was written is read',
        );
        shown += mine.length;
        await expectInert(page, number);
      }
      for (const path of [
        '/contact',
        '/cabinet/messages',
        `/cabinet/messages?ticket=${ticketNumber}`,
        '/cabinet/account-details',
        '/cabinet/balance',
        `/cabinet/history?receipt=${numbers[0]}`,
      ]) {
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await expectGone(page.getByLabel(/^Loading/));
        await expectInert(page, path);
      }
      const receipt = await fetch(`${shop.url}/api/orders/${numbers[0]}/receipt`, { headers: auth });
      const pdf = Buffer.from(await receipt.arrayBuffer()).toString('latin1');
      assert.match(pdf, /^%PDF-/);
      assert.doesNotMatch(pdf, /\/(?:JavaScript|JS|OpenAction|AA|URI|Launch|EmbeddedFile)\b/);
    }
    // simulates a mail client without a content security policy
    const reader = await context.newPage();
    const isBrief = ({ to }: Email) => to?.[0]?.address === shopFacts.supportEmail;
    const letters = await waitFor('the operator’s copies', async () => {
      const sent = await shop.letters();
      return sent.filter(isBrief).length > Math.ceil(payloads.length / inOrder) ? sent : undefined;
    });
    let quoted = 0;
    for (const { html = '', subject } of letters) {
      await reader.setContent(html);
      const text = await reader.evaluate(() => document.body.textContent ?? '');
      quoted += payloads.filter((payload) => text.includes(payload)).length;
      await expectInert(reader, `the letter "${subject}"`);
    }
    assert.ok(shown >= payloads.length && quoted >= payloads.length, `${shown} shown, ${quoted} quoted`);
  },
  { settings: { RATE_LIMIT_FACTOR: '10000' } },
);

story(
  'shows markup in messages, notes and saved replies at the desk as text',
  async ({ page, shop }) => {
    const texts = payloads.filter((payload) => payload.length <= 100);
    const tickets: string[] = [];
    const most = 60;
    for (let from = 0; from < texts.length; from += most) {
      const some = texts.slice(from, from + most);
      const message = some.join('\n').slice(0, 4_900);
      const sent = await callShop<CreatedTicket>(shop, '/api/support/create-ticket', {
        name: some[0],
        email: 'guest@example.com',
        message,
      });
      tickets.push(sent.ticketNumber);
    }
    await logInToDesk(page, shop, 'owner', 'Olga');
    const open = async (path: string) => {
      await page.goto(`${deskUrl(shop)}/${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
    };
    await open('tickets');
    await page.getByRole('list', { name: 'Open' }).waitFor();
    await expectInert(page, 'the inbox');
    await open('replies');
    await page.getByRole('button', { name: 'Add a saved reply' }).click();
    const safe = texts.filter((text) => !/\{\w+\}/.test(text));
    await page.getByLabel('Title').fill(safe.find((text) => text.length <= 80)!);
    await page.getByLabel('Text', { exact: true }).fill(safe.join('\n').slice(0, 4_900));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { level: 2 }).waitFor();
    await expectInert(page, 'saved replies');
    let shown = 0;
    for (const [index, number] of tickets.entries()) {
      await open(`tickets/${number}`);
      await page.getByRole('listitem').first().waitFor();
      await page.getByLabel('New note').fill(texts[index]!);
      await page.getByRole('button', { name: 'Add note' }).click();
      await page.getByRole('button', { name: 'Remove this note' }).waitFor();
      await page.getByLabel('Insert a saved reply').selectOption({ index: 1 });
      const text = await page.evaluate(() => document.body.textContent ?? '');
      shown += texts.filter((payload) => text.includes(payload)).length;
      await expectInert(page, number);
    }
    assert.ok(shown > texts.length / 2, `${shown} shown`);
  },
  { settings: { RATE_LIMIT_FACTOR: '10000' } },
);
