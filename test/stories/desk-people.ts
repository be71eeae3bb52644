import assert from 'node:assert/strict';
import { Secret, TOTP } from 'otpauth';
import type { CDPSession, Page } from 'playwright-core';
import { openFakeAuthenticator } from '#test/server/fake-authenticator.ts';
import { operate } from './operate.ts';
import { type Shop, waitFor } from './shop.ts';

/** The desk's URL at localhost, because browsers offer passkeys for names only. */
export const deskUrl = (shop: Shop): string => `http://localhost:${new URL(shop.url).port}/desk`;

/** The newest link for the first owner, which the server prints shortly after its start. */
export const firstLink = (shop: Shop): Promise<string> =>
  waitFor(
    'a link for the first owner',
    async () => [...shop.output().matchAll(/Desk: create the first account at (\S+)/g)].at(-1)?.[1],
  );

/** Adds a virtual built-in authenticator to the page's browser. It verifies the user without a prompt. */
export async function addAuthenticator(page: Page): Promise<CDPSession> {
  return (await openAuthenticator(page)).client;
}

async function openAuthenticator(page: Page): Promise<{ client: CDPSession; authenticatorId: string }> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { client, authenticatorId };
}

export const staffPassword = 'nine otters juggle lanterns';

/** Opens an invitation link and creates a passkey. Returns the recovery codes; their page stays open. */
export async function joinWithPasskey(page: Page, link: string, name: string): Promise<string[]> {
  await page.goto(link);
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Email address').fill(`${name.toLowerCase()}@example.com`);
  await page.getByRole('button', { name: 'Create passkey' }).click();
  return readRecoveryCodes(page);
}

/**
 * Creates a person with this role and logs them in on the page, with a passkey that the browser can use again. Makes the calls of
 * the page for invited people directly, which takes a third of the page's time.
 */
export async function logInToDesk(page: Page, shop: Shop, role: string, name: string): Promise<void> {
  const desk = new URL(deskUrl(shop));
  const headers = {
    origin: desk.origin,
    'sec-fetch-site': 'same-origin',
    'x-desk': '1',
    'user-agent': await page.evaluate(() => navigator.userAgent),
  };
  const call = (path: string, data: object) =>
    page.request.post(`${desk.origin}/api/desk/${path}`, { headers, data });
  const link = await linkFor(shop, role);
  const code = new URL(link).hash.slice(1);
  const asked = await call('welcome/options', { code });
  assert.ok(asked.ok(), await asked.text());
  const { id, publicKey } = (await asked.json()) as { id: string; publicKey: Record<string, unknown> };
  const passkey = openFakeAuthenticator(desk.origin);
  const response = passkey.register({ publicKey });
  const email = `${name.toLowerCase()}@example.com`;
  // the page's context keeps the cookie
  const joined = await call('welcome', {
    code,
    name,
    email,
    passkey: { id, response, label: 'This device' },
  });
  assert.ok(joined.ok(), await joined.text());
  const { client, authenticatorId } = await openAuthenticator(page);
  await client.send('WebAuthn.addCredential', {
    authenticatorId,
    credential: passkey.toCredential({ publicKey }),
  });
  await page.goto(desk.href);
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
}

/** Logs in with a link that restores a person's access, such as the demo's, adapted to this shop's port. Creates a passkey. */
export async function returnToDesk(page: Page, shop: Shop, url: string): Promise<void> {
  await addAuthenticator(page);
  await page.goto(`${deskUrl(shop)}/welcome${new URL(url).hash}`);
  await page.getByRole('button', { name: 'Create passkey' }).click();
  await page.getByRole('button', { name: 'I’ve saved my codes' }).click();
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
}

/** Opens an invitation link and joins with a password and an authenticator app. Returns the app's secret. */
export async function joinWithPassword(page: Page, link: string, name: string): Promise<string> {
  await page.goto(link);
  await page.getByRole('button', { name: /^Use a password/ }).click();
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Email address').fill(`${name.toLowerCase()}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill(staffPassword);
  const secret = (await page.locator('code').innerText()).replaceAll(/\s/g, '');
  await page.getByLabel('Code from the app').fill(sixDigits(secret));
  await page.getByRole('button', { name: 'Continue' }).click();
  await readRecoveryCodes(page);
  return secret;
}

async function readRecoveryCodes(page: Page): Promise<string[]> {
  await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor();
  const codes = (await page.locator('pre').innerText()).trim().split('\n');
  assert.equal(codes.length, 10);
  return codes;
}

/** The authenticator app's code. `steps`: 1 for the next code, because each code works once. */
export const sixDigits = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Invites a person with this role as an owner, and returns the link. */
export async function inviteFrom(page: Page, role: string): Promise<string> {
  await page.getByRole('button', { name: 'Invite someone' }).click();
  await page.getByLabel('Role', { exact: true }).selectOption({ label: role });
  await page.getByRole('button', { name: 'Create the link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send this link' });
  const link = await dialog.getByText('/desk/welcome#').innerText();
  await dialog.getByRole('button', { name: 'Done' }).click();
  return link;
}

/** Creates a link for a person with this role by the command line. */
export const linkFor = async (shop: Shop, role: string): Promise<string> =>
  (await operate(shop, 'staff', 'invite', role)).split('\n')[0]!;
