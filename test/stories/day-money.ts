import assert from 'node:assert/strict';
import type { Hands, TaskKind } from './day-hands.ts';
import { check } from './day-lines.ts';
import type { Lines } from './day-orders.ts';

async function approve(hands: Hands): Promise<void> {
  const { page } = hands;
  await page.getByRole('button', { name: 'Approve request', exact: true }).waitFor();
  await hands.to(/^Approve request$/);
  await hands.press('Enter');
  await page.getByText(/^Approved by/).waitFor();
}

const partFocused = (hands: Hands, id: string) =>
  hands.page.waitForFunction((part) => document.activeElement?.id === part, id);

async function answerDispute(hands: Hands): Promise<void> {
  const { page } = hands;
  await partFocused(hands, 'disputes');
  const saving = page.waitForEvent('download');
  await hands.to(/^Download the evidence/);
  await hands.press('Enter');
  assert.match((await saving).suggestedFilename(), /^evidence-R-[\w-]+\.pdf$/);
  await page.getByRole('button', { name: /^Download the evidence/ }).waitFor();
  await hands.to(/^Mark response as sent$/);
  await hands.press('Enter');
  await page.getByText(/ marked the response as sent/).waitFor();
}

async function retry(hands: Hands, part: 'events' | 'emails'): Promise<void> {
  const { page } = hands;
  await partFocused(hands, part);
  await hands.to(part === 'events' ? /^Retry(?: all)?$/ : /^Resend(?: all)?$/);
  await hands.press('Enter');
  await page.locator(`#${part}`).waitFor({ state: 'detached' });
}

/** Runs the check of the money again. The unprocessed webhook event is a difference, so it must be resolved first. */
async function checkAgain(hands: Hands): Promise<void> {
  const { page } = hands;
  await partFocused(hands, 'checks');
  if ((await page.locator('#events').count()) > 0) {
    await hands.to(/^Retry(?: all)?$/);
    await hands.press('Enter');
    await page.locator('#events').waitFor({ state: 'detached' });
  }
  await hands.to(/^Check now$/);
  await hands.press('Enter');
  await page.locator('.money-wrong').first().waitFor({ state: 'detached' });
}

const kindOf = (url: string): TaskKind => {
  if (url.startsWith('/approvals/')) return 'approval';
  return url.startsWith('/money/payments/') ? 'dispute' : 'trouble';
};

/**
 * Does the manager's next task: one about money, or a line that only the manager may review. Returns whether there was a task.
 */
export async function settle(hands: Hands, lines: Lines): Promise<boolean> {
  const lineAt = (address: string) => lines.get(address.replace('/lines/', ''));
  const url = await hands.next((address) => lineAt(address)?.task ?? kindOf(address));
  if (url === undefined) return false;
  if (lineAt(url)) {
    hands.opened = url;
    await check(hands, lines, true);
    return true;
  }
  if (url.startsWith('/approvals/')) await approve(hands);
  else if (url.startsWith('/money/payments/')) await answerDispute(hands);
  else if (url === '/money#events') await retry(hands, 'events');
  else if (url === '/money#emails') await retry(hands, 'emails');
  else if (url === '/money#checks') await checkAgain(hands);
  else assert.fail(`${url} came to the manager`);
  return true;
}

/** Signs the newest closed day. */
export async function signDay(hands: Hands, name: string): Promise<void> {
  const { page } = hands;
  hands.begin('books');
  await hands.press('g');
  await hands.press('b');
  const newest = page.getByText(/^The most recent closed day is .* which nobody has signed off yet\.$/);
  await newest.waitFor();
  const words = await newest.getByRole('link').innerText();
  await hands.to(new RegExp(`^${RegExp.escape(words)}$`));
  await hands.press('Enter');
  await page.getByText('The ledger still matches this day.').waitFor();
  await hands.to(/^Sign off this day$/);
  await hands.press('Enter');
  await page.getByRole('dialog').getByLabel(/^Note/).waitFor();
  await hands.press('Control+Enter');
  await page.getByText(`Signed off by ${name}`).waitFor();
}
