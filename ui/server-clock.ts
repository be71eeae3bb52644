import { minute } from '#contract/durations.ts';

/** How far the server's clock is ahead of this device's (ms). */
let ahead = 0;
let asked = -Infinity;

/** The time by the server's clock, as far as it is known: a device's own clock may be wrong by days. */
export const serverNow = (): Date => new Date(Date.now() + ahead);

/** Called after each reading of the server's clock. */
export const clockListeners = new Set<() => void>();

/** Reads the server's clock: at most every ten minutes, or at once when the time it gave is in doubt. */
export async function readServerClock(isInDoubt = false): Promise<void> {
  if (!navigator.onLine || (!isInDoubt && performance.now() - asked < 10 * minute)) return;
  asked = performance.now();
  const answer = await fetch('/api/health/live', { method: 'HEAD' }).catch(() => undefined);
  const time = Date.parse(answer?.headers.get('date') ?? '');
  if (!time) return;
  ahead = time - Date.now();
  for (const tell of clockListeners) tell();
}
