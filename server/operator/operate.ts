/** npm run operator -- COMMAND …: sends the operator's command to the running shop, or runs it here when no shop runs. */
import { userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { createApp } from '#server/app.ts';
import { loadConfig, loadStorage, readEnvironment } from '#server/process/config.ts';
import { describeFailure } from '#server/database/database-is-away.ts';
import { migrate } from '#server/database/migrate.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { askRunningShop, type CommandAnswer, runCommand } from './operator-socket.ts';
import { loadCatalogue } from '#server/process/load-catalogue.ts';
import { refuseUnheardShop, refuseUnnamedSeller } from '#server/process/refuse-unready-shop.ts';
import { sessionSecrets } from '#server/process/session-secret.ts';

/** Asks at the terminal for what an act that can't be undone needs; without a terminal it stays refused. */
async function confirmed(typed: string[]): Promise<CommandAnswer> {
  const answer = await operate(typed);
  if (answer.confirm === undefined || !process.stdin.isTTY) return answer;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const again = await terminal.question(`${answer.output}\n> `);
  terminal.close();
  return again === '' ? { ok: false, output: 'Nothing was changed.' } : operate([...typed, again]);
}

async function operate([name = '', ...words]: string[]): Promise<CommandAnswer> {
  const env = readEnvironment();
  const call = { name, words, operator: userInfo().username };
  // needs no secrets: the running shop has its own, and the client uses none
  const answer = await askRunningShop(loadStorage(env).dataDir, call);
  if (answer) return answer;
  const config = loadConfig(env);
  // it would write emails to files and count them as sent
  refuseUnheardShop(config);
  refuseUnnamedSeller(config);
  const { databaseUrl, dataDir } = config;
  const catalogue = loadCatalogue();
  const database = await openDatabase({ databaseUrl, dataDir });
  try {
    await migrate(database.db);
    const secrets = await sessionSecrets(config.sessionSecrets, dataDir);
    const app = await createApp({
      config: { ...config, logLevel: 'silent' },
      database,
      clock: () => new Date(),
      catalogue: () => catalogue,
      sessionSecrets: secrets,
    });
    try {
      // the sandbox is part of the shop's server and reached over HTTP, like any provider
      await app.http.listen({ host: '127.0.0.1', port: 0 });
      return await runCommand(app.commands, call);
    } finally {
      await app.http.close();
    }
  } finally {
    await database.close();
  }
}

try {
  const { ok, output } = await confirmed(process.argv.slice(2));
  (ok ? console.log : console.error)(output);
  if (!ok) process.exitCode = 1;
} catch (error) {
  console.error(describeFailure(error) ?? error);
  process.exitCode = 1;
}
