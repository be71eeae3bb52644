import { messages } from '#contract/problems.ts';
import { ApiError } from '#ui/api-error.ts';
import { type Authorization, authorizeCallsWith, callApi } from '#web/api/call-api.ts';
import { renewal } from './renew-session.ts';
import {
  continueSession,
  endAllSessions,
  endSession,
  isSessionLost,
  loggedIn,
  nextNews,
  readSession,
  sessionsOfAccount,
  startSession,
} from './session-tokens.ts';
import type { Session } from './tab-session.ts';

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

/** Calls with the session that `read` returns. `lose` is called when the server has ended it. */
export const authorizationOf = (read: () => Session | null, lose: () => void): Authorization => ({
  accessToken: () => read()?.accessToken ?? null,
  renew: renewal({
    read,
    exchange: (refreshToken) => callApi('refresh', { body: { refreshToken } }),
    keep: continueSession,
    isOver: (error) =>
      !(error instanceof ApiError)
        ? error instanceof Error && error.message === 'There is no refresh token'
        : error.status < 500 && error.status !== 429,
    forget(over) {
      endSession(over);
      lose();
    },
    exclusively,
  }),
});

const own = authorizationOf(readSession, () => onLost());
authorizeCallsWith({
  ...own,
  accessToken() {
    if (!isSessionLost()) return loggedIn.get() ? own.accessToken() : null;
    // The page shows one account, and the browser has only the session of another one: sends nothing.
    onLost();
    throw new ApiError(messages.loggedOut, 401);
  },
});

export async function logIn(email: string, password: string, remember: boolean): Promise<void> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const tokens = await callApi('login', { body: { email, password, rememberMe: remember, timeZone } });
  isLoggingOut = false;
  startSession(tokens, remember);
}

let isLoggingOut = false;
/** The customer pressed "Log out" in this tab, so no guard has to say that the session ended. */
export const hasLoggedOutHere = (): boolean => isLoggingOut;

/** Ends the account's sessions in this browser, here at once and at the server when the call arrives. */
export async function logOut(): Promise<void> {
  const last = sessionsOfAccount().at(-1);
  if (!last) return;
  isLoggingOut = true;
  // one call ends two sessions: that of its access token and that of its refresh token, which can differ
  const told = callApi('logout', { body: { refreshToken: last.refreshToken } });
  try {
    await told;
  } catch {
    // Ignores a failed call: the server's session expires by itself.
  } finally {
    endAllSessions();
  }
}
