import type { Tokens } from '#contract/storefront/accounts.ts';
import { localStore, sessionStore } from '#ui/browser-storage.ts';
import { dropAllFormDrafts } from '#ui/form-drafts.ts';
import { sharedState, useShared } from '#ui/shared-state.ts';
import { accessKey, refreshKey, type Session, tabSession } from './tab-session.ts';

const tab = tabSession({ local: localStore, session: sessionStore });

export const { account: tabAccount, mine: sessionsOfAccount, other: otherSession, read: readSession } = tab;

type News =
  | { kind: 'ended'; over: Session }
  | { kind: 'loggedOut'; account: string | null }
  | { kind: 'renewed'; spent: string; tokens: Tokens };

// Duplicated tabs hold copies of one session and send each other its changes.
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('session');
const tell = (news: News) => channel?.postMessage(news);

/** The session as this page last saw it. */
let seen: Session | null = null;
if (typeof window !== 'undefined') {
  tab.load();
  seen = readSession();
}

/** Whether this tab has an access token. */
export const loggedIn = sharedState<boolean>(seen !== null);

function show(): void {
  tab.bind();
  const before = seen;
  seen = readSession();
  document.documentElement.dataset['session'] = seen ? 'in' : 'out';
  // Nothing that a page knows about one account may stay for the next.
  if (before && seen && before.account !== seen.account) loggedIn.set(false);
  if ((seen !== null) !== loggedIn.get()) loggedIn.set(seen !== null);
}

export function startSession(tokens: Tokens, remember: boolean): void {
  tab.start(tokens, remember);
  show();
}

/** Stores new tokens of a running session and sends them to every tab that shares it. */
export function continueSession(spent: string, tokens: Tokens): void {
  tab.renew(spent, tokens);
  tell({ kind: 'renewed', spent, tokens });
  show();
}

/** Deletes a session that the server has ended, here and in every tab that shares it. */
export function endSession(over: Session): void {
  tab.end(over);
  tell({ kind: 'ended', over });
  show();
}

function forgetAccount(): void {
  tab.logOut();
  dropAllFormDrafts();
}

/** Deletes the sessions of this tab's account here and in every other tab, and typed text. */
export function endAllSessions(): void {
  tell({ kind: 'loggedOut', account: tabAccount() });
  forgetAccount();
  show();
}

/** Continues in this tab with the remembered account. What was typed in this tab for another one is deleted. */
export function takeRememberedSession(): void {
  sessionStore.clear();
  show();
}

/** Whether the page shows an account whose session this tab no longer has. If so, updates the login state. */
export function isSessionLost(): boolean {
  const isLost = loggedIn.get() && readSession() === null;
  if (isLost) show();
  return isLost;
}

const waiting: (() => void)[] = [];

/** Resolves when another tab's message has been applied here. */
export const nextNews = (): Promise<void> => new Promise((resolve) => void waiting.push(resolve));

if (channel)
  channel.onmessage = ({ data }: MessageEvent<News>) => {
    if (data.kind === 'renewed') tab.renew(data.spent, data.tokens);
    else if (data.kind === 'ended') tab.end(data.over);
    else if (tabAccount() === null || tabAccount() === data.account) forgetAccount();
    show();
    for (const resolve of waiting.splice(0)) resolve();
  };
if (typeof window !== 'undefined') {
  window.addEventListener('storage', ({ key, oldValue }) => {
    if (key !== null && key !== accessKey && key !== refreshKey) return;
    // Keeps only tokens that were the newest, because the server treats the use of older ones as theft.
    if (seen && key === accessKey && oldValue === seen.accessToken) tab.keepReplaced(seen);
    show();
  });
  // A page restored from the browser's page cache has missed all messages and storage events.
  window.addEventListener('pageshow', ({ persisted }) => {
    const shown = seen?.account;
    if (persisted) show();
    if (persisted && seen && seen.account !== shown) window.location.reload();
  });
}

/** Whether the tab has an access token; undefined before hydration. */
export function useLoggedIn(): boolean | undefined {
  return useShared<boolean | undefined>(
    loggedIn as ReturnType<typeof sharedState<boolean | undefined>>,
    undefined,
  );
}
