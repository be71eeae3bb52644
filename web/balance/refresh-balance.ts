import { formatMoney } from '#contract/money.ts';
import { callApi } from '#web/api/call-api.ts';
import { knownBalance } from './known-balance.ts';

let asking: AbortController | undefined;

/** Shows a balance that a page has just read in the header; undefined clears it. `available` in minor units. */
export function knowBalance(balance: { available: number; currency: string } | undefined): void {
  asking?.abort();
  knownBalance.set(balance ? formatMoney(balance.available, balance.currency) : '');
}

/** Reloads the balance after an action that may have changed it. When the call fails, the balance becomes unknown. */
export async function refreshBalance(): Promise<void> {
  asking?.abort();
  const mine = (asking = new AbortController());
  const read = await callApi('showBalance', {
    query: { limit: '1' },
    signal: mine.signal,
  }).catch(() => undefined);
  if (!mine.signal.aborted) knowBalance(read?.balance);
}
