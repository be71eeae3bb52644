import { loggedIn } from '#web/session/session-tokens.ts';
import { sessionStore } from '#ui/browser-storage.ts';
import { sharedState, useShared } from '#ui/shared-state.ts';

const key = 'balance';

/** The spendable balance as text, as this tab last read it; '' while unknown. Stored, so that the header has it after a reload. */
export const knownBalance = sharedState(sessionStore.getItem(key) ?? '');

knownBalance.subscribe(() => sessionStore.setItem(key, knownBalance.get()));

// The next customer in this browser has another balance.
loggedIn.subscribe(() => knownBalance.set(''));

export const useKnownBalance = (): string => useShared(knownBalance, '');
