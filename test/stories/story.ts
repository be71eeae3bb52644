import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after } from 'node:test';
import type { Browser, BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core';
import { minute } from '#contract/durations.ts';
import { root } from '#tools/root.ts';
import { chromiumPath, howToGetChromium, launchBrowser } from './browser.ts';
import { startShop, type Shop } from './shop.ts';

export type Scene = {
  /** A page that hasn't navigated yet. Addresses without a host are the shop's. */
  page: Page;
  context: BrowserContext;
  /**
   * Opens a page for another person, in a profile of its own, which also collects browser errors and is closed with the story.
   */
  openOther: (options?: BrowserContextOptions) => Promise<Page>;
  shop: Shop;
  /** Expects a browser error that this story provokes. The error must then occur. */
  expectComplaint: (complaint: RegExp) => void;
  /** Adds a line to the test report, such as a measured number. */
  say: (words: string) => void;
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

// The stories of one file share a shop, because starting one takes longer than most stories. Each has its own customers.
function openShop({ settings = {}, fill }: StoryOptions): Promise<Shop> {
  const words = JSON.stringify(settings);
  const open = shops.find((one) => one.settings === words && one.fill === fill);
  if (open) return open.shop;
  const shop = startShop(settings, { fill });
  shops.push({ settings: words, fill, shop });
  return shop;
}

/**
 * Runs a story in fresh browser profiles. Any browser error in any of them (a script's error, a violation of the content security
 * policy, a failed request) fails the story unless the story expects it. A failed story saves screenshots and the server's output
 * in .cache/stories; with STORY_TRACE=true also traces, which slow every story by a quarter.
 */
export function story(name: string, play: (scene: Scene) => Promise<void>, options: StoryOptions = {}): void {
  void test(name, { skip: chromiumPath === undefined && howToGetChromium }, async (t) =>
    perform(name, play, await openShop(options), {
      browser: options.browser,
      say: (words) => t.diagnostic(words),
    }),
  );
}

async function perform(
  name: string,
  play: (scene: Scene) => Promise<void>,
  shop: Shop,
  { browser: options, say }: { browser: BrowserContextOptions | undefined } & Pick<Scene, 'say'>,
): Promise<void> {
  const remains = join(root, '.cache', 'stories', toFileName(name));
  await rm(remains, { recursive: true, force: true });
  const opened = await (browser ??= launchBrowser());
  const contexts: BrowserContext[] = [];
  const complaints: string[] = [];
  const unanswered = new Set<Request>();
  const expected: RegExp[] = [];
  const openContext = async (more: BrowserContextOptions) => {
    const context = await opened.newContext({ baseURL: shop.url, ...more });
    contexts.push(context);
    // only failures take this long; on a busy machine, Playwright's 30 s are too short
    context.setDefaultTimeout(minute);
    collectComplaints(context, complaints);
    collectUnanswered(context, unanswered);
    if (isTraced) await context.tracing.start({ screenshots: true, snapshots: true });
    return context;
  };
  try {
    const context = await openContext({ viewport: { width: 1280, height: 800 }, ...options });
    const page = await context.newPage();
    await play({
      page,
      context,
      openOther: async (more = {}) =>
        (await openContext({ viewport: { width: 1440, height: 900 }, ...more })).newPage(),
      shop,
      expectComplaint: (complaint) => void expected.push(complaint),
      say,
    });
    const unexpected = complaints.filter((complaint) => !expected.some((one) => one.test(complaint)));
    assert.deepEqual(unexpected, [], 'the browser complained');
    const missing = expected.filter((one) => !complaints.some((complaint) => one.test(complaint)));
    assert.deepEqual(missing, [], 'the browser did not complain');
  } catch (error) {
    const state = await describe(contexts, unanswered);
    await keepRemains(remains, contexts, complaints, shop);
    console.log(
      [
        `Pictures and the server's output of "${name}": ${remains}`,
        ...new Set([...state, ...complaints].slice(0, 20)),
      ].join('\n'),
    );
    throw error;
  } finally {
    for (const context of contexts) await context.close();
  }
}

function collectComplaints(context: BrowserContext, complaints: string[]): void {
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => {
    const { name, message, stack } = error.error();
    // an import that failed without a network has a message but an empty stack
    complaints.push(`${name}: ${message}\n${stack ?? ''}`);
  });
}

function collectUnanswered(context: BrowserContext, unanswered: Set<Request>): void {
  context.on('request', (request) => unanswered.add(request));
  context.on('requestfinished', (request) => unanswered.delete(request));
  context.on('requestfailed', (request) => unanswered.delete(request));
}

/**
 * A description of a failure when screenshots can't be taken: the address of each page, whether its scripts run, and pending
 * requests.
 */
async function describe(
  contexts: readonly BrowserContext[],
  unanswered: ReadonlySet<Request>,
): Promise<string[]> {
  const states: string[] = [];
  for (const page of contexts.flatMap((context) => context.pages())) {
    const runs = await page
      .evaluate(
        () =>
          'hydrated' in document.documentElement.dataset ||
          // the desk isn't prerendered, so its scripts have made everything in it
          document.getElementById('desk')?.hasChildNodes() === true,
      )
      .catch(() => 'unknown');
    const errors = await page
      .getByRole('alert')
      .allInnerTexts()
      .catch(() => []);
    states.push(`${page.url()}: scripts run: ${String(runs)}; alerts: ${JSON.stringify(errors)}`);
  }
  return [
    ...states,
    ...[...unanswered].map((request) => `No answer yet: ${request.method()} ${request.url()}`),
  ];
}

async function keepRemains(
  folder: string,
  contexts: readonly BrowserContext[],
  complaints: string[],
  shop: Shop,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const pages = contexts.flatMap((context) => context.pages());
  for (const [index, page] of pages.entries())
    await page.screenshot({ path: join(folder, `page-${index + 1}.png`), fullPage: true }).catch(() => {});
  for (const [index, context] of isTraced ? contexts.entries() : [])
    await context.tracing.stop({ path: join(folder, `trace-${index + 1}.zip`) }).catch(() => {});
  await writeFile(join(folder, 'server.log'), shop.output());
  await writeFile(join(folder, 'browser.log'), complaints.join('\n'));
}

const toFileName = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60);
