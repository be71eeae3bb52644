/**
 * npm run prove -- egress: checks to which hosts the shop's user may connect with deploy/egress.nft and deploy/name-hosts.sh,
 * between two temporary networks. Needs root, nftables and iproute2; exits with 1 when one is missing.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#tools/root.ts';
import { runCommand } from '#tools/run-command.ts';
import { waitFor } from '#test/stories/shop.ts';

const [shop, other] = [65534, 1];
const [allowed, forbidden] = ['192.0.2.2', '192.0.2.3'];

if (process.argv[2] !== 'inside') {
  for (const command of ['nft', 'ip', 'unshare', 'nsenter'])
    if (!(await runCommand('which', [command])).ok)
      throw new Error(`${command} is missing: apt-get install nftables iproute2 util-linux`);
  assert.equal(process.getuid?.(), 0, 'needs root');
  const { ok, output } = await runCommand('unshare', [
    '-n',
    process.execPath,
    import.meta.filename,
    'inside',
  ]);
  console.log(output);
  process.exit(ok ? 0 : 1);
}

const serve = `for (const port of [443, 587, 8443]) require('node:net').createServer((line) => line.end('hello')).listen(port)`;
const far = spawn('unshare', ['-n', process.execPath, '-e', serve], { stdio: 'inherit' });
const run = (words: string, input?: string) => {
  const [command = '', ...args] = words.split(' ');
  return execFileSync(command, args, { cwd: root, encoding: 'utf8', ...(input ? { input } : {}) });
};
const farRun = (words: string) => run(`nsenter -t ${far.pid} -n ${words}`);
/** The text received as this user; undefined when no host answers. */
function hear(uid: number, host: string, port: number): string | undefined {
  const ask = `const line = require('node:net').connect(${port}, '${host}');
    line.setTimeout(5_000, () => line.destroy()).on('error', () => {}).pipe(process.stdout)`;
  const heard = execFileSync(process.execPath, ['-e', ask], { encoding: 'utf8', uid, gid: uid });
  return heard || undefined;
}

try {
  run('ip link set lo up');
  run('ip link add near type veth peer name far');
  // waits until the interface has left our network
  await waitFor('the other network', async () => {
    const here = run('readlink /proc/self/ns/net');
    return run(`readlink /proc/${far.pid}/ns/net`) !== here || undefined;
  });
  run(`ip link set far netns ${far.pid}`);
  run('ip addr add 192.0.2.1/24 dev near');
  run('ip link set near up');
  for (const address of [allowed, forbidden]) farRun(`ip addr add ${address}/24 dev far`);
  farRun('ip link set far up');
  await waitFor('the servers', async () => hear(other, forbidden, 8443));

  const rules = readFileSync(join(root, 'deploy/egress.nft'), 'utf8');
  run('nft -f -', rules.replace('skuid != "shop"', `skuid != ${shop}`));
  assert.equal(hear(shop, allowed, 443), undefined, 'nobody is allowed yet');
  run(`sh deploy/name-hosts.sh ${allowed}`);
  run(`sh deploy/name-hosts.sh ${allowed}`);
  for (const port of [443, 587]) assert.equal(hear(shop, allowed, port), 'hello', `port ${port}`);
  assert.equal(hear(shop, allowed, 8443), undefined, 'another port');
  for (const port of [443, 587, 8443]) {
    assert.equal(hear(shop, forbidden, port), undefined, 'another host');
    assert.equal(hear(other, forbidden, port), 'hello', 'somebody else');
  }
  console.log(
    'The shop’s user reached the host that was named, at its two ports, and no other; others reached all.',
  );
} finally {
  far.kill();
}
