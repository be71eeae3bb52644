import { minute } from '#contract/durations.ts';

/** How far the server's clock is ahead of this device's (ms). */
let ahead = 0;
let readAgainAt = 0;

/** Called with the time at each `tick`. */
export const clockListeners = new Set<(now: Date) => void>();

/** The time by the server's clock, as far as it is known: a device's own clock may be wrong by days. */
export const serverNow = (): Date => new Date(Date.now() + ahead);

const tell = () => clockListeners.forEach((listener) => listener(serverNow()));

/** Passes the time to the listeners. Reads the server's clock every ten minutes, or at once with `isInDoubt`, and then passes it again. */
export async function tick(isInDoubt = false): Promise<void> {
  tell();
  if (!navigator.onLine || (!isInDoubt && performance.now() < readAgainAt)) return;
  readAgainAt = performance.now() + 10 * minute;
  const answer = await fetch('/api/health/live', { method: 'HEAD' }).catch(() => undefined);
  const time = Date.parse(answer?.headers.get('date') ?? '');
  if (!time) return;
  ahead = time - Date.now();
  tell();
}
