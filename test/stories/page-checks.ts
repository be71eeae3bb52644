import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import type { Locator, Page } from 'playwright-core';
import { isFullSize, partOf } from '#test/test-size.ts';
import { waitFor } from './shop.ts';

/** The minified script, which loads in half the time in each page. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const allRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Checks that axe-core finds no violation of WCAG 2.2 AA on the current page, or within one of its elements. */
export const expectAccessible = (page: Page, within?: Locator): Promise<void> =>
  expectNoViolation(page, allRules, within);

let soundChecks = 0;

/**
 * Checks the page in light and dark mode, where only the colors can differ, on the narrowest phone and in the narrowest layouts.
 * All of them took 23 of the 54 seconds of processor time of two stories. So only FULL=true makes all; otherwise a file's checks
 * take turns with the two modes and the three layouts.
 */
export async function expectSound(page: Page): Promise<void> {
  const turn = soundChecks++;
  // a browser renders no frames of a page behind another
  await page.bringToFront();
  if (isFullSize || turn % 2 === 1) {
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectNoViolation(page, isFullSize ? ['color-contrast', 'link-in-text-block'] : allRules);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (isFullSize || turn % 2 === 0) await expectAccessible(page);
  await expectNoSideScroll(page);
  await expectNoSqueezedText(page, partOf(narrowest, turn % narrowest.length, narrowest.length));
}

async function expectNoViolation(page: Page, rules: string[], within = page.locator(':root')): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  let found = await findViolations(page, rules, within);
  // checks again, because an element that was fading out during the first check may be gone
  if (found.length > 0) found = await findViolations(page, rules, within);
  assert.deepEqual(found, [], `accessibility of ${page.url()}`);
}

async function findViolations(page: Page, rules: string[], within: Locator): Promise<string[]> {
  await page.evaluate(finishAnimations);
  return within.evaluate(async (element, runOnly) => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(element, {
      runOnly,
      resultTypes: ['violations'],
      // without selectors of each element and without loading styles again, which halves the time
      selectors: false,
      preload: false,
    });
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary ?? ''}`),
    );
  }, rules);
}

/**
 * Finishes all transitions and animations, because the final colors are checked. The end of a transition starts another one where
 * a color is inherited. A spinner's animation never ends.
 */
async function finishAnimations(): Promise<void> {
  for (let still = 0, frames = 0; still < 3 && frames < 300; frames += 1) {
    const running = document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
      );
    for (const animation of running) animation.finish();
    still = running.length > 0 ? 0 : still + 1;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

/** Checks that the control has this value, at once or after a script has filled it in. */
export async function expectValue(control: Locator, wanted: string | RegExp): Promise<void> {
  let shown = '';
  const fits = async () => {
    shown = await control.inputValue();
    return (typeof wanted === 'string' ? shown === wanted : wanted.test(shown)) || undefined;
  };
  await waitFor(String(wanted), fits).catch(() => {
    assert.fail(`${String(control)} shows ${JSON.stringify(shown)}, not ${String(wanted)}`);
  });
}

/** Checks that the page has no such element, or that it disappears. */
export async function expectGone(what: Locator): Promise<void> {
  await what.first().waitFor({ state: 'detached' });
}

/** Checks that nothing on the page or in its dialog is wider than the narrowest phone. */
export async function expectNoSideScroll(page: Page, width = 320): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width, height: 640 });
  const tooWide = await page.evaluate((limit) => {
    const root = document.scrollingElement ?? document.documentElement;
    const open = [...document.querySelectorAll('dialog[open]')].filter(
      ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
    );
    if (root.scrollWidth <= limit) return open.map(({ ariaLabel }) => `the dialog ${ariaLabel}`);
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > limit + 0.5,
    );
    return [`${root.scrollWidth} px`, ...wide.slice(0, 10).map((element) => element.outerHTML.slice(0, 120))];
  }, width);
  assert.deepEqual(tooWide, [], `${page.url()} scrolls sideways at ${width} px`);
  if (before) await page.setViewportSize(before);
}

/**
 * The narrowest layouts: widths in px with the size of text. A phone with text of double size, and the widths where columns
 * begin.
 */
const narrowest = [
  { width: 320, textSize: 2 },
  { width: 768, textSize: 1 },
  { width: 1024, textSize: 1 },
];

/** Waits for two frames, because the first one can have the styles of the earlier width. */
async function passFrames(): Promise<void> {
  for (let frames = 0; frames < 2; frames += 1)
    await new Promise((resolve) => requestAnimationFrame(resolve));
}

/** Checks that in these layouts no column is so narrow that it breaks a word into pieces of one or two letters. */
async function expectNoSqueezedText(page: Page, layouts: typeof narrowest): Promise<void> {
  const before = page.viewportSize();
  await page.evaluate(() => performance.mark('resizing'));
  for (const { width, textSize } of layouts) {
    await page.setViewportSize({ width, height: 640 });
    await page.evaluate(passFrames);
    const squeezed = await page.evaluate((times) => {
      const { documentElement: root } = document;
      const usual = root.style.fontSize;
      root.style.fontSize = `${parseFloat(getComputedStyle(root).fontSize) * times}px`;
      const found: string[] = [];
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      while (texts.nextNode()) {
        const text = texts.currentNode as Text;
        for (const { 0: word, index } of text.data.matchAll(/[\p{L}\p{N}]{6,}/gu)) {
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
          // ignores text for screen readers, whose box is one pixel wide
          let box = lines * 2.5 > word.length ? text.parentElement : null;
          while (box && !(box.clientWidth === 1 && box.clientHeight === 1)) box = box.parentElement;
          if (lines * 2.5 > word.length && !box) found.push(`“${word}” in ${lines} lines`);
        }
      }
      root.style.fontSize = usual;
      return found;
    }, textSize);
    assert.deepEqual(squeezed, [], `${page.url()} squeezes text at ${width} px`);
  }
  if (before) await page.setViewportSize(before);
  await page.evaluate(passFrames);
  await page.evaluate(() => performance.measure('resized', 'resizing'));
}

/** Opens a page whose fonts arrive after its first paint, as on a slow connection. */
export async function openWithLateFonts(page: Page, path: string): Promise<void> {
  const fonts = '**/*.woff2';
  await page.route(fonts, async (route) => {
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    await route.continue();
  });
  await page.goto(path);
  await page.evaluate(() => document.fonts.ready);
  await page.unroute(fonts);
}

/**
 * Checks that no element has shifted vertically since the page was opened. A word may shift horizontally by a few pixels when its
 * font arrives, because the fallback fonts have the same height and nearly the same width.
 */
export async function expectNoLayoutShift(page: Page): Promise<void> {
  const moved = await page.evaluate(
    (nudge) =>
      new Promise<string[]>((resolve) => {
        type Box = { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly };
        type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Box[] };
        const found: string[] = [];
        // the shift was caused by a check that resized the window
        const isChecked = (time: number) =>
          performance
            .getEntriesByName('resized')
            .some(({ startTime, duration }) => time >= startTime && time <= startTime + duration);
        new PerformanceObserver((list) => {
          for (const { hadRecentInput, sources, startTime } of list.getEntries() as Shift[])
            for (const { node, previousRect: before, currentRect: now } of hadRecentInput ||
            isChecked(startTime)
              ? []
              : sources)
              if (Math.abs(now.top - before.top) > 1 || Math.abs(now.left - before.left) > nudge)
                found.push(
                  `${Math.round(now.left - before.left)}, ${Math.round(now.top - before.top)} px: ${node instanceof Element ? node.outerHTML.slice(0, 200) : node?.textContent}`,
                );
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(found), 50)));
      }),
    12,
  );
  assert.deepEqual(moved, [], `something moved on ${page.url()}`);
}
