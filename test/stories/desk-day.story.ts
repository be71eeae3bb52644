/**
 * The whole day of a team at the desk of the demo shop, by keyboard only: lines, messages, refunds, an approval, a dispute, a
 * failed email, a failed webhook event, and the signature of the closed day. Counts key presses except typed text. `npm run prove
 * -- desk-day` runs 50 orders.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { operatorsDay } from '#contract/delivery-date.ts';
import { minute } from '#contract/durations.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { lifetimes } from '#server/staff/staff-session.ts';
import type { Demo } from '#demo/fill-demo.ts';
import { daysAfter, startOf } from '#server/books/day-bounds.ts';
import { root } from '#tools/root.ts';
import { fillBadNight, refusedAddress } from './bad-night.ts';
import { tabTo } from './by-keyboard.ts';
import { Hands, median, type Task, taskKinds } from './day-hands.ts';
import { check, write } from './day-lines.ts';
import { addSavedReply, answer, writeMessages } from './day-messages.ts';
import { settle, signDay } from './day-money.ts';
import { type Line, type Lines, placeOrders, revise } from './day-orders.ts';
import { deskUrl, logInToDesk, returnToDesk } from './desk-people.ts';
import { operate } from './operate.ts';
import { type Shop, waitFor } from './shop.ts';
import { story } from './story.ts';

const orders = Number(process.argv[2] ?? 3);
const isWhole = orders >= 50;
/** The amounts of the refunds that customers request, in dollars. Support may refund $50 alone. */
const refunds = isWhole ? ['20', '60', '30', '40'] : ['60'];
/** The number of messages, besides two of the demo. */
const messages = isWhole ? 18 : 5;
/** Maximum median number of key presses per task, from its opening on, over all people. */
const most = { line: 6, message: 4, refund: 6 };
/** The number of submitted texts after which the chief reviews them. */
const reviewedAtOnce = 8;
/** Maximum number of key presses of all people for a day of 50 orders, within and outside tasks. */
const dayMost = 620;

let demo: Demo;

/** Counts pointer presses on all pages from now on. */
async function countPointer(page: Page, count: () => void): Promise<void> {
  await page.exposeFunction('countPress', count);
  const listen = () =>
    document.addEventListener('pointerdown', () =>
      (globalThis as unknown as { countPress: () => void }).countPress(),
    );
  await page.addInitScript(listen);
  await page.evaluate(listen);
}

/** Processes all lines, with the customers' questions and revisions. */
async function workOff(lines: Lines, chief: Hands, writers: readonly Hands[]): Promise<void> {
  const inState = (state: Line['state']) => [...lines.values()].filter((line) => line.state === state);
  let isFirst = true;
  for (let isDone = false; !isDone;) {
    let isWritten = false;
    // the demo's lines aren't known before somebody opens them
    if (isFirst || inState('open').length + inState('to revise').length > 0)
      for (const writer of writers) isWritten = (await write(writer, lines)) || isWritten;
    isFirst &&= isWritten;
    const waiting = inState('to check').length;
    if (waiting >= reviewedAtOnce || !isWritten)
      for (let left = waiting; left > 0; left = inState('to check').length)
        await check(chief, lines, left === 1);
    await revise(lines);
    isDone = !isWritten && [...inState('delivered'), ...inState('for another')].length === lines.size;
    if (!isWritten && inState('sent').length > 0)
      await waitFor('deliveries to leave', async () => {
        const before = inState('sent').length;
        await revise(lines);
        return inState('sent').length < before ? true : undefined;
      });
  }
}

/** Waits until Today is empty, which takes until the last message can no longer be undone. */
async function expectCaughtUp({ page }: Hands, shop: Shop): Promise<void> {
  await waitFor('an empty Today', async () => {
    await page.goto(`${deskUrl(shop)}/today?who=team`);
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    await page.locator('main section, main p').first().waitFor();
    return (await page.getByText('The whole team is caught up.').count()) > 0 ? true : undefined;
  });
}

/**
 * Restarts the shop after the next midnight of its calendar, when every session has expired. Returns the previous day (ISO date).
 */
async function passMidnight(shop: Shop): Promise<string> {
  const now = new Date();
  const today = operatorsDay(now, businessCalendar);
  const tomorrow = startOf(daysAfter(today, 1));
  await shop.stop();
  await shop.start({
    NODE_OPTIONS: `--import=${pathToFileURL(join(root, 'test/stories/clock-ahead.ts')).href}`,
    CLOCK_AHEAD_MS: String(tomorrow.getTime() + lifetimes.idle + 20 * minute - now.getTime()),
  });
  return today;
}

story(
  `processes ${orders} orders, ${messages + 2} messages and ${refunds.length} refunds in a day by keyboard alone, and signs its books`,
  async ({ openOther, shop, say }) => {
    const tasks: Task[] = [];
    let pointed = 0;
    const arrive = async (logIn: (page: Page) => Promise<void>): Promise<Hands> => {
      const page = await openOther({ reducedMotion: 'reduce' });
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], {
        origin: new URL(deskUrl(shop)).origin,
      });
      await logIn(page);
      await countPointer(page, () => (pointed += 1));
      return new Hands(page, tasks);
    };
    const fromDemo = (name: string) =>
      arrive((page) => returnToDesk(page, shop, demo.team.find((one) => one.name === name)!.url));
    const chief = await fromDemo('Nadia Brooks');
    const writers = [
      await fromDemo('Theo Park'),
      await arrive((page) => logInToDesk(page, shop, 'writer', 'Wren')),
    ];
    const support = await fromDemo('Iris Vance');
    const manager = await arrive((page) => logInToDesk(page, shop, 'manager', 'Max'));
    assert.equal(await addSavedReply(support), 200);

    // the demo's messages are offered to everyone who may answer them, so they are answered first
    while (await answer(support, new Map()));
    const lines = await placeOrders(shop, orders);
    await workOff(lines, chief, writers);
    // the chief revises her own line of the demo, which the manager reviews
    while (await write(chief, lines));
    const written = await writeMessages(shop, lines, messages, refunds);
    while (await answer(support, written));
    assert.deepEqual([...written], [], 'messages that nobody got');
    while (await settle(manager, lines));
    await expectCaughtUp(manager, shop);
    await waitFor('both emails of the night', async () => {
      const letters = await shop.letters();
      const toRefused = letters.filter(({ to }) => to?.some(({ address }) => address === refusedAddress));
      return toRefused.length > 1 ? true : undefined;
    });

    for (const { page } of [chief, ...writers, support]) await page.close();
    await manager.page.goto('about:blank');
    const over = await passMidnight(shop);
    await manager.page.goto(`${deskUrl(shop)}/today`);
    await manager.page.getByRole('button', { name: 'Log in with a passkey' }).waitFor();
    await tabTo(manager.page, /^Log in with a passkey$/);
    await manager.page.keyboard.press('Enter');
    await manager.page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    await signDay(manager, 'Max');
    assert.equal(new URL(manager.page.url()).searchParams.get('from'), over);

    const counted = [...tasks, ...[...lines.values()].map(({ task }) => task)];
    for (const kind of taskKinds) {
      const keys = counted.filter((task) => task.kind === kind).map((task) => task.keys);
      const sum = keys.reduce((all, one) => all + one, 0);
      say(`${kind}: ${keys.length}, median ${median(keys)} keys, ${sum} in all`);
      if (kind in most)
        assert.ok(median(keys) <= most[kind as keyof typeof most], `${kind}: ${keys.join(' ')}`);
    }
    const all = counted.reduce((sum, { keys }) => sum + keys, 0);
    say(`${orders} orders, ${lines.size} lines: ${all} keys`);
    if (orders <= 50) assert.ok(all <= dayMost, `${all} keys in all`);
    const done = (kind: string) => counted.filter((task) => task.kind === kind).length;
    assert.deepEqual(
      [done('message'), done('refund'), done('approval'), done('dispute'), done('trouble')],
      [messages + 2, refunds.length, 1, 1, 2],
    );
    assert.equal(pointed, 0, 'a pointer was used');
    // both commands fail after a finding
    assert.match(await operate(shop, 'audit'), /^The books balance/);
    assert.match(await operate(shop, 'log', 'verify'), /intact/);
  },
  {
    settings: { RATE_LIMIT_FACTOR: '1000' },
    fill: async (dataDir) => {
      demo = await fillBadNight(dataDir);
    },
  },
);
