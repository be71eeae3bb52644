/**
 * npm run prove -- install: carries out the steps of deploy/Containerfile in a fresh folder, since a container cannot be built
 * everywhere: an install that runs no scripts, the build, only what the shop runs with. The result is opened as another user
 * (given root) on a tree it may not write to, and an order is paid there.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '#tools/root.ts';
import { openShopper } from './shopper.ts';
import { findFreePort, type Shop, waitFor } from './shop.ts';

const nobody = 65534;
const work = mkdtempSync(join(tmpdir(), 'redline-install-'));
process.once('exit', () => {
  execFileSync('chmod', ['-R', 'u+w', work]);
  rmSync(work, { recursive: true });
});
chmodSync(work, 0o755);
const [building, image, data] = ['building', 'image', 'data'].map((name) => join(work, name)) as [
  string,
  string,
  string,
];
for (const folder of [building, image, data]) mkdirSync(folder);

const file = readFileSync(join(root, 'deploy/Containerfile'), 'utf8').replaceAll(/\\\n\s*/g, '');
const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
const isRoot = process.getuid?.() === 0;

/** What the image itself sets, by its ENV lines. */
const env: Record<string, string> = {};
let stage = building;
for (const line of file.split('\n')) {
  const [word = '', ...words] = line.split(' ');
  const isFirst = stage === building;
  if (word === 'FROM' && !line.includes(' AS ')) stage = image;
  if (word === 'COPY' && isFirst) {
    const wanted = words.slice(0, -1);
    for (const name of wanted[0] === '.' ? tracked : wanted)
      cpSync(join(root, name), join(building, name), { recursive: true });
  }
  if (word === 'COPY' && !isFirst) {
    const [, from = '', to = ''] = words;
    cpSync(join(building, from.replace('/shop/', '')), join(image, to === './' ? 'package.json' : to), {
      recursive: true,
      verbatimSymlinks: true,
    });
  }
  if (word === 'RUN' && !line.includes('/data')) {
    console.log(line);
    execFileSync('sh', ['-ec', words.join(' ')], {
      cwd: stage,
      // npm needs to know how this machine reaches its registry
      env: { ...process.env, PUBLIC_URL: '' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  if (word === 'ENV' && !isFirst)
    for (const setting of words) {
      const [name = '', value = ''] = setting.split('=');
      env[name] = value;
    }
}

const files = globSync('**', { cwd: image, withFileTypes: true }).filter((entry) => entry.isFile());
const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
const packages = globSync('node_modules/{[!@]*,@*/*}/package.json', { cwd: image }).length;
console.log(`${Math.round(bytes / 1e6)} MB on top of the base image, ${packages} packages`);

execFileSync('chmod', ['-R', 'a-w', image]);
if (isRoot) execFileSync('chown', [String(nobody), data]);
const port = String(await findFreePort());
const url = `http://127.0.0.1:${port}`;
const settings = {
  ...env,
  PATH: process.env['PATH'],
  HOST: '127.0.0.1',
  PORT: port,
  DATA_DIR: data,
  PUBLIC_URL: url,
  LOG_LEVEL: 'warn',
  PAYMENTS_ALLOW_SANDBOX: 'i-understand-orders-are-not-paid',
};
const shop = spawn(process.execPath, ['server/main.ts'], {
  cwd: image,
  env: settings,
  stdio: ['ignore', 'inherit', 'inherit'],
  ...(isRoot ? { uid: nobody, gid: nobody } : {}),
});
try {
  const isReady = async () => {
    if (shop.exitCode !== null) throw new Error(`The shop ended with ${shop.exitCode}.`);
    const answer = await fetch(`${url}/api/health/ready`).catch(() => undefined);
    return answer?.ok || undefined;
  };
  await waitFor('the shop to be ready', isReady, 120_000);
  const page = await (await fetch(`${url}/services/slogans`)).text();
  assert.match(page, /Slogans/);
  const shopper = await openShopper({ url } as Shop);
  const { status } = await shopper.pay(await shopper.order());
  assert.equal(status, 'paid');
  console.log(`An order was paid${isRoot ? ' as another user' : ''}, on a tree that cannot be written to.`);
} finally {
  if (shop.exitCode === null) {
    shop.kill('SIGTERM');
    await once(shop, 'exit');
  }
}
