/**
 * npm run dev: the shop during development. Vite serves the storefront and the desk and applies each change at once. The server
 * behind them restarts when one of its files changes. With --demo, it uses a separate data folder with demo data.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer as createProbe, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'vite';
import { readEnvironment } from '#server/process/config.ts';
import { root } from './root.ts';
import { runCommand } from './run-command.ts';

const demoData = join(root, '.cache', 'demo-data');
const logInNote = join(demoData, 'log-in.txt');

/** Fills the demo's data folder once and prints the login. An interrupted fill doesn't count as complete. */
async function fillDemo(env: Record<string, string | undefined>): Promise<string> {
  if (!existsSync(logInNote)) {
    console.log('Filling a shop with demo data, once …');
    const half = `${demoData}.half`;
    await Promise.all([half, demoData].map((folder) => rm(folder, { recursive: true, force: true })));
    const filled = await runCommand('npm', ['run', '--silent', 'demo'], { ...env, DATA_DIR: half });
    if (!filled.ok) throw new Error(filled.output);
    await writeFile(join(half, 'log-in.txt'), filled.output.replaceAll(half, demoData), { mode: 0o600 });
    await rename(half, demoData);
  }
  return readFile(logInNote, 'utf8');
}

async function findFreePort(): Promise<number> {
  const probe = createProbe().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}

const isDemo = process.argv.includes('--demo');
const env = readEnvironment();
const port = Number(env['PORT'] ?? 3000);
const publicUrl = `http://127.0.0.1:${port}`;
const settings = { ...env, PUBLIC_URL: publicUrl, ...(isDemo ? { DATA_DIR: demoData } : {}) };
if (isDemo) console.log(await fillDemo(settings));

const serverPort = await findFreePort();
const deskPort = await findFreePort();
const target = `http://127.0.0.1:${serverPort}`;
// an app with its own Vite configuration needs its own Vite server, to which the storefront's Vite forwards
const desk = await createServer({
  configFile: join(root, 'vite.desk.config.ts'),
  cacheDir: join(root, '.cache', 'vite-desk'),
  clearScreen: false,
  server: { host: '127.0.0.1', port: deskPort, strictPort: true },
});
await desk.listen();
const vite = await createServer({
  root,
  cacheDir: join(root, '.cache', 'vite'),
  clearScreen: false,
  // finds dependencies before the first page needs them, because each one that is found later reloads the page
  optimizeDeps: { entries: ['{ui,web}/**/*.{ts,tsx}', '!**/*.test.ts'] },
  server: {
    host: '127.0.0.1',
    port,
    strictPort: true,
    proxy: {
      '/api': { target, xfwd: true },
      '/sandbox-pay': { target, xfwd: true },
      '^/desk(?=[/?]|$)': {
        target: `http://127.0.0.1:${deskPort}`,
        // websocket for messages about changed files
        ws: true,
        rewrite: (path) => path.replace(/^\/desk(?=\?|$)/, '/desk/'),
      },
    },
  },
});
await vite.listen();
const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...settings, PORT: String(serverPort), STOREFRONT: 'elsewhere', TRUST_PROXY: 'loopback' },
});
const stop = () => void server.kill();
process.once('SIGINT', stop).once('SIGTERM', stop);
await once(server, 'exit');
await Promise.all([vite.close(), desk.close()]);
