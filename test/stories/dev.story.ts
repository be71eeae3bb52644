/**
 * npm run dev in a copy of the shop: changes of a component, of the styles, of the desk and of the server appear without a reload
 * command.
 */
import { expectGone } from './page-checks.ts';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import type { Page } from 'playwright-core';
import { minute } from '#contract/durations.ts';
import { chromiumPath, howToGetChromium, launchBrowser } from './browser.ts';
import { copyServer } from '#test/repository/copy-server.ts';
import { findFreePort } from './shop.ts';

async function replace(file: string, old: string, changed: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  assert.ok(text.includes(old), `${old} does not stand in ${file}`);
  await writeFile(file, text.replace(old, changed));
}

/** Changes a style sheet to outline headings, and waits until the open page shows it. */
async function outlineHeading(page: Page, styles: string): Promise<void> {
  // saves repeatedly, because a change during the previous update may be missed
  for (let saves = 0; saves < 3; saves += 1) {
    await writeFile(styles, '\nh1 { outline: 7px solid }\n', { flag: 'a' });
    const isShown = await page
      .waitForFunction(
        () => getComputedStyle(document.querySelector('h1')!).outlineWidth === '7px',
        undefined,
        { timeout: 10_000 },
      )
      .then(
        () => true,
        () => false,
      );
    if (isShown) return;
  }
  assert.fail(`${styles}: the style does not show`);
}

test(
  'shows changes of components, styles, the desk and the server during development without a restart',
  { skip: chromiumPath === undefined && howToGetChromium },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'redline-dev-'));
    const house = join(folder, 'shop');
    copyServer(house);
    const port = String(await findFreePort());
    const env = { PATH: process.env['PATH'], PORT: port, DATA_DIR: join(folder, 'data') };
    const dev = spawn(process.execPath, ['--conditions=development', 'tools/dev.ts'], { cwd: house, env });
    let output = '';
    for (const stream of [dev.stdout, dev.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    const browser = await launchBrowser();
    try {
      const url = `http://127.0.0.1:${port}`;
      const opened = (times: number) => output.split('The shop is open at').length > times;
      const turn = () => once(dev.stdout, 'data');
      while (!opened(1)) await turn();
      const page = await browser.newPage();
      // Vite bundles the dependencies during the first visit, which takes longer than the usual 30 s on a busy machine.
      page.setDefaultTimeout(2 * minute);
      await page.goto(url);
      await replace(
        join(house, 'web/home/home-page.tsx'),
        'Order exactly what you need',
        'Order what is new here',
      );
      await page.getByText('Order what is new here').waitFor();
      await outlineHeading(page, join(house, 'web/styles.css'));

      await page.goto(`http://localhost:${port}/desk/welcome`);
      await page.getByRole('heading', { name: 'This link doesn’t work' }).waitFor();
      const link = page.getByRole('link', { name: 'Go to login' });
      await replace(join(house, 'desk/log-in/welcome-page.tsx'), 'Go to login', 'Go to what is new');
      await page.getByRole('link', { name: 'Go to what is new' }).waitFor();
      await expectGone(link);
      await outlineHeading(page, join(house, 'desk/desk.css'));
      await page.getByRole('link', { name: 'Go to what is new' }).click();
      // the server behind Vite's accepts the desk at this address
      await page.getByText('No one has an account yet').waitFor();
      assert.doesNotMatch(await (await fetch(`${url}/desktop`)).text(), /id="desk"/);

      const challenge = () => fetch(`${url}/api/support/challenge`);
      assert.equal((await challenge()).status, 200);
      assert.equal((await fetch(`${url}/sandbox-pay/nothing`)).status, 404);
      await replace(
        join(house, 'contract/storefront/endpoints.ts'),
        '/api/support/challenge',
        '/api/support/riddle',
      );
      while (!opened(2)) await turn();
      assert.equal((await challenge()).status, 404);
    } catch (error) {
      console.log(output);
      throw error;
    } finally {
      await browser.close();
      dev.kill();
      if (dev.exitCode === null) await once(dev, 'exit');
      await rm(folder, { recursive: true, force: true });
    }
    await assert.rejects(fetch(`http://127.0.0.1:${port}`), 'nothing is left running');
  },
);
