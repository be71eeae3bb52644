import assert from 'node:assert/strict';
import type { BrowserContext, Page } from 'playwright-core';

/**
 * The "translation" of a text: another kind of space at its end, which makes it another text for React and is ignored by
 * locators.
 */
const translate = (text: string): string => (/[\p{L}\p{N}]/u.test(text) ? `${text}\u2003` : text);

/**
 * Translates every page of these profiles as Chrome does: replaces each text node by two nested <font> elements, also texts that
 * appear later. `moment`: the document's event at which the translation starts; "DOMContentLoaded" is before React starts,
 * "hydrated" after.
 */
export async function translatePages(
  context: BrowserContext,
  moment: 'DOMContentLoaded' | 'hydrated',
): Promise<void> {
  await context.addInitScript(startTranslator, moment);
}

function startTranslator(moment: string): void {
  const skipped = '[translate=no], script, style, noscript, textarea, svg, font';
  const translateText = (text: Text): void => {
    if (!/[\p{L}\p{N}]/u.test(text.data) || text.parentElement?.closest(skipped) !== null) return;
    const tag: string = 'font';
    const [outer, inner] = [document.createElement(tag), document.createElement(tag)];
    for (const font of [outer, inner]) {
      font.dir = 'auto';
      font.style.verticalAlign = 'inherit';
    }
    outer.append(inner);
    inner.append(`${text.data}\u2003`);
    text.replaceWith(outer);
  };
  const translateIn = (node: Node): void => {
    if (node instanceof Text) translateText(node);
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (texts.nextNode()) found.push(texts.currentNode as Text);
    for (const text of found) translateText(text);
  };
  document.addEventListener(
    moment,
    () => {
      document.documentElement.classList.add('translated-ltr');
      translateIn(document.body);
      new MutationObserver((changes) => {
        for (const { target, type, addedNodes } of changes)
          for (const node of type === 'characterData' ? [target] : addedNodes)
            if (node.isConnected) translateIn(node);
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    },
    { once: true },
  );
}

/**
 * Checks that the translated page shows what React last rendered: each element whose only content is a text, and no text that
 * shares its element with others, which React would lose.
 */
export async function expectSound(page: Page): Promise<void> {
  const shown = await page.evaluate(() => {
    const isReal = (node: Node) => !(node instanceof Text) || node.data.trim() !== '';
    const loose: string[] = [];
    const texts: { given: string; shown: string; isExempt: boolean }[] = [];
    for (const element of document.querySelectorAll('body *:not(font, font *, svg *, script, style)')) {
      const nodes = [...element.childNodes].filter(
        (node) => isReal(node) && node.nodeType !== Node.COMMENT_NODE,
      );
      if (nodes.length > 1 && nodes.some((node) => node instanceof Text || node.nodeName === 'FONT'))
        loose.push(element.outerHTML.slice(0, 300));
      const key = Object.keys(element).find((one) => one.startsWith('__reactProps$'));
      const { children } = ((element as never)[key ?? ''] ?? {}) as { children?: unknown };
      if (typeof children === 'string' || typeof children === 'number')
        texts.push({
          given: String(children),
          shown: element.textContent,
          isExempt: element.closest('[translate=no], noscript, textarea') !== null,
        });
    }
    return { loose, texts, fonts: document.querySelectorAll('font > font').length };
  });
  assert.deepEqual(shown.loose, [], `texts share their element with others on ${page.url()}`);
  assert.ok(shown.fonts > 0, `${page.url()} is not translated`);
  assert.ok(shown.texts.length > 0, `React has not drawn ${page.url()}`);
  const wrong = shown.texts
    .map(({ given, shown: words, isExempt }) => ({ wanted: isExempt ? given : translate(given), words }))
    .filter(({ wanted, words }) => wanted !== words);
  assert.deepEqual(wrong, [], `the page shows another text than its state on ${page.url()}`);
}

/**
 * Types into every field inside `within` and makes every choice there, twice, as people try things out. Presses only buttons that
 * show something.
 */
export async function useFields(page: Page, within = 'body'): Promise<void> {
  await page.evaluate(async (scope) => {
    const turn = () => new Promise((resolve) => setTimeout(resolve));
    const give = async (element: Element, property: string, values: readonly unknown[], type: string) => {
      for (const value of values) {
        // uses the prototype's setter, because React replaces the element's own setter to detect its own changes
        Reflect.set(Object.getPrototypeOf(element) as object, property, value, element);
        element.dispatchEvent(new Event(type, { bubbles: true }));
        await turn();
      }
    };
    const kinds = 'input, select, textarea, summary, [role=tab], button[aria-expanded], button[aria-pressed]';
    for (const element of document.querySelectorAll<HTMLElement>(`${scope} :is(${kinds})`)) {
      if (
        !element.isConnected ||
        element.matches(':disabled, [readonly], [type=file], [type=date], [hidden] *')
      )
        continue;
      if (element instanceof HTMLSelectElement)
        await give(element, 'selectedIndex', [element.options.length - 1, 0], 'change');
      else if (element.matches('textarea, input:not([type=radio], [type=checkbox], [type=range])'))
        await give(element, 'value', ['2', '25'], 'input');
      else
        for (let times = 0; times < 2 && element.isConnected; times += 1) {
          element.click();
          await turn();
        }
    }
  }, within);
}
