import { minute } from '#contract/durations.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import type { AnswerOf } from '#contract/storefront/endpoints.ts';

/** How far the server's clock is ahead of this device's (ms). */
let ahead = 0;
let readAgainAt = 0;

/** Called with the time at each `tick`. */
export const clockListeners = new Set<(now: Date) => void>();

/** The time by the server's clock, as far as it is known: a device's own clock may be wrong by days. */
export const serverNow = (): Date => new Date(Date.now() + ahead);

const tell = () => clockListeners.forEach((listener) => listener(serverNow()));

/**
 * Passes the time to the listeners. Reads the server's clock and the holidays every ten minutes, or at once with `isInDoubt`, and
 * then passes the time again.
 */
export async function tick(isInDoubt = false): Promise<void> {
  tell();
  if (!navigator.onLine || (!isInDoubt && performance.now() < readAgainAt)) return;
  readAgainAt = performance.now() + 10 * minute;
  try {
    const answer = await fetch('/api/calendar');
    ahead = Date.parse(answer.headers.get('date')!) - Date.now() || ahead;
    if (answer.ok) businessCalendar.holidays = ((await answer.json()) as AnswerOf<'showCalendar'>).holidays;
  } catch {
    // keeps what is known
  }
  tell();
}
