import { join } from 'node:path';

/** The folder the shop lies in, wherever it was started from. */
export const root = join(import.meta.dirname, '..');
