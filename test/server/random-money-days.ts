import assert from 'node:assert/strict';
import type { Report } from '#contract/desk/money-lists.ts';
import { day, hour } from '#contract/durations.ts';
import { closeDays } from '#server/books/close-days.ts';
import { slogansDetails, slogansOrder } from '#demo/slogans-order.ts';
import { sql } from 'kysely';
import { disputeAt } from './money-at-desk.ts';
import type { Person, TestDesk } from './open-test-desk.ts';
import { orderOf } from './work-at-desk.ts';

const between = (least: number, most: number) => least + Math.floor(Math.random() * (most - least + 1));
const pick = <Item>(items: readonly Item[]): Item => items[between(0, items.length - 1)]!;

async function byCard(
  desk: TestDesk,
  auth: { authorization: string },
  token: string,
  pay: 'card' | 'both' = 'card',
) {
  const { body } = await desk.shop.pay(token, pay, auth);
  await desk.shop.act(body.url!.split('/').at(-1)!, 'pay', 'lost');
  await desk.shop.sync(token);
}

/** Makes one purchase of a new customer, and what follows it. */
async function buy(desk: TestDesk, way: 'card' | 'balance' | 'mixed', follows: string) {
  const { shop } = desk;
  const { auth, email } = await shop.customer();
  if (way !== 'card') await shop.addFunds(auth, way === 'mixed' ? 5_000 : 60_000);
  const express = follows === 'late';
  const order = express
    ? { ...slogansOrder, price: 17_415, orderDetails: [{ ...slogansDetails, express }] }
    : orderOf(pick([[{ orderType: 3 }], [{ orderType: 3 }, { orderType: 4 }, { orderType: 5 }]]));
  const { orderNumber, token } = await shop.placeOrder(auth, order);
  if (way === 'balance') await shop.pay(token, 'balance', auth);
  else await byCard(desk, auth, token, way === 'mixed' ? 'both' : 'card');
  shop.pass(hour);
  switch (follows) {
    case 'refund':
      await shop.operate(
        'refund',
        orderNumber,
        `${between(1, 20)}.${between(10, 99)}`,
        pick(['card', 'balance']),
        'Kindness',
      );
      break;
    case 'cancel':
      await shop.operate('cancel', orderNumber, 'Ordered twice', orderNumber);
      break;
    case 'dispute':
      if (way === 'card') await disputeAt(desk, orderNumber);
      break;
    case 'credit':
      await shop.operate('credit', email, '20.50', '=Sorry');
      await shop.operate('debit', email, '3.25', 'Too much');
      break;
  }
}

/**
 * Simulates random days with orders, deposits, refunds, cancellations, disputes, credits, debits and late work, and closes them.
 * Sessions of staff have expired afterwards.
 * @returns the first and the last closed day
 */
export async function liveRandomDays(desk: TestDesk): Promise<{ from: string; to: string }> {
  const { db } = desk.shop.database;
  const ways = ['card', 'balance', 'mixed'] as const;
  const follows = ['refund', 'cancel', 'dispute', 'credit', 'late', ''];
  // each of them happens at least once
  let turn = between(0, 5);
  for (let at = 0; at < 8; at++) {
    for (let act = between(1, 3); act > 0; act--) {
      await buy(desk, pick(ways), follows[turn % follows.length]!);
      turn += 1;
    }
    desk.shop.pass(between(1, 3) * day);
    await closeDays({ db, clock: desk.shop.now });
  }
  await buy(desk, 'card', 'late');
  await buy(desk, 'card', 'dispute');
  await buy(desk, 'card', 'dispute');
  await buy(desk, 'mixed', 'credit');
  await buy(desk, 'balance', 'refund');
  await buy(desk, 'card', 'refund');
  desk.shop.pass(12 * day);
  await desk.shop.app.jobs.drain();
  desk.shop.pass(day);
  await closeDays({ db, clock: desk.shop.now });
  const { rows } = await sql<{ from: string; to: string }>`
    select min(day)::text as from, max(day)::text as to from day_close`.execute(db);
  return rows[0]!;
}

/** Downloads a report and returns its rows by the names of their columns. */
export async function downloadReport(
  desk: TestDesk,
  { report, person, period }: { report: Report; person: Person; period: { from: string; to: string } },
): Promise<Record<string, string>[]> {
  const { content, headers } = await desk.download(`books/reports/${report}`, person, period);
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(content);
  assert.ok(text.startsWith('\uFEFF'), report);
  assert.match(String(headers['content-type']), /^text\/csv/);
  const lines = text.slice(1).trimEnd().split('\r\n');
  const rows = lines.map((line) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
      ([, quoted, plain]) => quoted ?? plain ?? '',
    ),
  );
  const [heads = [], ...cells] = rows;
  return cells.map((row) => Object.fromEntries(heads.map((head, at) => [head, row[at] ?? ''])));
}
