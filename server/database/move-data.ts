import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { exportDatabase } from './export-database.ts';
import { importDatabase } from './import-database.ts';
import { type Database, openDatabase, type OpenDatabaseOptions } from './open-database.ts';
import { StartError } from '#server/process/start-error.ts';

/** The statements' time limit: a day, because no request waits for them. */
const dayMs = 24 * 60 * 60_000;
type Place = Pick<OpenDatabaseOptions, 'databaseUrl' | 'dataDir'>;

/** A sentence about a completed export or import. */
export const describeMove = (counts: Record<string, number>, done: string, file: string) => {
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return `${rows} rows of ${Object.keys(counts).length} tables were ${done} ${file}.`;
};

async function withDatabase(place: Place, use: (database: Database) => Promise<string>): Promise<string> {
  const database = await openDatabase({ ...place, statementLimitMs: dayMs });
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

/** Commands that move all data to another engine or another version. They run while no shop has the database open. */
export const moves: Record<'export' | 'import', (place: Place, file: string) => Promise<string>> = {
  async export(place, file) {
    // checks first, because opening an embedded database creates it
    if (!place.databaseUrl && !existsSync(join(place.dataDir, 'database')))
      throw new StartError(
        `There’s no data to export: ${place.dataDir} has no database. Make sure that DATABASE_URL and DATA_DIR point to the shop’s database.`,
      );
    return withDatabase(place, async (database) =>
      describeMove(await exportDatabase(database, file), 'exported to', file),
    );
  },
  import: (place, file) =>
    withDatabase(place, async (database) =>
      describeMove(await importDatabase(database, file), 'imported from', file),
    ),
};
