/** Rules for staff in a browser: limits, services, networks. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { isFullSize } from '#test/test-size.ts';
import { deskUrl, joinWithPassword, logInToDesk } from './desk-people.ts';
import { tabTo } from './by-keyboard.ts';
import { operate } from './operate.ts';
import {
  expectAccessible,
  expectGone,
  expectNoLayoutShift,
  expectNoSideScroll,
  expectValue,
} from './page-checks.ts';
import { story } from './story.ts';

const settings = { RATE_LIMIT_FACTOR: '100' };
const phone = { width: 320, height: 640 };
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const look = async (page: Page) => {
  await expectNoLayoutShift(page);
  await expectAccessible(page);
  await expectNoSideScroll(page);
};

for (const colorScheme of isFullSize ? (['light', 'dark'] as const) : (['light'] as const))
  story(
    `sets a person’s limit and services, and names missing values, in ${colorScheme} mode`,
    async ({ page, openOther, shop }) => {
      const name = colorScheme === 'light' ? 'Vera' : 'Walt';
      await logInToDesk(page, shop, 'owner', `${name}-owner`);
      const theirs = await openOther();
      const link = (await operate(shop, 'staff', 'invite', 'manager')).split('\n')[0]!;
      await joinWithPassword(theirs, link, name);
      await theirs.getByRole('button', { name: 'I’ve saved my codes' }).click();

      await page.goto(`${deskUrl(shop)}/people`);
      await page.getByRole('link', { name, exact: true }).click();
      await heading(page, name).waitFor();
      await page
        .getByLabel('Credits and debits', { exact: true })
        .selectOption({ label: 'Same as the role: up to $200.00 per customer in 24 hours' });
      await look(page);
      await page.getByLabel('Credits and debits', { exact: true }).selectOption('Up to an amount');
      await page.getByLabel('Services', { exact: true }).selectOption('Selected services only');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('link', { name: 'Choose at least one service' }).waitFor();
      // a choice in a list shows more fields; browsers allow such a layout shift only after a key or pointer press
      await expectAccessible(page);
      await expectNoSideScroll(page);
      await page.getByRole('link', { name: 'Enter an amount like 20 or 64.50' }).click();
      await page.keyboard.type('64.50');
      await page.getByLabel('Slogans').check();
      await tabTo(page, /^Save$/);
      await page.keyboard.press('Enter');
      await page.getByRole('status').getByText('Saved').waitFor();

      await page.reload();
      await page.getByLabel('Credits and debits: maximum amount (USD)').waitFor();
      await expectValue(page.getByLabel('Credits and debits: maximum amount (USD)'), '64.50');
      await page.getByRole('checkbox', { name: 'Slogans', checked: true }).waitFor();
      await theirs.goto(`${deskUrl(shop)}/me`);
      await theirs.getByText('up to $64.50 per customer in 24 hours').waitFor();
      await theirs.getByText('Slogans', { exact: true }).waitFor();

      await page.goto(`${deskUrl(shop)}/people`);
      await page.getByRole('link', { name: `${name}-owner` }).click();
      await page
        .getByText(/^You can’t change your own role, services, or refund and credit limits/)
        .waitFor();
      await expectGone(page.getByRole('button', { name: 'Save', exact: true }));
      await look(page);
      await page.goto(`${deskUrl(shop)}/people/999999`);
      await page.getByText('We can’t find this person on the team.').waitFor();
      await look(page);
    },
    { settings, browser: { colorScheme, viewport: phone, reducedMotion: 'reduce' } },
  );

story(
  'restricts the desk to listed networks, rejects a list without the owner’s own, and removes the restriction',
  async ({ page, shop, expectComplaint }) => {
    expectComplaint(/400/);
    expectComplaint(/401/);
    await logInToDesk(page, shop, 'owner', 'Nora');
    await page.goto(`${deskUrl(shop)}/networks`);
    const list = page.getByLabel('Allowed networks (optional)');
    await list.waitFor();
    await look(page);
    await page.getByText('Your IP address is 127.0.0.1.').waitFor();
    await list.fill('203.0.113.0/24');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('link', { name: /^This list would lock you out/ }).click();
    await expectAccessible(page);
    await expectValue(list, '203.0.113.0/24');
    await page.getByRole('button', { name: 'Add my network' }).click();
    await expectValue(list, '203.0.113.0/24\n127.0.0.1/32');
    await tabTo(page, /^Save$/);
    await page.keyboard.press('Enter');
    await page.getByText('The desk can be used only from the networks below.').waitFor();
    await expectValue(list, '127.0.0.1/32\n203.0.113.0/24');
    await expectNoSideScroll(page);

    // after a change of networks, the screen remains, and works again once its network is allowed
    await operate(shop, 'networks', '203.0.113.0/24');
    await list.fill('');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page
      .getByText(/^The desk can’t be used from this network/)
      .first()
      .waitFor();
    await expectAccessible(page);
    assert.equal((await page.request.get(deskUrl(shop))).status(), 404);
    await operate(shop, 'networks', '203.0.113.0/24', '127.0.0.1');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The desk can be used from any network.').waitFor();
  },
  { settings, browser: { viewport: phone } },
);
