/** The desk's roles, log and account page, and what remains usable when the server can't be reached. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { isFullSize } from '#test/test-size.ts';
import {
  addAuthenticator,
  deskUrl,
  joinWithPasskey,
  joinWithPassword,
  linkFor,
  logInToDesk,
} from './desk-people.ts';
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
const saved = (page: Page) => page.getByRole('button', { name: 'I’ve saved my codes' });

story(
  'filters and verifies the log, adds a role, and keeps what was typed when the server cannot be reached',
  async ({ page, context, shop, expectComplaint }) => {
    expectComplaint(/ERR_INTERNET_DISCONNECTED|log.*to=2026-02-01/);
    await logInToDesk(page, shop, 'owner', 'Ines');
    await page.getByRole('link', { name: 'Roles' }).click();
    await page.getByRole('button', { name: 'Add a role' }).click();
    await page.getByRole('button', { name: 'Add the role' }).click();
    await page.getByRole('link', { name: 'Enter a name for the role' }).click();
    await page.keyboard.type('Proofreader');
    await page
      .getByRole('group', { name: 'Work' })
      .getByLabel('Review and deliver work, and ask customers questions')
      .check();
    await page.getByLabel('Make refunds, up to a limit').check();
    await page.getByLabel('Refunds', { exact: true }).selectOption('Up to an amount');
    await page.getByRole('button', { name: 'Add the role' }).click();
    await page.getByRole('link', { name: 'Enter an amount like 20 or 64.50' }).click();
    await page.keyboard.type('40');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Add the role' }).click();
    await page.getByRole('heading', { name: 'There’s a problem' }).waitFor();
    await expectAccessible(page);
    await expectValue(page.getByLabel('Name', { exact: true }), 'Proofreader');
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Add the role' }).click();
    await heading(page, 'Roles').waitFor();
    const role = page.getByRole('listitem').filter({ hasText: 'Proofreader' });
    await role.getByText('Refunds: up to $40.00 per customer in 24 hours.').waitFor();
    await role.getByText('2 of 24 permissions').click();
    await role.getByText('Review and deliver work, and ask customers questions').waitFor();

    await page.getByRole('link', { name: 'Audit log', exact: true }).click();
    await page.getByRole('cell', { name: 'Added a role' }).waitFor();
    await page.getByLabel('Subject').fill('staff 999');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByText('No entries match these filters.').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('cell', { name: 'Added a role' }).waitFor();
    await page.getByLabel('Action').selectOption('Added a role');
    await expectGone(page.getByRole('cell', { name: 'Logged in' }));
    await page.getByLabel('Person').selectOption('Command line');
    await page.getByText('No entries match these filters.').waitFor();
    await page.goBack();
    await page.getByRole('cell', { name: 'Added a role' }).waitFor();
    await page.getByLabel('From').fill('2026-02-02');
    await page.getByLabel('To', { exact: true }).fill('2026-02-01');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByText('The end date can’t be before the start date').waitFor();
    await expectAccessible(page);
    await page.getByLabel('To', { exact: true }).fill('');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByRole('cell', { name: 'Added a role' }).waitFor();
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download these entries' }).click();
    assert.equal((await file).suggestedFilename(), 'audit-log.csv');
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('button', { name: 'Verify the audit log' }).click();
    await page.getByRole('status').getByText('No entries were changed or removed').waitFor();

    // the screen's script is cached, but its data can't be loaded
    await page.getByRole('link', { name: 'My account' }).click();
    await page.getByText('(current session)').waitFor();
    await page.getByRole('link', { name: 'Audit log', exact: true }).click();
    await context.setOffline(true);
    await page.getByRole('link', { name: 'My account' }).click();
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
    await expectAccessible(page);
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('(current session)').waitFor();
  },
  { settings },
);

// the other stories of the desk check its screens in both modes
for (const colorScheme of isFullSize ? (['light', 'dark'] as const) : (['dark'] as const))
  story(
    `shows every desk screen accessibly, without sideways scrolling or layout shifts, in ${colorScheme} mode`,
    async ({ page, openOther, shop, expectComplaint }) => {
      expectComplaint(/400/);
      const name = colorScheme === 'light' ? 'Lina' : 'Dora';
      const look = async () => {
        await expectNoLayoutShift(page);
        await expectAccessible(page);
        await expectNoSideScroll(page);
      };
      const desk = deskUrl(shop);
      await page.goto(`${desk}/login`);
      await page.getByLabel('Email address').waitFor();
      await look();
      await page.getByRole('button', { name: 'Use a recovery code' }).click();
      await heading(page, 'Use a recovery code').waitFor();
      await look();
      await page.goto(`${desk}/welcome#AAAA`);
      await heading(page, 'This link doesn’t work').waitFor();
      await look();
      await addAuthenticator(page);
      await page.goto('about:blank');
      const link = await linkFor(shop, 'owner');
      await page.goto(link);
      await page.getByLabel('Passkey name').waitFor();
      await look();
      await page.getByRole('button', { name: /^Use a password/ }).click();
      await page.getByRole('img', { name: /^QR code/ }).waitFor();
      await look();
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('heading', { name: 'There’s a problem' }).waitFor();
      await look();
      await page.goto('about:blank');
      await joinWithPasskey(page, link, name);
      await look();
      await saved(page).click();
      await heading(page, 'Today').waitFor();
      await page
        .getByText(/^You’re all caught up|Unassigned/)
        .first()
        .waitFor();
      await look();
      await operate(shop, 'staff', 'invite', 'reader');
      const other = await openOther();
      await joinWithPassword(other, await linkFor(shop, 'writer'), `${name}-2`);

      const screens: [path: string, ready: string, dialogs: string[]][] = [
        ['me', '(current session)', ['Add a passkey', 'Set a password', 'Get new recovery codes']],
        ['people', 'Active links', ['Invite someone', 'Remove from team']],
        ['roles', 'Accountant', []],
        ['log', 'Download all entries', []],
        ['nothing', 'We can’t find that page', []],
      ];
      for (const twice of [false, true])
        for (const [path, ready, dialogs] of screens) {
          await page.goto(`${desk}/${path}`);
          if (twice) await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
          await page.getByText(ready).first().waitFor();
          if (twice) await expectNoSideScroll(page);
          else await look();
          for (const button of dialogs) {
            if (button === 'Remove from team') {
              await page
                .getByRole('button', { name: /^Actions for/ })
                .first()
                .click();
              await page.getByRole('button', { name: button }).waitFor();
              await expectAccessible(page);
              await expectNoSideScroll(page);
            }
            // by keyboard, because a menu follows its button after the window was resized, and a mouse may press too early
            await page.getByRole('button', { name: button }).first().press('Enter');
            const dialog = page.getByRole('dialog');
            await dialog.waitFor();
            await expectAccessible(page);
            await expectNoSideScroll(page);
            await page.keyboard.press('Escape');
            await expectGone(dialog);
          }
        }
      await page.goto(`${desk}/roles`);
      await page.getByRole('button', { name: 'Add a role' }).click();
      await heading(page, 'Add a role').waitFor();
      await look();
    },
    { settings, browser: { colorScheme, viewport: phone, reducedMotion: 'reduce' } },
  );
