import assert from 'node:assert/strict';
import type { Page, Request } from 'playwright-core';
import { isFullSize } from '#test/test-size.ts';
import { waitFor } from '#test/wait-for.ts';
import { pressTwice, type TwoPresses } from './press-twice.ts';

/** The progress of a walk over pages. */
export type Walk = {
  /** The controls that were pressed, each by its page and its name. */
  pressed: Set<string>;
  /** The number of presses that sent a change. */
  sent: number;
  /** Changes that one pair of presses sent twice. */
  twice: string[];
};

export const startWalk = (): Walk => ({ pressed: new Set(), sent: 0, twice: [] });

/**
 * Checks that no press sent a change twice, and that the walk met at least this many controls and changes. Returns their numbers.
 */
export function expectOnce({ pressed, sent, twice }: Walk, least: { pressed: number; sent: number }): string {
  assert.deepEqual(twice, []);
  const words = `${pressed.size} controls pressed, ${sent} of them sent a change`;
  assert.ok(pressed.size >= least.pressed && sent >= least.sent, `only ${words}`);
  return words;
}

/** Calls that a page makes automatically, or that only store what was typed or seen. */
const quiet = /\/(?:check-password|session|draft|presence|pulse|seen|counts?|visits?)$/;
/** Names of controls that end the session of this test. */
const endsSession = /^Log out|sessions|Use another/;

/** Fills each empty field of the open dialog or page with a plausible value, and expands what is collapsed. */
export async function fillFields(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const turn = () => new Promise((resolve) => setTimeout(resolve));
    const words = (field: HTMLInputElement | HTMLTextAreaElement): string => {
      if (field.type === 'email') return 'somebody@example.com';
      if (field.type === 'date') return '2031-05-06';
      if (field.type === 'url') return 'https://example.com/page';
      if (field.type === 'password') return 'nine otters juggle lanterns';
      return /numeric|decimal/.test(field.inputMode) || field.type === 'number'
        ? '20'
        : 'Some plain words about this.';
    };
    // checks consents, and chooses one option in each group
    const isChosen = ({ type, checked, name, form, labels, required }: HTMLInputElement) =>
      type === 'checkbox'
        ? checked || !(required || /agree/i.test(labels?.[0]?.textContent ?? ''))
        : (form ?? document).querySelector(`input[name="${CSS.escape(name)}"]:checked`) !== null;
    // leaves optional fields empty, because some don't accept a plain word
    const isOptional = ({ labels }: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement) =>
      /\(optional\)/.test(labels?.[0]?.textContent ?? '');
    const scope = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
    for (const details of scope.querySelectorAll('details')) details.open = true;
    const all = 'input, textarea, select';
    for (const field of scope.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
      all,
    )) {
      if (!field.checkVisibility() || field.matches(':disabled, [readonly], [type=file], [type=search]'))
        continue;
      if (field instanceof HTMLInputElement && ['radio', 'checkbox'].includes(field.type)) {
        if (isChosen(field)) continue;
        field.click();
      } else {
        if (field.value !== '' || isOptional(field) || field.closest('[role=search]')) continue;
        const value =
          field instanceof HTMLSelectElement ? field.options[field.options.length - 1]?.value : words(field);
        // uses the prototype's setter, because React replaces the element's own setter to detect its own changes
        Reflect.set(Object.getPrototypeOf(field) as object, 'value', value, field);
        const type = field instanceof HTMLSelectElement ? 'change' : 'input';
        field.dispatchEvent(new Event(type, { bubbles: true }));
      }
      await turn();
    }
  });
}

type Next = { key: string; how: TwoPresses };

/**
 * Marks the next control that wasn't pressed yet. Controls that close a dialog come last. A form is a control too: Enter in its
 * first field submits it.
 */
const markNext = (page: Page, place: string, pressed: string[]): Promise<Next | undefined> =>
  page.evaluate(
    ([where, before, skip, gaps]) => {
      const nameOf = (control: HTMLElement) =>
        (control instanceof HTMLInputElement
          ? `Enter in ${control.labels?.[0]?.innerText ?? control.name}`
          : (control.getAttribute('aria-label') ?? control.innerText)
        )
          .trim()
          .split('\n')[0]!;
      const closes = (control: HTMLElement) =>
        Number(/^(?:Cancel|Close|Back|Done|Keep)/.test(nameOf(control)));
      const isShown = (control: HTMLElement) => {
        const { width, height } = control.getBoundingClientRect();
        return control.checkVisibility({ visibilityProperty: true }) && width > 4 && height > 4;
      };
      document.querySelector('[data-press-next]')?.removeAttribute('data-press-next');
      const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
      const scope = dialog ?? document.body;
      const texts = 'input:is([type=text], [type=email], [type=password], [type=number], :not([type]))';
      const fields = [...scope.querySelectorAll('form')].flatMap((form) =>
        [...form.querySelectorAll<HTMLElement>(`${texts}:not(:disabled, [readonly])`)].slice(0, 1),
      );
      const controls = [...scope.querySelectorAll<HTMLElement>('button:not(:disabled)'), ...fields].filter(
        (control) => isShown(control) && !new RegExp(skip).test(nameOf(control)),
      );
      if (dialog) controls.sort((one, other) => closes(one) - closes(other));
      for (const control of controls) {
        const room = dialog
          ? `${where}, “${dialog.querySelector('h1, h2, h3')?.textContent}”`
          : control.closest('main')
            ? where
            : 'everywhere';
        const name = `${room}: ${nameOf(control).replaceAll(/\d+/g, '#')}`;
        for (const gap of control.matches('input') ? gaps : [0]) {
          const key = gap > 0 ? `${name}, ${gap} ms apart` : name;
          if (before.includes(key)) continue;
          control.dataset['pressNext'] = '';
          return { key, how: { by: control.matches('input') ? 'Enter' : 'mouse', gap, slower: 1 } };
        }
      }
      return undefined;
    },
    [place, pressed, endsSession.source, isFullSize ? [0, 150] : [150]] as const,
  );

/** The lines of the cart without their IDs. */
const cartLines = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    (JSON.parse(localStorage.getItem('orders') ?? '[]') as { id: string }[]).map(({ id: _id, ...line }) =>
      JSON.stringify(line),
    ),
  );
const again = (all: readonly string[]) => all.filter((one, index) => all.indexOf(one) < index);

/**
 * Tracks the page's requests. `settle` waits until the requests that a press started are answered, or until it has started none.
 */
function followPage(page: Page) {
  let acts: string[] = [];
  const waiting = new Set<Request>();
  const isQuiet = (request: Request) => quiet.test(new URL(request.url()).pathname);
  page.on('request', (request) => {
    if (isQuiet(request) || request.resourceType() === 'eventsource') return;
    waiting.add(request);
    if (!['GET', 'HEAD'].includes(request.method()))
      acts.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  page.on('requestfinished', (request) => waiting.delete(request));
  page.on('requestfailed', (request) => waiting.delete(request));
  /** Whether the page still shows that it is working after two frames. */
  const isBusy = () =>
    page
      .evaluate(async () => {
        await new Promise((done) =>
          requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))),
        );
        return document.querySelector('.spinner, .skeleton') !== null;
      })
      // the page is being left for another one
      .catch(() => true);
  return {
    settle: async (): Promise<string[]> => {
      await waitFor('the answers', async () => !(await isBusy()) && waiting.size === 0);
      const sent = acts;
      acts = [];
      return sent;
    },
  };
}

/** Opens pages and presses there twice each control that the walk hasn't pressed yet, including those of dialogs that open. */
export function openWalk(page: Page, walk: Walk) {
  const { settle } = followPage(page);
  page.on('dialog', (dialog) => void dialog.accept());
  const press = async ({ key, how }: Next, afterwards = async () => {}): Promise<void> => {
    walk.pressed.add(key);
    const linesBefore = again(await cartLines(page)).length;
    // another key first, because presses at the same place shortly after each other count as one
    await page.keyboard.press('Shift');
    await pressTwice(page.locator('[data-press-next]'), how);
    await afterwards();
    const acts = await settle();
    if (acts.length > 0) walk.sent += 1;
    if (again(acts).length > 0) walk.twice.push(`${key}: ${acts.join(', ')}`);
    if (again(await cartLines(page)).length > linesBefore) walk.twice.push(`${key}: adds to the cart`);
  };
  return {
    /** Presses the button of the page's form twice, and then runs `afterwards`. */
    pressForm: async ({ key, how }: Next, afterwards: () => Promise<void>): Promise<void> => {
      const form = page.locator('main form').last();
      const button = form.locator('[type=submit]').last();
      const control = how.by === 'Enter' ? form.locator('input').first() : button;
      await control.evaluate((marked) => (marked.dataset['pressNext'] = ''));
      await press({ key, how }, afterwards);
    },
    /** `kind`: pages of one kind have the same controls. */
    pressAll: async (kind: string, open: () => Promise<unknown>): Promise<void> => {
      for (;;) {
        await open();
        await settle();
        const address = page.url();
        let pressed = 0;
        for (;;) {
          await fillFields(page);
          await settle();
          const next = await markNext(page, kind, [...walk.pressed]);
          if (next === undefined) break;
          await press(next);
          pressed += 1;
          if (page.url() !== address) break;
        }
        if (pressed === 0) return;
      }
    },
  };
}
