import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { agree, createAccount, fillCheckout, orderButton, newEmail } from './buy-slogans.ts';
import { textToAnalyze } from '#demo/demo-work.ts';
import { expectAccessible, expectGone, expectNoSideScroll, expectValue } from './page-checks.ts';
import { story } from './story.ts';

story(
  'lets a visitor preview a report, and a customer order, read and download it and improve the text',
  async ({ page, expectComplaint }) => {
    expectComplaint(/400 .*previews\/analysis/);
    /** Presses the button until the result is there: a shop on a busy machine refuses a preview that takes too long. */
    async function checkText(result: Locator): Promise<void> {
      const tooLong = page.getByText('Try again in a moment.').first();
      do {
        await page.getByRole('button', { name: 'Check my text' }).click();
        await result.or(tooLong).first().waitFor();
        if (await tooLong.isVisible()) expectComplaint(/503 .*previews\/analysis/);
      } while (!(await result.isVisible()));
    }
    await page.goto('/account/create-account');
    await createAccount(page, newEmail());
    await page.waitForURL('**/cabinet/**');

    await page.goto('/services/content-quality-analyzer');
    await page
      .getByText('Only with “Report with an editor’s comments” or “Report with edited text”.')
      .waitFor();
    await page.getByRole('button', { name: 'Check my text' }).click();
    await page.getByRole('link', { name: 'Paste the text to analyze' }).waitFor();
    await page.getByLabel('Your text').fill(textToAnalyze);
    await checkText(page.getByText(/100 \(\d+ words\)/));
    await expectAccessible(page);
    await expectNoSideScroll(page);
    // shows no result under a rejected text, and doesn't call a short text an excerpt
    const preview = page.getByLabel('Your text');
    await preview.fill('Das ist ein deutscher Text über Brot, Mehl, Wasser und Salz.');
    await page.getByRole('button', { name: 'Check my text' }).click();
    await page
      .getByRole('alert')
      .getByText(/only English texts/)
      .first()
      .waitFor();
    await expectGone(page.getByRole('region', { name: 'Preview' }));
    await preview.fill('We bake bread all night, and you can have it warm.');
    await checkText(page.getByText('/100 (11 words)'));
    await page.getByText('A report needs a text of at least 50 words.').waitFor();
    await preview.fill(textToAnalyze);
    await checkText(page.getByText(/100 \(\d+ words\)/));
    await page.getByRole('link', { name: 'Get the full report' }).click();
    await page.waitForURL('**/order-service');
    const text = page.getByLabel('Text to analyze');
    await expectValue(text, textToAnalyze);

    await page.getByLabel('Title of the text').fill('Our bakery');
    await page.getByLabel('What kind of text is it?').selectOption({ index: 1 });
    await page.getByLabel(/^Main search phrase/).fill('stone oven');
    await text.fill('Das ist ein deutscher Text über Brot, Mehl, Wasser und Salz. '.repeat(6));
    const order = page.getByRole('complementary').getByRole('button', { name: 'Check out' });
    await order.click();
    await page.getByRole('link', { name: /We analyze only English texts/ }).waitFor();
    await text.fill(textToAnalyze);
    await order.click();
    await page.waitForURL('**/cart**');
    await fillCheckout(page);
    await agree(page);
    await page.getByRole('button', { name: orderButton }).click();
    await page.waitForURL('**/sandbox-pay/**');
    await page.getByRole('button', { name: /^Pay \$/ }).click();
    await page.waitForURL('**/pay?**');
    await page.getByText(/ready in about a minute|This order is complete|Your order is ready/).waitFor();
    await expectGone(page.getByText('goes to our team'));
    await page.getByRole('link', { name: /^(Go to the order|See your finished work)$/ }).click();

    // No reload is needed: the report is finished while the page is open.
    await page.getByText(/^Fix \d+ errors/).waitFor();
    await expectAccessible(page);
    await expectNoSideScroll(page);
    await page.getByRole('region', { name: 'Fix these first' }).getByRole('link').first().click();
    await page.waitForURL('**/cabinet/report?**');
    await page.getByRole('heading', { level: 1, name: 'Our bakery' }).waitFor();
    await page.locator('nav [aria-current=page]', { hasText: 'Orders' }).waitFor();
    const findings = page.getByRole('heading', { name: /^\d+ issues?$/ });
    await findings.waitFor();
    await page.getByRole('row', { name: /^stone oven No No/ }).waitFor();
    await expectAccessible(page);
    await expectNoSideScroll(page);
    await expectFoldedOnPhones(page);
    const count = async () => Number.parseInt((await findings.textContent()) ?? '', 10);
    const before = await count();
    // a long report opens only its worst area, also on a desktop
    await page.getByRole('button', { name: 'Correctness', expanded: true }).waitFor();
    await page.getByRole('button', { name: 'Voice and inclusive language', expanded: false }).waitFor();
    await page.getByRole('button', { name: `Show all ${before}` }).click();
    // the same words with the same advice are shown once, with a link to each further place
    const shouted = page.getByRole('listitem').filter({ hasText: /^!!!/ });
    assert.equal(await shouted.count(), 1);
    await shouted.getByRole('link', { name: '!!!, occurrence 2' }).click();
    assert.match(page.url(), /exclamation-\d+-mark$/);
    await page.getByRole('button', { name: 'Dismiss' }).first().click();
    await page.getByRole('heading', { name: `${before - 1} issues` }).waitFor();
    await page.getByText('Dismissed (1)').click();
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('heading', { name: `${before} issues` }).waitFor();
    for (const [button, name] of [
      ['Download PDF', /^report-R-.*\.pdf$/],
      ['CSV', /^findings-R-.*\.csv$/],
      ['JSON', /^report-R-.*\.json$/],
    ] as const) {
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name: button }).click();
      assert.match((await saving).suggestedFilename(), name);
    }

    await useCorrectedCopy(page);
    await page.getByText(/Check your improved text for free until/).click();
    await page
      .getByLabel('Your improved text')
      .fill(
        textToAnalyze
          .replace('The the', 'The')
          .replace('definately', 'definitely')
          .replace('should of', 'should have'),
      );
    await page.getByRole('button', { name: 'Check it again' }).click();
    // the form closes with the answer; the score before the change is there since the first check
    await page.getByLabel('Your improved text').waitFor({ state: 'hidden' });
    await page.getByText(/Before: \d+ \(\d+ issues?\)/).waitFor();
    assert.ok((await count()) < before);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'The original text' }).click();
    await page.getByRole('heading', { name: `${before} issues` }).waitFor();

    expectComplaint(/404 .*deliveries/);
    await page.goto('/cabinet/report?order=R-0000-0000');
    await page.getByText('We can’t find that delivery in your account.').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Order R-0000-0000' }).waitFor();
  },
);

/** Chooses changes, undoes one, and downloads the corrected copy. */
async function useCorrectedCopy(page: Page): Promise<void> {
  const choice = page.getByRole('button', { name: 'Replace “in order to” with to' });
  assert.equal(await choice.getAttribute('aria-pressed'), 'false');
  await choice.click();
  const shown = page.getByRole('button', { name: /^Corrected copy \(\d+\)$/ });
  const count = async () => Number(/\d+/.exec((await shown.textContent()) ?? '')![0]);
  const chosen = await count();
  await shown.click();
  await page.getByText(`${chosen} changes made. Score:`).waitFor();
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await page.getByRole('button', { name: /^definately\s+replaced by\s+definitely/ }).click();
  await page.getByText(`${chosen - 1} changes made.`).waitFor();
  await page.reload();
  assert.equal(await count(), chosen - 1);
  await shown.click();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Word, with tracked changes' }).click();
  assert.match((await saving).suggestedFilename(), /^corrected-R-.*\.docx$/);
  await page.getByRole('button', { name: 'Check this copy for free' }).click();
  await page.getByText(/Before: \d+ \(\d+ issues?\)/).waitFor();
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
  await page.getByRole('button', { name: 'Issues marked' }).waitFor();
  await expectGone(page.getByRole('button', { name: 'Replace “in order to” with to' }));
}

/** On a phone, only the worst area is expanded. Links expand their target, and print shows everything. */
async function expectFoldedOnPhones(page: Page): Promise<void> {
  const wide = page.viewportSize();
  const wordy = page.locator('a[href$="-mark"]', { hasText: /^in order to$/ });
  await page.setViewportSize({ width: 360, height: 800 });
  await page.reload();
  await page.getByRole('button', { name: 'Correctness', expanded: true }).waitFor();
  await page.getByRole('button', { name: 'Clarity and style', expanded: false }).waitFor();
  await wordy.waitFor({ state: 'hidden' });
  await page.emulateMedia({ media: 'print' });
  await wordy.waitFor();
  await page.emulateMedia({ media: 'screen' });
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Clarity and style' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Clarity and style', expanded: true }).waitFor();
  await page.getByRole('button', { name: 'Your text', exact: true }).click();
  await wordy.click();
  await page.getByRole('button', { name: 'Your text', exact: true, expanded: true }).waitFor();
  await page.getByRole('button', { name: /^Show all \d+$/ }).click();
  await page.getByRole('button', { name: 'Voice and inclusive language', expanded: true }).waitFor();
  await page.getByRole('button', { name: 'Collapse all' }).click();
  await wordy.waitFor({ state: 'hidden' });
  if (wide) await page.setViewportSize(wide);
  await page.reload();
}

story(
  'previews hashtags without an account, and copies their topic into the order form',
  async ({ page }) => {
    await page.goto('/services/hashtag-optimization');
    await page.getByText('Only with “Strategist check”.').waitFor();
    await page.getByLabel('Your topic').fill('bread');
    await page.keyboard.press('Enter');
    await page.getByText('Left out: #Bread It’s too broad on its own').waitFor();
    await page.getByLabel('Your topic').fill('Artisan sourdough bakery in Leeds');
    await page.keyboard.press('Enter');
    await page.getByText('#ArtisanSourdoughBakery').waitFor();
    await expectAccessible(page);
    await expectNoSideScroll(page);
    await page.getByRole('link', { name: 'Get the full set' }).click();
    await page.waitForURL('**/order-service');
    await expectValue(
      page.getByRole('textbox', { name: /^Topic/ }).first(),
      /Artisan sourdough bakery in Leeds/,
    );
  },
);
