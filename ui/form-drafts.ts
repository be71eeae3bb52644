import { localStore, readJson, sessionStore } from './browser-storage.ts';

const key = 'typed';

type Kept = { initial: unknown; values: unknown };

function readAll(): Record<string, Kept> {
  const all = readJson(sessionStore, key);
  return typeof all === 'object' && all !== null ? (all as Record<string, Kept>) : {};
}

/** Stores a form's typed text in this tab until it is sent; never for a form with secrets. */
export function keepFormDraft<Values extends object>(form: string, initial: Values, values: Values): void {
  sessionStore.setItem(key, JSON.stringify({ ...readAll(), [form]: { initial, values } }));
}

/** The stored text of a form with the same initial values, field by field, where it has the field's type. */
export function readFormDraft<Values extends object>(form: string, initial: Values): Partial<Values> {
  const kept = readAll()[form];
  if (JSON.stringify(kept?.initial) !== JSON.stringify(initial)) return {};
  const values = Object.entries(kept?.values ?? {}) as [keyof Values, unknown][];
  return Object.fromEntries(
    values.filter(
      ([field, value]) => Object.hasOwn(initial, field) && typeof value === typeof initial[field],
    ),
  ) as Partial<Values>;
}

export function dropFormDraft(form: string): void {
  const { [form]: _, ...others } = readAll();
  sessionStore.setItem(key, JSON.stringify(others));
}

/** The name of the browser's database of files that were chosen but not sent. */
export const fileDatabase = 'files';

/**
 * Deletes the text of all forms, including order drafts, the billing address, unsent files, and orders and deposits whose
 * answer is missing: a logout leaves nothing for the next user.
 */
export function dropAllFormDrafts(): void {
  sessionStore.removeItem(key);
  for (const kept of ['drafts', 'billing', 'orderAttempt', 'depositAttempt', 'orderFiles'])
    localStore.removeItem(kept);
  try {
    indexedDB.deleteDatabase(fileDatabase);
  } catch {
    // A browser without IndexedDB, or with blocked storage, has no files.
  }
}
