/** Files in a browser: a customer gives them, the desk reads them and delivers others, and nothing in them runs. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { fileBounds } from '#contract/files.ts';
import { docx, gif, pdf, png, zip } from '#test/server/example-files.ts';
import type { Tokens } from '#contract/accounts.ts';
import { testPassword, type TestShop } from '#test/server/open-test-shop.ts';
import { customerPost, uploadFile } from '#test/server/upload-file.ts';
import { apiCustomer } from './api-customer.ts';
import { addAuthenticator, deskUrl, joinWithPasskey } from './desk-people.ts';
import { operate } from './operate.ts';
import { expectAccessible, expectGone, expectNoSideScroll } from './page-checks.ts';
import type { Shop } from './shop.ts';
import { story } from './story.ts';

const settings = { RATE_LIMIT_FACTOR: '100' };

type Given = { name: string; mimeType: string; buffer: Buffer };
const given = (name: string, buffer: Buffer | string): Given => ({
  name,
  // what the browser says of a file is never asked
  mimeType: 'text/html',
  buffer: Buffer.from(buffer),
});
const choose = (within: Page | Locator, label: string, ...files: Given[]) =>
  within.getByLabel(label, { exact: true }).last().setInputFiles(files);

/** Presses a button that saves a file, and answers its name and bytes. */
async function saved(page: Page, button: Locator): Promise<[string, Buffer]> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return [download.suggestedFilename(), await readFile(await download.path())];
}
const download = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name: `Download ${name}`, exact: true });

/** A paid order of slogans, open in the cabinet. */
async function order(page: Page, shop: Shop) {
  const customer = apiCustomer(() => shop.url);
  await customer.register();
  await customer.logIn();
  const { body } = await customer.askForOrder();
  assert.equal(await customer.pay(body), 'paid');
  await page.goto('/account/login');
  await page.getByLabel('Email address').fill(customer.email);
  await page.getByLabel('Password', { exact: true }).fill(testPassword);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/cabinet/**');
  await page.goto(`/cabinet/history?order=${body.orderNumber}`);
  return { customer, number: body.orderNumber };
}
async function openFiles(page: Page): Promise<Locator> {
  await page.getByText('Your files', { exact: true }).click();
  const files = page.getByRole('group', { name: 'Files for our team' });
  await files.waitFor();
  return files;
}

/** A page of the desk where a new owner is logged in. */
async function openDesk(context: BrowserContext, shop: Shop): Promise<Page> {
  const other = await context.browser()!.newContext({ viewport: { width: 1440, height: 900 } });
  context.once('close', () => void other.close());
  const page = await other.newPage();
  await addAuthenticator(page);
  const [link] = (await operate(shop, 'staff', 'invite', 'owner')).split('\n');
  await joinWithPasskey(page, link!, 'Una');
  await page.getByRole('button', { name: 'I’ve saved them' }).click();
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
  return page;
}

/** Calls of the API, as customerPost takes them. */
const sendTo = (shop: Shop): TestShop['send'] =>
  async function send<Body>(
    method: string,
    path: string,
    sent?: { body?: unknown; headers?: Record<string, string> },
  ) {
    const { body, headers } = sent!;
    const answer = await fetch(`${shop.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body),
    });
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Body };
  };

let batch = 0;
async function write(page: Page): Promise<void> {
  batch += 1;
  const fields = page.locator('textarea[id^="piece-"]');
  const tabs = page.getByRole('navigation', { name: 'Pieces' }).getByRole('button');
  const groups = Math.max(1, await tabs.count());
  for (let group = 0; group < groups; group += 1) {
    if (groups > 1) await tabs.nth(group).click();
    for (let field = 0; field < (await fields.count()); field += 1)
      await fields.nth(field).fill(`Golden Crust bakes loaf ${group}.${field} of batch ${batch}.`);
  }
  await page.getByText(/^Saved /).waitFor();
}

story(
  'a customer gives files, the desk downloads them and delivers one, and the customer downloads that',
  async ({ page, context, shop, expectComplaint }) => {
    // a browser reports each refusal
    expectComplaint(/400 \(Bad Request\).*\/parts/);
    const { number } = await order(page, shop);
    const files = await openFiles(page);
    await expectAccessible(page);
    const menu = pdf(2 * fileBounds.part);
    await choose(files, 'Files for our team', given('logo.png', png()), given('Menü "1".pdf', menu));
    await download(files, 'logo.png').waitFor();
    await download(files, 'Menü 1 .pdf').waitFor();
    await choose(
      files,
      'Files for our team',
      given('logo.svg', '<svg/>'),
      given('plan.docx', docx([{ name: 'vbaProject.bin' }])),
    );
    await files
      .getByText('“logo.svg” isn’t a kind of file that we can take. Save it as PNG or PDF.')
      .waitFor();
    await files.getByText('“plan.docx” contains macros. Save it without them.').waitFor();
    await expectAccessible(page);
    await expectNoSideScroll(page);
    await files.getByRole('button', { name: 'Dismiss logo.svg' }).click();
    await files.getByRole('button', { name: 'Dismiss plan.docx' }).click();
    await files.getByRole('button', { name: 'Remove logo.png' }).click();
    await expectGone(download(files, 'logo.png'));
    assert.deepEqual(await saved(page, download(files, 'Menü 1 .pdf')), ['Menü 1 .pdf', menu]);

    const desk = await openDesk(context, shop);
    await desk.goto(`${deskUrl(shop)}/lines/${number}/1`);
    await desk.getByRole('heading', { name: 'Files from the customer' }).waitFor();
    assert.deepEqual(await saved(desk, download(desk, 'Menü 1 .pdf')), ['Menü 1 .pdf', menu]);
    await choose(
      desk,
      'Files to the customer',
      given('slogans.docx', docx()),
      given('all.zip', zip([{ name: 'a.txt' }])),
    );
    await download(desk, 'all.zip').waitFor();
    await expectAccessible(desk);
    await desk.getByRole('button', { name: 'Remove all.zip' }).click();
    await expectGone(download(desk, 'all.zip'));
    await write(desk);
    await desk.getByRole('button', { name: 'Deliver', exact: true }).click();
    const dialog = desk.getByRole('dialog', { name: /^Deliver version 1/ });
    await dialog.getByText('With the file: slogans.docx').waitFor();
    const why = dialog.getByLabel(/Why deliver it anyway/);
    await dialog.getByRole('button', { name: 'Deliver', exact: true }).waitFor();
    if (await why.isVisible()) await why.fill('Nobody else is here today');
    await dialog.getByRole('button', { name: 'Deliver', exact: true }).click();
    await desk.getByText('Delivered', { exact: true }).first().waitFor();
    await desk.getByText(/with slogans\.docx/).waitFor();
    await desk.getByRole('button', { name: 'Version 1' }).click();
    await download(desk.getByRole('dialog', { name: 'Version 1' }), 'slogans.docx').waitFor();

    await page.reload();
    assert.deepEqual(await saved(page, download(page, 'slogans.docx')), ['slogans.docx', docx()]);
    await expectAccessible(page);
    await expectNoSideScroll(page);
    await page.getByText('Your files', { exact: true }).click();
    await download(page, 'Menü 1 .pdf').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Remove Menü 1 .pdf' }).count(), 0);
    await page.getByRole('button', { name: 'Request a revision' }).click();
    const wishes = page
      .getByRole('region', { name: /^Delivered/ })
      .getByRole('group', { name: 'Files (optional)' });
    await page.getByLabel('About the whole text').fill('As marked in the file');
    await choose(wishes, 'Files', given('marks.pdf', pdf()));
    await download(wishes, 'marks.pdf').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Request a revision' }).click();
    await download(wishes, 'marks.pdf').waitFor();
    await page.getByRole('button', { name: 'Request this revision' }).click();
    await page.getByRole('status').getByText('We’ve got your notes').waitFor();
    await desk.reload();
    await download(desk, 'marks.pdf').waitFor();
  },
  { settings },
);

story(
  'goes on with an upload after the network was away, and asks to wait before a text is sent without its file',
  async ({ page, shop, context, expectComplaint }) => {
    expectComplaint(/ERR_INTERNET_DISCONNECTED/);
    const { number } = await order(page, shop);
    await operate(shop, 'start', number, '1');
    await operate(shop, 'ask', number, '1', 'Which logo?');
    await page.reload();
    const question = page.getByRole('region', { name: 'Our question' });
    await question.getByLabel('Your answer').fill('This one');
    let parts = 0;
    const { promise: isOffline, resolve: wentOffline } = Promise.withResolvers<void>();
    await page.route('**/api/uploads/*/parts*', async (route) => {
      parts += 1;
      if (parts === 2) {
        await context.setOffline(true);
        wentOffline();
      }
      await route.continue();
    });
    const content = pdf(3 * fileBounds.part);
    await choose(question, 'Files', given('logo.pdf', content));
    const progress = question.getByRole('progressbar', { name: 'Uploading logo.pdf' });
    await progress.waitFor();
    await isOffline;
    await question.getByRole('button', { name: 'Send answer' }).click();
    await question.getByText('Wait until your files are uploaded, or cancel them.').first().waitFor();
    await context.setOffline(false);
    await download(question, 'logo.pdf').waitFor();
    await page.unroute('**/api/uploads/*/parts*');
    await question.getByRole('button', { name: 'Send answer' }).click();
    await page.getByRole('status').getByText('We’ve got your answer').waitFor();
    await openFiles(page);
    assert.deepEqual(await saved(page, download(page, 'logo.pdf')), ['logo.pdf', content]);
  },
  { settings },
);

story(
  'runs nothing of a file that a browser opens by its address',
  async ({ page, shop }) => {
    const { customer } = await order(page, shop);
    const { body: tokens } = await customer.call<Tokens>('/api/accounts/login', {
      email: customer.email,
      password: testPassword,
    });
    const headers = { authorization: `Bearer ${tokens.accessToken}` };
    const script = 'document.title="ran";fetch("/ran")';
    const hostile: [string, Buffer][] = [
      ['a.gif', gif(`*/=1;${script}//<script>${script}</script>`)],
      ['a.png', png(`<html><script>${script}</script>`)],
      ['a.pdf', Buffer.concat([pdf(), Buffer.from(`<svg onload='${script}'>`)])],
      ['a.docx', docx([{ name: 'a.html', content: `<script>${script}</script>` }])],
      ['a.txt', Buffer.from(`<img src=x onerror='${script}'>`)],
      ['a.md', Buffer.from(`[a](javascript:${script}) <a href="javascript:${script}">b</a>`)],
      ['a.csv', Buffer.from(`=HYPERLINK("javascript:${script}"),<b onclick='${script}'>`)],
    ];
    let ran = 0;
    page.on('request', (request) => (ran += request.url().endsWith('/ran') ? 1 : 0));
    for (const [name, content] of hostile) {
      const { id } = await uploadFile(customerPost({ send: sendTo(shop) }, headers), name, content);
      const url = `${shop.url}/api/files/${id}`;
      // a browser sends no token by itself
      await page.route(url, (route) =>
        route.continue({ headers: { ...route.request().headers(), ...headers } }),
      );
      const [opened] = await Promise.all([
        page.waitForEvent('download'),
        page
          .goto(url)
          .catch((error: unknown) => assert.match(String(error), /Download is starting|ERR_ABORTED/)),
      ]);
      assert.equal(opened.suggestedFilename(), name);
      await opened.cancel();
      await page.unroute(url);
    }
    assert.equal(ran, 0);
    assert.notEqual(await page.title(), 'ran');
  },
  { settings },
);
