/** The desk without a pointer: login, writing, return, delivery and undo, and each shortcut in the list of shortcuts. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { tabTo, type } from './by-keyboard.ts';
import { expectFocus } from './desk-dialogs.ts';
import { orderSlogans } from './desk-lines.ts';
import { deskUrl, joinWithPassword, logInToDesk, sixDigits, staffPassword } from './desk-people.ts';
import { openTeam } from './open-team.ts';
import { operate } from './operate.ts';
import { expectGone, expectSound } from './page-checks.ts';
import { type Shop, waitFor } from './shop.ts';
import { story } from './story.ts';

const settings = { RATE_LIMIT_FACTOR: '100' };

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const state = (page: Page, words: string) => page.locator('.tag', { hasText: words }).first().waitFor();
const pieces = (page: Page) => page.locator('textarea[id^="piece-"]');

/** Creates a person who logs in with a password, and logs them out again. Returns the secret of the authenticator app. */
async function joinTeam(page: Page, shop: Shop, role: string, name: string): Promise<string> {
  const [link] = (await operate(shop, 'staff', 'invite', role)).split('\n');
  const secret = await joinWithPassword(page, link!, name);
  await page.getByRole('button', { name: /^I’ve saved/ }).click();
  await heading(page, 'Today').waitFor();
  await page.getByRole('button', { name: 'Log out' }).first().click();
  await heading(page, 'Log in').waitFor();
  return secret;
}

/** Returns a function that counts pointer presses, from the next page on. */
async function countPointer(page: Page): Promise<() => number> {
  let presses = 0;
  await page.exposeFunction('countPress', () => (presses += 1));
  await page.addInitScript(() => {
    const { countPress } = globalThis as unknown as { countPress: () => void };
    document.addEventListener('pointerdown', () => countPress(), { capture: true });
  });
  return () => presses;
}

/** Logs in on the desk's login page with Tab and typing. */
async function logIn(page: Page, shop: Shop, name: string, secret: string): Promise<void> {
  await page.goto(`${deskUrl(shop)}/login`);
  await page.getByLabel('Email address').waitFor();
  await type(page, /^Email address/, `${name.toLowerCase()}@example.com`);
  await type(page, /^Password/, staffPassword);
  // uses the next code, because a code works once and the invitation has used the current one
  await type(page, /^Code from/, sixDigits(secret, 1));
  await page.keyboard.press('Enter');
  await heading(page, 'Today').waitFor();
}

/** Pastes a text for each piece of the open line, and submits it for review. */
async function pasteAndSubmit(page: Page, texts: readonly string[]): Promise<void> {
  await page.evaluate((words) => navigator.clipboard.writeText(words), texts.join('\n\n'));
  await page.keyboard.press('Control+V');
  const fill = page.getByRole('button', { name: /^Fill in \d+ of/ });
  await fill.or(page.getByText('Every piece has text.')).first().waitFor();
  if (await fill.isVisible()) await page.keyboard.press('Enter');
  await page.getByText('Every piece has text.').waitFor();
  await page.keyboard.press('Control+Enter');
  await state(page, 'Ready for review');
}

story(
  'logs in, writes, returns, delivers and undoes the delivery of a line by keyboard alone',
  async ({ page: writer, context, openOther, shop }) => {
    const { number, customer } = await orderSlogans(shop);
    const editor = await openOther();
    for (const one of [context, editor.context()])
      await one.grantPermissions(['clipboard-read', 'clipboard-write'], {
        origin: new URL(deskUrl(shop)).origin,
      });
    const secrets = [
      await joinTeam(writer, shop, 'writer', 'Wes'),
      await joinTeam(editor, shop, 'editor', 'Eva'),
    ];
    const counts = [await countPointer(writer), await countPointer(editor)];
    await logIn(writer, shop, 'Wes', secrets[0]!);
    await logIn(editor, shop, 'Eva', secrets[1]!);

    await writer.keyboard.press('n');
    await writer.waitForURL(`**/desk/lines/${number}/1`);
    await pieces(writer).first().waitFor();
    await tabTo(writer, /^Assign to me$/);
    await writer.keyboard.press('Enter');
    await expectGone(writer.getByRole('button', { name: 'Assign to me' }));
    await writer.keyboard.press('s');
    await state(writer, 'In progress');
    // five directions, ten slogans and the top pick
    const texts = (version: number) =>
      Array.from({ length: 16 }, (_, at) => `Golden Crust bakes loaf ${at + 1} of version ${version}.`);
    await pasteAndSubmit(writer, texts(1));

    await editor.keyboard.press('n');
    await editor.waitForURL(`**/desk/lines/${number}/1`);
    await state(editor, 'Ready for review');
    await editor.keyboard.press('h');
    const back = editor.getByRole('dialog', { name: 'Return to the writer' });
    await back.waitFor();
    await expectSound(editor);
    await editor.keyboard.press('Control+Enter');
    await back.getByRole('alert').filter({ hasText: 'note' }).waitFor();
    await tabTo(editor, /^Note for the writer/);
    await editor.keyboard.type('Shorter, please.');
    await editor.keyboard.press('Control+Enter');
    await expectGone(back);
    await state(editor, 'In progress');

    await writer.reload();
    await writer.getByText('Shorter, please.').first().waitFor();
    await pasteAndSubmit(writer, texts(2));

    await editor.reload();
    await state(editor, 'Ready for review');
    const deliver = async () => {
      await editor.keyboard.press('Control+Enter');
      const dialog = editor.getByRole('dialog', { name: /^Deliver version 1/ });
      await dialog.getByRole('button', { name: 'Deliver', exact: true }).waitFor();
      await editor.keyboard.press('Enter');
      await expectGone(dialog);
      await state(editor, 'Being delivered');
    };
    // no other task is left, so Today opens; the undo there returns to the line
    await editor.keyboard.press('Control+Shift+Enter');
    await editor.getByRole('dialog').getByRole('button', { name: 'Deliver and open next' }).waitFor();
    await editor.keyboard.press('Enter');
    await heading(editor, 'Today').waitFor();
    await tabTo(editor, /^Undo$/);
    await editor.keyboard.press('Enter');
    await editor.waitForURL(`**/desk/lines/${number}/1`);
    await state(editor, 'Ready for review');
    await deliver();
    await editor.keyboard.press('u');
    await state(editor, 'Ready for review');
    assert.equal((await customer.orders())[0]!.work.status, 'inProgress');
    await deliver();
    await editor.getByText('Delivered', { exact: true }).first().waitFor();
    assert.equal((await customer.orders())[0]!.work.status, 'delivered');
    assert.deepEqual(
      counts.map((count) => count()),
      [0, 0],
      'a pointer was used',
    );
  },
  { settings },
);

/** The shortcuts in the open list, as `key: what it does`. */
const listedKeys = (page: Page) =>
  page
    .getByRole('dialog', { name: 'Keyboard shortcuts' })
    .locator('dl > div')
    .evaluateAll((rows) =>
      rows.map((row) => `${row.children[0]?.textContent}: ${row.children[1]?.textContent}`),
    );

/** Adds a saved reply. */
async function addReply(page: Page, shop: Shop): Promise<void> {
  await page.goto(`${deskUrl(shop)}/replies`);
  await page.getByRole('button', { name: 'Add a saved reply' }).click();
  await expectSound(page);
  await page.getByLabel('Title').fill('Hello');
  await page.getByLabel('Text', { exact: true }).fill('Hello {firstName}');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { level: 2, name: 'Hello' }).waitFor();
}

story(
  'runs each keyboard shortcut that the desk lists, also on a narrow screen',
  async ({ page, shop, openOther }) => {
    const { number, customer } = await orderSlogans(shop, 2);
    let hasChooser = false;
    page.on('filechooser', () => (hasChooser = true));
    await logInToDesk(page, shop, 'owner', 'Kiki');
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await keys.waitFor();
    await expectSound(page);
    const listed = (await listedKeys(page)).map((one) => one.split(': ')[0]!);
    await page.keyboard.press('Escape');
    await expectGone(keys);

    const tried: string[] = [];
    const press = async (key: string, ...presses: string[]) => {
      tried.push(key);
      for (const one of presses.length > 0 ? presses : [key]) await page.keyboard.press(one);
    };
    tried.push('?', 'Esc');
    for (const [key, name] of [
      ['Q', 'Queue'],
      ['I', 'Messages'],
      ['O', 'Orders'],
      ['C', 'Customers'],
      ['A', 'Approvals'],
      ['M', 'Money'],
      ['B', 'Books'],
      ['P', 'People'],
      ['L', 'Audit log'],
      ['T', 'Today'],
    ] as const) {
      await press(`G ${key}`, 'g', key.toLowerCase());
      await heading(page, name).waitFor();
    }
    await press('/');
    await page.getByRole('searchbox').waitFor();
    await page.keyboard.press('Escape');

    await page.goto(`${deskUrl(shop)}/queue?q=${number}`);
    const line = (position: number) => page.locator(`[data-line="${number} ${position}"]`);
    await line(2).waitFor();
    const isFocused = (position: number) =>
      page.waitForFunction(
        (wanted) => (document.activeElement as HTMLElement | null)?.dataset['line'] === wanted,
        `${number} ${position}`,
      );
    await press('J, K', 'j', 'j');
    await isFocused(2);
    await page.keyboard.press('k');
    await isFocused(1);
    await press('X', 'x');
    await page.getByText('1 selected').waitFor();
    await page.keyboard.press('j');
    await press('Shift X', 'Shift+X');
    await page.getByText('2 selected').waitFor();
    await page.keyboard.press('x');
    await page.getByText('1 selected').waitFor();
    await page.keyboard.press('k');
    for (const key of ['A', 'D']) {
      await press(key, key.toLowerCase());
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      await expectSound(page);
      await page.keyboard.press('Escape');
      await expectGone(dialog);
    }
    await press('M', 'm');
    await line(1).getByText('Kiki').waitFor();
    await orderSlogans(shop);
    await page.getByText('This list has changed.').waitFor();
    await press('.');
    await expectGone(page.getByText('This list has changed.'));
    // the queue shows only this order, and the focus is on its first line
    await line(1).focus();
    await press('Enter');
    await page.waitForURL(`**/desk/lines/${number}/1`);
    await pieces(page).first().waitFor();
    // the second press comes while the second line loads
    await press('J, K', 'j', 'j');
    await page.getByText('There’s no next line in the list.').waitFor();
    await page.waitForURL(`**/desk/lines/${number}/2`);
    await page.keyboard.press('k');
    await page.waitForURL(`**/desk/lines/${number}/1`);
    await pieces(page).first().waitFor();

    // below 80rem, the workroom shows one pane at a time
    await page.setViewportSize({ width: 1024, height: 700 });
    await press('S', 's');
    await state(page, 'In progress');
    await press('I', 'i');
    await expectFocus(page, /^New note/);
    await page.keyboard.press('Tab');
    await page.locator('#draft-files').waitFor({ state: 'attached' });
    await press('F', 'f');
    await waitFor('the dialog of the system', async () => hasChooser || undefined);
    await press('Q', 'q');
    const ask = page.getByRole('dialog', { name: 'Ask the customer' });
    await ask.waitFor();
    await page.keyboard.press('Escape');
    await expectGone(ask);
    // the other story tries these shortcuts, with a writer and an editor
    tried.push('Ctrl V', 'Ctrl Enter', 'Ctrl Shift Enter', 'H', 'U');
    await press('N', 'n');
    await page.waitForURL((url) => url.pathname.startsWith('/desk/lines/'));

    const team = await openTeam(shop);
    await team.deliver(number, 2);
    const revision = { points: [{ note: 'Shorter' }] };
    const asked = await customer.call(`/api/orders/${number}/lines/2/revision`, revision);
    assert.equal(asked.status, 204, JSON.stringify(asked.body));
    await page.goto(`${deskUrl(shop)}/lines/${number}/2`);
    await state(page, 'Revision requested');
    await press('P', 'p');
    await page.waitForFunction(() => document.activeElement?.matches('input[type=radio]'));

    const sent = await customer.call<{ ticketNumber: string }>(`/api/orders/${number}/messages`, {
      text: 'Hello?',
    });
    await page.goto(`${deskUrl(shop)}/tickets/${sent.body.ticketNumber}`);
    await page.getByRole('button', { name: 'Assign to me' }).waitFor();
    await press('M', 'm');
    await page.getByText('Assigned to Kiki').waitFor();
    for (const [key, name] of [
      ['A', 'Assign this conversation'],
      ['Z', 'Snooze this conversation'],
      ['F', `Refund order ${number}`],
    ] as const) {
      await press(key, key.toLowerCase());
      const dialog = page.getByRole('dialog', { name });
      await dialog.waitFor();
      await expectSound(page);
      await page.keyboard.press('Escape');
      await expectGone(dialog);
    }
    await press('I', 'i');
    await expectFocus(page, /^New note/);
    await page.getByRole('heading', { level: 1 }).click();
    await press('E', 'e');
    await page.getByText('Closed', { exact: true }).waitFor();
    await press('R', 'r');
    await expectFocus(page, /^Write to/);
    await page.keyboard.type('Hello!');
    await press('Ctrl Enter', 'Control+Enter');
    await page.getByText('Sending in a few seconds.').waitFor();
    await addReply(page, shop);
    await page.goto(`${deskUrl(shop)}/tickets/${sent.body.ticketNumber}`);
    await page.getByLabel('Insert a saved reply').waitFor();
    await press(';');
    await expectFocus(page, /^Insert a saved reply/);
    await page.keyboard.press('ArrowDown');
    const hasReply = () =>
      page.waitForFunction(() => document.querySelector('textarea')?.value === 'Hello Ann');
    await hasReply();
    await expectGone(page.getByText('Sending in a few seconds.'));
    await press('Ctrl Shift Enter', 'Control+Shift+Enter');
    await page.waitForURL((url) => !url.pathname.includes('/tickets/'));
    // the conversation, which has an Undo of its own, stays on the screen a little longer than its address
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await page.waitForURL(`**/desk/tickets/${sent.body.ticketNumber}`);
    await hasReply();
    await page.getByRole('heading', { level: 1 }).click();
    await press('!');
    await page.getByText('Spam', { exact: true }).waitFor();
    assert.deepEqual(listed.toSorted(), tried.toSorted());

    // a role with fewer permissions sees fewer shortcuts
    const reader = await openOther();
    await logInToDesk(reader, shop, 'writer', 'Wilma');
    await reader.keyboard.press('?');
    await reader.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    const theirs = (await listedKeys(reader)).join('\n');
    assert.doesNotMatch(theirs, /Go to (?:Orders|People)|^H:|^U:|^A:/m);
    assert.match(theirs, /^S: /m);
  },
  { settings },
);
