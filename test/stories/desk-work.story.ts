/** Work at the desk in a browser: from the next line to the delivery, by two people, by keyboard and on a phone. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { openLine, orderSlogans, writeLine } from './desk-lines.ts';
import { deskUrl, logInToDesk } from './desk-people.ts';
import { expectAccessible, expectGone, expectSound, expectValue } from './page-checks.ts';
import { story } from './story.ts';

const settings = { RATE_LIMIT_FACTOR: '100' };

story(
  'delivers a line that one person has written and another has reviewed',
  async ({ page, openOther, shop }) => {
    const { number, customer } = await orderSlogans(shop);
    await logInToDesk(page, shop, 'writer', 'Wim');
    const editor = await openOther();
    await logInToDesk(editor, shop, 'editor', 'Eda');

    await page.getByRole('heading', { name: /^Unassigned/ }).waitFor();
    await page.keyboard.press('n');
    await page.waitForURL('**/desk/lines/R-*/1');
    await page.getByText('Checks', { exact: true }).last().waitFor();
    await expectAccessible(page);
    await writeLine(page);
    await page.getByLabel('Message to the customer').fill('The third is my favorite.');
    await page.getByText(/^Saved (?!replies)/).waitFor();
    await page.getByText('Every piece has text.').waitFor();
    await expectGone(page.getByRole('button', { name: 'Deliver', exact: true }));
    await page.reload();
    await expectValue(page.getByLabel('Message to the customer'), 'The third is my favorite.');
    const field = page.locator('textarea[id^="piece-"]').first();
    const text = await field.inputValue();
    await field.fill('');
    await page.keyboard.press('Control+Enter');
    const asking = page.getByRole('dialog', { name: 'Submit despite failed checks?' });
    await asking.getByText('1 check failed and would block the delivery:').waitFor();
    await expectSound(page);
    await page.keyboard.press('Escape');
    await field.fill(text);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('status').getByText('The text was submitted for review.').waitFor();

    await editor.goto(`${deskUrl(shop)}/queue?show=check`);
    await editor.getByRole('link', { name: new RegExp(number) }).click();
    await editor.getByRole('button', { name: 'Deliver', exact: true }).waitFor();
    await editor.keyboard.press('h');
    const returning = editor.getByRole('dialog', { name: 'Return to the writer' });
    await returning.getByLabel('Note for the writer').fill('No puns, please.');
    await editor.keyboard.press('Control+Enter');
    await expectGone(returning);

    await page.goto(`${deskUrl(shop)}/today`);
    await page.getByRole('list', { name: 'Assigned to you' }).getByText('Returned with a note').waitFor();
    await page.keyboard.press('n');
    await page.getByText(/^Eda returned this text on /).waitFor();
    await page.getByText('No puns, please.').first().waitFor();
    await expectSound(page);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('status').getByText('The text was submitted for review.').waitFor();
    await expectGone(page.getByText(/^Eda returned this text on /));

    // the editor corrects the text, which stays submitted
    await editor.getByText('Ready for review', { exact: true }).waitFor();
    await editor.getByLabel('Message to the customer').fill('The third is my favorite!');
    await editor.getByText(/^Saved .* by Eda/).waitFor();
    await editor.keyboard.press('Control+Enter');
    const dialog = editor.getByRole('dialog', { name: /^Deliver version 1/ });
    await dialog.getByText('No long sentence in this text has been delivered to another customer.').waitFor();
    await expectAccessible(editor);
    await dialog.getByRole('button', { name: 'Deliver', exact: true }).click();
    await editor.getByRole('button', { name: 'Undo', exact: true }).click();
    await editor.getByRole('status').getByText('Delivery undone.').waitFor();
    assert.equal((await customer.orders())[0]!.work.status, 'inProgress');

    await editor.getByRole('button', { name: 'Deliver', exact: true }).click();
    await dialog.getByText('No long sentence in this text has been delivered to another customer.').waitFor();
    await dialog.getByRole('button', { name: 'Deliver', exact: true }).click();
    await editor.getByText('Delivered', { exact: true }).first().waitFor();
    assert.equal((await customer.orders())[0]!.work.status, 'delivered');
    const letter = await shop.letter(customer.email, /ready/);
    assert.match(letter.text ?? '', /The third is my favorite!/);

    // the customer's next order: their earlier work is one click away
    const { body: again } = await customer.askForOrder();
    assert.equal(await customer.pay(again), 'paid');
    await openLine(page, shop, again.orderNumber);
    await page.getByRole('button', { name: 'Earlier deliveries' }).click();
    const before = page.getByRole('dialog', { name: /^Earlier deliveries to / });
    await before.getByText(/bakes loaf/).waitFor();
    await expectSound(page);
    await page.keyboard.press('Escape');
    await expectGone(before);
  },
  { settings },
);

story(
  'keeps both texts when two people save the same one, and everything typed without a network',
  async ({ page, openOther, shop, expectComplaint }) => {
    expectComplaint(/ERR_INTERNET_DISCONNECTED/);
    expectComplaint(/409/);
    const { number } = await orderSlogans(shop);
    await logInToDesk(page, shop, 'owner', 'Una');
    const other = await openOther();
    await logInToDesk(other, shop, 'editor', 'Otto');
    await openLine(page, shop, number);
    await openLine(other, shop, number);
    const message = (one: Page) => one.getByLabel('Message to the customer');
    await message(other).waitFor();
    await other.context().setOffline(true);
    await message(other).fill('From Otto.');
    await other.getByText('Not saved yet').first().waitFor();
    await message(page).fill('From Una.');
    await page.getByText(/^Saved (?!replies)/).waitFor();
    // the reason comes into view on a small screen, and the focus stays in the field above it
    const size = other.viewportSize()!;
    await other.setViewportSize({ width: 360, height: 640 });
    const field = other.getByLabel('Direction 1');
    await field.focus();
    await other.context().setOffline(false);
    const alert = other.getByRole('alert').filter({ hasText: 'Una has changed the same text.' });
    await alert.waitFor();
    assert.equal(await field.evaluate((one) => one === document.activeElement), true);
    const [typed, shown] = [(await field.boundingBox())!, (await alert.boundingBox())!];
    const places = JSON.stringify({ typed, shown });
    assert.ok(typed.y >= 0 && typed.y + typed.height <= shown.y, places);
    assert.ok(shown.y + shown.height <= 640, places);
    await other.setViewportSize(size);
    await expectValue(message(other), 'From Otto.');
    await other.getByText('Una wrote this instead:').waitFor();
    await other.getByText('From Una.', { exact: true }).waitFor();
    await expectSound(other);
    // most pieces are empty, so their checks fail, but the unsaved text comes first
    await other.getByRole('button', { name: 'Submit for review' }).click();
    await other
      .getByText('The text couldn’t be saved. See the reason at the bottom of the screen.')
      .waitFor();
    await expectGone(other.getByRole('dialog'));
    await other.reload();
    await other.getByRole('button', { name: 'Message to the customer' }).click();
    await other.waitForFunction(() => document.activeElement?.id === 'message');
    await other.getByRole('button', { name: 'Keep my text' }).click();
    await other.getByText(/^Saved .* by Otto/).waitFor();
    await page.reload();
    await page.getByText(/^Saved .* by Otto/).waitFor();
    await expectValue(message(page), 'From Otto.');

    // two people change two pieces, and both changes are saved
    await other.context().setOffline(true);
    await other.getByLabel('Direction 2').fill('Bread that waits for you.');
    await other.getByText('Not saved yet').first().waitFor();
    await page.getByLabel('Direction 1').fill('Baked before you wake.');
    await page.getByText(/^Saved .* by Una/).waitFor();
    await other.context().setOffline(false);
    await other.getByText('Una also changed this text. Your changes and theirs were combined.').waitFor();
    await other.getByText(/^Saved .* by Otto/).waitFor();
    await expectValue(other.getByLabel('Direction 1'), 'Baked before you wake.');
    await expectValue(page.getByLabel('Direction 2'), 'Bread that waits for you.');

    await page.context().setOffline(true);
    await message(page).fill('Typed without a network.');
    await page.getByText('Not saved yet').first().waitFor();
    await page.context().setOffline(false);
    await page.reload();
    await page.getByText(/^Saved .* by Una/).waitFor();
    await expectValue(message(page), 'Typed without a network.');

    await page.getByRole('button', { name: 'Earlier drafts' }).click();
    const earlier = page.getByRole('dialog', { name: 'Earlier drafts' });
    await earlier.getByText('Changes since Otto’s draft:').waitFor();
    await earlier.getByText(/^1 of \d+ parts changed\.$/).waitFor();
    await expectSound(page);
    await earlier.getByRole('button', { name: 'Restore this draft' }).click();
    await expectGone(earlier);
    await expectValue(message(page), 'From Otto.');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expectValue(message(page), 'Typed without a network.');
  },
  { settings },
);

story(
  'names who changed which text when the delivery of an older text is rejected, and shows the change',
  async ({ page, openOther, shop, expectComplaint }) => {
    expectComplaint(/409/);
    const { number } = await orderSlogans(shop);
    await logInToDesk(page, shop, 'owner', 'Ulla');
    const other = await openOther();
    await logInToDesk(other, shop, 'editor', 'Olaf');
    await openLine(page, shop, number);
    await writeLine(page);
    await page.getByText(/^Saved .* by Ulla/).waitFor();
    await openLine(other, shop, number);
    await other.getByText(/^Saved .* by Ulla/).waitFor();
    const current = other.getByRole('navigation', { name: 'Desk' }).locator('[aria-current=page]');
    assert.equal(await current.first().textContent(), 'Queue');
    await other.keyboard.press('Control+Enter');
    const dialog = other.getByRole('dialog', { name: /^Deliver version 1/ });
    await dialog.getByText('No long sentence in this text has been delivered to another customer.').waitFor();
    await page.getByRole('navigation', { name: 'Pieces' }).getByRole('button').first().click();
    await page.getByLabel('Direction 1').fill('Baked before you wake.');
    await page.getByText('Not saved yet').waitFor();
    await page.getByText(/^Saved .* by Ulla/).waitFor();
    await dialog.getByRole('button', { name: 'Deliver', exact: true }).click();
    await dialog
      .getByRole('alert')
      .getByText(/^Ulla changed this text after you opened it\..* Changed: Direction 1\.$/)
      .waitFor();
    await expectGone(dialog.getByRole('button', { name: 'Deliver', exact: true }));
    await expectSound(other);
    await other.waitForFunction(() => document.activeElement?.id === 'back');
    await other.keyboard.press('Enter');
    await expectGone(dialog);
    await expectValue(other.getByLabel('Direction 1'), 'Baked before you wake.');
  },
  { settings },
);

story(
  'assigns many lines by keyboard, and announces changes by others without moving the rows',
  async ({ page, shop }) => {
    await logInToDesk(page, shop, 'owner', 'Kay');
    const [first, second] = [await orderSlogans(shop), await orderSlogans(shop)];
    await page.goto(`${deskUrl(shop)}/queue?who=free`);
    const links = page.locator('[data-line]');
    await links.nth(1).waitFor();
    const before = await links.count();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByText('2 selected').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('m');
    await page.getByRole('status').getByText('2 lines assigned.').waitFor();
    await page.waitForFunction(
      (count) => document.querySelectorAll('[data-line]').length === count,
      before - 2,
    );

    await orderSlogans(shop);
    await page.getByText('This list has changed.').waitFor();
    assert.equal(await links.count(), before - 2);
    await page.keyboard.press('.');
    await page.waitForFunction(
      (count) => document.querySelectorAll('[data-line]').length === count,
      before - 1,
    );

    await page.getByLabel('Brand or order').fill(second.number);
    await page.getByRole('button', { name: 'Find' }).click();
    await page.waitForURL(/q=R-/);
    await page.keyboard.press('/');
    await page.getByRole('searchbox', { name: 'Order, customer or conversation' }).fill(first.number);
    await page.getByRole('link', { name: `${first.number} · 1` }).click();
    await page.getByRole('button', { name: /^Ask the customer/ }).waitFor();
    await page.keyboard.press('q');
    const question = page.getByRole('dialog', { name: 'Ask the customer' });
    await question.getByRole('button', { name: 'Send the question' }).click();
    await question.getByText('Enter a question').first().waitFor();
    await question.getByLabel('Question', { exact: true }).fill('Which year did the mill open?');
    await question.getByRole('button', { name: 'Send the question' }).click();
    await expectGone(question);
    await page.getByText('Waiting for an answer', { exact: true }).first().waitFor();
    assert.equal(
      (await first.customer.orders())[0]!.lines[0]!.work.question,
      'Which year did the mill open?',
    );
  },
  { settings },
);

story(
  'shows Today, the queue and a line on a phone without sideways scrolling',
  async ({ page, shop }) => {
    const { number } = await orderSlogans(shop);
    await logInToDesk(page, shop, 'owner', 'Pia');
    await page.setViewportSize({ width: 320, height: 640 });
    for (const path of ['today?who=team', 'queue', `lines/${number}/1`]) {
      await page.goto(`${deskUrl(shop)}/${path}`);
      await page.locator('[data-line], textarea[id^="piece-"]').first().waitFor();
      await expectSound(page);
    }
    for (const tab of ['Brief', 'Checks', 'Text']) {
      await page.getByRole('tab', { name: tab }).click();
      await expectSound(page);
    }
  },
  { settings },
);

// runs last, because it adds lines, and the other stories count the lines of the shared shop
story(
  'moves the focus by keyboard through more lines than are rendered',
  async ({ page, shop }) => {
    await page.setViewportSize({ width: 1440, height: 500 });
    await logInToDesk(page, shop, 'owner', 'Lia');
    const { number } = await orderSlogans(shop, 20);
    const other = await orderSlogans(shop, 20);
    await page.goto(`${deskUrl(shop)}/queue`);
    const places = [number, other.number].flatMap((one) =>
      Array.from({ length: 20 }, (_, at) => `${one} ${at + 1}`),
    );
    const focused = () =>
      page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset['line'] ?? '');
    const seen: string[] = [];
    await page.locator('[data-line]').first().waitFor();
    while (!places.every((place) => seen.includes(place))) {
      await page.keyboard.press('j');
      await page.waitForFunction(
        (last) =>
          ![last, undefined].includes((document.activeElement as HTMLElement | null)?.dataset['line']),
        seen.at(-1),
      );
      seen.push(await focused());
      assert.ok((await page.locator('.line-row').count()) < 40);
    }
    assert.equal(new Set(seen).size, seen.length);
    // the focused row isn't visible, but the keys continue from it
    const last = seen.at(-1)!;
    await page.mouse.wheel(0, -20_000);
    await page.waitForFunction(() => window.scrollY === 0);
    assert.equal(await focused(), last);
    await page.keyboard.press('k');
    assert.equal(await focused(), seen.at(-2));
    await expectAccessible(page);
  },
  { settings },
);
