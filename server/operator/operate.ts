/** npm run operator -- COMMAND …: sends the operator's command to the running shop, or runs it here when no shop is running. */
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { createApp } from '#server/app.ts';
import type { BackupDeps } from '#server/backup/back-up.ts';
import { runBackupCommand } from '#server/backup/commands.ts';
import { loadBackup, loadConfig, loadStorage, readEnvironment } from '#server/process/config.ts';
import { describeFailure } from '#server/database/database-is-away.ts';
import { migrate } from '#server/database/migrate.ts';
import { moves } from '#server/database/move-data.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { askRunningShop, type CommandAnswer, runCommand } from './operator-socket.ts';
import { loadCatalogue } from '#server/process/load-catalogue.ts';
import { refuseShopWithoutMail, refuseUnnamedSeller } from '#server/process/refuse-unready-shop.ts';
import { sessionSecrets } from '#server/process/session-secret.ts';
import { StartError } from '#server/process/start-error.ts';

/**
 * Runs a command. For an act that can't be undone, asks for the confirmation at the terminal; without a terminal, the command
 * fails.
 */
async function confirmed(typed: string[]): Promise<CommandAnswer> {
  const answer = await operate(typed);
  if (answer.confirm === undefined || !process.stdin.isTTY) return answer;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const again = await terminal.question(`${answer.output}\n> `);
  terminal.close();
  return again === '' ? { ok: false, output: 'Nothing was changed.' } : operate([...typed, again]);
}

/** Lets the running shop export its embedded database, which only one process can open; undefined when no shop is running. */
async function exportByShop(dataDir: string, file: string): Promise<string | undefined> {
  const answer = await askRunningShop(dataDir, {
    name: 'export',
    words: [file],
    operator: userInfo().username,
  });
  if (answer && !answer.ok) throw new StartError(answer.output);
  return answer?.output;
}

/** Exports or imports all data in this process, because the running shop may not write to every folder. */
async function moveData(name: 'export' | 'import', words: string[]): Promise<string> {
  if (words.length !== 1) throw new StartError(`Enter the name of one file after ${name}.`);
  const place = loadStorage(readEnvironment());
  const file = resolve(words[0]!);
  const done = name === 'export' && !place.databaseUrl ? await exportByShop(place.dataDir, file) : undefined;
  return done ?? moves[name](place, file);
}

function backupDeps(): BackupDeps {
  const settings = loadBackup(readEnvironment());
  return {
    ...settings,
    clock: () => new Date(),
    exportByShop: async (file) => (await exportByShop(settings.dataDir, file)) !== undefined,
  };
}

async function operate([name = '', ...words]: string[]): Promise<CommandAnswer> {
  if (name === 'export' || name === 'import') return { ok: true, output: await moveData(name, words) };
  const done = await runBackupCommand(backupDeps, [name, ...words]);
  if (done !== undefined) return { ok: true, output: done };
  const answer = await askShop(name, words);
  return name === '' ? { ...answer, output: `${answer.output}\n${outside}` } : answer;
}

/** The help text of the commands that run outside the shop. */
const outside = `
  import FILE                    Fill an empty database with all data from another shop’s export
  backup [list|try FILE|new-key] Make a backup and try to restore it; list backups; try to restore one; print a new encryption key
  restore FILE|files             Restore a backup into an empty database, or only its files`;

async function askShop(name: string, words: string[]): Promise<CommandAnswer> {
  const env = readEnvironment();
  const call = { name, words, operator: userInfo().username };
  // needs no secrets, because the running shop has its own
  const answer = await askRunningShop(loadStorage(env).dataDir, call);
  if (answer) return answer;
  const config = loadConfig(env);
  // without a mail server, this process would write emails to files and count them as sent
  refuseShopWithoutMail(config);
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
      // the sandbox is reached over HTTP like any provider, so the server must listen
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
