import { loggedIn } from '#web/session/session-tokens.ts';
import { sharedState, useShared } from '#ui/shared-state.ts';

/** The spendable balance as text; undefined while unknown. */
export const knownBalance = sharedState<string | undefined>(undefined);

// The next customer in this browser has another balance.
loggedIn.subscribe(() => knownBalance.set(undefined));

export const useKnownBalance = (): string | undefined => useShared(knownBalance, undefined);
