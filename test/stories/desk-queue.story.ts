/** The queue's filters and its bulk actions. */
import assert from 'node:assert/strict';
import { businessDays, formatDay } from '#contract/delivery-date.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { deskUrl, logInToDesk } from './desk-people.ts';
import { orderSlogans } from './desk-lines.ts';
import { operate } from './operate.ts';
import { expectAccessible, expectGone, expectNoSideScroll } from './page-checks.ts';
import { story } from './story.ts';

const settings = { RATE_LIMIT_FACTOR: '100' };

story(
  'keeps the position in the queue, moves from line to line, and moves the due dates of a range of lines',
  async ({ page, shop }) => {
    const lines = [];
    for (let n = 0; n < 4; n += 1) lines.push(await orderSlogans(shop));
    await logInToDesk(page, shop, 'owner', 'Ros');
    await page.goto(`${deskUrl(shop)}/queue?who=free`);
    const rows = page.locator('[data-line]');
    await rows.nth(3).waitFor();
    const names = await rows.evaluateAll((links) =>
      links.map((link) => (link as HTMLElement).dataset['line']!),
    );
    const atRow = (index: number) =>
      page.waitForFunction(
        (name) => (document.activeElement as HTMLElement | null)?.dataset['line'] === name,
        names[index],
      );
    const atLine = (index: number) => page.waitForURL(`**/lines/${names[index]!.replace(' ', '/')}`);
    await page.getByText('Assigned to', { exact: true }).last().waitFor();

    for (const _ of [0, 1]) await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await atLine(1);
    await page.getByRole('button', { name: 'Move the due date' }).waitFor();
    await page.keyboard.press('Escape');
    await atRow(1);
    await page.keyboard.press('Enter');
    await atLine(1);
    await page.getByRole('button', { name: 'Move the due date' }).waitFor();
    await page.keyboard.press('j');
    await atLine(2);
    await page.getByRole('button', { name: 'Move the due date' }).waitFor();
    await page.keyboard.press('Escape');
    await atRow(2);

    await page.keyboard.press('k');
    await page.keyboard.press('x');
    for (const _ of [0, 1]) await page.keyboard.press('j');
    await page.keyboard.press('Shift+X');
    await page.getByText('3 selected').waitFor();
    await page.keyboard.press('d');
    const dialog = page.getByRole('dialog', { name: 'Move the due dates of 3 lines' });
    await dialog.getByRole('button', { name: 'Move the due date' }).click();
    await dialog.getByText('Enter a date, like 2026-11-24').first().waitFor();
    await expectAccessible(page);
    const later = businessDays(new Date(), 15, businessCalendar).at(-1)!;
    await dialog.getByLabel('New due date').fill(later);
    await dialog.getByLabel('Reason').fill('Two of our writers are out sick.');
    await page.keyboard.press('Control+Enter');
    await expectGone(dialog);
    await page.getByRole('status').getByText('3 lines moved.').waitFor();
    await page.getByLabel('Due', { exact: true }).selectOption('Later');
    await page.getByText(formatDay(later)).nth(2).waitFor();
    await expectAccessible(page);

    const moved = lines.find(({ number }) => names[2]!.startsWith(number))!;
    const [order] = await moved.customer.orders();
    assert.deepEqual(order!.lines[0]!.moved, {
      expectedOn: later,
      reason: 'Two of our writers are out sick.',
    });
  },
  { settings },
);

story(
  'filters the queue by service, and names each selected line that can no longer be assigned',
  async ({ page, shop }) => {
    const [{ number: kept }, { number: canceled }] = [await orderSlogans(shop), await orderSlogans(shop)];
    await logInToDesk(page, shop, 'owner', 'Quin');
    await page.goto(`${deskUrl(shop)}/queue`);
    const service = page.getByLabel('Service', { exact: true });
    await service.selectOption({ label: 'Blurbs' });
    await page.getByText('No lines match these filters.').waitFor();
    await page.waitForURL(/service=\d/);
    await expectAccessible(page);
    await service.selectOption({ label: 'Slogans' });
    for (const number of [kept, canceled]) await page.getByLabel(`Select ${number}, line 1`).check();
    await operate(shop, 'cancel', canceled, 'The customer called.', canceled);
    await page.getByRole('button', { name: /^Assign to me/ }).click();
    await page.getByText('1 line couldn’t be changed').waitFor();
    await page
      .getByRole('listitem')
      .filter({ hasText: `${canceled}, line 1: ` })
      .first()
      .waitFor();
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSideScroll(page);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expectGone(page.getByText('1 line couldn’t be changed'));
  },
  { settings },
);

story(
  'moves neither the focused row nor the row under the pointer while 30 lines change elsewhere',
  async ({ page, shop }) => {
    const numbers = [];
    for (let n = 0; n < 4; n += 1) numbers.push((await orderSlogans(shop)).number);
    await logInToDesk(page, shop, 'owner', 'Jay');
    await page.goto(`${deskUrl(shop)}/queue`);
    const rows = page.locator('[data-line]');
    await rows.nth(3).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    const { x, y, width, height } = (await rows.nth(2).boundingBox())!;
    const point = { x: x + width / 2, y: y + height / 2 };
    await page.mouse.move(point.x, point.y);
    const seen = () =>
      page.evaluate(
        (at) => [
          (document.activeElement as HTMLElement).dataset['line'],
          document.elementFromPoint(at.x, at.y)?.closest('li')?.textContent,
          document.querySelectorAll('[data-line]').length,
        ],
        point,
      );
    const before = await seen();
    assert.ok(before[0] && before[1], JSON.stringify(before));
    for (const number of numbers) await operate(shop, 'cancel', number, 'The customer called.', number);
    for (let n = 0; n < 26; n += 1) await orderSlogans(shop);
    await page.getByText('This list has changed.').waitFor();
    assert.deepEqual(await seen(), before);
    await page.keyboard.press('.');
    await rows.nth(10).waitFor();
    assert.notDeepEqual(await seen(), before);
  },
  { settings },
);
