import { randomInt } from 'node:crypto';
import { readCode } from '#contract/plain-form.ts';

// Crockford's base32 alphabet: without I, L, O and U
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Luhn mod 32: detects every single wrong character and nearly every swap of neighbors. */
function checkCharacter(characters: string): string {
  const sum = Array.from(characters)
    .reverse()
    .reduce((total, character, index) => {
      const value = alphabet.indexOf(character) * (index % 2 === 0 ? 2 : 1);
      return total + Math.floor(value / 32) + (value % 32);
    }, 0);
  return alphabet[(32 - (sum % 32)) % 32]!;
}

/** The bytes in Crockford's base32. Drops the remaining bits. */
export function toBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return Array.from(bits.matchAll(/.{5}/g), ([five]) => alphabet[Number.parseInt(five, 2)]!).join('');
}

/** Prefixes of the numbers of orders (R), deposits (D) and support tickets (T). */
type Prefix = 'R' | 'D' | 'T';

/** Creates a readable number such as R-7K3M-Q2XA. It is random, so that it doesn't reveal how much is sold. */
export function newNumber(prefix: Prefix): string {
  const characters = Array.from({ length: 7 }, () => alphabet[randomInt(32)]!).join('');
  const whole = characters + checkCharacter(characters);
  return `${prefix}-${whole.slice(0, 4)}-${whole.slice(4)}`;
}

/**
 * The stored form of a typed or pasted number. Accepts any letter case, O for 0, and I or L for 1.
 * @returns undefined when the text can't be such a number
 */
export function readNumber(prefix: Prefix, typed: string): string | undefined {
  const match = /^([A-Z])([0-9A-HJKMNP-TV-Z]{7})([0-9A-HJKMNP-TV-Z])$/.exec(readCode(typed));
  if (!match || match[1] !== prefix || checkCharacter(match[2]!) !== match[3]) return undefined;
  const whole = match[2]! + match[3];
  return `${prefix}-${whole.slice(0, 4)}-${whole.slice(4)}`;
}
