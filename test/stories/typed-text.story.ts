/**
 * Fields for longer texts, and the ways to leave their page: nothing typed is lost. Tries each field with one of the ways, and with
 * FULL=true with all of them.
 */
import type { Locator, Page } from 'playwright-core';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { testPassword } from '#test/server/open-test-shop.ts';
import { partOf } from '#test/test-size.ts';
import { orderSlogans } from './desk-lines.ts';
import { deskUrl, logInToDesk } from './desk-people.ts';
import { expectValue } from './page-checks.ts';
import { story } from './story.ts';

const settings = { RATE_LIMIT_FACTOR: '1000' };
const { services } = builtInCatalogue;

type Field = { at: string; show?: (page: Page) => Promise<unknown>; field: (page: Page) => Locator };
type Way = (page: Page, at: string) => Promise<unknown>;

const reload: Way = (page) => page.reload();
const another =
  (address: string): Way =>
  async (page, at) => {
    await page.goto(address);
    await page.goto(at);
  };
const back: Way = async (page) => {
  await page.goBack();
  await page.goForward();
};

async function expectKept(
  page: Page,
  fields: Record<string, Field>,
  ways: Record<string, Way>,
  home: string,
): Promise<void> {
  const all = Object.entries(ways);
  for (const [index, [name, { at, show, field }]] of Object.entries(fields).entries()) {
    let kept: string | undefined;
    for (const [way, leave] of partOf(all, index % all.length, all.length)) {
      await page.goto(home);
      await page.goto(at);
      await show?.(page);
      // waits for the stored text, before which nobody types
      if (kept !== undefined) await expectValue(field(page), kept);
      kept = `${name} before ${way}`;
      await field(page).fill(kept);
      await leave(page, at);
      await show?.(page);
      await expectValue(field(page), kept);
    }
  }
}

async function logIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(testPassword);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/account/'));
}

story(
  'keeps what a visitor or customer types when they leave, reload or log in',
  async ({ page, shop }) => {
    const { customer, number } = await orderSlogans(shop);
    // waits for the scripts, because a person types longer than they take to start
    const show = (tab: Page) => tab.locator('html[data-hydrated]').waitFor({ state: 'attached' });
    const open: Record<string, Field> = {
      contact: { at: '/contact', show, field: (tab) => tab.getByLabel('Message', { exact: true }) },
      'text to try': { at: services[4]!.route, show, field: (tab) => tab.getByLabel('Your text') },
      'topic to try': { at: services[5]!.route, show, field: (tab) => tab.getByLabel('Your topic') },
    };
    const ways = { reload, link: another('/about-us'), Back: back };
    const logInBetween: Way = async (tab, at) => {
      await tab.goto('/account/login');
      await logIn(tab, customer.email);
      await tab.goto(at);
    };
    await expectKept(page, open, ways, '/');
    await expectKept(page, { contact: open['contact']! }, { 'a log-in': logInBetween }, '/');

    const sessionEnds: Way = async (tab, at) => {
      await tab.evaluate(() => {
        for (const store of [localStorage, sessionStorage])
          for (const key of ['jwtToken', 'refreshToken']) store.removeItem(key);
      });
      await tab.goto(`/account/login?redirect=${encodeURIComponent(at)}`);
      await logIn(tab, customer.email);
    };
    const own: Record<string, Field> = {
      profile: { at: '/cabinet/account-details', field: (tab) => tab.getByLabel('First name') },
      'message about an order': {
        at: `/cabinet/history?order=${number}`,
        async show(tab) {
          const fold = tab.getByText('Write to us about this order');
          await fold.waitFor();
          if (!(await tab.getByLabel('Your message').isVisible())) await fold.click();
        },
        field: (tab) => tab.getByLabel('Your message'),
      },
    };
    await expectKept(page, own, { ...ways, 'the session ends': sessionEnds }, '/');
  },
  { settings },
);

story(
  'keeps what staff type at the desk when they leave, reload or log in again',
  async ({ page, context, shop }) => {
    const { customer, number } = await orderSlogans(shop);
    await customer.call(`/api/orders/${number}/messages`, { text: 'Shorter, please.' });
    await logInToDesk(page, shop, 'owner', 'Ola');
    const desk = deskUrl(shop);
    const line = `${desk}/lines/${number}/1`;
    const fields: Record<string, Field> = {
      note: { at: line, field: (tab) => tab.getByLabel('New note') },
      answer: {
        at: line,
        show: (tab) => tab.getByText('Messages (1), awaiting a reply').click(),
        field: (tab) => tab.getByLabel('Write to Ann Lee'),
      },
      question: {
        at: line,
        show: (tab) => tab.getByRole('button', { name: /^Ask the customer/ }).click(),
        field: (tab) => tab.getByRole('dialog').getByRole('textbox'),
      },
      'saved reply': {
        at: `${desk}/replies`,
        show: (tab) => tab.getByRole('button', { name: 'Add a saved reply' }).click(),
        field: (tab) => tab.getByRole('dialog').getByLabel('Text', { exact: true }),
      },
      networks: { at: `${desk}/networks`, field: (tab) => tab.getByLabel('Allowed networks') },
    };
    const sessionEnds: Way = async (tab, at) => {
      // waits, because a call in progress would be rejected
      await tab.waitForLoadState('networkidle');
      await context.clearCookies();
      await tab.goto(at);
      await tab.getByRole('button', { name: 'Log in with a passkey' }).click();
      await tab.getByRole('button', { name: 'Log out' }).waitFor();
      await tab.goto(at);
    };
    await expectKept(
      page,
      fields,
      { reload, link: another(`${desk}/queue`), Back: back, 'the session ends': sessionEnds },
      desk,
    );
  },
  { settings },
);
