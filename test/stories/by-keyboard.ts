import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

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

/** Waits until the focused element is in sight and not covered: a page may still be scrolling or taking its last data. */
const isInSight = (page: Page) =>
  page
    .waitForFunction(
      () => {
        const element = document.activeElement;
        if (!element || element === document.body) return true;
        const { left, top, width, height } = element.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + Math.min(height, 40) / 2];
        const hit = document.elementFromPoint(x, y);
        // A link inside a consent lies over the checkbox that fills the whole consent.
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

/** Presses Tab until the control of this name has the focus. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    const now = await focused(page);
    assert.ok(await isInSight(page), `"${now}" has the focus and cannot be seen`);
    if (name.test(now)) return;
  }
  assert.fail(`Tab never reached ${String(name)}`);
}

/** Moves to the field of this name with Tab, and types. */
export async function type(page: Page, name: RegExp, text: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.type(text);
}
