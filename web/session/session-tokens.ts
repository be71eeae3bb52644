import type { Tokens } from '#contract/accounts.ts';
import { type BrowserStorage, localStore, sessionStore } from '#ui/browser-storage.ts';
import { dropAllFormDrafts } from '#ui/form-drafts.ts';
import { sharedState, useShared } from '#ui/shared-state.ts';

const accessKey = 'jwtToken';
const refreshKey = 'refreshToken';
const rememberKey = 'rememberMe';

export type Stores = { local: BrowserStorage; session: BrowserStorage };

const browser: Stores = { local: localStore, session: sessionStore };

export function rememberMe({ local } = browser): boolean {
  return local.getItem(rememberKey) !== null;
}

export function setRememberMe(remember: boolean, { local } = browser): void {
  if (remember) local.setItem(rememberKey, 'true');
  else local.removeItem(rememberKey);
}

/** This tab's tokens: those of its own session before remembered ones. */
export function readTokens({ local, session } = browser): Tokens | null {
  for (const store of [session, local]) {
    const accessToken = store.getItem(accessKey);
    const refreshToken = store.getItem(refreshKey);
    if (accessToken) return { accessToken, refreshToken: refreshToken ?? '' };
  }
  return null;
}

/** Stores tokens by "remember me"; null deletes them everywhere. */
export function writeTokens(tokens: Tokens | null, stores = browser): void {
  const keep = rememberMe(stores) ? stores.local : stores.session;
  for (const store of [stores.local, stores.session]) {
    if (tokens && store === keep) {
      store.setItem(accessKey, tokens.accessToken);
      store.setItem(refreshKey, tokens.refreshToken);
    } else {
      store.removeItem(accessKey);
      store.removeItem(refreshKey);
    }
  }
}

type End = 'ended' | 'loggedOut';
type News = { kind: End } | { kind: 'renewed'; spent: string; tokens: Tokens };

// Duplicated tabs hold copies of one session and send each other its changes.
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('session');

/** Whether this tab has an access token. */
export const loggedIn = sharedState<boolean>(typeof window === 'undefined' ? false : readTokens() !== null);

function show(): void {
  const now = readTokens() !== null;
  document.documentElement.dataset['session'] = now ? 'in' : 'out';
  if (now !== loggedIn.get()) loggedIn.set(now);
}

export function startSession(tokens: Tokens): void {
  writeTokens(tokens);
  show();
}

/** Stores new tokens of a running session and sends them to every tab that shares it. */
export function continueSession(spent: string, tokens: Tokens): void {
  writeTokens(tokens);
  channel?.postMessage({ kind: 'renewed', spent, tokens } satisfies News);
  show();
}

function forgetSession(kind: End): void {
  writeTokens(null);
  if (kind === 'ended') return;
  dropAllFormDrafts();
  // deletes what else this tab stores, such as consents and opened payment pages
  sessionStore.clear();
}

/** Deletes the session here and in every other tab; a logout also deletes typed text. */
export function endSession(kind: End = 'ended'): void {
  forgetSession(kind);
  channel?.postMessage({ kind } satisfies News);
  show();
}

const waiting: (() => void)[] = [];

/** Resolves when another tab's message has been applied here. */
export const nextNews = (): Promise<void> => new Promise((resolve) => void waiting.push(resolve));

if (channel)
  channel.onmessage = ({ data }: MessageEvent<News>) => {
    if (data.kind !== 'renewed') forgetSession(data.kind);
    else if (readTokens()?.refreshToken === data.spent) writeTokens(data.tokens);
    show();
    for (const resolve of waiting.splice(0)) resolve();
  };
if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key === accessKey || key === refreshKey) show();
  });

/** Whether the tab has an access token; undefined before hydration. */
export function useLoggedIn(): boolean | undefined {
  return useShared<boolean | undefined>(
    loggedIn as ReturnType<typeof sharedState<boolean | undefined>>,
    undefined,
  );
}
