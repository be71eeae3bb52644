import { ApiError } from '#ui/api-error.ts';
import { authorizeCallsWith, callApi } from '#web/api/call-api.ts';
import { renewal } from './renew-session.ts';
import {
  continueSession,
  endSession,
  nextNews,
  readTokens,
  setRememberMe,
  startSession,
} from './session-tokens.ts';

type LostListener = () => void;
let onLost: LostListener = () => {};

/** Called when a session ends without a logout. */
export function whenSessionIsLost(listener: LostListener): void {
  onLost = listener;
}

const shortWait = () => new Promise<void>((resolve) => void setTimeout(resolve, 250));

async function exclusively<Result>(run: () => Promise<Result>): Promise<Result> {
  // Locks are missing on pages without https; there the server accepts a refresh token twice within seconds.
  if (!('locks' in navigator)) return run();
  const { held = [] } = await navigator.locks.query();
  const news = held.some((lock) => lock.name === 'session-renewal') ? nextNews() : undefined;
  return navigator.locks.request('session-renewal', async () => {
    // The tab that held the lock has just messaged the other tabs: waits for the message before reading the tokens.
    if (news) await Promise.race([news, shortWait()]);
    return run();
  });
}

authorizeCallsWith({
  accessToken: () => readTokens()?.accessToken ?? null,
  renew: renewal({
    read: readTokens,
    exchange: (refreshToken) => callApi('refresh', { body: { refreshToken } }),
    keep: continueSession,
    isOver: (error) =>
      !(error instanceof ApiError)
        ? error instanceof Error && error.message === 'There is no refresh token'
        : error.status < 500 && error.status !== 429,
    forget: () => {
      endSession();
      onLost();
    },
    exclusively,
  }),
});

export async function logIn(email: string, password: string, remember: boolean): Promise<void> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const tokens = await callApi('login', { body: { email, password, rememberMe: remember, timeZone } });
  setRememberMe(remember);
  isLoggingOut = false;
  startSession(tokens);
}

let isLoggingOut = false;
/** The customer pressed "Log out" in this tab, so no guard has to say that the session ended. */
export const hasLoggedOutHere = (): boolean => isLoggingOut;

/** Ends the session here at once, and at the server when the call arrives. */
export async function logOut(): Promise<void> {
  const tokens = readTokens();
  if (!tokens) return;
  isLoggingOut = true;
  const told = callApi('logout', { body: { refreshToken: tokens.refreshToken } });
  try {
    await told;
  } catch {
    // Ignores a failed call: the server's session expires by itself.
  } finally {
    endSession('loggedOut');
  }
}
