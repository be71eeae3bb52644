import type { MovementKind } from '#contract/desk/money.ts';

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Our ID of the attempt or refund that a movement is about, from the provider's metadata; null when it isn't one of ours. Other
 * systems on the account can write anything there.
 */
export function ourIdIn(metadata: unknown, kind: MovementKind): string | null {
  const name = kind === 'payment' ? 'attempt' : kind;
  if (typeof metadata !== 'object' || metadata === null || !(name in metadata)) return null;
  const found: unknown = (metadata as Record<string, unknown>)[name];
  return typeof found === 'string' && uuid.test(found) ? found : null;
}
