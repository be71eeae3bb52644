/** npm run db:migrate -- ROLE: migrates as the tables' owner (the user of DATABASE_URL) for a shop that runs as ROLE. */
import { loadStorage, readEnvironment } from '#server/process/config.ts';
import { describeFailure } from './database-is-away.ts';
import { StartError } from '#server/process/start-error.ts';
import { grantToRole } from './grant-to-role.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open-database.ts';

async function run(role: string | undefined): Promise<void> {
  const { databaseUrl, dataDir } = loadStorage(readEnvironment());
  if (role === undefined || databaseUrl === undefined)
    throw new StartError(
      'Usage: npm run db:migrate -- ROLE. Set DATABASE_URL to log in as the owner of the tables. ROLE is the database role that the shop uses.',
    );
  const database = await openDatabase({ databaseUrl, dataDir, poolSize: 1 });
  try {
    await migrate(database.db);
    await grantToRole(database.db, role);
  } finally {
    await database.close();
  }
}

try {
  await run(process.argv[2]);
} catch (error) {
  console.error(describeFailure(error) ?? error);
  process.exitCode = 1;
}
