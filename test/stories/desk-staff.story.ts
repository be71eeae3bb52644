/** The desk's screens about people, in a browser with a passkey: by mouse, by keyboard, on a phone, and after failures. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { sql } from 'kysely';
import { day } from '#contract/durations.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { focused, tabTo, type } from './by-keyboard.ts';
import {
  addAuthenticator,
  deskUrl,
  firstLink,
  inviteFrom,
  joinWithPasskey,
  joinWithPassword,
  linkFor,
  logInToDesk,
  sixDigits,
  staffPassword,
} from './desk-people.ts';
import { operate } from './operate.ts';
import { expectAccessible, expectGone, expectValue } from './page-checks.ts';
import type { Shop } from './shop.ts';
import { story } from './story.ts';

const settings = { RATE_LIMIT_FACTOR: '100' };

const rowOf = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ hasText: `${name.toLowerCase()}@` });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const saved = (page: Page) => page.getByRole('button', { name: 'I’ve saved my codes' });

/** Advances the clock by ten minutes, so that all proofs expire. */
async function endProofs(shop: Shop): Promise<void> {
  await shop.stop();
  const database = await openDatabase({ dataDir: shop.dataDir });
  await sql`update staff_session set fresh_until = created_at`.execute(database.db);
  await database.close();
  await shop.start();
}

story(
  'creates the first owner with a passkey, and lets them invite, promote and lock a second person',
  async ({ page, openOther, shop, expectComplaint }) => {
    await addAuthenticator(page);
    const codes = await joinWithPasskey(page, await firstLink(shop), 'Ann');
    for (const code of codes) assert.match(code, /^(?:[0-9A-Z]{4}-){5}[0-9A-Z]{4}$/);
    await saved(page).click();
    await heading(page, 'Today').waitFor();
    await page.getByRole('link', { name: 'My account' }).click();
    await page.getByText('You have 10 recovery codes left.').waitFor();
    await page.getByLabel('Your name').fill('');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Enter your name').first().waitFor();
    await page.getByLabel('Your name').fill('Ann Ames');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('banner').getByText('Ann Ames').waitFor();

    await page.getByRole('link', { name: 'People' }).click();
    await page.getByText('You’re the only person on the team.').waitFor();
    const link = await inviteFrom(page, 'Writer');
    await page.getByText(/^For a new writer, valid until /).waitFor();

    const other = await openOther();
    await joinWithPassword(other, link, 'Tom');
    await saved(other).click();
    await other.getByRole('navigation', { name: 'Desk' }).getByRole('link').first().waitFor();
    await expectGone(other.getByRole('link', { name: 'People' }));
    await other.goto(`${deskUrl(shop)}/people`);
    await other.getByText('Your role (Writer) doesn’t give you access to this page.').waitFor();

    await page.reload();
    await expectGone(page.getByText('Active links'));
    await rowOf(page, 'Tom').getByRole('link', { name: 'Change Tom’s role' }).click();
    await page.getByLabel('Role', { exact: true }).selectOption({ label: 'Manager' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('status').getByText('Saved').waitFor();
    const backOn = new Date(Date.now() + 7 * day).toISOString().slice(0, 10);
    await page.getByLabel(/^Away until/).fill(backOn);
    const answered = page.waitForResponse((response) => response.url().endsWith('/away'));
    await page.getByRole('button', { name: 'Save time away' }).click();
    await answered;
    await page.reload();
    await expectValue(page.getByLabel(/^Away until/), backOn);
    await page.getByRole('link', { name: 'See all people' }).click();
    await other.goto(`${deskUrl(shop)}/log`);
    await other.getByRole('cell', { name: 'Tom' }).first().waitFor();

    // expects the error of the locked person's next call
    expectComplaint(/401/);
    const acts = page.getByRole('button', { name: 'Actions for Tom' });
    await acts.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expectGone(page.getByRole('button', { name: 'Lock account' }));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Lock account' }).click();
    const asking = page.getByRole('dialog', { name: 'Lock Tom’s account?' });
    await asking.getByText('All of this person’s sessions end now').waitFor();
    await page.keyboard.press('Escape');
    await expectGone(asking);
    await page.waitForFunction(() => document.activeElement?.textContent?.startsWith('Actions for Tom'));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Lock account' }).click();
    await asking.getByRole('button', { name: 'Lock account' }).click();
    await rowOf(page, 'Tom').getByText('Locked', { exact: true }).waitFor();
    await other.getByRole('button', { name: 'Verify the audit log' }).click();
    await heading(other, 'Log in').waitFor();
    assert.equal(new URL(other.url()).searchParams.get('to'), '/log');

    // expects the error of a used link
    expectComplaint(/404/);
    await page.goto('about:blank');
    await page.goto(link);
    await heading(page, 'This link doesn’t work').waitFor();
    await page.getByRole('link', { name: 'Go to login' }).click();
    await heading(page, 'Today').waitFor();
  },
);

story(
  'requires a new login proof when the last one has expired, and then repeats the call once',
  async ({ page, shop, expectComplaint }) => {
    expectComplaint(/401/);
    // answers polls without news, because the server stops for a moment below
    const still = { marks: { work: '0', staff: '0' }, counts: { today: 0 }, here: [] };
    await page.route('**/api/desk/pulse', (route) => route.fulfill({ json: still }));
    await logInToDesk(page, shop, 'owner', 'Olga');
    await page.goto(`${deskUrl(shop)}/people`);
    const link = await inviteFrom(page, 'Reader');
    await page.getByText(/^For a new reader, valid until /).waitFor();
    assert.ok(link);
    await endProofs(shop);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/revoke')) asked.push(request.method());
    });
    const end = page.getByRole('button', { name: /^Revoke the link for a new reader/ });
    await end.click();
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await dialog.waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expectGone(dialog);
    assert.deepEqual([asked.length, await end.count()], [1, 1]);

    await end.click();
    await dialog.getByRole('button', { name: 'Use your passkey' }).click();
    await page.getByRole('status').getByText('Link revoked').waitFor();
    await expectGone(end);
    assert.equal(asked.length, 3);
    // the next change needs no new proof
    await inviteFrom(page, 'Reader');
    await end.click();
    await expectGone(end);
    assert.equal(asked.length, 4);
  },
  { settings },
);

story(
  'logs in with password and code, and returns to the same screen after a session has ended',
  async ({ page, shop, expectComplaint }) => {
    expectComplaint(/401/);
    expectComplaint(/400/);
    const secret = await joinWithPassword(page, await linkFor(shop, 'accountant'), 'Mia');
    await saved(page).click();
    await heading(page, 'Orders').waitFor();
    await page.goto(`${deskUrl(shop)}/log?subject=role%20accountant`);
    await page.getByRole('cell', { name: 'Created an invitation' }).first().waitFor();
    await operate(shop, 'staff', 'lock', 'mia@example.com', 'mia@example.com');
    await operate(shop, 'staff', 'unlock', 'mia@example.com');
    await page.getByRole('button', { name: 'Verify the audit log' }).click();
    await heading(page, 'Log in').waitFor();

    await page.getByLabel('Email address').fill('mia@example.com');
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByLabel('Code from').fill(sixDigits(secret, 1));
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.getByRole('heading', { name: 'There’s a problem' }).waitFor();
    await expectAccessible(page);
    await page.getByLabel('Password', { exact: true }).fill(staffPassword);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await heading(page, 'Audit log').waitFor();
    await expectValue(page.getByLabel('Subject'), 'role accountant');
    await page.getByRole('cell', { name: 'Created an invitation' }).first().waitFor();
  },
  { settings },
);

story(
  'lets a person join, invite someone and log out by keyboard alone',
  async ({ page, shop }) => {
    await addAuthenticator(page);
    await page.goto(await linkFor(shop, 'owner'));
    await page.getByLabel('Your name').waitFor();
    await type(page, /^Your name/, 'Kim');
    await type(page, /^Email address/, 'kim@example.com');
    await page.keyboard.press('Enter');
    await saved(page).waitFor();
    await tabTo(page, /^I’ve saved my codes/);
    await page.keyboard.press('Enter');
    await heading(page, 'Today').waitFor();
    await page.reload();
    await heading(page, 'Today').waitFor();
    await tabTo(page, /^Skip to content$/);
    await tabTo(page, /^People$/);
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    await tabTo(page, /^Invite someone$/);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Invite someone' });
    await dialog.waitFor();
    await tabTo(page, /^Create the link$/);
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.id === 'invite-role');
    await page.keyboard.type('Support');
    await tabTo(page, /^Create the link$/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Send this link' }).waitFor();
    await tabTo(page, /^Done$/);
    await page.keyboard.press('Enter');
    await expectGone(page.getByRole('dialog'));
    assert.equal(await focused(page), 'Invite someone');
    await tabTo(page, /^Log out$/);
    await page.keyboard.press('Enter');
    await heading(page, 'Log in').waitFor();
    await tabTo(page, /^Log in with a passkey$/);
    await page.keyboard.press('Enter');
    await heading(page, 'People').waitFor();
  },
  { settings },
);
