import type { Page } from 'playwright-core';
import { textToAnalyze } from '#demo/demo-work.ts';
import { agree, orderButton } from './buy-slogans.ts';

type Take = (page: Page, name: string) => Promise<void>;

/** Orders a report and hashtags as a customer who has ordered before, and takes pictures of what is delivered. */
export async function takeReports(page: Page, take: Take): Promise<void> {
  const form = page.getByRole('complementary');
  await page.goto('/services/hashtag-optimization/order-service');
  await page.getByRole('textbox', { name: /^Topics/ }).fill('Artisan sourdough bakery in Leeds');
  await page.getByRole('textbox', { name: /^Key terms/ }).fill('sourdough, rye bread, home delivery');
  for (const platform of ['Instagram', 'LinkedIn', 'TikTok']) await page.getByLabel(platform).check();
  await form.getByRole('button', { name: 'Add to cart' }).click();
  await page.getByText('Added to your cart').first().waitFor();

  await page.goto('/services/content-quality-analyzer/order-service');
  await page.getByLabel('Title of the text').fill('Our bakery');
  await page.getByLabel('What kind of text is it?').selectOption('about');
  await page.getByLabel(/^Main search phrase/).fill('stone oven');
  await page.getByLabel('Text to analyze').fill(textToAnalyze);
  await form.getByRole('button', { name: 'Check out' }).click();
  await page.waitForURL('**/cart**');
  await agree(page);
  await page.getByRole('button', { name: orderButton }).click();
  await page.waitForURL('**/sandbox-pay/**');
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await page.waitForURL('**/pay?**');
  await page.getByRole('link', { name: /^(?:Go to the order|See your finished work)$/ }).click();
  await page.getByRole('link', { name: 'Open the report' }).waitFor();
  await page.getByText(/^All \d+ hashtags/).click();
  await take(page, 'order-with-instant-work');
  await page.getByRole('link', { name: 'Open the report' }).click();
  await page.getByRole('heading', { level: 1, name: 'Our bakery' }).waitFor();
  await page.getByRole('button', { name: /^Show all \d+$/ }).click();
  await take(page, 'report');
  await page.getByRole('button', { name: /^Corrected copy/ }).click();
  await page.getByText(/changes? made\. Score:/).waitFor();
  await take(page, 'report-corrected-copy');
}
