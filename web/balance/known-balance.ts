import { sharedState, useShared } from '#ui/shared-state.ts';

/** The spendable balance as text; undefined while unknown. */
export const knownBalance = sharedState<string | undefined>(undefined);

export const useKnownBalance = (): string | undefined => useShared(knownBalance, undefined);
