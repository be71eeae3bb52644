import { second } from '#contract/durations.ts';

/** For how long a person counts as present after their browser told so (ms). */
const presentMs = 30 * second;

/** Whoever was seen after this instant is present. */
export const presentSince = (now: Date): Date => new Date(now.getTime() - presentMs);
