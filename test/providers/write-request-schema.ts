/** `npm run stripe:schema` rewrites request-schema.json after the SDK or our requests have changed. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateRequestSchema } from './generate-request-schema.ts';

writeFileSync(join(import.meta.dirname, 'request-schema.json'), generateRequestSchema());
