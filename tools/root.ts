import { join } from 'node:path';

/** The shop's folder, wherever it was started from. */
export const root = join(import.meta.dirname, '..');
