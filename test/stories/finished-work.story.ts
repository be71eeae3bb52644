import assert from 'node:assert/strict';
import { shop as ours } from '#contract/shop.ts';
import type { Page } from 'playwright-core';
import { agree, createAccount, fillBrief, fillCheckout, orderButton, newEmail } from './buy-slogans.ts';
import { expectAccessible, expectGone, expectNoSideScroll } from './page-checks.ts';
import { openTeam } from './open-team.ts';
import { operate } from './operate.ts';
import { waitFor } from './shop.ts';
import { story } from './story.ts';

/** Orders slogans and pays. Leaves the order's page open. */
async function buy(page: Page, email: string): Promise<string> {
  await page.goto('/account/create-account');
  await createAccount(page, email);
  await page.waitForURL('**/cabinet/history');
  await page.goto('/services/slogans/order-service');
  await fillBrief(page);
  await page.getByRole('complementary').getByRole('button', { name: 'Add to cart' }).click();
  await page.goto('/cart');
  await fillCheckout(page);
  await agree(page);
  await page.getByRole('button', { name: orderButton }).click();
  await page.waitForURL('**/sandbox-pay/**');
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await page.waitForURL('**/pay?**');
  await page.getByRole('link', { name: 'Go to the order' }).click();
  await page.waitForURL('**/cabinet/history?order=R-**');
  return new URL(page.url()).searchParams.get('order') ?? '';
}

/** Waits until this element has the focus: after an action, the focus is never on the page itself. */
async function expectFocus(page: Page, tag: string, text = ''): Promise<void> {
  await page.waitForFunction(
    ([wanted, words = '']) => {
      const focused = document.activeElement;
      return focused?.tagName === wanted && focused?.textContent.includes(words);
    },
    [tag, text],
  );
}

/** Waits for these words in the clipboard. Not with `waitForFunction`, for which a pending promise counts as true. */
async function expectCopied(page: Page, words: RegExp): Promise<void> {
  await waitFor(`${words} in the clipboard`, async () =>
    words.test(await page.evaluate(() => navigator.clipboard.readText())) ? true : undefined,
  );
}

story(
  'asks the customer a question, and delivers, revises and accepts the work',
  async ({ page, shop, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const email = newEmail();
    const number = await buy(page, email);

    const team = await openTeam(shop);
    await team.start(number);
    await team.ask(number, 'Do you deliver on Sundays?');
    await page.reload();
    await page.getByText('Do you deliver on Sundays?').first().waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Send answer' }).click();
    await page.getByRole('alert').getByText('Enter your answer').waitFor();
    await page.getByRole('textbox', { name: 'Your answer' }).fill('Every day but Monday.');
    await page.getByRole('button', { name: 'Send answer' }).click();
    await page.getByRole('status').getByText('We’ve got your answer').waitFor();
    await page.getByText('In progress').first().waitFor();

    await team.deliver(number, 1, {
      'Slogan 1': 'Old grains. Slow dough.',
      'Slogan 2': 'Bread that is gone by noon.',
    });
    await page.reload();
    await page.getByText('Bread that is gone by noon.').waitFor();
    await expectAccessible(page);
    await expectNoSideScroll(page);
    await page.getByRole('button', { name: 'Copy text' }).click();
    await page.getByRole('status').getByText('Copied').waitFor();
    await expectCopied(page, /Slow dough/);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download .md' }).click();
    assert.equal((await saving).suggestedFilename(), `${number}-1-v1.md`);

    await page.getByRole('button', { name: 'Request a revision' }).click();
    await expectFocus(page, 'H3', 'What should change?');
    await page
      .getByText(
        /^Request the revision now, and you’ll have it by .* After this round, you’ll have 1\srevision\sround left\. Revisions must stay within your original brief\.$/,
      )
      .waitFor();
    await page.getByRole('button', { name: 'Back' }).click();
    await expectFocus(page, 'BUTTON', 'Request a revision');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'About the whole text' }).fill('Shorter.');
    await page.getByRole('button', { name: 'Request this revision' }).click();
    await page.getByText('Revision in progress').first().waitFor();
    await page
      .getByText(/^Revision due \w+, \w+ \d+$/)
      .first()
      .waitFor();
    await page.getByText(/^1\srevision\sround left$/).waitFor();
    await expectGone(page.getByText(/business days? late/));
    await expectFocus(page, 'H2', 'Slogans for Golden Crust');

    const hostile =
      '<img src=x onerror="window.evil=1"> [bad](javascript:window.evil=1) ![bad](data:text/html,x)';
    await team.deliver(number, 1, {
      'Slogan 1': '**Gone by noon.**',
      'Top pick and why': `${hostile} [ours](https://example.com/)\n\n#SlowBread #RyeLoaf`,
    });
    // The open page reloads the order automatically.
    const work = page.getByRole('region', { name: 'Delivered: Slogans' });
    await work.getByRole('listitem').getByText('Gone by noon.').waitFor();
    await work.getByRole('heading', { name: 'Top pick and why' }).waitFor();
    await work.getByText('<img src=x').waitFor();
    const targets = await work
      .locator('a, img')
      .evaluateAll((found) => found.map((one) => one.getAttribute('href')));
    // the page's own link to the messages isn't part of the text
    assert.deepEqual(
      targets.filter((href) => !href?.startsWith('#messages-')),
      ['https://example.com/'],
    );
    assert.equal(await page.evaluate(() => 'evil' in globalThis), false);
    await expectAccessible(page);
    await work.getByRole('button', { name: 'Copy text' }).click();
    await expectCopied(page, /^Directions[\s\S]*#SlowBread #RyeLoaf\s*$/);
    await work.getByRole('button', { name: 'Copy Top pick and why' }).click();
    await expectCopied(page, /^#SlowBread #RyeLoaf$/);
    await work.getByRole('button', { name: 'Download .md' }).waitFor();
    await page.getByRole('button', { name: 'Version 1', exact: true }).click();
    await page.getByText('Slow dough').waitFor();
    await page.getByRole('button', { name: 'Version 2', exact: true }).click();
    await work.getByRole('button', { name: 'Accept' }).click();
    await expectFocus(page, 'DIV', 'You’ll give up your last revision round.');
    await expectAccessible(page);
    await work.getByRole('button', { name: 'Not yet' }).click();
    await expectFocus(page, 'BUTTON', 'Accept');
    await page.keyboard.press('Enter');
    await work.getByRole('button', { name: 'Yes, accept' }).click();
    await page.getByText('Completed').first().waitFor();
    await expectFocus(page, 'H2', 'Slogans for Golden Crust');
    await expectAccessible(page);

    for (const subject of [
      /^A question about your slogans for Golden Crust/,
      /^Your slogans for Golden Crust are ready/,
      /^Your revised slogans for Golden Crust are ready .*version 2/,
    ])
      await shop.letter(email, subject);
    for (const subject of [/^Answered: R-/, /^Revision: R-/, /^Accepted: R-/])
      await shop.letter(ours.supportEmail, subject);
    assert.match(await operate(shop, 'audit'), /^The books balance/);

    await page.goto(`/contact?order=${number}`);
    await page.getByRole('textbox', { name: `Message about order ${number}` }).waitFor();
    await page.getByRole('button', { name: 'Send message' }).click();
    await page.getByRole('link', { name: 'Enter your message' }).waitFor();
  },
);
