import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { holidayWarning } from '#contract/delivery-date.ts';
import { businessCalendar } from '#contract/business-calendar.ts';
import { type App, createApp } from './app.ts';
import { type Config, loadConfig, readEnvironment } from './process/config.ts';
import { describeFailure } from './database/database-is-away.ts';
import { migrate } from './database/migrate.ts';
import { loadCatalogue } from './process/load-catalogue.ts';
import { type Database, openDatabase } from './database/open-database.ts';
import {
  refuseForeignPages,
  refuseShopWithoutMail,
  refuseUnnamedSeller,
  refuseUndisclosedLanguageServer,
} from './process/refuse-unready-shop.ts';
import { bufferedLog } from './process/buffered-log.ts';
import { StartError } from './process/start-error.ts';
import { type Metrics, openMetrics } from './operator/open-metrics.ts';
import { listenToOperator } from './operator/operator-socket.ts';
import { sessionSecrets } from './process/session-secret.ts';

const webFolder = join(import.meta.dirname, '..', 'build');
/** How long a proxy or a load balancer has to notice that the health checks fail (ms). */
const leaveMs = 2_000;
/** Time limit of the whole shutdown (ms). After it, the process exits with code 1. Longer than any request may take. */
const graceMs = 15_000;
/** npm and the terminal each pass on one Ctrl-C. Only a signal later than this (ms) counts as another one. */
const sameSignalMs = 1_000;
/** Time after which open connections are cut, so that the shutdown can finish (ms). */
const patienceMs = 5_000;

/** Checks that the port is free before anything is created, so that a shop that can't listen leaves nothing behind. */
async function assertPortIsFree({ host, port }: Config): Promise<void> {
  const probe = createServer();
  probe.listen({ host, port });
  try {
    await once(probe, 'listening');
  } catch (error) {
    throw listenError(error, host, port);
  }
  probe.close();
  await once(probe, 'close');
}

function listenError(error: unknown, host: string, port: number): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${port} on ${host} is already in use. Stop the other program, or set PORT to a different port.`,
      );
    case 'EACCES':
      return new StartError(`You don’t have permission to use port ${port}. Set PORT to 1024 or higher.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartError(`HOST is set to ${host}, which isn’t an address on this machine.`);
    default:
      return error;
  }
}

type Shop = {
  app: App;
  database: Database;
  metrics: Metrics | undefined;
  operator: { close: () => Promise<void> };
};

/** Opens the shop. `beforeListening`: called before the first request can arrive. */
async function open(config: Config, beforeListening: () => void): Promise<Shop> {
  const catalogue = loadCatalogue();
  await assertPortIsFree(config);
  const late = bufferedLog();
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    log: late.log,
  });
  let metrics: Metrics | undefined;
  try {
    await migrate(database.db);
    const secrets = await sessionSecrets(config.sessionSecrets, config.dataDir);
    const clock = () => new Date();
    metrics = config.metrics && (await openMetrics({ ...config.metrics, database, clock }));
    const app = await createApp({
      config,
      database,
      clock,
      catalogue: () => catalogue,
      sessionSecrets: secrets,
      webFolder: config.servesStorefront ? webFolder : undefined,
      onAnswer: metrics?.onAnswer,
    });
    late.writeTo(app.http.log);
    beforeListening();
    try {
      await app.http.listen({ host: config.host, port: config.port });
    } catch (error) {
      throw listenError(error, config.host, config.port);
    }
    app.jobs.wake();
    const warning = holidayWarning(businessCalendar, clock());
    if (warning) app.http.log.warn(warning);
    const operator = await listenToOperator(config.dataDir, app.commands, app.http.log).catch(
      (error: unknown) => {
        // with PostgreSQL, the data folder may be read-only; commands then open the database themselves
        app.http.log.warn({ err: error }, 'no commands through the data folder');
        return { close: async () => {} };
      },
    );
    return { app, database, metrics, operator };
  } catch (error) {
    await metrics?.close();
    await database.close();
    throw error;
  }
}

async function close({ production }: Config, { app, database, metrics, operator }: Shop): Promise<void> {
  const deadline = setTimeout(() => process.exit(1), graceMs);
  deadline.unref();
  // Gives proxies time to notice: with PostgreSQL they use another process; with the embedded database, which has only one
  // process, they hold calls until the next start.
  if (database.engine === 'postgres' || production) {
    app.leave();
    await sleep(leaveMs);
  }
  await Promise.all([operator.close(), metrics?.close()]);
  const patience = setTimeout(() => app.http.server.closeAllConnections(), patienceMs);
  await app.http.close();
  clearTimeout(patience);
  await database.close();
}

/** The lines about the desk in the start message. In production they contain no secret, because output is stored as a log. */
async function describeDesk({ production, deskOrigin, whyNoDesk }: Config, app: App): Promise<string[]> {
  if (!deskOrigin) return whyNoDesk ? [`Desk: ${whyNoDesk}`] : [];
  if (production)
    return [`Desk: ${deskOrigin}/desk (for the first login link, run npm run operator -- desk)`];
  const link = await app.firstDeskLink();
  return [link ? `Desk: create the first account at ${link}` : `Desk: ${deskOrigin}/desk`];
}

/** Prints text for the person at the terminal. In production, prints one line of JSON as the log does, at any log level. */
function say({ production }: Config, lines: string[]): void {
  console.log(
    production ? JSON.stringify({ level: 30, time: Date.now(), msg: lines.join('; ') }) : lines.join('\n'),
  );
}

function greet(
  config: Config,
  { app: { mailDestination, livemode }, database: { engine } }: Shop,
  desk: string[],
): void {
  say(config, [
    `The shop is open at ${config.publicUrl}`,
    `Payments: ${config.payments}${livemode ? '' : ' (test mode, no real money)'}`,
    `Emails: ${mailDestination}`,
    `Database: ${engine === 'embedded' ? `embedded, in ${join(config.dataDir, 'database')}` : 'PostgreSQL'}`,
    ...desk,
  ]);
}

try {
  const config = loadConfig(readEnvironment());
  refuseShopWithoutMail(config);
  refuseUnnamedSeller(config);
  refuseForeignPages(config, webFolder);
  refuseUndisclosedLanguageServer(config, webFolder);
  let stopping: number | undefined;
  const stop = () => {
    if (stopping !== undefined) {
      if (performance.now() - stopping > sameSignalMs) process.exit(1);
      return;
    }
    stopping = performance.now();
    opening
      .then(async (shop) => {
        await close(config, shop);
        say(config, ['The shop is closed.']);
      })
      .catch((error: unknown) => {
        console.error(error);
        process.exitCode = 1;
      });
  };
  // before the shop listens, a signal ends the process at once
  const opening = open(config, () => process.on('SIGINT', stop).on('SIGTERM', stop));
  const shop = await opening;
  greet(config, shop, await describeDesk(config, shop.app));
} catch (error) {
  console.error(describeFailure(error) ?? error);
  process.exitCode = 1;
}
