import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { isFullSize } from '#test/test-size.ts';
import { createAccount, fillCheckout, orderButton, newEmail } from './buy-slogans.ts';
import { fillOrderForm } from './fill-order-form.ts';
import { expectGone, expectValue } from './page-checks.ts';
import { story } from './story.ts';

const { services } = builtInCatalogue;

const slogans = services[3]!;

const keys = [
  'orders',
  'drafts',
  'billing',
  'agreed',
  'orderAttempt',
  'theme',
  'agreePrivacy',
  'rememberMe',
  'typed',
  'proposals',
  'orderFiles',
  'balance',
];

story(
  'shows home, order form, cart and login page when the browser’s storage has invalid data',
  async ({ page, context }) => {
    await context.addInitScript((names) => {
      const rubbish = new URLSearchParams(location.search).get('rubbish');
      if (rubbish === null) return;
      for (const store of [localStorage, sessionStorage])
        for (const name of names) store.setItem(name, rubbish);
    }, keys);
    const paths = ['/', slogans.orderRoute, '/cart', '/account/login'];
    for (const [index, rubbish] of ['{"a":', '[null,7,{"id":1}]', '{"length":1e9}', '"text"'].entries())
      // the form and the cart read most of what is stored
      for (const path of isFullSize || index < 2 ? paths : paths.slice(1, 3)) {
        await page.goto(`${path}?rubbish=${encodeURIComponent(rubbish)}`);
        await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await expectGone(page.getByText('An error has occurred.'));
      }
  },
);

story(
  'lets a customer configure a product, log in and order when the browser blocks storage',
  async ({ page, context }) => {
    await context.addInitScript(() => {
      for (const kind of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, kind, {
          get() {
            throw new DOMException('Access is denied for this document.', 'SecurityError');
          },
        });
    });
    await page.goto(slogans.orderRoute);
    await fillOrderForm(page, slogans);
    await page.getByRole('complementary').getByRole('button', { name: 'Add to cart' }).click();
    await page.getByRole('heading', { name: 'Slogans for Golden Crust' }).waitFor();
    await fillCheckout(page);
    await page.getByRole('button', { name: orderButton }).click();
    await page.getByRole('link', { name: 'Create an account' }).first().click();
    await createAccount(page, newEmail());
    await page.getByRole('heading', { name: 'Slogans for Golden Crust' }).waitFor();
    await page.getByRole('button', { name: orderButton }).click();
    await page.waitForURL('**/sandbox-pay/**');
  },
);

story(
  'loses no typed text while the page is open when the browser’s storage is full',
  async ({ page, context }) => {
    await context.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      };
    });
    await page.goto(slogans.orderRoute);
    await fillOrderForm(page, slogans);
    await page.getByRole('complementary').getByRole('button', { name: 'Add to cart' }).click();
    await page.getByRole('heading', { name: 'Slogans for Golden Crust' }).waitFor();
    await page.getByRole('link', { name: /^Edit/ }).click();
    await expectValue(page.getByLabel('Brand name'), 'Golden Crust');
  },
);
