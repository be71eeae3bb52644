/** Settings of the desk: previews of emails, the calendar, and one's own theme. */
import assert from 'node:assert/strict';
import { deliveryDate, formatDay } from '#contract/delivery-date.ts';
import { holidayWords } from '#contract/storefront/holiday-words.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { dueOn } from '#ui/order-form/quote.ts';
import { agree, createAccount, fillBrief, fillCheckout, newEmail, orderButton } from './buy-slogans.ts';
import { expectGone, expectSound, expectValue } from './page-checks.ts';
import { deskUrl, logInToDesk } from './desk-people.ts';
import { story } from './story.ts';

story(
  'previews an email as HTML without scripts and as text, and sends it to the person who asks',
  async ({ page, shop, expectComplaint }) => {
    expectComplaint(/404/);
    await logInToDesk(page, shop, 'owner', 'Una');
    await page.getByRole('link', { name: 'Emails', exact: true }).first().click();
    await page.getByRole('link', { name: /^Order confirmation/ }).waitFor();
    await expectSound(page);
    await page.getByRole('link', { name: /^Order confirmation/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Order confirmation' }).waitFor();
    const mail = page.frameLocator('iframe');
    await mail.getByRole('heading', { name: 'Order R-0000-0000' }).waitFor();
    assert.equal(await page.locator('iframe').getAttribute('sandbox'), '');
    const style = await mail.locator('.button').evaluate((button) => getComputedStyle(button).fontWeight);
    assert.equal(style, '600', 'the email has its own styles');
    await expectSound(page);
    await page.getByRole('button', { name: 'Phone' }).click();
    await page.waitForFunction(() => document.querySelector('iframe')!.clientWidth <= 320);
    await page.getByRole('button', { name: 'Text' }).click();
    await page.locator('pre').getByText('We’ve got your order and your brief.').waitFor();
    await expectSound(page);
    await page.getByRole('button', { name: 'Send me this email' }).click();
    await page.getByText('Sent to una@example.com').waitFor();
    const letter = await shop.letter('una@example.com', /^Example: Order R-0000-0000/);
    assert.match(letter.text ?? '', /We’ve got your order and your brief/);

    await page.goto(`${deskUrl(shop)}/emails/nothing`);
    await page.getByText('We can’t find that email.').waitFor();
    await expectSound(page);
  },
);

story(
  'moves the delivery date that a customer is about to agree to when a holiday is added at the desk',
  async ({ page, context, openOther, shop, expectComplaint }) => {
    expectComplaint(/400/);
    const customer = await context.newPage();
    await customer.goto(`${shop.url}/services/slogans/order-service`);
    await fillBrief(customer);
    const first = dueOn(new Date(), 3);
    await customer
      .getByRole('complementary')
      .getByText(`by ${formatDay(first)}`)
      .first()
      .waitFor();
    await customer.getByRole('button', { name: 'Add to cart' }).first().click();
    await customer.goto(`${shop.url}/cart`);
    await fillCheckout(customer);
    await customer.getByRole('button', { name: orderButton }).click();
    await customer.getByRole('link', { name: 'Create an account' }).last().click();
    await createAccount(customer, newEmail());
    await customer.waitForURL('**/cart**');
    await customer
      .getByText(`by ${formatDay(first)}`)
      .first()
      .waitFor();
    await agree(customer);

    await page.bringToFront();
    await logInToDesk(page, shop, 'owner', 'Ute');
    await page.getByRole('link', { name: 'Calendar', exact: true }).first().click();
    await page.getByText('Eastern Time (America/New_York)').waitFor();
    await page.getByRole('heading', { name: 'Holidays' }).waitFor();
    await expectSound(page);
    const field = page.getByLabel('New holiday');
    await field.fill('2026-01-01');
    await page.getByRole('button', { name: 'Add holiday' }).click();
    await page.getByText('Choose today or a later date').first().waitFor();
    await expectSound(page);
    await field.fill(first);
    await page.getByRole('button', { name: 'Add holiday' }).click();
    await page.getByText(`${formatDay(first)} is a holiday now.`).waitFor();
    await expectValue(field, '');

    await customer.bringToFront();
    await customer.getByRole('button', { name: orderButton }).click();
    const holidays = [...businessCalendar.holidays, first];
    const later = formatDay(deliveryDate(new Date(), 3, { ...businessCalendar, holidays }));
    await customer.getByText(`The delivery date has changed to ${later}.`).first().waitFor();
    await customer.getByText(`by ${later}`).first().waitFor();
    await agree(customer);
    await customer.getByRole('button', { name: orderButton }).click();
    await customer.waitForURL('**/pay?**');

    const terms = `${shop.url}/terms-of-service`;
    const words = holidayWords({ ...businessCalendar, holidays: holidays.toSorted() });
    await customer.goto(terms);
    await customer.getByText(words).waitFor();
    const plain = await openOther({ javaScriptEnabled: false });
    await plain.goto(terms);
    await plain.getByText(words).waitFor();

    await page.bringToFront();
    const name = new Date(first).toLocaleDateString('en-US', { dateStyle: 'full', timeZone: 'UTC' });
    await page.getByRole('button', { name: `Remove ${name}` }).click();
    await page.getByText(`${formatDay(first)} is a business day now.`).waitFor();
    await expectGone(page.getByRole('button', { name: `Remove ${name}` }));
  },
);

story('shows the chosen theme from the first frame after a reload', async ({ page, shop }) => {
  await logInToDesk(page, shop, 'owner', 'Theo');
  await page.getByRole('link', { name: 'My account' }).click();
  await page.getByLabel('Theme').selectOption({ label: 'Dark' });
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'My account' }).waitFor();
  assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
  await expectValue(page.getByLabel('Theme'), 'dark');
});
