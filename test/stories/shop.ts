import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Email } from 'postal-mime';
import { minute } from '#contract/durations.ts';
import { type EmailReader, emailReader } from '#test/email-reader.ts';
import { copyTemplate } from '#test/server/open-test-database.ts';
import { flagsForEmbeddedDatabase } from '#tools/node-flags.ts';
import { patience } from '#test/server/patience.ts';
import { waitFor } from '#test/wait-for.ts';
import { root } from '#tools/root.ts';

export { waitFor };

/** The real server in a process and a data folder of its own. */
export type Shop = {
  url: string;
  dataDir: string;
  /** The server's output so far. */
  output: () => string;
  /** The emails sent so far, oldest first. */
  letters: EmailReader;
  /** Waits for an email to this address with this text in its subject. */
  letter: (to: string, subject: RegExp) => Promise<Email>;
  /** Stops the server as Ctrl-C does. Fails unless it exits with 0. */
  stop: () => Promise<void>;
  /** The ID of the server's process. */
  pid: () => number;
  /** Kills the server, as a power failure would. */
  kill: () => Promise<void>;
  /** Starts the server again with the same data and address, and with these additional settings. */
  start: (more?: Record<string, string>) => Promise<void>;
  /** Kills the server in any state and removes its data. */
  discard: () => Promise<void>;
};

export type ShopOptions = {
  fill?: ((dataDir: string) => Promise<void>) | undefined;
  house?: string;
  isNew?: boolean;
};

type Server = { pid: number; stop: () => Promise<void>; kill: () => Promise<void> };

/**
 * Starts a shop with these settings on a migrated database that `fill` prepares, and waits until it is ready. `house`: the
 * program's folder. A program in another folder, or with `isNew`, creates its own database.
 */
export async function startShop(
  settings: Record<string, string> = {},
  { fill, house = root, isNew = false }: ShopOptions = {},
): Promise<Shop> {
  const port = settings['PORT'] ?? String(await findFreePort());
  const url = `http://127.0.0.1:${port}`;
  const dataDir = await mkdtemp(join(tmpdir(), 'redline-'));
  // Excludes the settings of the person who runs the tests, and an .env in their folder.
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, PORT: port, DATA_DIR: dataDir, ...patience, ...settings };
  let output = '';
  let server: Server | undefined;

  const letters = emailReader(join(dataDir, 'mail'));
  const shop: Shop = {
    url,
    dataDir,
    output: () => output,
    letters,
    letter: (to, subject) =>
      waitFor(`a letter to ${to} about ${String(subject)}`, async () =>
        (await letters()).find(
          (letter) => letter.to?.some(({ address }) => address === to) && subject.test(letter.subject ?? ''),
        ),
      ),
    stop: async () => server?.stop(),
    pid: () => server!.pid,
    kill: async () => server?.kill(),
    async start(more = {}) {
      const main = join(house, 'server', 'main.ts');
      server = await startServer(main, { ...env, ...more }, url, (text) => (output += text));
    },
    async discard() {
      await server?.kill();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  try {
    if (!isNew && house === root && !('DATABASE_URL' in settings)) await copyTemplate(dataDir);
    await fill?.(dataDir);
    await shop.start();
  } catch (error) {
    await shop.discard();
    throw new Error(`The server did not start. It printed:\n${output}`, { cause: error });
  }
  return shop;
}

async function startServer(
  main: string,
  env: Record<string, string | undefined>,
  url: string,
  print: (text: string) => void,
): Promise<Server> {
  const child = spawn(process.execPath, [...flagsForEmbeddedDatabase, main], {
    cwd: env['DATA_DIR'],
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const hear = (text: string) => {
    print(text);
    printed = (printed + text).slice(-4_000);
  };
  child.stdout.setEncoding('utf8').on('data', hear);
  child.stderr.setEncoding('utf8').on('data', hear);
  // When the test's own timeout ends this process, the server is ended too.
  const killNow = () => child.kill('SIGKILL');
  const endOurselves = () => process.exit(143);
  process.once('exit', killNow);
  process.once('SIGTERM', endOurselves);
  const ended = once(child, 'exit').then(([code, signal]: unknown[]) => {
    process.off('exit', killNow);
    process.off('SIGTERM', endOurselves);
    return code ?? signal;
  });

  const isReady = async () => {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`);
    const answer = await fetch(`${url}/api/health/ready`).catch(() => undefined);
    await answer?.body?.cancel();
    return answer?.ok || undefined;
  };
  try {
    // a long limit, because a busy machine starts several shops at once
    await waitFor('the server to be ready', isReady, 3 * minute);
  } catch (error) {
    killNow();
    throw error;
  }

  return {
    pid: child.pid!,
    async stop() {
      child.kill('SIGTERM');
      const code = await Promise.race([ended, sleep(20_000, 'still running after 20 s', { ref: false })]);
      killNow();
      assert.equal(code, 0, `the server did not stop well; it printed at last:\n${printed}`);
    },
    async kill() {
      killNow();
      await ended;
    },
  };
}

/** A free port of this machine. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  assert.ok(address !== null && typeof address === 'object');
  return address.port;
}
