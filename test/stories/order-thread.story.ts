/**
 * Messages about an order: the customer asks on the order's page; the team answers at the desk, undoes the answer and answers
 * again.
 */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { testPassword } from '#test/server/open-test-shop.ts';
import type { ApiCustomer } from './api-customer.ts';
import { tabTo } from './by-keyboard.ts';
import { orderSlogans } from './desk-lines.ts';
import { deskUrl, logInToDesk } from './desk-people.ts';
import {
  expectAccessible,
  expectGone,
  expectNoLayoutShift,
  expectNoSideScroll,
  expectSound,
  expectValue,
} from './page-checks.ts';
import { story } from './story.ts';

const settings = { RATE_LIMIT_FACTOR: '100' };

async function openOrder(page: Page, { email }: ApiCustomer, number: string): Promise<void> {
  await page.goto(`/account/login?redirect=${encodeURIComponent(`/cabinet/history?order=${number}`)}`);
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(testPassword);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: 'Messages' }).waitFor();
}
const send = (customer: ApiCustomer, number: string, text: string) =>
  customer.call(`/api/orders/${number}/messages`, { text });

story(
  'replies to a question about an order by keyboard alone, after a first reply was undone',
  async ({ page, context, openOther, shop }) => {
    const { number, customer } = await orderSlogans(shop);
    await openOrder(page, customer, number);
    await tabTo(page, /^Write to us about this order/);
    await page.keyboard.press('Enter');
    await tabTo(page, /^Your message/);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('link', { name: 'Enter your message' }).waitFor();
    await tabTo(page, /^Your message/);
    await page.keyboard.type('Could number 3 be <b>drier</b>?');
    await page.reload();
    const field = page.getByLabel('Your message');
    await field.waitFor();
    await expectValue(field, 'Could number 3 be <b>drier</b>?');
    await field.focus();
    await page.keyboard.press('Control+Enter');
    const messages = page.getByRole('region', { name: 'Messages' }).getByRole('listitem');
    await messages.filter({ hasText: 'Could number 3 be <b>drier</b>?' }).waitFor();
    await page.waitForFunction(() => document.querySelector('textarea')?.value === '');
    await page.getByRole('status').getByText('Sent. We’ll reply within one business day.').waitFor();
    await expectAccessible(page);
    await expectNoSideScroll(page);

    const desk = await openOther({ viewport: { width: 360, height: 740 } });
    await logInToDesk(desk, shop, 'support', 'Sam');
    await desk.getByRole('heading', { name: /^Customers waiting for a reply/ }).waitFor();
    await desk.keyboard.press('n');
    await desk.waitForURL('**/desk/tickets/T-*');
    await desk.getByText('Could number 3 be <b>drier</b>?').first().waitFor();
    await tabTo(desk, /^Write to Ann Lee/);
    await desk.keyboard.type('No.');
    await desk.keyboard.press('Control+Enter');
    await desk.getByText('Sending in a few seconds.').waitFor();
    await expectAccessible(desk);
    await expectNoSideScroll(desk);
    await tabTo(desk, /^Undo$/);
    await desk.keyboard.press('Enter');
    await desk.getByRole('status').getByText('The message wasn’t sent. It’s back in the text box.').waitFor();
    const answer = desk.getByLabel('Write to Ann Lee');
    await desk.waitForFunction(() => document.querySelector('textarea')?.value === 'No.');
    await answer.fill('Yes, in the next version.');
    await desk.reload();
    await answer.waitFor();
    await expectValue(answer, 'Yes, in the next version.');
    await desk
      .getByLabel('Files', { exact: true })
      .last()
      .setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('Monday: rye') });
    await desk.getByRole('button', { name: 'Download plan.txt' }).waitFor();
    await expectAccessible(desk);
    await expectNoSideScroll(desk);
    await answer.focus();
    await desk.keyboard.press('Control+Enter');
    await desk.getByText('Sending in a few seconds.').waitFor();
    await expectGone(desk.getByText('Sending in a few seconds.'));
    await expectValue(answer, '');
    await desk.goto(`${deskUrl(shop)}/today`);
    await desk.getByText('You’re all caught up.').waitFor();

    // the open order polls for new messages
    await messages.filter({ hasText: 'Yes, in the next version.' }).waitFor();
    const file = page.waitForEvent('download');
    await messages.getByRole('button', { name: 'Download plan.txt' }).click();
    assert.equal((await file).suggestedFilename(), 'plan.txt');
    assert.deepEqual(
      (await messages.filter({ hasText: /^(?:You|Our team)/ }).allInnerTexts()).map((words) =>
        words.replace(/,.*\n+/, ': ').replace(/\s+Download\s+plan\.txt[^]*$/, ''),
      ),
      ['You: Could number 3 be <b>drier</b>?', 'Our team: Yes, in the next version.'],
    );
    const letter = await shop.letter(customer.email, /^A message about your order/);
    assert.match(letter.text ?? '', /Yes, in the next version\./);
    const [link] = /http\S+#messages-\S+/.exec(letter.text ?? '') ?? [];
    const tab = await context.newPage();
    await tab.goto(link!);
    await tab.getByText('Yes, in the next version.').waitFor();
    await tab.waitForFunction(() => document.activeElement?.textContent === 'Messages');
    await expectNoLayoutShift(tab);
  },
  { settings },
);

story(
  'shows a message that arrives while a reply is typed, and keeps the reply',
  async ({ page, shop }) => {
    const { number, customer } = await orderSlogans(shop);
    await send(customer, number, 'Shorter, please.');
    await logInToDesk(page, shop, 'owner', 'Ola');
    await page.goto(`${deskUrl(shop)}/lines/${number}/1`);
    await page.getByText('Messages (1), awaiting a reply').click();
    const field = page.getByLabel('Write to Ann Lee');
    await field.fill('Shorter it is.');
    await send(customer, number, 'No, longer.');
    await page.getByText('There’s a newer message.').waitFor();
    await page.getByText('No, longer.').waitFor();
    await expectValue(field, 'Shorter it is.');
    await expectAccessible(page);
    await field.fill('Longer it is.');
    await page.keyboard.press('Control+Enter');
    // outside the dialog, the same keys deliver the work
    await expectGone(page.getByRole('dialog'));
    await page.getByText('Sending in a few seconds.').waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await page.getByRole('status').getByText('The message wasn’t sent. It’s back in the text box.').waitFor();
    await page.getByRole('button', { name: 'Close conversation' }).click();
    await page.getByText('Messages (2)', { exact: true }).waitFor();
    await expectValue(field, 'Longer it is.');
  },
  { settings },
);

story(
  'keeps a message while the network is missing, and sends it once, on a phone in light and dark mode',
  async ({ page, context, shop, expectComplaint }) => {
    expectComplaint(/ERR_INTERNET_DISCONNECTED/);
    const { number, customer } = await orderSlogans(shop);
    for (let sent = 1; sent <= 12; sent += 1) await send(customer, number, `Message ${sent}`);
    await page.setViewportSize({ width: 320, height: 640 });
    await openOrder(page, customer, number);
    await page.getByText('Message 12', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Show older messages' }).click();
    await page.getByText('Message 1', { exact: true }).waitFor();
    await expectSound(page);
    const field = page.getByLabel('Your message');
    await field.fill('Only once.');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Send message' }).click();
    await page
      .getByRole('alert')
      .getByText(/connection|reach/i)
      .first()
      .waitFor();
    await expectValue(field, 'Only once.');
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Send message' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Only once.' }).waitFor();
    assert.equal(await page.getByRole('listitem').filter({ hasText: 'Only once.' }).count(), 1);
    assert.equal((await customer.orders())[0]!.messages, 13);
  },
  { settings },
);

story(
  'opens an order’s messages from a link, also when the customer has to log in first',
  async ({ page, shop, expectComplaint }) => {
    expectComplaint(/401/);
    const { number, customer } = await orderSlogans(shop);
    const link = `/cabinet/history?order=${number}#messages-${number}`;
    const logIn = async () => {
      await page.getByLabel('Email address').fill(customer.email);
      await page.getByLabel('Password', { exact: true }).fill(testPassword);
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.waitForURL(`**${link}`);
      await page.waitForFunction((id) => document.activeElement?.id === id, `messages-${number}`);
    };
    await page.goto(link);
    await page.waitForURL('**/account/login?**');
    await logIn();

    // ends the session on the server; the page notices it with its next call
    await page.evaluate(() => {
      for (const key of ['jwtToken', 'refreshToken']) localStorage.setItem(key, 'gone');
    });
    await page.reload();
    await page.waitForURL('**/account/not-logged-in**');
    await page.getByRole('link', { name: 'Log in again' }).click();
    await logIn();
  },
  { settings },
);
