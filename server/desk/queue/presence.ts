import { second } from '#contract/durations.ts';

/** How long a person counts as present after their browser's last poll (ms). */
const presentMs = 30 * second;

/** The instant of the oldest poll by which a person counts as present. */
export const presentSince = (now: Date): Date => new Date(now.getTime() - presentMs);
