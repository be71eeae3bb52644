import type { Tokens } from '#contract/storefront/accounts.ts';
import type { BrowserStorage } from '#ui/browser-storage.ts';

export const accessKey = 'jwtToken';
export const refreshKey = 'refreshToken';
const rememberKey = 'rememberMe';
const accountKey = 'account';

/** Account of a tab that was logged out while another account was remembered, so that the tab doesn't take that session. */
const nobody = '';

export type Stores = { local: BrowserStorage; session: BrowserStorage };

/** Tokens with the account and the session that they name; undefined when the access token isn't readable. */
export type Session = Tokens & { account: string | undefined; id: string | undefined };

/** Reads the claims of an access token without verifying them: the server does. */
export function asSession(tokens: Tokens): Session {
  try {
    const [, payload = ''] = tokens.accessToken.split('.');
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    const { sub, sid } = claims as Record<string, unknown>;
    if (typeof sub === 'string' && typeof sid === 'string') return { ...tokens, account: sub, id: sid };
  } catch {
    // not one of our tokens
  }
  return { ...tokens, account: undefined, id: undefined };
}

function sessionIn(store: BrowserStorage): Session | null {
  const accessToken = store.getItem(accessKey);
  return accessToken ? asSession({ accessToken, refreshToken: store.getItem(refreshKey) ?? '' }) : null;
}

function write(store: BrowserStorage, { accessToken, refreshToken }: Tokens): void {
  store.setItem(accessKey, accessToken);
  store.setItem(refreshKey, refreshToken);
}

function remove(store: BrowserStorage): void {
  store.removeItem(accessKey);
  store.removeItem(refreshKey);
}

/**
 * The session of one tab. A tab without an account takes the remembered session. From then on it belongs to that account, and
 * takes no other account's session by itself.
 */
export function tabSession({ local, session }: Stores) {
  const account = () => session.getItem(accountKey);
  const held = () => [session, local].map(sessionIn).filter((one) => one !== null);
  const isMine = (one: Session) =>
    account() === null || one.account === undefined || one.account === account();
  const read = () => held().find(isMine) ?? null;
  /** The remembered session, when it is another account's. */
  const other = () => {
    const remembered = sessionIn(local);
    return remembered && !isMine(remembered) ? remembered : null;
  };

  function removeWhere(isOver: (one: Session) => boolean): void {
    for (const store of [session, local]) {
      const one = sessionIn(store);
      if (one && isOver(one)) remove(store);
    }
  }

  function bind(): void {
    const own = read()?.account;
    if (own !== undefined && own !== account()) session.setItem(accountKey, own);
  }

  function load(): void {
    const own = sessionIn(session)?.account;
    if (own !== undefined) session.setItem(accountKey, own);
    bind();
  }

  function keepReplaced(replaced: Session): void {
    if (read() === null && other() && replaced.account === account()) write(session, replaced);
  }

  return {
    /** The account that this tab belongs to; null for a visitor's tab. */
    account,
    /** This tab's session: its own before the remembered one. */
    read,
    other,
    /** The sessions of this tab's account: its own, then the remembered one. */
    mine: (): Session[] => held().filter(isMine),
    /** From now on this tab belongs to the account of its session. */
    bind,
    /** Binds a tab whose page has just loaded: to the account in its session storage, else to the remembered account. */
    load,
    /** Keeps this tab's remembered session in the tab when another account's login has replaced it. */
    keepReplaced,

    /** Stores a new login. What was typed in this tab for another account is deleted. */
    start(tokens: Tokens, remember: boolean): void {
      const started = asSession(tokens);
      const before = account();
      if (before !== null && before !== nobody && before !== started.account) session.clear();
      remove(session);
      // This login replaces an earlier choice of “remember me” for the account.
      removeWhere((one) => one.account === undefined || one.account === started.account);
      write(remember ? local : session, started);
      if (remember) local.setItem(rememberKey, 'true');
      else if (sessionIn(local) === null) local.removeItem(rememberKey);
      session.setItem(accountKey, started.account ?? nobody);
    },

    /** Stores renewed tokens where `spent`, the refresh token before them, is stored. */
    renew(spent: string, tokens: Tokens): void {
      const holders = [session, local].filter((store) => sessionIn(store)?.refreshToken === spent);
      for (const store of holders) write(store, tokens);
      if (holders.length === 0) keepReplaced(asSession(tokens));
    },

    /** Deletes one session. Other sessions of its account stay. */
    end(over: Session): void {
      removeWhere((one) =>
        over.id === undefined ? one.accessToken === over.accessToken : one.id === over.id,
      );
    },

    /** Deletes all sessions of this tab's account, and what else the tab stores, such as consents and opened payment pages. */
    logOut(): void {
      const own = account();
      removeWhere((one) => one.account === undefined || one.account === own);
      session.clear();
      // otherwise the tab would continue with the remembered session of another account
      if (own !== null && sessionIn(local)) session.setItem(accountKey, nobody);
    },
  };
}
