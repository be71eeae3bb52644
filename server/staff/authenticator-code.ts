import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { shop } from '#contract/shop.ts';
import type { Keys } from '#server/process/derived-keys.ts';
import { Secret, TOTP } from 'otpauth';

// RFC 6238 with the parameters that every authenticator app supports
const period = 30;
const rules = { algorithm: 'SHA1', digits: 6, period } as const;
/** Accepted difference of clocks, in steps of 30 seconds. */
const tolerance = 1;
const ivBytes = 12;
const tagBytes = 16;

const keyOf = (derived: string) => Buffer.from(derived, 'hex');

/** Creates a secret of 160 bits in base32 (RFC 4226, 4), and its URI for a QR code. */
export function newCodeSecret(account: string): { secret: string; uri: string } {
  const secret = new Secret({ size: 20 });
  const totp = new TOTP({ ...rules, secret, issuer: `${shop.name} desk`, label: account });
  return { secret: secret.base32, uri: totp.toString() };
}

/** Encrypts a secret for the database with AES-256-GCM, bound to `staffId`, so that it can't be decrypted in another row. */
export function sealSecret([newest]: Keys, staffId: bigint, secret: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', keyOf(newest), iv).setAAD(Buffer.from(String(staffId)));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/**
 * Decrypts the secret. Also returns whether the newest key encrypted it.
 * @returns undefined when no key decrypts it
 */
export function openSecret(
  keys: Keys,
  staffId: bigint,
  kept: Buffer,
): { secret: string; isNewest: boolean } | undefined {
  const [iv, tag, sealed] = [
    kept.subarray(0, ivBytes),
    kept.subarray(ivBytes, ivBytes + tagBytes),
    kept.subarray(ivBytes + tagBytes),
  ];
  for (const [index, key] of keys.entries())
    try {
      const decipher = createDecipheriv('aes-256-gcm', keyOf(key), iv, { authTagLength: tagBytes })
        .setAAD(Buffer.from(String(staffId)))
        .setAuthTag(tag);
      const secret = Buffer.concat([decipher.update(sealed), decipher.final()]).toString();
      return { secret, isNewest: index === 0 };
    } catch {
      // encrypted with another key
    }
  return undefined;
}

/** The time step in which the code is valid; undefined when the code matches no step within the tolerance. */
export function stepOf(secret: string, code: string, now: Date): bigint | undefined {
  const totp = new TOTP({ ...rules, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: tolerance });
  return delta === null ? undefined : BigInt(Math.floor(now.getTime() / 1000 / period) + delta);
}
