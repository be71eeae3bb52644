import { localStore } from '#ui/browser-storage.ts';

const key = 'hadAccount';

/** Remembers that someone logged in with this browser. Survives the logout and says nothing about the account. */
export const rememberAccount = (): void => localStore.setItem(key, '1');

/** Whether nobody has logged in with this browser before: such a visitor more likely needs an account. */
export const isNewBrowser = (): boolean => localStore.getItem(key) === null;
