import assert from 'node:assert/strict';
import type { BrowserContext, Page } from 'playwright-core';
import { contentSecurityPolicy } from '#web/build/content-security-policy.ts';
import { expectAccessible, expectGone } from './page-checks.ts';
import { story } from './story.ts';

const measurementId = 'G-STORY12345';

/** Serves every page as built with a measurement ID, with a fake Google script. Records the script's requests. */
async function countVisits(context: BrowserContext): Promise<string[]> {
  const asked: string[] = [];
  await context.route('**/*', async (route) => {
    const { hostname, href } = new URL(route.request().url());
    if (hostname.endsWith('googletagmanager.com')) {
      asked.push(href);
      return route.fulfill({ contentType: 'text/javascript', body: 'window.googleHasLoaded = true;' });
    }
    if (route.request().resourceType() !== 'document') return route.continue();
    const response = await route.fetch();
    const meta = `<meta name="analytics-id" content="${measurementId}"/>`;
    const html = (await response.text()).replace('<meta charSet="utf-8"/>', `$&${meta}`);
    assert.ok(html.includes(meta), 'the page has another head than the story thinks');
    const headers = { ...response.headers(), 'content-security-policy': contentSecurityPolicy(html) };
    return route.fulfill({ response, body: html, headers });
  });
  return asked;
}

const choice = async (page: Page) => {
  const kept = await page.evaluate(() => localStorage.getItem('agreePrivacy'));
  return kept === null ? null : (JSON.parse(kept) as { version: number; date: string; choice: string });
};

/** Commands that are queued for Google's script or were read by it. */
const commands = (page: Page) =>
  page.evaluate(() =>
    ((window as { dataLayer?: ArrayLike<unknown>[] }).dataLayer ?? []).map((entry) =>
      Array.from(entry).map(String),
    ),
  );

story(
  'collects no analytics after “Decline” until the visitor accepts in the footer’s privacy settings',
  async ({ page, context }) => {
    const asked = await countVisits(context);
    await page.goto('/');
    const question = page.getByRole('region', { name: 'Privacy settings' });
    await question.getByText('Can we use Google Analytics').waitFor();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Decline' }).click();
    await question.waitFor({ state: 'hidden' });
    const declined = await choice(page);
    assert.equal(declined?.choice, 'declined');
    assert.ok(!Number.isNaN(Date.parse(declined.date)));

    await page.reload();
    await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset);
    assert.equal(await question.isVisible(), false);
    assert.deepEqual(asked, []);

    await page.getByRole('button', { name: 'Privacy settings' }).click();
    const accept = question.getByRole('button', { name: 'Accept' });
    await page.waitForFunction(() => document.activeElement?.textContent === 'Accept');
    await accept.press('Enter');
    await question.waitFor({ state: 'hidden' });
    await page.waitForFunction(() => 'googleHasLoaded' in window);
    assert.deepEqual(asked, [`https://www.googletagmanager.com/gtag/js?id=${measurementId}`]);
    assert.deepEqual(
      (await commands(page)).map(([word]) => word),
      ['js', 'config'],
    );
  },
);

story(
  'shows the consent question without covering content, with both answers side by side',
  async ({ page, context }) => {
    await countVisits(context);
    for (const width of [320, 768]) {
      await page.setViewportSize({ width, height: 640 });
      await page.goto('/');
      const question = page.getByRole('region', { name: 'Privacy settings' });
      const header = (await page.getByRole('banner').boundingBox())!;
      const bar = (await question.boundingBox())!;
      assert.ok(bar.y + bar.height <= header.y + 1, `${width}: above the header`);
      const [accept, decline] = await Promise.all(
        ['Accept', 'Decline'].map(async (name) => question.getByRole('button', { name }).boundingBox()),
      );
      assert.equal(accept?.y, decline?.y, `${width}`);
    }
  },
);

story(
  'collects analytics from the next page after consent, until the consent is withdrawn',
  async ({ page, context }) => {
    const asked = await countVisits(context);
    await page.goto('/about-us');
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.waitForFunction(() => 'googleHasLoaded' in window);
    await page.goto('/services/slogans');
    await page.waitForFunction(() => 'googleHasLoaded' in window);
    assert.deepEqual((await commands(page)).at(-1)?.slice(0, 2), ['config', measurementId]);
    assert.equal(asked.length, 2);

    await page.evaluate(() => (document.cookie = '__Secure-_ga=GA1.1.1; path=/; secure'));
    assert.match(await page.evaluate(() => document.cookie), /_ga/);
    await page.getByRole('button', { name: 'Privacy settings' }).click();
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Decline' }).click()]);
    await page.getByRole('heading', { level: 1 }).waitFor();
    assert.equal(await page.evaluate(() => document.cookie), '');
    assert.equal(asked.length, 2);
  },
);

story(
  'collects no analytics on personal pages, and sends no full page address',
  async ({ page, context, shop }) => {
    const asked = await countVisits(context);
    await page.goto('/about-us?link=secret');
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.waitForFunction(() => 'googleHasLoaded' in window);
    const told = await page.evaluate(() =>
      JSON.stringify(
        Array.from((window as { dataLayer?: ArrayLike<unknown>[] }).dataLayer ?? [], (entry) =>
          Array.from(entry),
        ),
      ),
    );
    assert.ok(told.includes(`"page_location":"${shop.url}/about-us"`), told);
    assert.ok(!told.includes('secret'));
    assert.ok(told.includes('"cookie_flags":"Secure;SameSite=Lax"') && told.includes('"__Secure-"'), told);
    for (const path of [
      '/account/login',
      '/account/reset',
      '/pay',
      '/cart',
      '/contact',
      '/services/slogans/order-service',
    ]) {
      await page.goto(path);
      await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset);
      assert.equal(await page.evaluate(() => document.documentElement.dataset['consent']), 'accepted');
      assert.deepEqual(await commands(page), [], path);
    }
    // a page with login tokens isn't measured either
    await page.evaluate(() => sessionStorage.setItem('jwtToken', 'x'));
    await page.goto('/about-us');
    await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset);
    assert.deepEqual(await commands(page), []);
    assert.equal(asked.length, 1);
  },
);

story(
  'runs no Google script on a personal page that is opened from a page with analytics',
  async ({ page, context }) => {
    const asked = await countVisits(context);
    const runs = () => page.evaluate(() => 'googleHasLoaded' in window);
    const hydrated = () => page.waitForFunction(() => 'hydrated' in document.documentElement.dataset);
    /** Waits for the new document: after Back, the address changes shortly before the document does. */
    const opened = async (path: RegExp) => {
      await page.waitForURL(path);
      await page.waitForFunction(
        () => 'hydrated' in document.documentElement.dataset && !('googleHasLoaded' in window),
      );
    };
    // About Us is opened without a page load and measured after the answer; Back wouldn't load a page either
    await page.goto('/cart');
    await hydrated();
    await page.getByRole('link', { name: 'About us' }).first().click();
    await page.waitForURL('**/about-us');
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.waitForFunction(() => 'googleHasLoaded' in window);
    await page.goBack();
    await opened(/\/cart$/);

    for (const [from, link, to] of [
      ['/about-us', 'Log in', /\/account\/login$/],
      ['/about-us', /^Cart/, /\/cart$/],
      ['/about-us', 'Contact', /\/contact$/],
      ['/services/slogans', /^Order/, /order-service$/],
    ] as const) {
      await page.goto(from);
      await hydrated();
      await page.waitForFunction(() => 'googleHasLoaded' in window);
      await page.getByRole('link', { name: link }).first().click();
      await opened(to);
    }
    // moving between measured pages loads no document
    await page.goto('/about-us');
    await hydrated();
    const before = asked.length;
    await page.getByRole('link', { name: 'Services' }).first().click();
    await page.waitForURL('**/#services');
    assert.equal(await runs(), true);
    assert.equal(asked.length, before);
  },
);

story('asks for no consent and loads no analytics without a measurement ID', async ({ page }) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).hostname !== '127.0.0.1') foreign.push(request.url());
  });
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  await page.getByRole('contentinfo').waitFor();
  for (const name of ['Accept', 'Decline', 'Privacy settings'])
    await expectGone(page.getByRole('button', { name }));
  assert.deepEqual(foreign, []);
});
