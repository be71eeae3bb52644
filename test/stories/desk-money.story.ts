/**
 * The health of the money at the desk: finds a payment without a webhook event, repairs it, and follows its money to the
 * accounts.
 */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { PaymentStarted } from '#contract/storefront/payments.ts';
import { tabTo } from './by-keyboard.ts';
import { expectHeadingFocus } from './desk-dialogs.ts';
import { deskUrl, logInToDesk } from './desk-people.ts';
import { expectGone, expectNoLayoutShift, expectSound } from './page-checks.ts';
import { openShopper } from './shopper.ts';
import { story } from './story.ts';
import type { Shop } from './shop.ts';

const browser = { reducedMotion: 'reduce' } as const;

/** Pays an order at the sandbox, which sends no webhook event; the customer doesn't return to the shop either. */
async function payUnseen(shop: Shop) {
  const shopper = await openShopper(shop);
  const { orderNumber, paymentLink } = await shopper.order();
  const token = new URL(paymentLink).searchParams.get('link')!;
  const { url } = await shopper.ask<PaymentStarted>(`/api/payments/${token}/pay`, { with: 'card' });
  const act = (name: string, webhooks: string) =>
    shopper.ask(`${new URL(url!).pathname}/act`, { act: name, webhooks });
  await act('pay', 'lost');
  return { number: orderNumber, dispute: () => act('dispute', 'once') };
}

/** Runs a check by keyboard, and waits for its result. */
async function check(page: Page, result: RegExp) {
  await tabTo(page, /^Check now$/);
  await page.keyboard.press('Enter');
  await page.getByRole('listitem').filter({ hasText: 'Payment providers' }).getByText(result).waitFor();
  await page.getByRole('button', { name: 'Check now' }).waitFor();
}

story(
  'finds a payment without a webhook event, syncs it, shows where its money is, and answers its dispute',
  async ({ page, openOther, shop, expectComplaint }) => {
    expectComplaint(/404 \(Not Found\).*R-0000-0000/);
    const { number, dispute } = await payUnseen(shop);
    await logInToDesk(page, shop, 'owner', 'Una');
    await page.keyboard.press('g');
    await page.keyboard.press('m');
    await page.getByRole('heading', { level: 1, name: 'Money' }).waitFor();
    await expectHeadingFocus(page);
    await page.getByText(/^Nothing is waiting/).waitFor();
    assert.equal(await page.getByText('Not checked yet').count(), 5);
    await expectNoLayoutShift(page);
    await expectSound(page);

    await check(page, /^1 difference$/);
    const finding = page.getByText(`of ${number}, the provider holds $129.00, but $0.00 is posted.`);
    await finding.waitFor();
    await expectSound(page);
    await tabTo(page, /^Compare with the provider$/);
    await page.keyboard.press('Enter');
    await page.getByText(`Payment ${number} was compared with the provider.`).waitFor();
    await check(page, /^No differences$/);
    await expectGone(finding);
    assert.equal(await page.getByText('No differences').count(), 5);

    await page.goto(`${deskUrl(shop)}/orders/${number}`);
    await page.getByRole('link', { name: 'See the payment' }).click();
    await page.getByRole('heading', { level: 1, name: `Payment ${number}` }).waitFor();
    const where = page.getByRole('region', { name: 'Where the money is now' });
    await where.getByRole('row', { name: /^Held by Sandbox \$129\.00/ }).waitFor();
    await where.getByRole('row', { name: /^Deferred revenue.* \$129\.00/ }).waitFor();
    const postings = page.getByRole('region', { name: 'Postings' });
    await postings.getByText('Payment received').waitFor();
    await postings.getByText('Order paid').waitFor();
    await expectSound(page);
    await page.getByRole('link', { name: 'Payments' }).click();
    await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor();
    await page.getByRole('list', { name: 'Payments' }).getByText(number).waitFor();
    await expectSound(page);
    await page.getByLabel('Status', { exact: true }).selectOption('Expired');
    await page.getByText('No payments match these filters: status “Expired”.').waitFor();
    await expectSound(page);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByLabel('Paid with', { exact: true }).selectOption('Sandbox');
    await page.getByRole('list', { name: 'Payments' }).getByText(number).waitFor();
    assert.equal(new URL(page.url()).search, '?paidWith=sandbox');
    await page.getByLabel('Order or deposit number').fill('R-0000-0000');
    await page.keyboard.press('Enter');
    await page.getByText('We can’t find that payment.').waitFor();
    await expectSound(page);

    await dispute();
    await page.goto(`${deskUrl(shop)}/today`);
    await page.getByRole('link', { name: /Respond by .*Dispute over \$129\.00/ }).click();
    const disputes = page.getByRole('region', { name: 'Disputes' });
    await disputes.getByText(/^Respond by /).waitFor();
    await expectSound(page);
    const saving = page.waitForEvent('download');
    await tabTo(page, /^Download the evidence/);
    await page.keyboard.press('Enter');
    assert.equal((await saving).suggestedFilename(), `evidence-${number}.pdf`);
    await tabTo(page, /^Mark response as sent$/);
    await page.keyboard.press('Enter');
    await disputes.getByText(/^Una marked the response as sent/).waitFor();
    await page.goto(`${deskUrl(shop)}/today`);
    await page.getByText('You’re all caught up.').waitFor();
    await page.goto(`${deskUrl(shop)}/money`);
    await page.getByText('Response sent, waiting for the bank').waitFor();
    await expectSound(page);

    const support = await openOther(browser);
    await logInToDesk(support, shop, 'support', 'Sue');
    await support.goto(`${deskUrl(shop)}/money`);
    await support.getByText('No differences').first().waitFor();
    assert.equal(await support.getByRole('button', { name: 'Check now' }).count(), 0);
  },
  { browser },
);
