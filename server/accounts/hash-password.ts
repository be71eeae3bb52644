import { hash, verify } from '@node-rs/argon2';
import { unavailable } from '#server/http/refusal.ts';

// argon2id with OWASP's parameters: 19 MiB, two passes, one lane (11–14 ms where measured);
// https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const prefix = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`;

const atOnce = 2;
const longestQueue = 100;
const longestWaitMs = 3_000;
type Waiting = { since: number; begin: () => void; refuse: (reason: Error) => void };
const waiting: Waiting[] = [];
let running = 0;

const tooMany = () => unavailable('Too many people are logging in right now. Try again in a moment.');

function letNextBegin(): void {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    if (performance.now() - next.since <= longestWaitMs) return next.begin();
    next.refuse(tooMany());
  }
  running -= 1;
}

// Limits parallel hashes, the shop's most expensive work: more of them would only take memory. A client that waits too long has
// given up.
async function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
  if (running < atOnce) running += 1;
  else {
    if (waiting.length >= longestQueue) throw tooMany();
    await new Promise<void>((begin, refuse) => waiting.push({ since: performance.now(), begin, refuse }));
  }
  try {
    return await work();
  } finally {
    letNextBegin();
  }
}

/** Numbers of hashes in this process, with which tests check that equal answers take equal work. */
export const passwordWork = { hashed: 0, verified: 0 };

const prepared = (password: string) => password.normalize('NFKC');

/**
 * Hashes a password with argon2id, after Unicode normalization (NFKC).
 * @throws ProblemReply 503 when the queue is full or the wait was too long
 */
export function hashPassword(password: string): Promise<string> {
  passwordWork.hashed += 1;
  return inTurn(() => hash(prepared(password), parameters));
}

// undefined after a failure, so that the next login tries again
let dummyHash: Promise<string> | undefined;
const unfittingHash = (): Promise<string> =>
  (dummyHash ??= inTurn(() => hash('no account has this password', parameters)).catch((error: unknown) => {
    dummyHash = undefined;
    throw error;
  }));

/** Whether the password matches the hash. Without a hash (unknown account), does the same work and returns false. */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const against = stored ?? (await unfittingHash());
  const fits = await inTurn(() => {
    passwordWork.verified += 1;
    return verify(against, prepared(password));
  });
  return stored !== undefined && fits;
}

/** Whether the hash has outdated parameters, so that the next login replaces it. */
export const needsRehash = (stored: string): boolean => !stored.startsWith(prefix);
