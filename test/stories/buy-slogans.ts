import type { Page } from 'playwright-core';
import { testPassword } from '#test/server/open-test-shop.ts';

export const brief = {
  brandName: 'Golden Crust',
  offer: 'We bake slow bread and deliver it before breakfast.',
  audience: 'Busy parents in Leeds who want good bread.',
  difference: 'We mill our own flour and never use additives.',
};

export const address = { street: '12 Main Street', city: 'Austin', state: 'TX', zip: '78701' };

/** The button that places an order; its label names the next step. */
export const orderButton = /^(?:Continue to |Pay \$|Log in or create an account to continue$)/;

/** Chooses ten slogans and fills in the brief on the open page. */
export async function fillBrief(page: Page): Promise<void> {
  await page.getByLabel(/10 slogans/).check();
  await page.getByLabel('Brand name').fill(brief.brandName);
  await page.getByLabel('What do you do?').fill(brief.offer);
  await page.getByLabel('Who is it for?').fill(brief.audience);
  await page.getByLabel('What makes you different?').fill(brief.difference);
  await page.getByLabel('Friendly').check();
  await page.getByLabel('Under the logo').check();
}

/** An address without an account. */
export const newEmail = (): string => `${crypto.randomUUID()}@example.com`;

/** Creates an account on the open page. */
export async function createAccount(page: Page, email: string, password = testPassword): Promise<void> {
  await page.getByLabel('First name').fill('Ann');
  await page.getByLabel('Last name').fill('Lee');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('checkbox', { name: /privacy/ }).check();
  await page.getByRole('button', { name: 'Create account' }).click();
}

/** Fills in the checkout part of the cart. */
export async function fillCheckout(page: Page): Promise<void> {
  await page.getByLabel('Country').selectOption('US');
  await page.getByLabel('First name').fill('Ann');
  await page.getByLabel('Last name').fill('Lee');
  await page.getByLabel('Street address').fill(address.street);
  await page.getByLabel('City').fill(address.city);
  await page.getByLabel('State', { exact: true }).selectOption(address.state);
  await page.getByLabel('ZIP code').fill(address.zip);
  await agree(page);
}

/** Gives both consents of the cart. */
export async function agree(page: Page): Promise<void> {
  const consents = page.getByRole('checkbox', { name: /agree/i });
  // consents appear with the profile's answer
  await consents.first().waitFor();
  // clicks beside the text, because a consent may contain a link
  for (const consent of await consents.all()) await consent.check({ position: { x: 12, y: 12 } });
}

/** Fills in the form that adds this many dollars to the balance. `isFirst`: whether the shop doesn't know the address yet. */
export async function fillDeposit(page: Page, dollars: string, isFirst = true): Promise<void> {
  await page.getByLabel('Another amount').check();
  await page.getByRole('textbox', { name: 'Your amount' }).fill(dollars);
  if (isFirst) {
    await page.getByLabel('Country').selectOption('US');
    await page.getByLabel('Street address').fill(address.street);
    await page.getByLabel('City').fill(address.city);
    await page.getByLabel('State', { exact: true }).selectOption(address.state);
    await page.getByLabel('ZIP code').fill(address.zip);
  }
  await agree(page);
}
