/**
 * Presses every button of every page of the demo twice at once, including those of the dialogs that open, with the fields filled
 * in. No change is sent twice. FULL=true presses the buttons of every page; otherwise those of one page of each kind, without
 * repeating on a customer's pages what was pressed as a visitor.
 */
import type { BrowserContext, Page } from 'playwright-core';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import type { Demo } from '#demo/fill-demo.ts';
import { pages } from '#web/sitemap.ts';
import { isFullSize } from '#test/test-size.ts';
import { copyDemo } from './copy-demo.ts';
import { declineCounting } from './decline-counting.ts';
import { fillOrderForm, storedCart } from './fill-order-form.ts';
import { holdScripts } from './hold-scripts.ts';
import { expectOnce, fillFields, openWalk, startWalk } from './press-everything.ts';
import { story, type StoryOptions } from './story.ts';

const { products } = builtInCatalogue;
let demo: Demo;
const onDemo: StoryOptions = {
  settings: { RATE_LIMIT_FACTOR: '10000' },
  async fill(dataDir) {
    demo = await copyDemo(dataDir);
  },
};

/** The pages of the storefront to visit: all, or one of each kind. */
const walked = pages.filter(
  ({ file }, index) => isFullSize || pages.findIndex((one) => one.file === file) === index,
);
/** The orders to visit: all, or those whose pages have buttons that others lack. */
const walkedOrders = () => {
  const states = ['completed', 'asked about', 'revision', 'delivered', 'in the queue', 'held', 'unpaid'];
  return isFullSize ? Object.values(demo.orders) : states.map((state) => demo.orders[state]!);
};
const kindOf = ({ path, file }: { path: string; file: string }) => (isFullSize ? path : file);

/** Fills the cart for each page that opens, and blocks the provider's pages. */
async function prepare(context: BrowserContext): Promise<void> {
  await context.addInitScript(declineCounting);
  await context.addInitScript(
    (cart) => localStorage.setItem('orders', cart),
    storedCart(products.slice(3, 4)),
  );
  await context.route('**/sandbox-pay/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: 'The provider’s page' }),
  );
}

async function openPage(page: Page, path: string): Promise<void> {
  const go = () => page.goto(path);
  // tries twice, because the page may be leaving for the provider at this moment, which fails the first try
  await go().catch(go);
  await page.dispatchEvent('body', 'pointerover');
  await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset);
  const product = products.find(({ orderRoute }) => new URL(page.url()).pathname === orderRoute);
  if (!product) return;
  // some forms are only for customers
  await page.locator('[id="order-quantity"], [type=password]').first().waitFor();
  if (new URL(page.url()).pathname === product.orderRoute) await fillOrderForm(page, product);
}

story(
  'sends one change when a visitor presses any button of the storefront twice',
  async ({ page, context, say, expectComplaint }) => {
    expectComplaint(/status of 4\d\d/);
    await prepare(context);
    await page.goto('/about-us');
    const walk = startWalk();
    const { pressAll } = openWalk(page, walk);
    for (const one of walked) await pressAll(kindOf(one), () => openPage(page, one.path));
    say(expectOnce(walk, { pressed: 36, sent: 14 }));
  },
  onDemo,
);

story(
  'sends one change when a customer presses any button of the storefront twice',
  async ({ page, context, say, expectComplaint }) => {
    expectComplaint(/status of 4\d\d/);
    await prepare(context);
    await page.goto('/account/login');
    await page.getByLabel('Email address').fill(demo.email);
    await page.getByLabel('Password', { exact: true }).fill(demo.password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL('**/cabinet/history');
    const walk = startWalk();
    const { pressAll } = openWalk(page, walk);
    const payLinks = new Set<string>();
    for (const number of walkedOrders()) {
      const path = `/cabinet/history?order=${number}`;
      await pressAll(isFullSize ? path : 'order', async () => {
        await openPage(page, path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        const links = page.locator('a[href^="/pay?"]');
        for (const link of await links.all()) payLinks.add((await link.getAttribute('href'))!);
      });
    }
    for (const path of payLinks) await pressAll(isFullSize ? path : 'pay', () => openPage(page, path));
    const own = walked.filter(({ guard }) => isFullSize || guard === 'logged-in' || guard === 'empty-cart');
    for (const one of own) await pressAll(kindOf(one), () => openPage(page, one.path));
    say(expectOnce(walk, { pressed: 48, sent: 12 }));
  },
  onDemo,
);

story(
  'sends one change when a form is submitted twice before the scripts run',
  async ({ openOther, say }) => {
    const walk = startWalk();
    const ways = [
      { by: 'mouse', gap: 0, slower: 1 },
      ...(isFullSize ? ([{ by: 'Enter', gap: 150, slower: 1 }] as const) : []),
    ] as const;
    const forms = pages.filter(({ path, isForm }) => isForm && path !== '/account/not-logged-in');
    for (const path of [...forms.map((form) => form.path), '/contact'])
      for (const how of ways) {
        // a new browser, because one form logs in
        const page = await openOther();
        await prepare(page.context());
        const release = await holdScripts(page);
        await page.goto(path, { waitUntil: 'commit' });
        await page.locator('main form').last().waitFor();
        await fillFields(page);
        await openWalk(page, walk).pressForm({ key: `${path}: ${how.by}`, how }, async () => {
          release();
          await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset);
        });
        await page.close();
      }
    say(expectOnce(walk, { pressed: 7, sent: 4 }));
  },
  onDemo,
);
