/** npm run db:export -- FILE and npm run db:import -- FILE: to another engine, another version, or a backup. */
import { describeFailure } from './database-is-away.ts';
import { loadStorage, readEnvironment } from '#server/process/config.ts';
import { exportDatabase } from './export-database.ts';
import { importDatabase } from './import-database.ts';
import { openDatabase } from './open-database.ts';
import { StartError } from '#server/process/start-error.ts';

/** No request waits for these statements, so they have no time limit. */
const DAY_MS = 24 * 60 * 60_000;
const MOVES = { export: exportDatabase, import: importDatabase };

async function run(direction: string | undefined, file: string | undefined): Promise<void> {
  if ((direction !== 'export' && direction !== 'import') || file === undefined) {
    throw new StartError('Usage: npm run db:export -- FILE or npm run db:import -- FILE');
  }
  const { databaseUrl, dataDir } = loadStorage(readEnvironment());
  const database = await openDatabase({ databaseUrl, dataDir, statementLimitMs: DAY_MS });
  try {
    console.table(await MOVES[direction](database, file));
  } finally {
    await database.close();
  }
}

try {
  await run(process.argv[2], process.argv[3]);
} catch (error) {
  console.error(describeFailure(error) ?? error);
  process.exitCode = 1;
}
