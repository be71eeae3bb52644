/** Messages about an order: the customer asks in the order, the team answers at the desk, calls back and answers again. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { testPassword } from '#test/server/open-test-shop.ts';
import { apiCustomer, type ApiCustomer } from './api-customer.ts';
import { tabTo } from './by-keyboard.ts';
import { deskUrl, logInToDesk } from './desk-people.ts';
import { expectAccessible, expectGone, expectNoLayoutShift, expectNoSideScroll } from './page-checks.ts';
import type { Shop } from './shop.ts';
import { story } from './story.ts';

const settings = { RATE_LIMIT_FACTOR: '100' };

/** A paid order of slogans by a new customer. */
async function order(shop: Shop) {
  const customer = apiCustomer(() => shop.url);
  await customer.register();
  await customer.logIn();
  const { body } = await customer.askForOrder();
  assert.equal(await customer.pay(body), 'paid');
  return { number: body.orderNumber, customer };
}

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
  'answers a question about an order after one answer was called back, by keyboard alone',
  async ({ page, context, shop }) => {
    const { number, customer } = await order(shop);
    await openOrder(page, customer, number);
    await tabTo(page, /^Ask or tell us something about this order/);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('link', { name: 'Enter your message' }).waitFor();
    await tabTo(page, /^Ask or tell us something about this order/);
    await page.keyboard.type('Could number 3 be <b>drier</b>?');
    await page.reload();
    const field = page.getByLabel(/^(Your message|Ask or tell us)/);
    await field.waitFor();
    assert.equal(await field.inputValue(), 'Could number 3 be <b>drier</b>?');
    await field.focus();
    await page.keyboard.press('Control+Enter');
    const messages = page.getByRole('region', { name: 'Messages' }).getByRole('listitem');
    await messages.filter({ hasText: 'Could number 3 be <b>drier</b>?' }).waitFor();
    await page.waitForFunction(() => document.querySelector('textarea')?.value === '');
    await page.getByRole('status').getByText('Sent. We’ll answer within one business day.').waitFor();
    await expectAccessible(page);
    await expectNoSideScroll(page);

    const other = await context.browser()!.newContext({ viewport: { width: 360, height: 740 } });
    context.once('close', () => void other.close());
    const desk = await other.newPage();
    await logInToDesk(desk, shop, 'support', 'Sam');
    await desk.getByRole('heading', { name: /^Customers are waiting for us/ }).waitFor();
    await desk.keyboard.press('n');
    await desk.waitForURL(`**/desk/orders/${number}#messages`);
    await desk.getByText('Could number 3 be <b>drier</b>?').waitFor();
    await tabTo(desk, /^Write to Ann Lee/);
    await desk.keyboard.type('No.');
    await desk.keyboard.press('Control+Enter');
    await desk.getByText('Leaves in a few seconds.').waitFor();
    await expectAccessible(desk);
    await expectNoSideScroll(desk);
    await tabTo(desk, /^Undo$/);
    await desk.keyboard.press('Enter');
    await desk.getByRole('status').getByText('Called back. Nothing was sent.').waitFor();
    const answer = desk.getByLabel('Write to Ann Lee');
    await desk.waitForFunction(() => document.querySelector('textarea')?.value === 'No.');
    await answer.fill('Yes, in the next version.');
    await desk.reload();
    await answer.waitFor();
    assert.equal(await answer.inputValue(), 'Yes, in the next version.');
    await answer.focus();
    await desk.keyboard.press('Control+Enter');
    await desk.getByText('Leaves in a few seconds.').waitFor();
    await expectGone(desk.getByText('Leaves in a few seconds.'));
    assert.equal(await answer.inputValue(), '');
    await desk.goto(`${deskUrl(shop)}/today`);
    await desk.getByText('Nothing needs you now.').waitFor();

    // the open order reads its messages again by itself
    await messages.filter({ hasText: 'Yes, in the next version.' }).waitFor({ timeout: 30_000 });
    assert.deepEqual(
      (await messages.allInnerTexts()).map((words) => words.replace(/,.*\n+/, ': ')),
      ['You: Could number 3 be <b>drier</b>?', 'Our team: Yes, in the next version.'],
    );
    const letter = await shop.letter(customer.email, /^We wrote to you about your order/);
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
  'shows a message that came while the answer was written, and keeps the answer',
  async ({ page, shop }) => {
    const { number, customer } = await order(shop);
    await send(customer, number, 'Shorter, please.');
    await logInToDesk(page, shop, 'owner', 'Ola');
    await page.goto(`${deskUrl(shop)}/lines/${number}/1`);
    await page.getByText('Messages (1), waiting for an answer').click();
    const field = page.getByLabel('Write to Ann Lee');
    await field.fill('Shorter it is.');
    await send(customer, number, 'No, longer.');
    await page.getByText('There is a newer message.').waitFor({ timeout: 20_000 });
    await page.getByText('No, longer.').waitFor();
    assert.equal(await field.inputValue(), 'Shorter it is.');
    await expectAccessible(page);
    await field.fill('Longer it is.');
    await page.keyboard.press('Control+Enter');
    // the same keys deliver elsewhere on this screen
    assert.equal(await page.getByRole('dialog').count(), 0);
    await page.getByText('Leaves in a few seconds.').waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await page.getByRole('status').getByText('Called back. Nothing was sent.').waitFor();
    await page.getByRole('button', { name: 'Needs no answer' }).click();
    await page.getByText('Messages (2)', { exact: true }).waitFor();
    assert.equal(await field.inputValue(), 'Longer it is.');
  },
  { settings },
);

story(
  'keeps a message without a network and sends it once, in light and dark on a phone',
  async ({ page, context, shop, expectComplaint }) => {
    expectComplaint(/ERR_INTERNET_DISCONNECTED/);
    const { number, customer } = await order(shop);
    for (let sent = 1; sent <= 12; sent += 1) await send(customer, number, `Message ${sent}`);
    await page.setViewportSize({ width: 320, height: 640 });
    await openOrder(page, customer, number);
    await page.getByText('Message 12', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Show older messages' }).click();
    await page.getByText('Message 1', { exact: true }).waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectNoSideScroll(page);
      await expectAccessible(page);
    }
    const field = page.getByLabel('Your message');
    await field.fill('Only once.');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Send message' }).click();
    await page
      .getByRole('alert')
      .getByText(/connection|reach/i)
      .first()
      .waitFor();
    assert.equal(await field.inputValue(), 'Only once.');
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Send message' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Only once.' }).waitFor();
    assert.equal(await page.getByRole('listitem').filter({ hasText: 'Only once.' }).count(), 1);
    assert.equal((await customer.orders())[0]!.messages, 13);
  },
  { settings },
);
