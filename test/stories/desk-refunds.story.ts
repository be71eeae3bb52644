/** Refunds at the desk: within a person's limit, and above it with the approval of another person. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { tabTo } from './by-keyboard.ts';
import { openDialog, sendNothing, sendOnce } from './desk-dialogs.ts';
import { deskUrl, logInToDesk } from './desk-people.ts';
import { operate } from './operate.ts';
import { expectGone, expectNoLayoutShift, expectSound, expectValue } from './page-checks.ts';
import { openShopper } from './shopper.ts';
import { story } from './story.ts';
import type { Shop } from './shop.ts';

const settings = { RATE_LIMIT_FACTOR: '100' };
const browser = { reducedMotion: 'reduce' } as const;
const phone = { width: 360, height: 740 };
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor();

async function cardOrder(shop: Shop): Promise<string> {
  const shopper = await openShopper(shop);
  const placed = await shopper.order();
  await shopper.pay(placed);
  return placed.orderNumber;
}
async function openOrder(page: Page, shop: Shop, number: string) {
  await page.goto(`${deskUrl(shop)}/orders/${number}`);
  await page.getByRole('heading', { name: 'Money' }).waitFor();
}
/** Fills in the open form by keyboard. */
async function fill(page: Page, amount: string, reason: string) {
  await tabTo(page, /^Amount/);
  await page.keyboard.type(amount);
  await tabTo(page, /^Reason/);
  await page.keyboard.type(reason);
}

story(
  'refunds by keyboard within the limit, and above it after another person’s approval on a phone',
  async ({ page, openOther, shop, expectComplaint }) => {
    expectComplaint(/ERR_INTERNET_DISCONNECTED/);
    const number = await cardOrder(shop);
    await logInToDesk(page, shop, 'support', 'Sue');
    await openOrder(page, shop, number);
    const dialog = await openDialog(page, /^Refund(?! of)/);
    await dialog.getByText(/You can refund \$50\.00 without approval/).waitFor();
    await sendNothing(page, dialog, /^Refund$/);
    await fill(page, '20', 'Late delivery of your slogans');
    await sendOnce(page, dialog, /^Refund$/, {
      typed: [
        [/^Amount/, '20'],
        [/^Reason/, 'Late delivery of your slogans'],
      ],
      call: `/orders/${number}/refund`,
    });
    const activity = page.getByRole('region', { name: 'Activity' });
    await activity.getByText(/Refund(ed| of) \$20\.00 to the original payment method/).waitFor();

    await openDialog(page, /^Refund(?! of)/);
    await dialog.getByText(/You can refund \$30\.00 without approval/).waitFor();
    await fill(page, '60', 'Delivered the same twice');
    await dialog.getByRole('button', { name: 'Request approval' }).waitFor();
    await tabTo(page, /^Note/);
    await page.keyboard.type('She is a regular customer');
    await page.keyboard.press('Control+Enter');
    await expectGone(dialog);
    const waiting = page.getByRole('list', { name: 'Waiting for approval' });
    await waiting.getByRole('link', { name: 'Refund of $60.00' }).waitFor();
    await expectSound(page);

    const theirs = await openOther();
    await theirs.setViewportSize(phone);
    await logInToDesk(theirs, shop, 'manager', 'Max');
    const decisions = theirs.getByRole('list', { name: 'Money' });
    await decisions.getByRole('link', { name: /Refund of \$60\.00/ }).waitFor();
    await expectSound(theirs);
    await decisions.getByRole('link').click();
    await heading(theirs, 'Refund of $60.00');
    await theirs.getByText('She is a regular customer').waitFor();
    await expectSound(theirs);
    await expectNoLayoutShift(theirs);
    await tabTo(theirs, /^Approve request$/);
    await theirs.keyboard.press('Enter');
    await theirs.getByText(/^Approved by Max/).waitFor();
    await expectSound(theirs);

    await page.bringToFront();
    await openOrder(page, shop, number);
    await activity.getByText('Max, requested by Sue').waitFor();
    await activity.getByText('Requested approval for a refund: $60.00').waitFor();
    await expectGone(waiting);
    await expectSound(page);
    // in the notes and in the activity
    assert.equal(await page.getByText('She is a regular customer').count(), 2);
  },
  { settings, browser },
);

story(
  'shows a changed amount without losing typed text, and lets requests be declined with a note or withdrawn',
  async ({ page, openOther, shop, expectComplaint }) => {
    expectComplaint(/409/);
    expectComplaint(/404/);
    const number = await cardOrder(shop);
    await logInToDesk(page, shop, 'support', 'Sam');
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await heading(page, 'Approvals');
    await page.getByText(/^No requests are waiting for approval/).waitFor();
    await expectSound(page);

    await openOrder(page, shop, number);
    const dialog = await openDialog(page, /^Refund(?! of)/);
    await fill(page, '70', 'Delivered the same twice');
    await operate(shop, 'refund', number, '10', 'card', 'Late');
    const send = async () => {
      await tabTo(page, /^Request approval$/);
      await page.keyboard.press('Enter');
    };
    await send();
    await dialog
      .getByRole('alert')
      .getByText(/changed from \$129\.00 to \$119\.00/)
      .waitFor();
    await dialog
      .getByText(/^Up to \$119\.00/)
      .first()
      .waitFor();
    await expectValue(dialog.getByLabel(/^Amount/), '70');
    await expectSound(page);
    await send();
    await expectGone(dialog);
    await openDialog(page, /^Refund(?! of)/);
    await fill(page, '80', 'Delivered the same three times');
    await send();
    await expectGone(dialog);

    const theirs = await openOther();
    await logInToDesk(theirs, shop, 'owner', 'Uma');
    await theirs.goto(`${deskUrl(shop)}/approvals`);
    const requests = theirs.getByRole('list', { name: 'Approvals' }).getByRole('link');
    await requests.nth(1).waitFor();
    await expectSound(theirs);
    await requests.filter({ hasText: '$70.00' }).click();
    await heading(theirs, 'Refund of $70.00');
    const decline = await openDialog(theirs, /^Decline request$/);
    await sendNothing(theirs, decline, /^Decline request$/);
    await tabTo(theirs, /^Note/);
    await theirs.keyboard.type('They were different');
    await theirs.keyboard.press('Control+Enter');
    await theirs.getByText('Declined by Uma').waitFor();
    await expectSound(theirs);

    await page.bringToFront();
    await page.goto(`${deskUrl(shop)}/approvals?show=decided`);
    await page
      .getByRole('list', { name: 'Approvals' })
      .getByRole('link', { name: /Declined/ })
      .click();
    await page.getByText('They were different').waitFor();
    await page.goto(`${deskUrl(shop)}/approvals`);
    await page.getByRole('link', { name: /Refund of \$80\.00/ }).click();
    await tabTo(page, /^Withdraw request$/);
    await page.keyboard.press('Enter');
    await page.getByText(/^Withdrawn by Sam/).waitFor();

    await theirs.bringToFront();
    await theirs.goto(`${deskUrl(shop)}/approvals`);
    await theirs.getByText(/^No requests are waiting for approval/).waitFor();
    await theirs.goto(`${deskUrl(shop)}/approvals/999999`);
    await theirs.getByRole('alert').filter({ hasText: 'find that request' }).waitFor();
    await expectSound(theirs);
  },
  { settings, browser },
);
