/**
 * A control that is pressed twice acts once: adding, ordering, asking, sending and cancelling, by mouse, finger and Enter,
 * quickly and slowly, also on a slow processor and before the scripts run. FULL=true tries all combinations.
 */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import type { BalancePage } from '#contract/storefront/statement.ts';
import { isFullSize } from '#test/test-size.ts';
import { testPassword } from '#test/server/open-test-shop.ts';
import type { ApiCustomer } from './api-customer.ts';
import { fillBrief, fillCheckout, fillDeposit, newEmail, orderButton } from './buy-slogans.ts';
import { orderSlogans } from './desk-lines.ts';
import { deskUrl, logInToDesk } from './desk-people.ts';
import { storedCart } from './fill-order-form.ts';
import { holdScripts } from './hold-scripts.ts';
import { openTeam } from './open-team.ts';
import { countActs, pressTwice, type TwoPresses } from './press-twice.ts';
import type { Shop } from './shop.ts';
import { story } from './story.ts';

const settings = { RATE_LIMIT_FACTOR: '1000' };
const slogans = builtInCatalogue.services[3]!;

/** All combinations of input, gap (ms) and CPU slowdown, which each story tries with FULL=true. */
const all: TwoPresses[] = (['mouse', 'touch', 'Enter'] as const).flatMap((by) =>
  [0, 80, 160, 300].flatMap((gap) => [1, 6].map((slower) => ({ by, gap, slower }))),
);
const some: TwoPresses[] = [
  { by: 'mouse', gap: 0, slower: 1 },
  { by: 'touch', gap: 160, slower: 6 },
  { by: 'Enter', gap: 80, slower: 6 },
];
/** Otherwise each story tries only one of these, not the same as the story before. */
const choose = (index: number): TwoPresses[] => (isFullSize ? all : [some[index % some.length]!]);
const words = ({ by, gap, slower }: TwoPresses) => `${by}, ${gap} ms, ${slower} times slower`;

const cartCount = async (page: Page) =>
  (JSON.parse((await page.evaluate(() => localStorage.getItem('orders'))) ?? '[]') as unknown[]).length;
const settle = (page: Page) => page.waitForLoadState('networkidle');

async function logIn(page: Page, email: string, to: string): Promise<void> {
  await page.goto(`/account/login?redirect=${encodeURIComponent(to)}`);
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(testPassword);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/account'));
}

story(
  'adds one line to the cart when “Add to cart” or “Check out” is pressed twice',
  async ({ page }) => {
    const tried = choose(0);
    for (const twice of tried)
      for (const name of ['Add to cart', 'Check out']) {
        await page.goto('/about-us');
        await page.evaluate(() => localStorage.clear());
        await page.goto(slogans.orderRoute);
        await fillBrief(page);
        await pressTwice(page.getByRole('complementary').getByRole('button', { name }), twice);
        await page.waitForURL('**/cart*');
        await settle(page);
        assert.equal(await cartCount(page), 1, `${name}: ${words(twice)}`);
      }
  },
  { settings },
);

story(
  'counts both presses of a quantity button, and adds a corrected form to the cart by one press',
  async ({ page }) => {
    const tried = choose(1);
    await page.goto('/about-us');
    await page.evaluate((cart) => localStorage.setItem('orders', cart), storedCart([slogans]));
    await page.goto('/cart');
    const quantity = page.getByRole('group', { name: /^Quantity/ }).locator('output');
    for (const twice of tried)
      for (const [name, wanted] of [
        [/^One more/, '3'],
        [/^One fewer/, '1'],
      ] as const) {
        await pressTwice(page.getByRole('button', { name }), twice);
        await quantity.getByText(wanted, { exact: true }).waitFor();
      }
    await page.evaluate(() => localStorage.clear());
    await page.goto(slogans.orderRoute);
    const add = page.getByRole('complementary').getByRole('button', { name: 'Add to cart' });
    await add.click();
    await page
      .getByRole('link', { name: /^Enter/ })
      .first()
      .waitFor();
    await fillBrief(page);
    await add.click();
    await page.waitForURL('**/cart');
  },
  { settings },
);

story(
  'orders, orders again, sends a message and cancels once when the button is pressed twice',
  async ({ page, shop }) => {
    const tried = choose(2);
    const { customer, number } = await orderSlogans(shop);
    const acts = countActs(page);
    await logIn(page, customer.email, '/cart');
    for (const [index, twice] of tried.entries()) {
      const done = index + 1;
      // orders again
      await page.evaluate(() => localStorage.removeItem('orders'));
      await page.goto(`/cabinet/history?order=${number}`);
      await pressTwice(page.getByRole('button', { name: 'Order again' }), twice);
      await page.waitForURL('**/cart');
      await settle(page);
      assert.equal(await cartCount(page), 1, `order again: ${words(twice)}`);

      // places the order
      await page.getByLabel('Country').waitFor();
      await fillCheckout(page);
      await pressTwice(page.getByRole('button', { name: orderButton }), twice);
      await page.waitForURL('**/sandbox-pay/**');
      await settle(page);
      assert.equal((await customer.orders()).length, 1 + done, `place the order: ${words(twice)}`);
      assert.equal(acts.of(/^POST \/api\/orders$/), done, `place the order: ${words(twice)}`);

      // cancels: the first press asks for confirmation, and the second one must not answer
      const [newest] = await customer.orders();
      await page.goto(`/cabinet/history?order=${newest!.number}`);
      const cancel = page.getByRole('button', { name: 'Cancel this order' });
      await pressTwice(cancel, twice);
      const confirm = page.getByRole('button', { name: 'Cancel the order' });
      await confirm.waitFor();
      await pressTwice(confirm, twice);
      await page.getByRole('status').getByText('Order canceled').waitFor();
      await settle(page);
      assert.equal(acts.of(/\/cancel$|^DELETE /), done, `cancel: ${words(twice)}`);

      // writes a message
      await page.goto(`/cabinet/history?order=${number}`);
      if (index === 0) await page.getByText('Write to us about this order').click();
      await page.getByLabel('Your message').fill(`Hello ${done}`);
      await pressTwice(page.getByRole('button', { name: 'Send message' }), twice);
      await page
        .getByRole('listitem')
        .filter({ hasText: `Hello ${done}` })
        .waitFor();
      await settle(page);
      assert.equal(acts.of(/\/messages$/), done, `message: ${words(twice)}`);
    }
  },
  { settings },
);

story(
  'adds funds, pays, requests a revision and accepts once when the button is pressed twice',
  async ({ page, shop }) => {
    const tried = choose(3);
    const { customer, number } = await orderSlogans(shop);
    const team = await openTeam(shop);
    const acts = countActs(page);
    await logIn(page, customer.email, '/cabinet/balance');
    for (const [index, twice] of tried.entries()) {
      // adds money
      await page.goto('/cabinet/balance');
      await fillDeposit(page, '20', false);
      await pressTwice(page.getByRole('button', { name: 'Continue to payment' }), twice);
      await page.waitForURL('**/sandbox-pay/**');
      assert.equal(acts.of(/^POST \/api\/balance\/deposit$/), index + 1, `deposit: ${words(twice)}`);
      // the provider's page isn't tested
      await page.getByRole('button', { name: /^Pay \$/ }).click();
      await page.getByRole('heading', { name: 'Funds added' }).waitFor();
      await settle(page);

      // pays an order from balance and card
      const { body } = await customer.askForOrder();
      await page.goto(new URL(body.paymentLink).pathname + new URL(body.paymentLink).search);
      await pressTwice(page.getByRole('button', { name: /^Pay \$20\.00 from your balance/ }), twice);
      await page.waitForURL('**/sandbox-pay/**');
      assert.equal(acts.of(/\/pay$/), 2 * index + 2, `pay: ${words(twice)}`);
      // the provider's page isn't tested
      await page.getByRole('button', { name: /^Pay \$/ }).click();
      await page.waitForURL('**/pay?**');
      await settle(page);
    }
    const balance = async () => (await customer.call<BalancePage>('/api/balance')).body.balance.available;
    assert.equal(await balance(), 0);

    const [first, second] = [tried[0]!, tried.at(-1)!];
    await team.deliver(number);
    await page.goto(`/cabinet/history?order=${number}`);
    await page.getByRole('button', { name: 'Request a revision' }).click();
    await page.locator('[data-piece]').first().getByRole('button').first().click();
    await page.getByLabel('Change 1', { exact: true }).fill('Drier.');
    await pressTwice(page.getByRole('button', { name: 'Request this revision' }), first);
    await page
      .getByText(/You requested a revision/)
      .first()
      .waitFor();
    await settle(page);
    assert.equal(acts.of(/\/revision$/), 1, `revision: ${words(first)}`);

    await team.deliver(number);
    await page.reload();
    // the first press asks for confirmation, and the second one must not answer
    await pressTwice(page.getByRole('button', { name: 'Accept', exact: true }), second);
    const confirm = page.getByRole('button', { name: 'Yes, accept' });
    await confirm.waitFor();
    assert.equal(acts.of(/\/accept$/), 0, `accept: ${words(second)}`);
    await pressTwice(confirm, second);
    await page.getByText('Accepted. The work stays in your account.').waitFor();
    assert.equal(acts.of(/\/accept$/), 1, `accept: ${words(second)}`);
  },
  { settings },
);

story(
  'sends one contact form when the button is pressed twice',
  async ({ page }) => {
    const tried = choose(4);
    const acts = countActs(page);
    for (const [index, twice] of tried.entries()) {
      await page.goto('/contact');
      await page.getByLabel('Name').fill('Ann Lee');
      await page.getByLabel('Email address').fill(newEmail());
      await page.getByLabel('Message').fill('Can you write for a choir?');
      await pressTwice(page.getByRole('button', { name: 'Send' }), twice);
      await page.getByRole('heading', { name: 'Message sent' }).waitFor();
      await settle(page);
      assert.equal(acts.of(/create-ticket$/), index + 1, words(twice));
    }
  },
  { settings },
);

story(
  'performs an act once when its button is pressed twice before the scripts run',
  async ({ page }) => {
    const tried = choose(5);
    await page.goto('/about-us');
    for (const twice of tried) {
      await page.evaluate((cart) => localStorage.setItem('orders', cart), storedCart([slogans]));
      const release = await holdScripts(page);
      await page.goto(slogans.orderRoute, { waitUntil: 'commit' });
      const add = page.getByRole('complementary').getByRole('button', { name: 'Add to cart' });
      await add.waitFor();
      await pressTwice(add, twice);
      release();
      // the form is empty, so each press is rejected: the summary takes the focus, and the cart is unchanged
      await page.getByRole('alert').getByText('There’s a problem').waitFor();
      await settle(page);
      assert.equal(await cartCount(page), 1, words(twice));
    }
  },
  { settings },
);

const send = (customer: ApiCustomer, number: string, text: string) =>
  customer.call(`/api/orders/${number}/messages`, { text });

/** An act at the desk: its control on the open line, and the calls that the server must receive once. */
type DeskAct = {
  control: (page: Page) => Locator | Promise<Locator>;
  call: RegExp;
  done: (page: Page) => Promise<unknown>;
};

const deskActs: Record<string, DeskAct> = {
  take: {
    control: (page) => page.getByRole('button', { name: 'Assign to me' }),
    call: /\/take$/,
    done: (page) => page.getByText('The line is assigned to you.').waitFor(),
  },
  start: {
    control: (page) => page.getByRole('button', { name: /^Start/ }),
    call: /lines\/start$/,
    done: (page) => page.getByText('Work started. The customer will get an email.').waitFor(),
  },
  note: {
    async control(page) {
      await page.getByLabel('New note').fill('Likes short sentences.');
      return page.getByRole('button', { name: 'Add note' });
    },
    call: /\/notes$/,
    done: (page) => page.getByRole('listitem').filter({ hasText: 'Likes short' }).first().waitFor(),
  },
  answer: {
    async control(page) {
      await page.getByText('Messages (1), awaiting a reply').click();
      await page.getByLabel('Write to Ann Lee').fill('Yes, shorter.');
      return page.getByRole('button', { name: 'Send', exact: true });
    },
    call: /\/answers?$|\/messages$/,
    done: (page) => page.getByText('Sending in a few seconds.').waitFor(),
  },
};

async function prepareLine(shop: Shop): Promise<string> {
  const { customer, number } = await orderSlogans(shop);
  await send(customer, number, 'Shorter, please.');
  return number;
}

story(
  'performs each act of the desk once when its button is pressed twice',
  async ({ page, shop }) => {
    const tried = choose(6);
    await logInToDesk(page, shop, 'owner', 'Ola');
    const acts = countActs(page);
    const expected = new Map<string, number>();
    for (const twice of tried) {
      await page.goto(`${deskUrl(shop)}/lines/${await prepareLine(shop)}/1`);
      for (const [name, { control, call, done }] of Object.entries(deskActs)) {
        await pressTwice(await control(page), twice);
        await done(page);
        await settle(page);
        const count = (expected.get(name) ?? 0) + 1;
        expected.set(name, count);
        assert.equal(acts.of(call), count, `${name}: ${words(twice)}`);
      }
    }
  },
  { settings },
);
