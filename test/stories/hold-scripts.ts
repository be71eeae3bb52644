import type { Page } from 'playwright-core';

/** Holds back the scripts of the next page, as a slow connection does. Returns a function that releases them. */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  return release;
}
