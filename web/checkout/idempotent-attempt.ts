import { ApiError } from '#ui/api-error.ts';
import { newId } from '#ui/new-id.ts';
import { type BrowserStorage, localStore, readJson } from '#ui/browser-storage.ts';

/** Kinds of attempts, each stored separately. */
type Purpose = 'order' | 'deposit';
const storageKey = (purpose: Purpose) => `${purpose}Attempt`;

/**
 * One attempt to place an order or a deposit: the same content keeps its idempotency key, so that a lost answer never causes a second one.
 */
export type Attempt<Body> = { key: string; content: string; body: Body };

/**
 * The attempt for `content`: the stored one with its original body, or a new one. `complete` adds
 * data that may differ per try (such as the screen size) and does not start a new attempt.
 */
export function attemptFor<Content extends object, Body>(
  purpose: Purpose,
  content: Content,
  complete: (content: Content) => Body,
  store: BrowserStorage = localStore,
): Attempt<Body> {
  const text = JSON.stringify(content);
  const stored = readJson(store, storageKey(purpose)) as Partial<Attempt<Body>> | null;
  if (stored?.content === text && typeof stored.key === 'string' && typeof stored.body === 'object')
    return stored as Attempt<Body>;
  const attempt = { key: newId(), content: text, body: complete(content) };
  store.setItem(storageKey(purpose), JSON.stringify(attempt));
  return attempt;
}

export const forgetAttempt = (purpose: Purpose, store: BrowserStorage = localStore): void =>
  store.removeItem(storageKey(purpose));

/**
 * Sends an attempt with its key. A refusal of its content deletes it, so that a correction starts a new attempt. After any
 * other failure it may have been placed, so the key is kept.
 */
export async function sendAttempt<Body, Answer>(
  purpose: Purpose,
  { key, body }: Attempt<Body>,
  call: (sent: { body: Body; idempotencyKey: string }) => Promise<Answer>,
): Promise<Answer> {
  try {
    const answer = await call({ body, idempotencyKey: key });
    forgetAttempt(purpose);
    return answer;
  } catch (error) {
    const isRefused =
      error instanceof ApiError &&
      error.status >= 400 &&
      error.status < 500 &&
      ![401, 403, 408, 409, 429].includes(error.status);
    if (isRefused) forgetAttempt(purpose);
    throw error;
  }
}
