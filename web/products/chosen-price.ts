import { readJson, sessionStore } from '#ui/browser-storage.ts';

const key = 'chosenPrice';

/** Remembers in this tab what was chosen on a product's page, in words: "$49, by Tue, Dec 1". The login page shows it. */
export const keepChosenPrice = (route: string, words: string): void =>
  sessionStore.setItem(key, JSON.stringify({ route, words }));

/** The choice that leads to this address; '' when there is none. */
export function readChosenPrice(address: string | null): string {
  const { route, words } = (readJson(sessionStore, key) ?? {}) as { route?: unknown; words?: unknown };
  const isMeant = typeof route === 'string' && address?.split(/[?#]/)[0] === route;
  return isMeant && typeof words === 'string' ? words : '';
}
