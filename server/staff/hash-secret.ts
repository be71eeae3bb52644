import { createHash } from 'node:crypto';

/**
 * SHA-256 of a random secret of at least 120 bits, such as a cookie or a link's code. A fast hash is enough, because such secrets
 * can't be guessed.
 */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();
