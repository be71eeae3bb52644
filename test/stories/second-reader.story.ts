/** The findings of the operator's language server in a customer's report. */
import assert from 'node:assert/strict';
import { after } from 'node:test';
import type { Delivery } from '#contract/storefront/fulfilment.ts';
import type { PlacedOrder } from '#contract/storefront/orders.ts';
import { analysisOrder } from '#test/server/analysis-order.ts';
import { answerWith, matchOf, openLanguageToolFake } from '#test/server/language-tool-fake.ts';
import { testPassword } from '#test/server/open-test-shop.ts';
import { apiCustomer } from './api-customer.ts';
import { expectAccessible, expectNoSideScroll } from './page-checks.ts';
import { waitFor } from './shop.ts';
import { story } from './story.ts';

const languageTool = await openLanguageToolFake();
languageTool.answer = (text) =>
  answerWith(
    matchOf(text, 'any more', {
      message: 'One word? <img src=x onerror="alert(1)">',
      values: ['anymore', '<b>any longer</b>'],
    }),
  );
after(() => languageTool.close());

story(
  'shows the findings of the language server in a report as plain text',
  async ({ page, shop }) => {
    const customer = apiCustomer(() => shop.url);
    await customer.register();
    await customer.logIn();
    const { body: order } = await customer.call<PlacedOrder>('/api/orders', analysisOrder, {
      'idempotency-key': crypto.randomUUID(),
    });
    await customer.pay(order);
    const path = `/api/orders/${order.orderNumber}/lines/1/deliveries/1`;
    await waitFor('the second reading', async () => {
      const { body } = await customer.call<Partial<Delivery>>(path);
      return body.report?.type === 'analyzer' && body.report.secondReader !== undefined;
    });
    await page.goto('/account/login');
    await page.getByLabel('Email address').fill(customer.email);
    await page.getByLabel('Password', { exact: true }).fill(testPassword);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL('**/cabinet/**');
    await page.goto(`/cabinet/report?order=${order.orderNumber}&line=1`);
    const found = page.getByRole('region', { name: 'Also found by LanguageTool' });
    await found.getByText('“any more”').waitFor();
    await found.getByText('anymore / <b>any longer</b>').waitFor();
    await found.getByText('One word? <img src=x onerror="alert(1)">').waitFor();
    assert.equal(await found.locator('img, b').count(), 0);
    await expectAccessible(page);
    await expectNoSideScroll(page);
  },
  {
    settings: { RATE_LIMIT_FACTOR: '100', LANGUAGETOOL_URL: languageTool.url },
    browser: { viewport: { width: 320, height: 640 } },
  },
);
