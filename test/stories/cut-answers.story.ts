/**
 * The server carries out a call, but its answer never arrives. A retry does nothing twice, and nothing that was typed is lost.
 */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { testPassword } from '#test/server/open-test-shop.ts';
import { apiCustomer } from './api-customer.ts';
import { fillBrief } from './buy-slogans.ts';
import { callShop } from './call-shop.ts';
import { orderSlogans } from './desk-lines.ts';
import { addAuthenticator, deskUrl, logInToDesk } from './desk-people.ts';
import { operate } from './operate.ts';
import { expectGone, expectSound, expectValue } from './page-checks.ts';
import type { Shop } from './shop.ts';
import { story } from './story.ts';

const settings = { RATE_LIMIT_FACTOR: '100' };
const connectionLost = /ERR_CONNECTION_RESET/;
const cannotConnect = /We can’t connect/;

/** Lets the server carry out the next call to this path, and ends the connection before its answer. */
async function loseAnswer(page: Page, path: RegExp): Promise<void> {
  let isLost = false;
  await page.route(path, async (route) => {
    const request = route.request();
    if (isLost || request.method() !== 'POST') return route.fallback();
    isLost = true;
    const { origin } = new URL(request.url());
    const answer = await route.fetch({
      headers: { ...request.headers(), origin, 'sec-fetch-site': 'same-origin' },
    });
    assert.ok(answer.ok(), await answer.text());
    await route.abort('connectionreset');
  });
}

/** Sends a guest's message and opens it at the desk as a person in support. Returns the reply's field. */
async function openTicket(page: Page, shop: Shop, name: string) {
  const message = { name: 'Zoë', email: 'zoe@example.com', message: 'Do you write slogans for bakeries?' };
  const { ticketNumber } = await callShop<{ ticketNumber: string }>(
    shop,
    '/api/support/create-ticket',
    message,
  );
  await logInToDesk(page, shop, 'support', name);
  await page.goto(`${deskUrl(shop)}/tickets/${ticketNumber}`);
  return page.getByLabel('Write to Zoë');
}

story(
  'sends a contact form message once, also when the page is reloaded after a lost response',
  async ({ page, shop, expectComplaint }) => {
    expectComplaint(connectionLost);
    const text = 'Can you write for a choir of nine?';
    await page.goto('/contact');
    await page.getByLabel('Name').fill('Ann Lee');
    await page.getByLabel('Email address').fill('ann@example.com');
    await page.getByLabel('Message').fill(text);
    await loseAnswer(page, /\/create-ticket$/);
    await page.getByRole('button', { name: 'Send message' }).click();
    await page.getByRole('alert').getByText(cannotConnect).waitFor();
    await page.reload();
    await expectValue(page.getByLabel('Message'), text);
    await page.getByRole('button', { name: 'Send message' }).click();
    await page.getByRole('heading', { name: 'Message sent' }).waitFor();
    assert.equal((await operate(shop, 'tickets')).split(text).length - 1, 1);
    await page.getByRole('button', { name: 'Send another message' }).click();
    await expectValue(page.getByLabel('Message'), '');
    await page.getByLabel('Name').fill('Ann Lee');
    await page.getByLabel('Email address').fill('ann@example.com');
    await page.getByLabel('Message').fill(text);
    await page.getByRole('button', { name: 'Send message' }).click();
    await page.getByRole('heading', { name: 'Message sent' }).waitFor();
    assert.equal((await operate(shop, 'tickets')).split(text).length - 1, 2, 'another message');
  },
  { settings },
);

story(
  'sends a customer’s message once, also when the page is reloaded after a lost response',
  async ({ page, shop, expectComplaint }) => {
    expectComplaint(connectionLost);
    const { number, customer } = await orderSlogans(shop);
    await page.goto('/account/login?redirect=%2Fcabinet%2Fhistory');
    await page.getByLabel('Email address').fill(customer.email);
    await page.getByLabel('Password', { exact: true }).fill(testPassword);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL('**/cabinet/history');
    await page.goto(`/cabinet/history?order=${number}`);
    await page.getByText('Write to us about this order').click();
    const field = page.getByLabel('Your message');
    await field.fill('When is it ready?');
    await loseAnswer(page, /\/messages$/);
    await page.getByRole('button', { name: 'Send message' }).click();
    await page.getByRole('alert').getByText(cannotConnect).waitFor();
    await page.reload();
    await expectValue(field, 'When is it ready?');
    await page.getByRole('button', { name: 'Send message' }).click();
    await page
      .getByRole('status')
      .getByText(/^Sent\./)
      .waitFor();
    const { body } = await customer.call<{ messages: unknown[] }>(`/api/orders/${number}/messages`);
    assert.equal(body.messages.length, 1);
  },
  { settings },
);

story(
  'logs in with a new password after the response to setting it was lost',
  async ({ page, shop, expectComplaint }) => {
    expectComplaint(connectionLost);
    // expects a rejection, because the code was already used
    expectComplaint(/400/);
    const customer = apiCustomer(() => shop.url);
    await customer.register();
    await callShop(shop, '/api/Accounts/forgot-password', { email: customer.email });
    const letter = await shop.letter(customer.email, /^Set a new password/);
    await page.goto(/http\S+#\S+/.exec(letter.text ?? '')![0]);
    await page.getByLabel('New password', { exact: true }).fill('seven teal lamps hum');
    await page.getByLabel('Confirm new password').fill('seven teal lamps hum');
    await loseAnswer(page, /\/reset-password$/);
    const save = page.getByRole('button', { name: /^Save password/ });
    await save.click();
    await page.getByRole('alert').getByText(cannotConnect).waitFor();
    await save.click();
    await page.getByText('Your new password is saved').waitFor();
    await page.waitForURL('**/cabinet/history');
  },
  { settings },
);

story(
  'sends a reply once, and restores the text of an undone one, when the response was lost, also after a reload',
  async ({ page, shop, expectComplaint }) => {
    expectComplaint(connectionLost);
    const field = await openTicket(page, shop, 'Maya');
    const sent = page.getByText('Sending in a few seconds.');
    await field.fill('Ten of them.');
    await loseAnswer(page, /\/messages$/);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await sent.waitFor();
    await expectValue(field, '');

    await loseAnswer(page, /\/messages\/undo/);
    await page.getByRole('listitem').getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('status').getByText('The message wasn’t sent. It’s back in the text box.').waitFor();
    await expectValue(field, 'Ten of them.');

    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await sent.waitFor();
    await loseAnswer(page, /\/messages\/undo/);
    const reading = /\/messages\?/;
    await page.route(reading, (route) => route.abort('connectionreset'));
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('alert').getByText(cannotConnect).waitFor();
    await expectValue(field, '');
    await page.unroute(reading);
    await page.reload();
    await expectValue(field, 'Ten of them.');
    assert.equal(await page.getByText(/already been sent/).count(), 0);
    await expectGone(sent);
  },
  { settings },
);

story(
  'creates a proposal once when it is submitted again after a lost response',
  async ({ page, shop, expectComplaint }) => {
    expectComplaint(connectionLost);
    const field = await openTicket(page, shop, 'Tom');
    await page.getByRole('button', { name: 'Propose an order' }).click();
    const dialog = page.getByRole('dialog', { name: 'Propose an order' });
    await dialog.getByLabel('Service or bundle').selectOption({ label: 'Slogans' });
    await fillBrief(page);
    await loseAnswer(page, /\/proposals$/);
    const create = dialog.getByRole('button', { name: 'Create the link' });
    await create.click();
    await dialog.getByRole('alert').getByText(cannotConnect).waitFor();
    await create.click();
    await expectGone(dialog);
    await expectValue(field, /#proposal=/);
    await page.reload();
    await page.getByText('Not opened yet.').first().waitFor();
    assert.equal(await page.getByText('Not opened yet.').count(), 1);
  },
  { settings },
);

story(
  'offers new recovery codes to a person who joined by a link and lost the response',
  async ({ page, shop, expectComplaint }) => {
    expectComplaint(connectionLost);
    expectComplaint(/404/);
    await addAuthenticator(page);
    const [link = ''] = (await operate(shop, 'staff', 'invite', 'support')).split('\n');
    const address = `${deskUrl(shop)}/welcome${new URL(link).hash}`;
    await loseAnswer(page, /\/welcome\/look$/);
    await page.goto(address);
    await page.getByRole('heading', { level: 1, name: 'We couldn’t check this link' }).waitFor();
    await expectSound(page);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByLabel('Your name').fill('Una');
    await page.getByLabel('Email address').fill('una@example.com');
    await loseAnswer(page, /\/desk\/welcome$/);
    await page.getByRole('button', { name: 'Create passkey' }).click();
    await page.getByRole('heading', { level: 1, name: 'Welcome to the desk' }).waitFor();
    await page.getByText('You’re logged in as Una.').waitFor();
    await expectSound(page);
    await page.goto('about:blank');
    await page.goto(address);
    await page.getByRole('heading', { level: 1, name: 'This link doesn’t work' }).waitFor();
    await expectSound(page);
    await page.getByRole('button', { name: 'Get new recovery codes' }).click();
    await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor();
    assert.equal((await page.locator('pre').innerText()).trim().split('\n').length, 10);
    await page.getByRole('button', { name: 'I’ve saved my codes' }).click();
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
  },
  { settings },
);
