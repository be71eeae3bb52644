import { createHmac, timingSafeEqual } from 'node:crypto';

/** Of one purpose: the first makes what is new, all are accepted, so that a secret can be replaced while the shop runs. */
export type Keys = readonly [string, ...string[]];

const hmac = (key: string, text: string) => createHmac('sha256', key).update(text);

/** HMAC-SHA-256 in hex. */
export const sign = (key: string, text: string): string => hmac(key, text).digest('hex');

/** A key for one purpose from each secret: whoever learns it learns nothing of the secret or of other purposes. */
export const keysFor = ([newest, ...older]: Keys, purpose: string): Keys => [
  sign(newest, purpose),
  ...older.map((secret) => sign(secret, purpose)),
];

/** Whether `given` is what any of the keys makes; in a time that does not tell how much of it fits. */
export const isMadeBy = (keys: Keys, make: (key: string) => string, given: string): boolean =>
  keys.some((key) => {
    const expected = Buffer.from(make(key));
    const presented = Buffer.from(given);
    return expected.length === presented.length && timingSafeEqual(expected, presented);
  });
