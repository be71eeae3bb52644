import { createHmac, timingSafeEqual } from 'node:crypto';

/** Keys for one purpose. The first one signs and all are accepted, so that a secret can be replaced while the shop is running. */
export type Keys = readonly [string, ...string[]];

const hmac = (key: string, text: string) => createHmac('sha256', key).update(text);

/** HMAC-SHA-256 in hex. */
export const sign = (key: string, text: string): string => hmac(key, text).digest('hex');

/** Derives a key for one purpose from each secret, so that a leaked key reveals neither the secret nor other keys. */
export const keysFor = ([newest, ...older]: Keys, purpose: string): Keys => [
  sign(newest, purpose),
  ...older.map((secret) => sign(secret, purpose)),
];

/** Whether `make` returns `given` for one of the keys. Compares in constant time. */
export const isMadeBy = (keys: Keys, make: (key: string) => string, given: string): boolean =>
  keys.some((key) => {
    const expected = Buffer.from(make(key));
    const presented = Buffer.from(given);
    return expected.length === presented.length && timingSafeEqual(expected, presented);
  });
