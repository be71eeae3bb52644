export type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>;

/** Storage that never throws: when it is blocked or full, values live as long as the page. */
export function guardedStorage(open: () => BrowserStorage): BrowserStorage {
  const memory = new Map<string, string>();
  return {
    getItem(key) {
      if (memory.has(key)) return memory.get(key) ?? null;
      try {
        return open().getItem(key);
      } catch {
        return null;
      }
    },
    setItem(key, value) {
      try {
        open().setItem(key, value);
        memory.delete(key);
      } catch {
        memory.set(key, value);
      }
    },
    removeItem(key) {
      memory.delete(key);
      try {
        open().removeItem(key);
      } catch {
        // Blocked storage has no value to remove.
      }
    },
    clear() {
      memory.clear();
      try {
        open().clear();
      } catch {
        // The same for all values.
      }
    },
  };
}

export const localStore = guardedStorage(() => window.localStorage);
export const sessionStore = guardedStorage(() => window.sessionStorage);

/** The JSON value of a key; null when it is missing or invalid. */
export function readJson(store: BrowserStorage, key: string): unknown {
  try {
    return JSON.parse(store.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}
