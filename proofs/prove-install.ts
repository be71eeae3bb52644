/**
 * npm run prove -- install: runs the steps of deploy/Containerfile in a fresh folder, because not every machine can build
 * containers: installs without scripts, builds, and copies only the files with which the shop runs. Starts the result as another
 * user (given root) on a read-only tree, and pays an order there. Given root and PostgreSQL's programs, repeats this on a
 * PostgreSQL server with socket authentication, where one user owns the tables and another uses them, as in deploy/*.service.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '#tools/root.ts';
import { openShopper } from '#test/stories/shopper.ts';
import { findFreePort, type Shop, waitFor } from '#test/stories/shop.ts';

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

/** The image's own settings, from the ENV lines of the Containerfile. */
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
      // npm needs this machine's registry settings
      env: { ...process.env, PUBLIC_URL: '' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  if (word === 'ENV' && !isFirst)
    for (const setting of words) {
      const [name = '', ...value] = setting.split('=');
      env[name] = value.join('=');
    }
}

const files = globSync('**', { cwd: image, withFileTypes: true }).filter((entry) => entry.isFile());
const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
const packages = globSync('node_modules/{[!@]*,@*/*}/package.json', { cwd: image }).length;
console.log(`${Math.round(bytes / 1e6)} MB on top of the base image, ${packages} packages`);

const leftOver = files.filter(({ name }) => name.endsWith('.test.ts'));
assert.deepEqual(
  leftOver.filter(({ parentPath }) => !parentPath.includes('node_modules')).map(({ name }) => name),
  [],
  'tests are not in it',
);

execFileSync('chmod', ['-R', 'a-w', image]);
if (isRoot) execFileSync('chown', [String(nobody), data]);
const asUser = (uid: number) => (isRoot ? { uid, gid: uid } : {});

async function buyHere(database: Record<string, string>): Promise<void> {
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
    ...database,
  };
  const shop = spawn(process.execPath, ['server/main.ts'], {
    cwd: image,
    env: settings,
    stdio: ['ignore', 'inherit', 'inherit'],
    ...asUser(nobody),
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
  } finally {
    if (shop.exitCode === null) {
      shop.kill('SIGTERM');
      await once(shop, 'exit');
    }
  }
}

await buyHere({});
console.log(`An order was paid${isRoot ? ' as another user' : ''}, on a tree that cannot be written to.`);

const [initdb] = globSync('/usr/lib/postgresql/*/bin/initdb').toSorted().toReversed();
if (!isRoot || !initdb) console.log('No PostgreSQL server of its own: that needs root, and its programs.');
else {
  // users that every machine has: for the cluster, for the tables' owner, and for the shop
  const [cluster, owner] = [2, 1];
  const folder = join(work, 'postgres');
  const programs = dirname(initdb);
  mkdirSync(folder);
  chownSync(folder, cluster, cluster);
  const run = (uid: number, command: string, args: string[], settings: Record<string, string> = {}) =>
    execFileSync(command, args, {
      cwd: image,
      env: { PATH: process.env['PATH'], ...settings },
      stdio: ['ignore', 'ignore', 'inherit'],
      uid,
      gid: uid,
    });
  run(cluster, initdb, ['-D', join(folder, 'data'), '-U', 'postgres', '-A', 'reject', '--auth-local=peer']);
  // the cluster's user may log in as "postgres"; the socket identifies all others
  writeFileSync(
    join(folder, 'data/pg_hba.conf'),
    'local all postgres peer map=cluster\nlocal all all peer\n',
  );
  writeFileSync(join(folder, 'data/pg_ident.conf'), 'cluster bin postgres\n');
  const control = (...words: string[]) =>
    run(cluster, join(programs, 'pg_ctl'), ['-w', '-s', '-D', join(folder, 'data'), ...words]);
  control('-l', join(folder, 'log'), '-o', `-c listen_addresses='' -k ${folder}`, 'start');
  try {
    const psql = [
      'create role nobody login',
      'create role daemon login',
      'create database shop owner daemon',
    ].flatMap((statement) => ['-c', statement]);
    run(cluster, join(programs, 'psql'), ['-q', '-h', folder, '-U', 'postgres', '-d', 'postgres', ...psql]);
    const address = (user: string) => ({ DATABASE_URL: `postgres:///shop?host=${folder}&user=${user}` });
    const migrateAs = (uid: number, user: string) =>
      run(uid, process.execPath, ['server/database/migrate-command.ts', 'nobody'], address(user));
    assert.throws(() => migrateAs(nobody, 'daemon'), 'the shop’s user is not let in as the owner');
    assert.throws(() => migrateAs(nobody, 'nobody'), 'nor may it change tables');
    migrateAs(owner, 'daemon');
    await buyHere(address('nobody'));
    console.log(
      'An order was paid on PostgreSQL through its socket, without a password, by a role that does not own the tables.',
    );
  } finally {
    control('-m', 'immediate', 'stop');
  }
}
