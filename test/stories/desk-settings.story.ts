/** Settings of the desk: previews of emails, the calendar, and one's own theme. */
import assert from 'node:assert/strict';
import { expectSound, expectValue } from './page-checks.ts';
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

story('shows the business calendar, and where to change it', async ({ page, shop }) => {
  await logInToDesk(page, shop, 'owner', 'Ute');
  await page.getByRole('link', { name: 'Calendar', exact: true }).first().click();
  await page.getByText('Eastern Time (America/New_York)').waitFor();
  await page.getByRole('heading', { name: 'Holidays' }).waitFor();
  await expectSound(page);
});

story('shows the chosen theme from the first frame after a reload', async ({ page, shop }) => {
  await logInToDesk(page, shop, 'owner', 'Theo');
  await page.getByRole('link', { name: 'My account' }).click();
  await page.getByLabel('Theme').selectOption({ label: 'Dark' });
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'My account' }).waitFor();
  assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
  await expectValue(page.getByLabel('Theme'), 'dark');
});
