/** Text typed at the desk survives the end of the session and of the server, and only its writer sees it. */
import type { Page } from 'playwright-core';
import { deskUrl, joinWithPassword, logInToDesk } from './desk-people.ts';
import { orderSlogans } from './desk-lines.ts';
import { operate } from './operate.ts';
import { expectAccessible, expectGone, expectNoSideScroll, expectValue } from './page-checks.ts';
import type { Shop } from './shop.ts';
import { story } from './story.ts';

const settings = { RATE_LIMIT_FACTOR: '100' };

const message = (page: Page) => page.getByLabel('Message to the customer');
const note = (page: Page) => page.getByLabel('New note');
const question = (page: Page) => page.getByRole('dialog').getByLabel('Question');
const askCustomer = (page: Page) => page.getByRole('button', { name: /^Ask the customer/ });

/** Ends the person's sessions, but lets them log in again. */
async function endSessions(shop: Shop, email: string): Promise<void> {
  await operate(shop, 'staff', 'lock', email, email);
  await operate(shop, 'staff', 'unlock', email);
}

story(
  'keeps a question, a note and the work when the session ends while they are typed',
  async ({ page, shop, expectComplaint }) => {
    expectComplaint(/401/);
    await logInToDesk(page, shop, 'owner', 'Una');
    const { number } = await orderSlogans(shop);
    await page.goto(`${deskUrl(shop)}/lines/${number}/1`);
    await note(page).fill('She calls it the rye.');
    await askCustomer(page).click();
    await question(page).fill('Which rye do you mean?');
    await page.keyboard.press('Escape');
    await message(page).fill('With love from the team.');
    await page.getByText(/^Saved (?!replies)/).waitFor();
    await askCustomer(page).click();
    await expectValue(question(page), 'Which rye do you mean?');
    // blocks the pulse, which could notice the ended session before the question is sent
    await page.route('**/api/desk/pulse', () => {});
    await endSessions(shop, 'una@example.com');
    await page.getByRole('dialog').getByRole('button', { name: 'Send the question' }).click();
    await page.getByRole('button', { name: 'Log in with a passkey' }).waitFor();
    await page.getByText('Your session has ended').waitFor();
    await expectAccessible(page);
    await page.unroute('**/api/desk/pulse');
    await page.getByRole('button', { name: 'Log in with a passkey' }).click();
    await askCustomer(page).click();
    await expectValue(question(page), 'Which rye do you mean?');
    await page.getByRole('dialog').getByRole('button', { name: 'Send the question' }).click();
    await expectGone(page.getByRole('dialog'));
    await expectValue(note(page), 'She calls it the rye.');
    await expectValue(message(page), 'With love from the team.');
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByRole('listitem').filter({ hasText: 'She calls it the rye.' }).first().waitFor();
    await expectValue(note(page), '');
  },
  { settings },
);

story(
  'inserts a saved reply into a question, and rejects a question with a placeholder that isn’t filled in',
  async ({ page, shop }) => {
    await logInToDesk(page, shop, 'owner', 'Ida');
    const { number } = await orderSlogans(shop);
    await page.goto(`${deskUrl(shop)}/replies`);
    await page.getByRole('button', { name: 'Add a saved reply' }).click();
    await page.getByLabel('Title').fill('Which tone');
    await page
      .getByLabel('Text', { exact: true })
      .fill('Hello {firstName}, which tone do you want for {orderNumber}?');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { level: 2, name: 'Which tone' }).waitFor();
    await page.goto(`${deskUrl(shop)}/lines/${number}/1`);
    await askCustomer(page).click();
    await question(page).fill('One more thing.');
    await page.getByRole('dialog').getByLabel('Insert a saved reply').selectOption('Which tone');
    await expectValue(
      question(page),
      new RegExp(`^One more thing\\.\\n\\nHello \\p{L}+, which tone do you want for ${number}\\?$`, 'u'),
    );
    await question(page).fill('Hello {firstName}!');
    await page.getByRole('dialog').getByRole('button', { name: 'Send the question' }).click();
    await page
      .getByRole('dialog')
      .getByText('Replace {firstName} before you send the message')
      .first()
      .waitFor();
    await expectAccessible(page);
    await expectNoSideScroll(page);
    await question(page).fill('Hello!');
    await page.getByRole('dialog').getByRole('button', { name: 'Send the question' }).click();
    await expectGone(page.getByRole('dialog'));
  },
  { settings },
);

story(
  'saves what was typed while the server was restarting',
  async ({ page, shop, expectComplaint }) => {
    expectComplaint(/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/);
    await logInToDesk(page, shop, 'owner', 'Rae');
    const { number } = await orderSlogans(shop);
    await page.goto(`${deskUrl(shop)}/lines/${number}/1`);
    await message(page).fill('Before the restart.');
    await page.getByText(/^Saved (?!replies)/).waitFor();
    await shop.stop();
    await message(page).fill('During the restart.');
    await page.getByText('Not saved yet').first().waitFor();
    await shop.start();
    await page.getByText(/^Saved (?!replies)/).waitFor();
    await page.reload();
    await message(page).waitFor();
    await expectValue(message(page), 'During the restart.');
  },
  { settings },
);

story(
  'explains that the line was assigned to another person, stops saving, and keeps the typed text for its writer',
  async ({ page, openOther, shop, expectComplaint }) => {
    expectComplaint(/404/);
    const { number } = await orderSlogans(shop);
    const line = `${deskUrl(shop)}/lines/${number}/1`;
    await logInToDesk(page, shop, 'writer', 'Wes');
    await page.goto(line);
    await message(page).waitFor();
    const editor = await openOther();
    await logInToDesk(editor, shop, 'editor', 'Eli');
    await editor.goto(line);
    await message(editor).fill('From Eli.');
    await editor.getByText(/^Saved .* by Eli/).waitFor();
    await message(page).fill('From Wes.');
    await page.getByText('This text can’t be saved').waitFor();
    await page.getByRole('button', { name: 'Copy my text' }).waitFor();
    await expectValue(message(page), 'From Wes.');
    await expectAccessible(page);
  },
  { settings },
);

story(
  'neither shows nor saves one person’s unsaved text when another person logs in to the same browser',
  async ({ page, shop, expectComplaint }) => {
    expectComplaint(/401/);
    expectComplaint(/ERR_FAILED/);
    await logInToDesk(page, shop, 'owner', 'Ada');
    const { number } = await orderSlogans(shop);
    const line = `${deskUrl(shop)}/lines/${number}/1`;
    await page.goto(line);
    await note(page).fill('Ada’s own note.');
    await message(page).fill('From Ada, saved.');
    await page.getByText(/^Saved (?!replies)/).waitFor();
    await page.route('**/draft', (route) => route.abort());
    const failed = page.waitForEvent('requestfailed');
    await message(page).fill('From Ada, not saved.');
    await failed;
    await page.getByText('Not saved yet').first().waitFor();
    await endSessions(shop, 'ada@example.com');
    await page.getByRole('button', { name: 'Log in with a passkey' }).waitFor();
    await page.unroute('**/draft');

    const [link] = (await operate(shop, 'staff', 'invite', 'owner')).split('\n');
    await joinWithPassword(page, link!, 'Ben');
    await page.getByRole('button', { name: /^I’ve saved/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    await page.goto(line);
    await message(page).waitFor();
    await expectValue(message(page), 'From Ada, saved.');
    await expectValue(note(page), '');
    await page.getByText(/^Saved .* by Ada/).waitFor();

    await page.getByRole('button', { name: 'Log out' }).last().click();
    await page.getByRole('button', { name: 'Log in with a passkey' }).click();
    await message(page).waitFor();
    await expectValue(message(page), 'From Ada, not saved.');
    await expectValue(note(page), 'Ada’s own note.');
  },
  { settings },
);

story(
  'shows that a new version of the desk is available, and keeps unsaved text through the reload',
  async ({ page, shop, expectComplaint }) => {
    expectComplaint(/ERR_FAILED/);
    await logInToDesk(page, shop, 'owner', 'Vic');
    const { number } = await orderSlogans(shop);
    await page.goto(`${deskUrl(shop)}/lines/${number}/1`);
    await message(page).waitFor();
    await page.route('**/draft', (route) => route.abort());
    const failed = page.waitForEvent('requestfailed');
    await message(page).fill('Typed before the new version.');
    await failed;
    await page.getByText('Not saved yet').first().waitFor();
    await page.route('**/desk/', (route) =>
      route.request().method() === 'HEAD'
        ? route.fulfill({ status: 200, headers: { etag: '"another"' } })
        : route.continue(),
    );
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await page.getByText('There’s a new version of the desk.').waitFor();
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSideScroll(page);
    await page.unroute('**/draft');
    await page.getByRole('button', { name: 'Reload' }).click();
    await expectValue(message(page), 'Typed before the new version.');
  },
  { settings },
);
