import { join } from 'node:path';

/** The shop's folder, from whatever folder it was started. */
export const root = join(import.meta.dirname, '..');
