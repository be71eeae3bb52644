/** Presses every button of every screen of the desk, as every-button.story.ts does. */
import { isFullSize } from '#test/test-size.ts';
import { copyDemo } from './copy-demo.ts';
import { deskUrl, logInToDesk } from './desk-people.ts';
import { readDeskScreens } from './desk-screens.ts';
import { expectOnce, openWalk, startWalk } from './press-everything.ts';
import { story } from './story.ts';

story(
  'sends one change when any button of the desk is pressed twice',
  async ({ page, shop, say, expectComplaint }) => {
    expectComplaint(/status of 4\d\d/);
    await logInToDesk(page, shop, 'owner', 'Una');
    const screens = await readDeskScreens();
    const linked = new Set<string>();
    const walk = startWalk();
    const { pressAll } = openWalk(page, walk);
    const visit = (path: string, kind: string) =>
      pressAll(kind, async () => {
        await page.goto(`${deskUrl(shop)}/${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        for (const link of await page
          .getByRole('link')
          .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? '')))
          linked.add(link.replace(/^\/desk\//, '').replace(/[?#].*$/, ''));
      });
    for (const path of screens.filter((one) => !one.includes(':'))) await visit(path, path);
    for (const screen of screens.filter((one) => one.includes(':'))) {
      const pattern = new RegExp(`^${screen.replaceAll(/:\w+/g, '[^/]+')}$`);
      for (const path of [...linked].filter((one) => pattern.test(one)).slice(0, isFullSize ? 3 : 1))
        await visit(path, isFullSize ? path : screen);
    }
    say(expectOnce(walk, { pressed: 150, sent: 65 }));
  },
  {
    settings: { RATE_LIMIT_FACTOR: '10000' },
    async fill(dataDir) {
      await copyDemo(dataDir);
    },
  },
);
