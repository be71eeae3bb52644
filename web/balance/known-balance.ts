import { sharedState, useShared } from '#ui/shared-state.ts';

/** What can be spent, in words; undefined while it is not known. */
export const knownBalance = sharedState<string | undefined>(undefined);

export const useKnownBalance = (): string | undefined => useShared(knownBalance, undefined);
