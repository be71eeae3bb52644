import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { type ApiCustomer, apiCustomer } from './api-customer.ts';
import { deskUrl } from './desk-people.ts';
import type { Shop } from './shop.ts';

/** Creates a paid order of slogans for a new customer. Returns its number and the customer. */
export async function orderSlogans(
  shop: Shop,
  lines = 1,
): Promise<{ number: string; customer: ApiCustomer }> {
  const customer = apiCustomer(() => shop.url);
  await customer.register();
  await customer.logIn();
  const { body } = await customer.askForOrder(undefined, lines);
  assert.equal(await customer.pay(body), 'paid');
  return { number: body.orderNumber, customer };
}

export const openLine = (page: Page, shop: Shop, number: string) =>
  page.goto(`${deskUrl(shop)}/lines/${number}/1`);

let batch = 0;
/** Fills each field of the open line with words that no other customer has received. */
export async function writeLine(page: Page): Promise<void> {
  batch += 1;
  const fields = page.locator('textarea[id^="piece-"]');
  await fields.first().waitFor();
  const tabs = page.getByRole('navigation', { name: 'Pieces' }).getByRole('button');
  const groups = Math.max(1, await tabs.count());
  for (let group = 0; group < groups; group += 1) {
    if (groups > 1) await tabs.nth(group).click();
    for (let field = 0; field < (await fields.count()); field += 1)
      await fields.nth(field).fill(`Golden Crust bakes loaf ${group}.${field} of batch ${batch}.`);
  }
}
