import type { Tokens } from '#contract/storefront/accounts.ts';
import type { Session } from './tab-session.ts';

export type SessionAccess = {
  read(): Session | null;
  /** Exchanges a refresh token. @throws when the server refuses or cannot be reached. */
  exchange(refreshToken: string): Promise<Tokens>;
  keep(spent: string, tokens: Tokens): void;
  /** True when the error means that the session has ended, not that the network is unavailable. */
  isOver(error: unknown): boolean;
  forget(over: Session): void;
  /** Runs one task at a time over all tabs. */
  exclusively<Result>(run: () => Promise<Result>): Promise<Result>;
};

/** Returns the function that renews: one exchange for all calls that fail together, in all tabs. */
export function renewal(session: SessionAccess): (refused: string) => Promise<string | null> {
  let running: Promise<string | null> | undefined;

  async function renew(refused: string): Promise<string | null> {
    return session.exclusively(async () => {
      const held = session.read();
      if (held === null) return null;
      // Another tab or an earlier call has already renewed the token.
      if (held.accessToken !== refused) return held.accessToken;
      try {
        if (held.refreshToken === '') throw new Error('There is no refresh token');
        const tokens = await session.exchange(held.refreshToken);
        session.keep(held.refreshToken, tokens);
        // nothing when the session has ended meanwhile
        return session.read()?.accessToken ?? null;
      } catch (error) {
        if (!session.isOver(error)) throw error;
        session.forget(held);
        return null;
      }
    });
  }

  return async (refused) => {
    const held = session.read();
    if (held && held.accessToken !== refused) return held.accessToken;
    running ??= renew(refused).finally(() => {
      running = undefined;
    });
    return running;
  };
}
