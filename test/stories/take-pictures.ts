import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { fillDemo } from '#demo/fill-demo.ts';
import { root } from '#tools/root.ts';
import { buildWeb } from '#tools/build-web.ts';
import { pages } from '#web/sitemap.ts';
import { launchBrowser } from './browser.ts';
import { agree, createAccount, fillBrief, fillCheckout, orderButton } from './buy-slogans.ts';
import { declineCounting } from './decline-counting.ts';
import { tourDesk } from './desk-pictures.ts';
import { takeReports } from './report-pictures.ts';
import { startShop, type Shop } from './shop.ts';

/**
 * `npm run pictures` takes pictures of every page and the desk's screens, in light and dark mode, at phone, tablet and desktop
 * widths, into .cache/pictures. Arguments select the addresses that contain one of them. `npm run pictures readme` makes the
 * README's pictures.
 */
const folder = join(root, '.cache', 'pictures');
const widths = [360, 768, 1440];
const themes = ['light', 'dark'] as const;
type Theme = (typeof themes)[number];
type Take = (page: Page, name: string) => Promise<void>;

async function tour(browser: Browser, shop: Shop, colorScheme: Theme, wanted: string[]): Promise<void> {
  const { url } = shop;
  const context = await browser.newContext({ baseURL: url, colorScheme, reducedMotion: 'reduce' });
  await context.addInitScript(declineCounting);
  const page = await context.newPage();
  const isWanted = (name: string) => wanted.length === 0 || wanted.some((word) => name.includes(word));
  const take: Take = async (at, name) => {
    if (!isWanted(name)) return;
    for (const width of widths) {
      await at.setViewportSize({ width, height: 800 });
      await at.waitForLoadState('networkidle');
      // waits for a frame with the new width
      await at.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      const file = `${name.replaceAll(/[^a-z0-9]+/gi, '-').replaceAll(/^-|-$/g, '') || 'home'}-${colorScheme}-${width}.png`;
      await at.screenshot({ path: join(folder, file), fullPage: true });
    }
  };
  for (const { path, guard } of pages) {
    if (guard === 'logged-in' || guard === 'empty-cart' || !isWanted(path)) continue;
    await page.goto(path);
    await take(page, path);
  }
  await page.goto('/no-such-page');
  await take(page, 'not-found');
  await orderSlogans(page, take);
  if (wanted.length === 0 || wanted.some((word) => word.startsWith('report'))) await takeReports(page, take);
  for (const { path, guard } of pages) {
    if (guard !== 'logged-in' || !isWanted(path)) continue;
    await page.goto(path);
    await take(page, path);
  }
  await context.close();
  if (wantsDesk) await tourDesk(browser, shop, colorScheme, take);
}

async function orderSlogans(page: Page, take: Take): Promise<void> {
  await page.goto('/account/create-account');
  await createAccount(page, `ann.${Date.now()}@example.com`);
  await page.waitForURL('/cabinet/history');
  await page.goto('/services/slogans/order-service');
  await fillBrief(page);
  await take(page, 'order-filled-in');
  await page.getByRole('complementary').getByRole('button', { name: 'Add to cart' }).click();
  await page.goto('/cart');
  await fillCheckout(page);
  await agree(page);
  await take(page, 'cart');
  await page.getByRole('button', { name: orderButton }).click();
  await page.waitForURL('**/sandbox-pay/**');
  await take(page, 'provider');
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await page.waitForURL('**/pay?**');
  await page.getByRole('heading', { name: 'Paid' }).waitFor();
  await take(page, 'paid');
  await page.getByRole('link', { name: 'Go to the order' }).click();
  await page.getByText('Your brief').click();
  await take(page, 'order-in-history');
}

/** Takes home and the order form side by side, one in light and the other in dark mode. */
async function takeReadmePicture(browser: Browser, url: string): Promise<void> {
  const size = { width: 1120, height: 1260 };
  const shots = await Promise.all(
    (['light', 'dark'] as const).map(async (colorScheme) => {
      const page = await browser.newPage({
        baseURL: url,
        colorScheme,
        reducedMotion: 'reduce',
        viewport: size,
      });
      await page.addInitScript(declineCounting);
      await page.goto(colorScheme === 'light' ? '/' : '/services/slogans/order-service');
      if (colorScheme === 'dark') await fillBrief(page);
      await page.evaluate(() => {
        window.scrollTo(0, 0);
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      });
      await page.waitForLoadState('networkidle');
      const picture = await page.screenshot();
      await page.close();
      return picture;
    }),
  );
  const wide = { width: size.width * 2, height: size.height, channels: 3 as const, background: '#fff' };
  const both = await sharp({ create: wide })
    .composite(shots.map((input, index) => ({ input, left: index * size.width, top: 0 })))
    .png()
    .toBuffer();
  const file = join(root, 'docs', 'storefront.png');
  await sharp(both).resize({ width: 1600 }).png({ palette: true, quality: 90 }).toFile(file);
}

const wanted = process.argv.slice(2);
// the desk's screens are selected only by names that begin with "desk"
const wantsDesk = wanted.length === 0 || wanted.some((word) => word.startsWith('desk'));
const { ok, output } = await buildWeb();
if (!ok) throw new Error(output);
const browser = await launchBrowser();
// charts and lists of money need a shop with a history
const fill = async (dataDir: string) => void (await fillDemo({ dataDir }));
const shop = await startShop({ RATE_LIMIT_FACTOR: '100' }, wantsDesk ? { fill } : {});
try {
  if (wanted[0] === 'readme') await takeReadmePicture(browser, shop.url);
  else {
    if (wanted.length === 0) await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    for (const theme of themes) await tour(browser, shop, theme, wanted);
    console.log(`The pictures are in ${folder}`);
  }
} finally {
  await browser.close();
  await shop.discard();
}
