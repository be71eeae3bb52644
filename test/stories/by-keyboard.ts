import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Product } from '#contract/catalogue/product.ts';
import { exampleDetails } from '#demo/example-orders.ts';

/** The accessible name of the focused element, as far as tests need it. */
export const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement)) return '';
    const labels = 'labels' in element ? (element.labels as NodeListOf<HTMLLabelElement> | null) : null;
    return (
      element.getAttribute('aria-label') ??
      (labels?.length ? labels[0]?.textContent : element.textContent) ??
      ''
    ).trim();
  });

/** Waits until the focused element is visible and not covered, because a page may still be scrolling or loading data. */
const isInSight = (page: Page) =>
  page
    .waitForFunction(
      () => {
        const element = document.activeElement;
        if (!element || element === document.body) return true;
        const { left, top, width, height } = element.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + Math.min(height, 40) / 2];
        const hit = document.elementFromPoint(x, y);
        // A link inside a consent covers the checkbox, which fills the whole consent.
        const whole = element.closest('label') ?? element;
        return hit !== null && (whole.contains(hit) || hit.contains(element));
      },
      undefined,
      { timeout: 30_000 },
    )
    .then(
      () => true,
      () => false,
    );

/** Presses Tab until the focused control's name and ID satisfy `isWanted`. */
async function tabUntil(
  page: Page,
  what: string,
  isWanted: (name: string, id: string) => boolean,
): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    const now = await focused(page);
    assert.ok(await isInSight(page), `"${now}" has the focus and cannot be seen`);
    if (isWanted(now, await page.evaluate(() => document.activeElement?.id ?? ''))) return;
  }
  assert.fail(`Tab never reached ${what}`);
}

/** Presses Tab until the control with this name has the focus. */
export const tabTo = (page: Page, name: RegExp): Promise<void> =>
  tabUntil(page, String(name), (now) => name.test(now));

/** Moves to the field with this name by Tab, and types. */
export async function type(page: Page, name: RegExp, text: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.type(text);
}

/** Answers the product's open order form with the example. */
export async function fillByKeyboard(page: Page, product: Product): Promise<void> {
  const { brief } = exampleDetails(product, product.quantity.default);
  for (const field of product.fields) {
    const answer = [brief[field.key] ?? []].flat();
    const id = `order-brief-${field.key}`;
    if ('options' in field) {
      const labels = field.options.filter(({ value }) => answer.includes(value)).map(({ label }) => label);
      await choose(page, id, labels);
      continue;
    }
    await tabUntil(page, id, (_, now) => now === id);
    for (const [index, text] of answer.entries()) {
      if (index > 0 || field.type === 'tags') await page.keyboard.press('Enter');
      await page.keyboard.type(text);
    }
    if (field.type === 'tags') await page.keyboard.press('Enter');
  }
}

/** Chooses the options with these labels in a list, or in a group whose first control has this ID. */
async function choose(page: Page, id: string, labels: readonly string[]): Promise<void> {
  const kind = await page
    .locator(`[id="${id}"]`)
    .evaluate((element) => (element instanceof HTMLInputElement ? element.type : 'list'));
  if (kind === 'list') {
    await tabUntil(page, id, (_, now) => now === id);
    await page.keyboard.type(labels[0] ?? '');
  } else
    for (const label of labels) {
      await tabUntil(page, label, (name) => name.startsWith(label));
      await page.keyboard.press('Space');
    }
}
