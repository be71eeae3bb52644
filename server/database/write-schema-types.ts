/** npm run db:types: writes schema.ts anew after a migration was added. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateSchemaTypes } from './generate-schema-types.ts';
import { openTestDatabase } from './open-test-database.ts';

await using database = await openTestDatabase();
writeFileSync(join(import.meta.dirname, 'schema.ts'), await generateSchemaTypes(database.pool));
