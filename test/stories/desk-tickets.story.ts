/** The list of conversations: a guest’s message answered by keyboard, two people in one conversation, and the customer’s side. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { shop as shopFacts } from '#contract/shop.ts';
import { testPassword } from '#test/server/open-test-shop.ts';
import { apiCustomer } from './api-customer.ts';
import { tabTo } from './by-keyboard.ts';
import { callShop } from './call-shop.ts';
import { orderSlogans } from './desk-lines.ts';
import { deskUrl, logInToDesk } from './desk-people.ts';
import { expectGone, expectNoLayoutShift, expectSound, expectValue } from './page-checks.ts';
import type { Shop } from './shop.ts';
import { story } from './story.ts';

const settings = { RATE_LIMIT_FACTOR: '100' };

const form = '/api/support/create-ticket';
const sender = { name: 'Zoë van Łuczak' };
/** Sends the contact form without logging in. Returns the ticket's number. */
const sendForm = async (shop: Shop, email: string, message: string): Promise<string> =>
  (await callShop<{ ticketNumber: string }>(shop, form, { ...sender, email, message })).ticketNumber;

async function openMessages(page: Page, email: string): Promise<void> {
  await page.goto('/account/login?redirect=%2Fcabinet%2Fmessages');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(testPassword);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Your messages' }).waitFor();
}

story(
  'answers a guest’s message by keyboard alone on a narrow screen, and closes the conversation',
  async ({ page, shop }) => {
    const number = await sendForm(shop, 'zoe@example.com', 'Can you write for a <b>choir</b>?');
    await page.setViewportSize({ width: 360, height: 740 });
    await logInToDesk(page, shop, 'support', 'Sam');
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    await page.getByRole('heading', { level: 1, name: 'Messages' }).waitFor();
    await page.getByRole('link', { name: /choir/ }).waitFor();
    await expectSound(page);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/desk/tickets/${number}`);
    await page.getByRole('heading', { level: 1, name: 'Zoë van Łuczak' }).waitFor();
    await page.getByText(/the address may not be theirs/).waitFor();
    await page.keyboard.press('m');
    await page.getByText('Assigned to Sam').waitFor();
    await page.keyboard.press('r');
    await page.keyboard.type('With pleasure.');
    await page.reload();
    const field = page.getByLabel('Write to Zoë van Łuczak');
    await field.waitFor();
    await expectValue(field, 'With pleasure.');
    await expectSound(page);
    await field.focus();
    await page.keyboard.press('Control+Enter');
    await page.getByText('Sending in a few seconds.').waitFor();
    await tabTo(page, /^Undo$/);
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('The message wasn’t sent. It’s back in the text box.').waitFor();
    await expectValue(field, 'With pleasure.');
    await page.reload();
    await field.waitFor();
    await expectValue(field, 'With pleasure.');
    await field.focus();
    await page.keyboard.press('Control+Enter');
    await page.getByText('Sending in a few seconds.').waitFor();
    await expectGone(page.getByText('Sending in a few seconds.'));
    await page.getByText('Waiting for the customer').waitFor();
    const letter = await shop.letter('zoe@example.com', /^Our reply/);
    assert.match(letter.text ?? '', /With pleasure\./);
    assert.equal(letter.from?.address, shopFacts.supportEmail);
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('i');
    await page.keyboard.type('Sings soprano');
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Sings soprano' }).waitFor();
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('e');
    await page.getByText('Closed', { exact: true }).waitFor();
    await page.goto(`${deskUrl(shop)}/tickets?show=closed`);
    await page.getByRole('link', { name: new RegExp(number) }).waitFor();
    await expectNoLayoutShift(page);
    await page.keyboard.press('n');
    await page.getByText('There’s nothing else for you to do now.').waitFor();
  },
  { settings },
);

story(
  'rejects the second of two simultaneous replies, shows the first, and keeps the second’s text',
  async ({ page, openOther, shop, expectComplaint }) => {
    expectComplaint(/409/);
    const { number, customer } = await orderSlogans(shop);
    const sent = await customer.call(`/api/orders/${number}/messages`, { text: 'Could it be drier?' });
    const ticket = (sent.body as { ticketNumber: string }).ticketNumber;
    await logInToDesk(page, shop, 'support', 'Maya');
    const other = await openOther();
    await logInToDesk(other, shop, 'editor', 'Tom');
    for (const one of [page, other]) await one.goto(`${deskUrl(shop)}/tickets/${ticket}`);
    const field = page.getByLabel('Write to Ann Lee');
    const others = other.getByLabel('Write to Ann L.');
    await field.fill('It can.');
    await other.getByText('Maya is writing.').waitFor();
    await others.fill('No, it can’t.');
    await field.focus();
    await page.keyboard.press('Control+Enter');
    await page.getByText('Sending in a few seconds.').waitFor();
    await others.focus();
    await other.keyboard.press('Control+Enter');
    await other.getByText(/Maya’s message will be sent in a few seconds\./).waitFor();
    await expectGone(page.getByText('Sending in a few seconds.'));
    await other.getByRole('listitem').filter({ hasText: 'It can.' }).waitFor();
    await other.getByText('There’s a newer message.').waitFor();
    await expectValue(others, 'No, it can’t.');
    await expectSound(other);
    await other.getByRole('button', { name: 'Send anyway' }).click();
    await other.getByText('Sending in a few seconds.').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'No, it can’t.' }).waitFor();
    await expectGone(page.getByText('Sending in a few seconds.'));
    await page.getByText('Waiting for the customer').waitFor();
    await field.fill('It might.');
    await other.getByRole('heading', { level: 1 }).click();
    await other.keyboard.press('e');
    await page.getByText('This conversation is now closed.').waitFor();
    await expectValue(field, 'It might.');
    await expectSound(page);
    await page.getByRole('button', { name: 'Send anyway' }).click();
    await page.getByText('Sending in a few seconds.').waitFor();
  },
  { settings },
);

story(
  'lets a customer continue a conversation in their account, and shows the team’s reply there',
  async ({ page, openOther, shop, expectComplaint }) => {
    expectComplaint(/404/);
    const customer = apiCustomer(() => shop.url);
    await customer.register();
    await customer.logIn();
    const sent = await customer.call<{ ticketNumber: string }>(form, {
      ...sender,
      email: customer.email,
      message: 'Do you write <i>menus</i>?',
    });
    const number = sent.body.ticketNumber;
    await openMessages(page, customer.email);
    await expectSound(page);
    await page.getByRole('link', { name: /menus/ }).click();
    await page.getByRole('heading', { level: 1, name: `Message ${number}` }).waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    await page.getByText('Awaiting our reply').waitFor();

    const desk = await openOther();
    await logInToDesk(desk, shop, 'support', 'Una');
    await desk.goto(`${deskUrl(shop)}/tickets/${number}`);
    await desk.getByText(/see it in their account/).waitFor();
    await desk.getByLabel('Write to Zoë van Łuczak').fill('Yes, up to 60 dishes.');
    await desk.keyboard.press('Control+Enter');
    await desk.getByText('Sending in a few seconds.').waitFor();
    // the open page polls for new messages
    await page.getByRole('listitem').filter({ hasText: 'Yes, up to 60 dishes.' }).waitFor();
    await page.getByText('We replied').waitFor();
    const field = page.getByLabel('Your message');
    await field.fill('And 70?');
    await page.reload();
    await expectValue(field, 'And 70?');
    await page.setViewportSize({ width: 320, height: 640 });
    await expectSound(page);
    await field.focus();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('listitem').filter({ hasText: 'And 70?' }).waitFor();
    await page.waitForFunction(() => document.querySelector('textarea')?.value === '');
    await desk.getByRole('listitem').filter({ hasText: 'And 70?' }).waitFor();
    await desk.getByText(/^Reply (?:by|today)/).waitFor();
    const letter = await shop.letter(customer.email, /^Our reply/);
    const [link] = /http\S+\/cabinet\/messages\S+/.exec(letter.text ?? '') ?? [];
    await page.goto(link!);
    await page.getByText('And 70?').waitFor();
    await expectNoLayoutShift(page);
    await page.goto('/cabinet/messages?ticket=T-0000-0000');
    await page.getByText('We can’t find that message in your account.').waitFor();
  },
  { settings },
);
