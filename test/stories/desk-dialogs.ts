import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { focused, tabTo } from './by-keyboard.ts';
import { expectGone, expectSound, expectValue } from './page-checks.ts';
import { waitFor } from './shop.ts';

/** Waits until the focused element has this name. */
export const expectFocus = (page: Page, name: RegExp) =>
  waitFor(`the focus on ${String(name)}`, async () => name.test(await focused(page)) || undefined);

/** Waits until the screen's heading has the focus. */
export const expectHeadingFocus = (page: Page) =>
  page.waitForFunction(() => document.activeElement?.tagName === 'H1');

/** Opens a dialog by keyboard, closes it with Esc, which returns the focus to its button, and opens it again. */
export async function openDialog(page: Page, button: RegExp): Promise<Locator> {
  await tabTo(page, button);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await expectSound(page);
  await page.keyboard.press('Escape');
  await expectGone(dialog);
  await expectFocus(page, button);
  await page.keyboard.press('Enter');
  await dialog.waitFor();
  return dialog;
}

/** Submits an empty form, which then lists what is missing and moves the focus to the list. */
export async function sendNothing(page: Page, dialog: Locator, button: RegExp): Promise<void> {
  await tabTo(page, button);
  await page.keyboard.press('Enter');
  await expectRefused(dialog);
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'alert');
  await expectSound(page);
}

const expectRefused = (dialog: Locator) => dialog.getByRole('alert').filter({ hasText: 'problem' }).waitFor();

/**
 * Submits a filled-in form by keyboard: first without a network, after which the typed text is still there, and then twice, which
 * calls the server once. `call`: the end of the call's path. The dialog closes.
 */
export async function sendOnce(
  page: Page,
  dialog: Locator,
  button: RegExp,
  { typed, call }: { typed: readonly (readonly [label: RegExp, text: string])[]; call: string },
): Promise<void> {
  await page.context().setOffline(true);
  await tabTo(page, button);
  await page.keyboard.press('Enter');
  await expectRefused(dialog);
  await expectSound(page);
  for (const [label, text] of typed) await expectValue(dialog.getByLabel(label), text);
  await page.context().setOffline(false);

  // holds the answer back until the button is pressed again
  let calls = 0;
  const { promise: pressed, resolve: release } = Promise.withResolvers<void>();
  const at = ({ pathname }: URL) => pathname.endsWith(call);
  await page.route(at, async (route) => {
    calls += 1;
    await pressed;
    await route.continue();
  });
  await tabTo(page, button);
  await page.keyboard.press('Enter');
  await waitFor('the call', async () => calls > 0 || undefined);
  await page.keyboard.press('Enter');
  release();
  await expectGone(dialog);
  await page.unroute(at);
  assert.equal(calls, 1);
}
