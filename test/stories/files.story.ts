/** Files in a browser: a customer uploads them, staff read them and deliver others, and no script in a file runs. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { fileBounds } from '#contract/files/files.ts';
import {
  docx,
  gif,
  heic,
  jpeg,
  openDocument,
  pdf,
  png,
  webp,
  xlsx,
  zip,
} from '#test/server/example-files.ts';
import type { Tokens } from '#contract/storefront/accounts.ts';
import { testPassword, type TestShop } from '#test/server/open-test-shop.ts';
import { customerPost, uploadFile } from '#test/server/upload-file.ts';
import { partOf } from '#test/test-size.ts';
import { apiCustomer } from './api-customer.ts';
import { writeLine } from './desk-lines.ts';
import { deskUrl, logInToDesk } from './desk-people.ts';
import { openTeam } from './open-team.ts';
import { expectAccessible, expectGone, expectNoSideScroll } from './page-checks.ts';
import type { Shop } from './shop.ts';
import { story } from './story.ts';

const settings = { RATE_LIMIT_FACTOR: '100' };

type Given = { name: string; mimeType: string; buffer: Buffer };
const given = (name: string, buffer: Buffer | string): Given => ({
  name,
  // a wrong media type, because the shop ignores the one that the browser sends
  mimeType: 'text/html',
  buffer: Buffer.from(buffer),
});
const choose = (within: Page | Locator, label: string, ...files: Given[]) =>
  within.getByLabel(label, { exact: true }).last().setInputFiles(files);

/** Presses a button that downloads a file. Returns the file's name and bytes. */
async function saved(page: Page, button: Locator): Promise<[string, Buffer]> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return [download.suggestedFilename(), await readFile(await download.path())];
}
const download = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name: `Download ${name}`, exact: true });

/** Creates a paid order of slogans, opened in the customer's account. */
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

/** Sends API calls in the form that customerPost takes. */
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
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: JSON.parse(text || 'null') as Body };
  };

async function write(page: Page): Promise<void> {
  await writeLine(page);
  await page.getByText(/^Saved (?!replies)/).waitFor();
}

story(
  'lets a customer add files, staff download them and deliver a file, and the customer download that file',
  async ({ page, openOther, shop, expectComplaint }) => {
    // browsers log each rejected request as an error
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
    await files.getByText('“logo.svg” isn’t a supported file type. Save it as PNG or PDF.').waitFor();
    await files.getByText('“plan.docx” contains macros. Save it without them.').waitFor();
    await expectAccessible(page);
    await expectNoSideScroll(page);
    await files.getByRole('button', { name: 'Dismiss logo.svg' }).click();
    await files.getByRole('button', { name: 'Dismiss plan.docx' }).click();
    await files.getByRole('button', { name: 'Remove logo.png' }).click();
    await expectGone(download(files, 'logo.png'));
    assert.deepEqual(await saved(page, download(files, 'Menü 1 .pdf')), ['Menü 1 .pdf', menu]);

    const desk = await openOther();
    await logInToDesk(desk, shop, 'owner', 'Una');
    await desk.goto(`${deskUrl(shop)}/lines/${number}/1`);
    await desk.getByRole('heading', { name: 'Files from the customer' }).waitFor();
    assert.deepEqual(await saved(desk, download(desk, 'Menü 1 .pdf')), ['Menü 1 .pdf', menu]);
    await choose(
      desk,
      'Files for the customer',
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
    await dialog.getByText('Attached file: slogans.docx').waitFor();
    const why = dialog.getByLabel(/Why are you delivering anyway/);
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
    await expectGone(page.getByRole('button', { name: 'Remove Menü 1 .pdf' }));
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
    await page.getByRole('status').getByText('Revision requested.').waitFor();
    await desk.reload();
    await download(desk, 'marks.pdf').waitFor();
  },
  { settings },
);

story(
  'continues an upload after a network failure, and sends a message only once its file is uploaded',
  async ({ page, shop, context, expectComplaint }) => {
    expectComplaint(/ERR_INTERNET_DISCONNECTED/);
    const { number } = await order(page, shop);
    const team = await openTeam(shop);
    await team.ask(number, 'Which logo?');
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

/** Elements that run a script in a page. The shop accepts each of them as a text. */
const hostileMarkup = (script: string) => [
  `<img src=x onerror='${script}'>`,
  `<b autofocus tabindex=0 onfocus='${script}'>b</b>`,
  `<details open ontoggle='${script}'>d</details>`,
  `<video src=x onerror='${script}'></video>`,
  `<input autofocus onfocus='${script}'>`,
  `<object data='javascript:${script}'></object>`,
  `<meta http-equiv=refresh content='0;url=javascript:${script}'>`,
  `<style onload='${script}'></style>`,
  `<marquee onstart='${script}'>m</marquee>`,
  `<a href='javascript:${script}' onclick='${script}'>[a](javascript:${script})</a>`,
];

/** A file of each kind that browsers know, each with markup in it. */
const withMarkup = (markup: string): [string, Buffer][] => [
  ['a.gif', gif(`*/=1;//${markup}`)],
  ['a.png', png(markup)],
  ['a.jpg', Buffer.concat([jpeg(), Buffer.from(markup)])],
  ['a.webp', Buffer.concat([webp(), Buffer.from(markup)])],
  ['a.heic', Buffer.concat([heic(), Buffer.from(markup)])],
  ['a.pdf', Buffer.concat([pdf(), Buffer.from(markup)])],
  ['a.docx', docx([{ name: 'a.html', content: markup }])],
  ['a.xlsx', xlsx([{ name: 'a.html', content: markup }])],
  ['a.odt', openDocument('text', [{ name: 'a.html', content: markup }])],
  ['a.txt', Buffer.from(markup)],
  ['a.md', Buffer.from(`# A\n\n${markup}`)],
  ['a.csv', Buffer.from(`=HYPERLINK("a"),${markup}`)],
];

/** Files of each kind with the first of the elements, and more: all 108, or 16 of different kinds and elements. */
const [first, ...others] = hostileMarkup('document.title="ran";fetch("/ran")').map(withMarkup);
const more = partOf(others.flat(), 0, 7);

story(
  'runs no code of hostile files that customers and staff open in their browsers',
  async ({ page, openOther, shop }) => {
    const { customer, number } = await order(page, shop);
    const { body: tokens } = await customer.call<Tokens>('/api/accounts/login', {
      email: customer.email,
      password: testPassword,
    });
    const headers = { authorization: `Bearer ${tokens.accessToken}` };
    const post = customerPost({ send: sendTo(shop) }, headers);
    const desk = await openOther();
    await logInToDesk(desk, shop, 'owner', 'Maya');
    // adds the token, which a navigation of the browser doesn't send
    await page.route('**/api/files/*', (route) =>
      route.continue({ headers: { ...route.request().headers(), ...headers } }),
    );
    let ran = 0;
    for (const tab of [page, desk])
      tab.on('request', (request) => (ran += request.url().endsWith('/ran') ? 1 : 0));
    const open = async (tab: Page, url: string, name: string) => {
      const [opened] = await Promise.all([
        tab.waitForEvent('download'),
        // from the desk's own page, because the desk answers no navigation from elsewhere
        tab.evaluate((to) => location.assign(to), url),
      ]);
      assert.equal(opened.suggestedFilename(), name);
      await opened.cancel();
    };
    for (const [name, content] of more) {
      const { id } = await uploadFile(post, name, content);
      await open(page, `${shop.url}/api/files/${id}`, name);
    }
    for (const [name, content] of first!) {
      const { id } = await uploadFile(post, name, content);
      const added = await post(`orders/${number}/lines/1/files`, { files: [id] });
      assert.equal(added.status, 204, JSON.stringify(added.body));
      await open(page, `${shop.url}/api/files/${id}`, name);
      await open(desk, `${new URL(deskUrl(shop)).origin}/api/desk/files/${id}`, name);
    }
    assert.equal([first!, ...others].flat().length, 120);
    assert.equal(ran, 0);
    for (const tab of [page, desk]) assert.notEqual(await tab.title(), 'ran');
  },
  { settings },
);
