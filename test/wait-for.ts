import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Repeats `ask` until it resolves with anything but undefined or false.
 * @throws Error when that takes longer than `limitMs`
 */
export async function waitFor<T>(
  what: string,
  ask: () => T | undefined | false | Promise<T | undefined | false>,
  limitMs = 60_000,
): Promise<T> {
  const end = performance.now() + limitMs;
  for (let pauseMs = 2; ; pauseMs = Math.min(50, 2 * pauseMs)) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (performance.now() > end) throw new Error(`Waited ${limitMs / 1000} s in vain for ${what}.`);
    await sleep(pauseMs);
  }
}
