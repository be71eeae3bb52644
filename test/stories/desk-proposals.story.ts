/** Proposals: the team puts an order together, and its customer opens it on another device, agrees and pays. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { testPassword } from '#test/server/open-test-shop.ts';
import { fillBrief, fillCheckout, orderButton } from './buy-slogans.ts';
import { callShop } from './call-shop.ts';
import { openDialog, sendNothing } from './desk-dialogs.ts';
import { orderSlogans } from './desk-lines.ts';
import { deskUrl, logInToDesk } from './desk-people.ts';
import { expectGone, expectSound, expectValue } from './page-checks.ts';
import type { Shop } from './shop.ts';
import { story } from './story.ts';

const settings = { RATE_LIMIT_FACTOR: '100' };

const inCart = 'The proposed order is in your cart.';
const slogans = 'Slogans for Golden Crust';

async function logIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(testPassword);
  await page.getByRole('button', { name: 'Log in' }).click();
}

const openProposing = async (page: Page, button: RegExp | string = 'Propose an order') => {
  await page.getByRole('button', { name: button }).click();
  return page.getByRole('dialog', { name: 'Propose an order' });
};

/** Makes a proposal of slogans in the open conversation. Returns its link from the reply's field. */
async function propose(page: Page): Promise<string> {
  const dialog = await openProposing(page);
  await dialog.getByLabel('Service or bundle').selectOption({ label: 'Slogans' });
  await fillBrief(page);
  await dialog.getByRole('button', { name: 'Create the link' }).click();
  await expectGone(dialog);
  const reply = page.getByLabel(/^Write to /);
  await expectValue(reply, /#proposal=/);
  return /\S+#proposal=[\w-]{43}/.exec(await reply.inputValue())![0];
}

/** Creates a customer with a paid order and a message about it. Returns the number of the conversation and the customer. */
async function writeAboutOrder(shop: Shop) {
  const { number, customer } = await orderSlogans(shop);
  const sent = await customer.call<{ ticketNumber: string }>(`/api/orders/${number}/messages`, {
    text: 'Could you write ten more?',
  });
  return { number, customer, ticket: sent.body.ticketNumber };
}

story(
  'proposes an order in a reply, and lets its customer open, place and pay it on another device',
  async ({ page, openOther, shop }) => {
    const { number, customer, ticket } = await writeAboutOrder(shop);
    await page.setViewportSize({ width: 360, height: 740 });
    await logInToDesk(page, shop, 'support', 'Maya');
    await page.goto(`${deskUrl(shop)}/tickets/${ticket}`);
    await page.getByText('Could you write ten more?').waitFor();
    const dialog = await openDialog(page, /^Propose an order$/);
    await dialog.getByLabel('Service or bundle').selectOption({ label: 'Slogans' });
    await sendNothing(page, dialog, /^Create the link$/);
    await fillBrief(page);
    await dialog.getByText('$129.00').first().waitFor();
    await dialog.getByText(/^Delivery by \w{3}, \w{3} \d+ if the customer pays now/).waitFor();
    await expectSound(page);
    await page.keyboard.press('Escape');
    await expectGone(dialog);
    await page.reload();
    await openProposing(page);
    await expectValue(dialog.getByLabel('Brand name'), 'Golden Crust');
    await dialog.getByRole('button', { name: 'Add another item' }).click();
    await dialog.getByRole('heading', { name: 'In this proposal' }).waitFor();
    await dialog.getByLabel('Another service or bundle').selectOption({ label: 'Blurbs' });
    await expectValue(dialog.getByLabel('Brand name'), 'Golden Crust');
    await expectSound(page);
    await dialog.getByLabel('Another service or bundle').selectOption({ label: 'None' });
    await dialog.getByRole('button', { name: 'Create the link' }).click();
    await expectGone(dialog);
    const reply = page.getByLabel('Write to Ann Lee');
    await expectValue(reply, /^We’ve put together an order for you: Slogans\./);
    await page.getByText('Not opened yet.').waitFor();
    await expectSound(page);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Sending in a few seconds.').waitFor();
    await expectGone(page.getByText('Sending in a few seconds.'));
    const letter = await shop.letter(customer.email, /message/i);
    const [link] = /\S+#proposal=[\w-]{43}/.exec(letter.text ?? '') ?? [];
    assert.ok(link, letter.text);
    const [, token] = link.split('#proposal=') as [string, string];

    const phone = await openOther({ viewport: { width: 360, height: 740 } });
    const named: string[] = [];
    phone.on('request', (request) => {
      if (request.url().includes(token) || JSON.stringify(request.headers()).includes(token))
        named.push(new URL(request.url()).pathname);
    });
    await phone.goto(link);
    await phone.getByText(inCart).waitFor();
    await phone.getByRole('heading', { name: slogans }).waitFor();
    await phone.waitForURL((url) => url.pathname === '/cart' && url.hash === '');
    assert.deepEqual(named, [`/api/proposals/${token}`], 'the token is only in the call');
    await expectSound(phone);
    await phone.goto('about:blank');
    await phone.goto(link);
    await phone.getByText('This was already in your cart: Slogans.').waitFor();
    assert.equal(await phone.getByRole('heading', { name: slogans }).count(), 1);

    await fillCheckout(phone);
    await phone.getByRole('button', { name: orderButton }).click();
    await phone.waitForURL('**/account/login?redirect=**');
    await logIn(phone, customer.email);
    await phone.waitForURL('**/cart**');
    await phone.getByRole('heading', { name: slogans }).waitFor();
    // a click at the position of “Log in” directly after it would count as its repetition
    await phone.getByRole('button', { name: orderButton }).press('Enter');
    await phone.waitForURL('**/sandbox-pay/**');
    await phone.getByRole('button', { name: 'Pay $129.00' }).click();
    await phone.getByRole('heading', { name: 'Paid' }).waitFor();
    const orders = await customer.orders();
    assert.equal(orders.length, 2);
    assert.deepEqual(
      [orders[0]!.amount, orders[0]!.payment.status, orders[0]!.lines[0]!.details.brief['brandName']],
      [12_900, 'paid', 'Golden Crust'],
    );

    await phone.goto(`/cabinet/history?order=${number}`);
    await phone.getByRole('link', { name: link }).click();
    await phone.getByText('You’ve already ordered or removed this: Slogans.').waitFor();
    await phone.getByText('Your cart is empty.').waitFor();
    await expectSound(phone);
    await phone.getByRole('button', { name: 'Add it again' }).click();
    await phone.getByRole('heading', { name: slogans }).waitFor();
    await page.goto(`${deskUrl(shop)}/orders/${number}`);
    await page.getByText(/^Opened /).waitFor();
    await page
      .getByRole('region', { name: 'Proposals' })
      .getByRole('link', { name: orders[0]!.number })
      .click();
    await page.getByRole('heading', { level: 1, name: orders[0]!.number }).waitFor();
    const proposed = page.getByRole('listitem').filter({ hasText: 'Proposed this order' });
    await expectSound(page);
    await proposed.getByRole('link', { name: number }).click();
    await page.getByText('Could you write ten more?').first().waitFor();
  },
  { settings },
);

story(
  'explains why a proposal can’t be added to the cart, and keeps the cart’s items',
  async ({ page, openOther, shop, expectComplaint }) => {
    expectComplaint(/404/);
    expectComplaint(/400/);
    expectComplaint(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
    const { customer, ticket } = await writeAboutOrder(shop);
    await logInToDesk(page, shop, 'support', 'Sam');
    await page.goto(`${deskUrl(shop)}/tickets/${ticket}`);
    const link = await propose(page);

    const visitor = await openOther();
    await visitor.goto('/cart#proposal=nobody');
    await visitor.getByText('We can’t find this proposal. Check that you opened the whole link.').waitFor();
    await visitor.getByText('Your cart is empty.').waitFor();
    await visitor.waitForURL((url) => url.hash === '');

    await visitor.context().setOffline(true);
    await visitor.evaluate((hash) => (location.hash = hash), new URL(link).hash);
    await visitor.getByText('We can’t connect.').waitFor();
    await expectSound(visitor);
    await visitor.context().setOffline(false);
    await visitor.getByRole('button', { name: 'Try again' }).click();
    await visitor.getByText(inCart).waitFor();

    // the server's answer for a proposal with a product that has been retired since
    await visitor.route('**/api/proposals/*', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { lines: { id: string; orderType: number }[] };
      const lines = body.lines.map((line) => ({ ...line, id: crypto.randomUUID(), orderType: 99 }));
      await route.fulfill({ response: answer, json: { ...body, lines } });
    });
    await visitor.goto('about:blank');
    await visitor.goto(link);
    await visitor.getByText('We no longer offer this as proposed: Slogans.').waitFor();
    await visitor.getByRole('heading', { name: slogans }).waitFor();
    await expectSound(visitor);

    await page.getByRole('button', { name: /^Withdraw the proposal/ }).click();
    await page.getByText('Withdrawn', { exact: true }).waitFor();
    await expectSound(page);
    await visitor.unroute('**/api/proposals/*');
    await visitor.goto('about:blank');
    await visitor.goto(link);
    await visitor.getByText('We withdrew this proposal.').waitFor();
    await visitor.getByRole('heading', { name: slogans }).waitFor();

    const { customer: stranger } = await writeAboutOrder(shop);
    await page.getByLabel(/^Write to /).fill('');
    const another = await propose(page);
    const strangers = await openOther();
    await strangers.goto('/account/login');
    await logIn(strangers, stranger.email);
    await strangers.waitForURL((url) => !url.pathname.startsWith('/account'));
    await strangers.goto(another);
    await strangers.getByText('This proposal was made for another customer.').waitFor();
    await strangers.getByText('Your cart is empty.').waitFor();
    await expectSound(strangers);
    const opened = await callShop<{ lines: unknown[] }>(shop, `/api/proposals/${another.split('=')[1]!}`);
    assert.equal(opened.lines.length, 1);
    assert.notEqual(customer.email, stranger.email);
  },
  { settings },
);
