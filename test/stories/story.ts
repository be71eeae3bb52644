import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after } from 'node:test';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { root } from '#tools/root.ts';
import { chromiumPath, howToGetChromium, launchBrowser } from './browser.ts';
import { startShop, type Shop } from './shop.ts';

export type Scene = {
  /** A page that has not navigated yet; addresses without a host are the shop's. */
  page: Page;
  context: BrowserContext;
  shop: Shop;
  /** Names a browser error that this story provokes. The error must then occur. */
  expectComplaint: (complaint: RegExp) => void;
};

export type StoryOptions = {
  settings?: Record<string, string>;
  /** Prepares the data folder before the shop starts. */
  fill?: (dataDir: string) => Promise<void>;
  browser?: BrowserContextOptions;
};

const isTraced = process.env['STORY_TRACE'] === 'true';
let browser: Promise<Browser> | undefined;
type OpenShop = { settings: string; fill: StoryOptions['fill']; shop: Promise<Shop> };
const shops: OpenShop[] = [];
after(async () => {
  await (await browser)?.close();
  for (const { shop: starting } of shops) {
    const shop = await starting;
    try {
      await shop.stop();
    } finally {
      await shop.discard();
    }
  }
});

// Starting a shop takes longer than most stories: the stories of one file share a shop, each with its own customers.
function openShop({ settings = {}, fill }: StoryOptions): Promise<Shop> {
  const words = JSON.stringify(settings);
  const open = shops.find((one) => one.settings === words && one.fill === fill);
  if (open) return open.shop;
  const shop = startShop(settings, { fill });
  shops.push({ settings: words, fill, shop });
  return shop;
}

/**
 * Runs a story in a fresh browser profile. Any browser error (a script's error, a breach of the content
 * security policy, a failed request) fails the story unless the story expects it. A failed story saves screenshots and the server's
 * output in .cache/stories; with STORY_TRACE=true also a trace, which slows every story by a quarter.
 */
export function story(name: string, play: (scene: Scene) => Promise<void>, options: StoryOptions = {}): void {
  void test(name, { skip: chromiumPath === undefined && howToGetChromium }, async () =>
    perform(name, play, await openShop(options), options.browser),
  );
}

async function perform(
  name: string,
  play: (scene: Scene) => Promise<void>,
  shop: Shop,
  options?: BrowserContextOptions,
): Promise<void> {
  const remains = join(root, '.cache', 'stories', toFileName(name));
  await rm(remains, { recursive: true, force: true });
  const opened = await (browser ??= launchBrowser());
  const size = { width: 1280, height: 800 };
  const context = await opened.newContext({ baseURL: shop.url, viewport: size, ...options });
  if (isTraced) await context.tracing.start({ screenshots: true, snapshots: true });
  const complaints = collectComplaints(context);
  const expected: RegExp[] = [];
  try {
    const page = await context.newPage();
    await play({ page, context, shop, expectComplaint: (complaint) => void expected.push(complaint) });
    const unexpected = complaints.filter((complaint) => !expected.some((one) => one.test(complaint)));
    assert.deepEqual(unexpected, [], 'the browser complained');
    const missing = expected.filter((one) => !complaints.some((complaint) => one.test(complaint)));
    assert.deepEqual(missing, [], 'the browser did not complain');
  } catch (error) {
    await keepRemains(remains, context, complaints, shop);
    console.log(`Pictures and the server's output of "${name}": ${remains}`);
    throw error;
  } finally {
    await context.close();
  }
}

function collectComplaints(context: BrowserContext): string[] {
  const complaints: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => {
    const { name, message, stack } = error.error();
    // an import that failed without a network has a message and an empty stack
    complaints.push(`${name}: ${message}\n${stack ?? ''}`);
  });
  return complaints;
}

async function keepRemains(
  folder: string,
  context: BrowserContext,
  complaints: string[],
  shop: Shop,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [index, page] of context.pages().entries())
    await page.screenshot({ path: join(folder, `page-${index + 1}.png`), fullPage: true }).catch(() => {});
  if (isTraced) await context.tracing.stop({ path: join(folder, 'trace.zip') }).catch(() => {});
  await writeFile(join(folder, 'server.log'), shop.output());
  await writeFile(join(folder, 'browser.log'), complaints.join('\n'));
}

const toFileName = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60);
