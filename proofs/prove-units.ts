/**
 * npm run prove -- units: Debian's own systemd boots with the units of deploy/ and Debian's PostgreSQL, in namespaces and on a
 * copy-on-write root, set up as in docs/operate.md. After every order of stop, start, crash and reboot, the shop must be ready
 * within ten seconds of the database's return. Needs root, systemd, cgroup v2 and the package postgresql.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '#test/stories/shop.ts';
import { root } from '#tools/root.ts';

const goalMs = 10_000;
const folder = mkdtempSync('/dev/shm/redline-units-');
const cgroups = globSync('/sys/fs/cgroup{/unified,}/cgroup.controllers')[0];
const group = join(cgroups ?? '', '..', `redline-units-${process.pid}`);
let outer: ChildProcess | undefined;
let init = '';

/** Starts only the units of the shop and the database, because the real targets would set up the machine's kernel. */
const boot = `set -e
echo 0 > ${group}/cgroup.procs
exec unshare --pid --fork --mount --cgroup --uts --ipc --net --propagation private sh -ec '
ip link set lo up
cd ${folder}
mount -t overlay overlay -o lowerdir=/,upperdir=${folder}/upper,workdir=${folder}/work root
mkdir -p root/opt/shop
mount --bind ${root} root/opt/shop
cd root
mount -t proc proc proc
mount -t tmpfs tmpfs run
mount -t tmpfs tmpfs tmp
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount --rbind /dev dev
# RemoveIPC= of a unit deletes all files of its user there
mount -t tmpfs tmpfs dev/shm
for target in sysinit basic network-online; do
  rm -rf etc/systemd/system/$target.target.wants lib/systemd/system/$target.target.wants
  printf "[Unit]\\nDefaultDependencies=no\\n" > etc/systemd/system/$target.target
done
printf "Wants=systemd-journald.service\\n" >> etc/systemd/system/basic.target
rm -rf etc/systemd/system/multi-user.target.wants/[!ps]* lib/systemd/system/multi-user.target.wants
export container=other
mkdir -p old
# not chroot, which forbids the user namespaces of the units
pivot_root . old
cd /
umount -l old
# as systemd does outside of containers: the credentials of a unit reach it by this
mount --make-rshared /
exec /usr/lib/systemd/systemd --unit=multi-user.target --show-status=no < /dev/null'`;

const inside = (command: string, input?: string): string =>
  execFileSync('nsenter', ['-t', init, '-a', '-r', '-w', 'sh', '-ec', command], {
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(input === undefined ? {} : { input }),
  });
const tried = (command: string): boolean => {
  try {
    inside(command);
    return true;
  } catch {
    return false;
  }
};

async function start(): Promise<void> {
  for (const name of ['upper', 'work', 'root']) mkdirSync(join(folder, name), { recursive: true });
  mkdirSync(group, { recursive: true });
  outer = spawn('sh', ['-c', boot], { stdio: ['ignore', 'inherit', 'inherit'] });
  init = await waitFor('systemd', async () => {
    const children = readFileSync(`/proc/${outer!.pid}/task/${outer!.pid}/children`, 'utf8').trim();
    return /^\d+$/.test(children) ? children : undefined;
  });
  await waitFor('systemctl', async () => tried('systemctl list-jobs') || undefined, 30_000);
}

/** Ends systemd and all its processes at once, as a power failure does. */
async function cutPower(): Promise<void> {
  const ended = new Promise((resolve) => void outer!.once('exit', resolve));
  process.kill(Number(init), 'SIGKILL');
  await ended;
  await waitFor('the end of all processes', async () => {
    for (const child of globSync(`${group}/**/`).toSorted().toReversed()) rmdirSync(child);
    return true;
  });
}

const isReady = () => tried('curl -fsS -o /dev/null --max-time 2 http://127.0.0.1:3000/api/health/ready');
const mainPid = (unit: string) => inside(`systemctl show -P MainPID ${unit}`).trim();

/** Waits until the shop is ready. Returns the time (ms). */
async function untilReady(): Promise<number> {
  const from = performance.now();
  await waitFor('the shop to be ready', async () => isReady() || undefined, 30_000).catch(
    (error: unknown) => {
      console.log(inside('systemctl list-jobs; journalctl --no-pager -n 30 -u shop -u shop-migrate'));
      throw error;
    },
  );
  return Math.round(performance.now() - from);
}

before(async () => {
  assert.equal(process.getuid?.(), 0, 'needs root');
  assert.ok(cgroups, 'needs cgroup v2');
  await start();
  // the commands of docs/operate.md, in their order
  inside(`test -d /etc/postgresql/*/main
    adduser --quiet --system --group --home /var/lib/shop shop
    adduser --quiet --system --group --no-create-home shop_owner
    systemctl daemon-reload
    systemctl enable --quiet postgresql
    systemctl start postgresql`);
  await waitFor('PostgreSQL', async () => tried('runuser -u postgres -- psql -c "select 1"') || undefined);
  inside(`runuser -u postgres -- psql -q -c 'create role shop_owner login' -c 'create role shop login' -c 'create database shop owner shop_owner'
    install -m 600 -o shop /opt/shop/deploy/shop.env.example /var/lib/shop/.env
    install -d -m 700 /etc/shop`);
  for (const [name, secret] of [
    ['stripe-key', 'sk_test_1'],
    ['stripe-webhook', 'whsec_1'],
    ['smtp', 'smtp://127.0.0.1:2525'],
  ])
    inside(`systemd-creds encrypt --name=${name} - /etc/shop/${name}`, secret);
  inside(`cd /opt/shop
    install -m 644 deploy/shop.service deploy/shop-migrate.service /etc/systemd/system/
    systemctl daemon-reload
    systemctl enable --quiet --now shop`);
  console.log(`the shop is ready after ${await untilReady()} ms, with the first migration`);
});
after(async () => {
  if (init) await cutPower();
  rmSync(folder, { recursive: true, force: true });
});

const stopDatabase = () => void inside('systemctl stop postgresql');
const startDatabase = () => void inside('systemctl start postgresql');
/** Kills the shop's process, once it has started. */
const killShop = (signal: string) => async () => {
  const pid = await waitFor('a process', async () => [mainPid('shop')].find((one) => one !== '0'), 20_000);
  inside(`kill -${signal} ${pid}`);
  await waitFor('its end', async () => mainPid('shop') !== pid || undefined, 30_000);
};
const killDatabase = () => void inside('systemctl kill -s KILL postgresql@15-main; systemctl reset-failed');
const shop = (verb: string) => () => void inside(`systemctl ${verb} --no-block shop`);
const seconds = (count: number) => () => sleep(count * 1_000);

type Step = () => void | Promise<unknown>;
const cases: Record<string, Step[]> = {
  'the database stops and starts': [stopDatabase, seconds(3), startDatabase],
  'the database restarts': [() => void inside('systemctl restart postgresql')],
  'the shop restarts while the database is away': [stopDatabase, shop('restart'), seconds(5), startDatabase],
  'the shop crashes while the database is away': [stopDatabase, killShop('KILL'), seconds(5), startDatabase],
  'the shop ends by itself while the database is away': [
    stopDatabase,
    killShop('TERM'),
    seconds(8),
    startDatabase,
  ],
  'the shop stops, the database stops, the shop starts': [
    shop('stop'),
    stopDatabase,
    shop('start'),
    seconds(5),
    startDatabase,
  ],
  'the database is away for a minute of tries': [stopDatabase, shop('restart'), seconds(60), startDatabase],
  'the migration is started while the database is away': [
    stopDatabase,
    () => void tried('systemctl start shop-migrate'),
    shop('restart'),
    startDatabase,
  ],
  'the migration is started while the shop runs': [() => void inside('systemctl start shop-migrate')],
  'the database crashes': [killDatabase, seconds(3), startDatabase],
  'the database and the shop crash': [killDatabase, killShop('KILL'), seconds(3), startDatabase],
  'the shop crashes': [killShop('KILL')],
  'the shop ends by itself': [killShop('TERM')],
  'the shop crashes seven times in a row': Array.from({ length: 7 }, () => killShop('KILL')),
  'the machine loses power': [cutPower, start],
  'the machine starts without the database': [
    () => void inside('systemctl disable --quiet postgresql'),
    cutPower,
    start,
    seconds(8),
    startDatabase,
    () => void inside('systemctl enable --quiet postgresql'),
  ],
};

for (const [name, steps] of Object.entries(cases))
  test(`the shop is ready within ten seconds when ${name}`, async (t) => {
    assert.ok(isReady(), 'ready before');
    for (const step of steps) await step();
    // waits, because a restart of the database may not have reached the shop yet
    await sleep(300);
    const ms = await untilReady();
    t.diagnostic(`${name}: ${ms} ms`);
    assert.ok(ms <= goalMs, `${ms} ms`);
  });

test('a shop that was stopped stays stopped when the database restarts', async () => {
  inside('systemctl stop shop; systemctl restart postgresql');
  await sleep(5_000);
  assert.equal(isReady(), false);
  shop('start')();
  await untilReady();
});
