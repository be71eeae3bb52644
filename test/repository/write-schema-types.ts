/** `npm run db:types` rewrites schema.ts after a migration was added. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#tools/root.ts';
import { generateSchemaTypes } from './generate-schema-types.ts';
import { openTestDatabase } from '#test/server/open-test-database.ts';

await using database = await openTestDatabase();
writeFileSync(join(root, 'server/database/schema.ts'), await generateSchemaTypes(database.pool));
