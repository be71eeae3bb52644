/** npm run stripe:schema: writes request-schema.json anew after the SDK or what we ask of it has changed. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateRequestSchema } from './generate-request-schema.ts';

writeFileSync(join(import.meta.dirname, 'request-schema.json'), generateRequestSchema());
