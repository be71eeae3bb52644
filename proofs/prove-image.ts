/**
 * npm run prove -- image: builds deploy/Containerfile with buildah, without an image registry, from a base image of Debian's
 * packages and this Node. Runs the image as in deploy/compose.yaml: read-only, unprivileged, without capabilities. The first
 * container migrates without a network. Then the shop runs on its own PostgreSQL over a socket, and an order is placed. Needs
 * root and the programs named below; exits with 1 without them.
 */
import assert from 'node:assert/strict';
import { execFileSync, type ExecFileSyncOptions } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '#tools/root.ts';
import { runCommand } from '#tools/run-command.ts';
import { openShopper } from '#test/stories/shopper.ts';
import { findFreePort, type Shop, waitFor } from '#test/stories/shop.ts';

for (const command of ['buildah', 'podman', 'runc', 'mmdebstrap'])
  if (!(await runCommand('which', [command])).ok)
    throw new Error(`${command} is missing: apt-get install buildah podman runc mmdebstrap postgresql`);
const initdb = globSync('/usr/lib/postgresql/*/bin/initdb').toSorted().at(-1);
assert.ok(initdb, 'PostgreSQL is missing: apt-get install postgresql');
const [inImage, postgres] = [1000, Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' }))];

const folder = mkdtempSync(join(tmpdir(), 'redline-image-'));
chmodSync(folder, 0o755);
const at = (name: string) => join(folder, name);
const env = { ...process.env, BUILDAH_ISOLATION: 'chroot' };
const store = ['--root', at('store'), '--runroot', at('run'), '--storage-driver', 'vfs'];
const run = (command: string, args: string[], more: ExecFileSyncOptions = {}) =>
  String(
    execFileSync(command, args, {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 1e8,
      ...more,
    }) ?? '',
  ).trim();
const buildah = (...args: string[]) => run('buildah', [...store, ...args]);
const engine = '--cgroup-manager cgroupfs --events-backend file --runtime runc'.split(' ');
const podman = (...args: string[]) => run('podman', [...store, ...engine, ...args]);
/** As in compose.yaml, except for limits, which some machines may not raise. */
const asComposed = [
  'run --rm --no-healthcheck --ulimit nofile=1024:1024 --ulimit nproc=1024:1024',
  '--read-only --tmpfs /tmp --cap-drop all --security-opt no-new-privileges',
  `-v ${at('socket')}:/run/postgresql`,
].flatMap((words) => words.split(' '));

function makeBase(name: string): void {
  run('mmdebstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', at('base')]);
  const npm = dirname(dirname(run('readlink', ['-f', '/usr/bin/npm'])));
  cpSync(process.execPath, at('base/usr/local/bin/node'));
  cpSync(npm, at('base/usr/local/lib/node_modules/npm'), { recursive: true, dereference: true });
  run('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', at('base/usr/local/bin/npm')]);
  // uses this machine's certificates for the registry
  const trusted = process.env['NODE_EXTRA_CA_CERTS'];
  if (trusted) {
    cpSync(trusted, at('base/etc/ssl/certs/ca-certificates.crt'));
    mkdirSync(at('base/usr/local/etc'), { recursive: true });
    writeFileSync(at('base/usr/local/etc/npmrc'), 'cafile=/etc/ssl/certs/ca-certificates.crt\n');
  }
  run('chroot', [at('base'), 'useradd', '-u', String(inImage), '-m', 'node']);
  const container = buildah('from', 'scratch');
  buildah('add', '-q', container, at('base'), '/');
  buildah('commit', '-q', '--rm', container, name);
}

const sizeOf = (name: string) => Number(podman('image', 'inspect', '--format', '{{.Size}}', name));
const base = /^FROM (\S+) AS build$/m.exec(readFileSync(join(root, 'deploy/Containerfile'), 'utf8'))![1]!;
const baseName = `docker.io/library/${base}`;
const cluster = { uid: postgres, gid: postgres, cwd: '/' };
const control = (...words: string[]) =>
  run(join(dirname(initdb), 'pg_ctl'), ['-w', '-s', '-D', at('postgres/data'), ...words], {
    ...cluster,
    stdio: 'ignore',
  });
try {
  makeBase(baseName);
  const build = ['bud', '--pull-never', '--network', 'host', '--format', 'docker', '-t', 'shop'];
  buildah(...build, '--build-arg', 'PUBLIC_URL=https://shop.localhost', '-f', 'deploy/Containerfile', '.');
  const [all, below] = [sizeOf('shop'), sizeOf(baseName)].map((bytes) => Math.round(bytes / 1e6)) as [
    number,
    number,
  ];
  console.log(`The image has ${all} MB, ${all - below} of them on top of its base.`);

  for (const name of ['postgres', 'socket', 'secrets', 'data']) mkdirSync(at(name));
  for (const name of ['postgres', 'socket']) chownSync(at(name), postgres, postgres);
  chownSync(at('data'), inImage, inImage);
  const password = randomBytes(24).toString('hex');
  writeFileSync(at('secrets/postgres'), password);
  for (const role of ['shop', 'shop_owner'])
    writeFileSync(
      at(`secrets/${role}`),
      `postgres:///shop?host=/run/postgresql&user=${role}&password=${randomBytes(24).toString('hex')}\n`,
    );
  const auth = ['--auth-local=scram-sha-256', '--auth-host=reject', `--pwfile=${at('secrets/postgres')}`];
  run(initdb, ['-D', at('postgres/data'), '-U', 'postgres', ...auth], cluster);
  control('-l', at('postgres/log'), '-o', `-c listen_addresses='' -k ${at('socket')}`, 'start');
  const as = { SECRETS: at('secrets'), PGHOST: at('socket'), PGUSER: 'postgres', PGPASSWORD: password };
  run('sh', ['deploy/create-roles.sh'], { env: { ...env, ...as } });

  const secret = (role: string) =>
    `-e DATABASE_URL_FILE=/run/secrets/${role} -v ${at(`secrets/${role}`)}:/run/secrets/${role}:ro`.split(
      ' ',
    );
  const migrate = ['shop', 'node', 'server/database/migrate-command.ts', 'shop'];
  podman(...asComposed, '--network', 'none', ...secret('shop_owner'), ...migrate);

  const port = String(await findFreePort());
  const url = `http://127.0.0.1:${port}`;
  const settings = {
    HOST: '127.0.0.1',
    PORT: port,
    PUBLIC_URL: 'https://shop.localhost',
    PAYMENTS_ALLOW_SANDBOX: 'i-understand-orders-are-not-paid',
  };
  const given = Object.entries(settings).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  const name = `shop-${port}`;
  const detached = `-d --name ${name} --network host -v ${at('data')}:/data`.split(' ');
  podman(...asComposed, ...detached, ...secret('shop'), ...given, 'shop');
  await waitFor(
    'the shop to be ready',
    async () => ((await fetch(`${url}/api/health/ready`).catch(() => undefined))?.ok ? true : undefined),
    120_000,
  );
  const shopper = await openShopper({ url } as Shop);
  const { status } = await shopper.pay(await shopper.order());
  assert.equal(status, 'paid');
  const inside = (words: string) => podman('exec', name, 'sh', '-c', words);
  assert.match(inside('node server/operator/operate.ts audit'), /The books balance/);
  assert.equal(inside('id -u; touch /shop/x 2>/dev/null || echo no').replaceAll('\n', ' '), `${inImage} no`);
  assert.match(inside('cat /proc/self/status'), /CapEff:\s+0+\n[\s\S]*NoNewPrivs:\s+1\n/);
  podman('stop', '-t', '20', name);
  console.log(
    'It sold an order, as user 1000, on files it cannot write to, without capabilities, and closed well.',
  );
} finally {
  try {
    control('-m', 'immediate', 'stop');
  } catch {
    // no container was started
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
