import type { Page } from 'playwright-core';

/** Holds back the scripts of the page that opens next, as a slow line does. The returned function lets them come. */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  return release;
}
