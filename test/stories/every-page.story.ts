import assert from 'node:assert/strict';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { pages } from '#web/sitemap.ts';
import { partOf } from '#test/test-size.ts';
import { createAccount, orderButton, newEmail } from './buy-slogans.ts';
import { storedCart } from './fill-order-form.ts';
import {
  expectAccessible,
  expectNoLayoutShift,
  expectNoSideScroll,
  openWithLateFonts,
} from './page-checks.ts';
import { story } from './story.ts';

const { products } = builtInCatalogue;

const publicPages = pages.filter(({ isPublic }) => isPublic).map(({ path }) => path);
const phone = { width: 320, height: 640 };

for (const [part, colorScheme] of (['light', 'dark'] as const).entries())
  story(
    `shows public pages accessibly, without sideways scrolling or layout shifts, in ${colorScheme} mode`,
    async ({ page }) => {
      for (const path of partOf(publicPages, part, 2)) {
        // in dark mode with fallback fonts, which stay when the fonts arrive late
        await (colorScheme === 'dark' ? openWithLateFonts(page, path) : page.goto(path));
        await page.getByRole('heading', { level: 1 }).waitFor();
        await expectNoLayoutShift(page);
        await expectAccessible(page);
        await expectNoSideScroll(page);
      }
    },
    { browser: { colorScheme, viewport: phone } },
  );

story(
  'lets visitors read and leave every public page without JavaScript',
  async ({ page }) => {
    const linked = new Set<string>();
    for (const path of publicPages) {
      const answer = await page.goto(path);
      assert.equal(answer?.status(), 200, path);
      assert.ok(await page.getByRole('heading', { level: 1 }).isVisible(), path);
      const links = await page
        .getByRole('link')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
      for (const link of links) linked.add(link.split('#')[0] ?? '');
      for (const link of links.filter((one) => one.startsWith('#')))
        assert.equal(await page.locator(link).count(), 1, `${path} has a place for ${link}`);
    }
    for (const path of publicPages) assert.ok(linked.has(path), `no page links to ${path}`);
    const [questions] = await page.goto('/services/slogans').then(() => page.locator('details').all());
    await questions?.locator('summary').click();
    assert.ok(await questions?.locator('p').isVisible());
    await page.goto('/terms-of-service');
    await page
      .getByRole('navigation', { name: 'On this page' })
      .getByRole('link', { name: 'Delivery' })
      .click();
    await page.waitForURL('**/terms-of-service#delivery');
    const heading = (await page.getByRole('heading', { name: 'Delivery' }).boundingBox())!;
    assert.ok(heading.y >= 0 && heading.y < 100, `the heading is at ${heading.y} px`);
  },
  { browser: { javaScriptEnabled: false, viewport: phone } },
);

story(
  'explains on each page that needs JavaScript that it does, also after its form was sent without it',
  async ({ page }) => {
    const said = page.getByText(/This page needs JavaScript\. Turn it on/).first();
    for (const { path } of pages.filter(({ guard }) => guard === 'logged-in')) {
      await page.goto(path);
      await said.waitFor();
    }
    await page.goto('/account/login?redirect=%2Fcart');
    await page.getByLabel('Email address').fill(newEmail());
    await page.getByLabel('Password', { exact: true }).fill('a password of nobody');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL('**/account/login?redirect=%2Fcart');
    await said.waitFor();
  },
  { browser: { javaScriptEnabled: false } },
);

story('lists every public page, and no other, for search engines', async ({ page, shop }) => {
  const read = async (path: string) => (await page.request.get(path)).text();
  const sitemap = await read('/sitemap.xml');
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
  assert.deepEqual(listed.toSorted(), publicPages.toSorted());
  assert.match(await read('/robots.txt'), /^Sitemap: /m);
  const titles = new Set<string>();
  for (const path of publicPages) {
    const html = await read(path);
    const found = (pattern: RegExp) => pattern.exec(html)?.[1] ?? '';
    titles.add(found(/<title>([^<]+)/));
    assert.ok(found(/<meta name="description" content="([^"]+)"/).length > 50, path);
    assert.equal(new URL(found(/<link rel="canonical" href="([^"]+)"/)).pathname, path);
    const picture = await page.request.get(
      shop.url + new URL(found(/property="og:image" content="([^"]+)"/)).pathname,
    );
    assert.equal(picture.headers()['content-type'], 'image/png', path);
  }
  assert.equal(titles.size, publicPages.length, 'titles are all different');
});

story(
  'shows the cart and order forms without sideways scrolling when text is twice as large',
  async ({ page, context }) => {
    await context.addInitScript((cart) => {
      localStorage.setItem('orders', cart);
      localStorage.setItem('agreePrivacy', JSON.stringify({ version: 1, date: '', choice: 'declined' }));
      document.addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%'));
    }, storedCart(products));
    await page.goto('/account/create-account?redirect=/cart');
    await createAccount(page, newEmail());
    await page.waitForURL(({ pathname }) => pathname === '/cart');
    await page.getByRole('button', { name: orderButton }).waitFor();
    await expectNoSideScroll(page);
    await expectAccessible(page);
    const shown = partOf(products, 0, 3).flatMap(({ route, orderRoute }) => [route, orderRoute]);
    for (const path of ['/', ...shown]) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      // the form of a free preview loads after the page
      if ((await page.locator('#preview').count()) > 0)
        await page.getByRole('button', { name: /^(?:Check my text|Show me hashtags)$/ }).waitFor();
      await expectNoSideScroll(page);
    }
  },
  { browser: { viewport: phone } },
);

story(
  'shows on every page that a public shop is in test mode, also after hydration and navigation',
  async ({ page, expectComplaint }) => {
    expectComplaint(/404 \(Not Found\)/);
    const bar = page.getByRole('complementary', { name: 'Test mode' });
    await page.goto('/about-us');
    await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset);
    await bar.getByText('no real money').waitFor();
    await expectAccessible(page);
    await expectNoLayoutShift(page);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
    await page.waitForURL('**/contact');
    await bar.waitFor();
    assert.equal(await bar.count(), 1);
    await page.goto('/nothing-here');
    await bar.waitFor();
  },
  {
    settings: { NODE_ENV: 'production', PAYMENTS_ALLOW_SANDBOX: 'i-understand-orders-are-not-paid' },
    browser: { viewport: phone },
  },
);
