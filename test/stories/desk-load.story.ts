/** The limit of a person's open lines, and each person's load. */
import assert from 'node:assert/strict';
import { deskUrl, logInToDesk } from './desk-people.ts';
import { openLine, orderSlogans } from './desk-lines.ts';
import { expectAccessible, expectGone, expectSound } from './page-checks.ts';
import { story } from './story.ts';

const settings = { RATE_LIMIT_FACTOR: '100' };

story(
  'limits a person’s open lines, confirms assigning more, and shows the load beside each name',
  async ({ page, shop }) => {
    const numbers: string[] = [];
    for (let n = 0; n < 2; n += 1) numbers.push((await orderSlogans(shop)).number);
    const [first, second] = numbers as [string, string];
    await logInToDesk(page, shop, 'owner', 'Wim');
    await page.goto(`${deskUrl(shop)}/people`);
    await page.getByRole('link', { name: 'Wim' }).click();
    const most = page.getByLabel('Open line limit');
    await most.fill('none');
    await page.getByRole('button', { name: 'Save limit' }).click();
    await page.getByText('Enter a whole number from 1 to 1,000').first().waitFor();
    await most.fill('1');
    await page.getByRole('button', { name: 'Save limit' }).click();
    await page.getByRole('status').getByText('Saved').waitFor();
    await page.getByLabel('Daily capacity (minutes)').fill('240');
    await page.getByRole('button', { name: 'Save capacity' }).click();
    await expectAccessible(page);

    await openLine(page, shop, first);
    await page.getByRole('button', { name: 'Assign to me' }).click();
    await page.getByRole('status').getByText('The line is assigned to you.').waitFor();
    await openLine(page, shop, second);
    await page.getByText('You’ve reached your limit of 1 open line. Finish one first').waitFor();
    await expectGone(page.getByRole('button', { name: 'Assign to me' }));

    await page.goto(`${deskUrl(shop)}/today`);
    await page
      .getByText(
        'You’ve reached your limit of 1 open line. Finish one before you assign another to yourself.',
      )
      .waitFor();
    await expectGone(page.getByRole('list', { name: 'Unassigned' }));

    await page.goto(`${deskUrl(shop)}/queue`);
    await page.getByLabel(`Select ${second}, line 1`).check();
    await page.getByRole('button', { name: /^Assign to me/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Assign this line' });
    await dialog.getByText('Wim has 1 open line (limit 1).').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Choose someone else' }).click();
    await dialog.getByRole('button', { name: /^Wim\s*1 open line \(limit 1\)/ }).click();
    await dialog.getByText('With this line, they’ll have 2.').waitFor();
    await page.keyboard.press('Tab');
    assert.ok(await dialog.evaluate((box) => box.contains(document.activeElement)));
    await dialog.getByRole('button', { name: 'Assign anyway' }).click();
    await page.getByRole('status').getByText('1 line assigned.').waitFor();

    await page.goto(`${deskUrl(shop)}/people`);
    await page.getByText('2 open lines (limit 1)').waitFor();
    await page
      .getByText(/ h of \d+ h$/)
      .nth(1)
      .waitFor();
    await expectSound(page);
  },
  { settings },
);
