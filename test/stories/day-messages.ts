import assert from 'node:assert/strict';
import { callShop } from './call-shop.ts';
import type { Hands, Task } from './day-hands.ts';
import type { Lines } from './day-orders.ts';
import type { Shop } from './shop.ts';

/** The team's action on a message. A refund's amount is in dollars. */
export type Plan =
  | { does: 'reply' | 'saved reply' | 'snooze' | 'close' | 'spam' }
  | { does: 'refund'; amount: string };
/** The planned action on each conversation, by its number. Conversations of the demo are answered. */
export type Plans = Map<string, Plan>;

const form = '/api/support/create-ticket';
const plain = [{ does: 'reply' }, { does: 'saved reply' }] as const;

/**
 * Sends customers' messages, alternately about their orders and with the contact form. `amounts`: those of the requested refunds.
 */
export async function writeMessages(
  shop: Shop,
  lines: Lines,
  count: number,
  amounts: readonly string[],
): Promise<Plans> {
  const plans: Plans = new Map();
  const wanted: Plan[] = [
    ...amounts.map((amount) => ({ does: 'refund', amount }) as const),
    { does: 'snooze' },
    { does: 'close' },
    { does: 'spam' },
  ];
  while (wanted.length < count) wanted.push(plain[wanted.length % plain.length]!);
  const orders = [
    ...new Map([...lines.values()].flatMap(({ number, customer }) => (customer ? [[number, customer]] : []))),
  ];
  for (const [index, plan] of wanted.entries()) {
    const asksRefund = plan.does === 'refund';
    const about = asksRefund || index % 2 === 1 ? orders.shift() : undefined;
    if (about) {
      const [number, customer] = about;
      const text = asksRefund ? 'A refund, please: it came twice.' : 'Could it be drier?';
      const { status, body } = await customer<{ ticketNumber: string }>(`/api/orders/${number}/messages`, {
        text,
      });
      assert.ok(status < 300, JSON.stringify(body));
      plans.set(body.ticketNumber, plan);
    } else {
      assert.ok(!asksRefund, 'there are fewer orders than refunds');
      const { ticketNumber } = await callShop<{ ticketNumber: string }>(shop, form, {
        name: 'Zoë Lang',
        email: `zoe${index}@example.com`,
        message: plan.does === 'spam' ? 'Cheap watches!' : `Question ${index}: can you write for a choir?`,
      });
      plans.set(ticketNumber, plan);
    }
  }
  return plans;
}

/** Adds the saved reply that the team uses. */
export const addSavedReply = ({ page }: Hands): Promise<number> =>
  page.evaluate(async () => {
    const body = JSON.stringify({ title: 'Thanks', text: 'Thank you. We’ll look into it today.' });
    const headers = { 'x-desk': '1', 'content-type': 'application/json' };
    const answer = await fetch('/api/desk/replies', { method: 'POST', headers, body });
    await answer.text();
    return answer.status;
  });

async function refund(hands: Hands, amount: string): Promise<void> {
  await hands.press('f');
  const dialog = hands.page.getByRole('dialog', { name: /^Refund order/ });
  await dialog.getByLabel(/^Amount/).waitFor();
  await hands.type(amount);
  await hands.to(/^Reason/);
  await hands.type('Delivered twice');
  await hands.press('Control+Enter');
  await dialog.waitFor({ state: 'detached' });
}

/** Does the planned action on the next message. Returns whether there was a message. */
export async function answer(hands: Hands, plans: Plans): Promise<boolean> {
  const url = await hands.next(() => 'message');
  if (url === undefined) return false;
  assert.match(url, /^\/tickets\//);
  const number = url.split('/').at(-1)!;
  const plan = plans.get(number) ?? { does: 'reply' };
  plans.delete(number);
  const { page } = hands;
  await page.getByRole('main').getByText(number).first().waitFor();
  const field = page.getByLabel(/^Write to/);
  await field.waitFor();
  const ends = { snooze: ['z', 'Enter'], close: ['e'], spam: ['!'] } as const;
  if (plan.does in ends) {
    const does = plan.does as keyof typeof ends;
    for (const key of ends[does]) {
      await hands.press(key);
      if (key === 'z') await page.getByRole('dialog').waitFor();
    }
    const done = { snooze: /^Snoozed until/, close: /^Closed$/, spam: /^Spam$/ }[does];
    await page.getByRole('main').getByText(done).first().waitFor();
    return true;
  }
  if (plan.does === 'refund') {
    const message: Task = hands.task;
    hands.begin('refund');
    await refund(hands, plan.amount);
    hands.task = message;
  }
  if (plan.does === 'saved reply') {
    await hands.press(';');
    await hands.press('ArrowDown');
    await page.waitForFunction(() => document.activeElement?.id === 'answer');
  } else {
    await hands.press('r');
    await hands.type(plan.does === 'refund' ? 'We’re sorry. Your money is on its way.' : 'With pleasure.');
  }
  await hands.leave('Control+Shift+Enter');
  return true;
}
