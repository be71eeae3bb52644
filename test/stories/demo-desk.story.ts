/** The desk of the demo: a new user finds a team, and work in every state. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Demo } from '#demo/fill-demo.ts';
import { copyDemo } from './copy-demo.ts';
import { addAuthenticator, deskUrl, firstLink, joinWithPasskey, returnToDesk } from './desk-people.ts';
import { expectAccessible, expectNoSideScroll } from './page-checks.ts';
import type { Shop } from './shop.ts';
import { story, type StoryOptions } from './story.ts';

let demo: Demo;
const onDemo: StoryOptions = {
  settings: { RATE_LIMIT_FACTOR: '100' },
  async fill(dataDir) {
    demo = await copyDemo(dataDir);
  },
};

const today = (page: Page) => page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();

/** Logs in as a member of the team with the link that the demo printed, adapted to this shop's port. */
async function become(page: Page, shop: Shop, name: string): Promise<void> {
  const { url } = demo.team.find((one) => one.name === name)!;
  await returnToDesk(page, shop, url);
}

story(
  'shows the first owner of a demo shop work in every state',
  async ({ page, shop }) => {
    await addAuthenticator(page);
    await joinWithPasskey(page, await firstLink(shop), 'Una');
    await page.getByRole('button', { name: 'I’ve saved my codes' }).click();
    await today(page);
    const lines = page.getByRole('main').getByRole('listitem');
    const expectLine = async (view: string, ...words: (string | RegExp)[]) => {
      await page.goto(`${deskUrl(shop)}/queue?show=${view}`);
      for (const word of words) await lines.filter({ hasText: word }).first().waitFor();
      await expectAccessible(page);
      await expectNoSideScroll(page);
    };
    await expectLine(
      'open',
      /Late by .*Kelpline Kayaks.*Theo Park/,
      /Larkfield.*Revision requested/,
      'In the queue',
    );
    await expectLine('check', /Calder & Finch.*Theo Park/);
    await expectLine('asked', /Golden Crust/);
    await expectLine('review', /Golden Crust/);
    await expectLine('done', /Golden Crust/);
    await expectLine('stopped', /Golden Crust/);
  },
  onDemo,
);

story(
  'lets a new member of staff work as the demo’s writer',
  async ({ page, shop }) => {
    await become(page, shop, 'Theo Park');
    // any line, because the hour decides which task is the most urgent
    await page.keyboard.press('n');
    await page.waitForURL('**/lines/**');
    await page.goto(`${deskUrl(shop)}/queue`);
    await page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: /Late by .*Kelpline/ })
      .getByRole('link')
      .click();
    await page.getByRole('heading', { level: 1, name: 'Kelpline Kayaks: Slogans' }).waitFor();
    await page.getByText('Four slogans to go.').waitFor();
    await page
      .getByRole('navigation', { name: 'Pieces' })
      .getByRole('button', { name: /^Slogans/ })
      .click();
    assert.equal(
      await page.getByLabel('Slogan 1', { exact: true }).inputValue(),
      'Go out curious. Come back quiet.',
    );
  },
  onDemo,
);

story(
  'shows the demo’s editor the submitted text and the changes that a customer requested',
  async ({ page, shop }) => {
    await become(page, shop, 'Nadia Brooks');
    const main = page.getByRole('main');
    for (const brand of ['Calder & Finch', 'Larkfield Physical Therapy'])
      await main.getByRole('listitem').filter({ hasText: brand }).first().waitFor();
    await main
      .getByRole('listitem')
      .filter({ hasText: 'Larkfield' })
      .filter({ hasText: 'Slogans' })
      .getByRole('link')
      .first()
      .click();
    await page.getByText('Please drop the comparison.').first().waitFor();
  },
  onDemo,
);
