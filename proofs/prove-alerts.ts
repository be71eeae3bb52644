/**
 * npm run prove -- alerts: Debian's Prometheus and Alertmanager, with deploy/prometheus.yaml and deploy/alertmanager.yaml, email
 * the operator when the shop doesn't answer, and show the alert on the page of figures. Only ports, paths and the mail server are the proof's own. Takes three minutes,
 * because the alert waits for two.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestMailServer } from '#test/server/open-test-mail-server.ts';
import { findFreePort, waitFor } from '#test/stories/shop.ts';
import { root } from '#tools/root.ts';
import { runCommand } from '#tools/run-command.ts';

for (const command of ['prometheus', 'prometheus-alertmanager'])
  if (!(await runCommand('which', [command])).ok)
    throw new Error(
      `${command} is missing: apt-get install --no-install-recommends prometheus prometheus-alertmanager`,
    );

const folder = mkdtempSync(join(tmpdir(), 'redline-alerts-'));
const [shop, manager, prometheus] = [await findFreePort(), await findFreePort(), await findFreePort()];
const mail = await openTestMailServer();
const shipped = (name: string, changes: [string | RegExp, string][]) => {
  let text = readFileSync(join(root, 'deploy', name), 'utf8');
  for (const [from, to] of changes) {
    assert.ok(typeof from === 'string' ? text.includes(from) : from.test(text), `${name}: ${String(from)}`);
    text = text.replace(from, to);
  }
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const rules = shipped('prometheus.yaml', [
  ['/opt/shop/deploy', join(root, 'deploy')],
  ['127.0.0.1:9093', `127.0.0.1:${manager}`],
  ['127.0.0.1:9464', `127.0.0.1:${shop}`],
]);
const emails = shipped('alertmanager.yaml', [
  ['mail.example.com:587', new URL(mail.url).host],
  // the proof's mail server has neither TLS nor accounts
  [/ {2}smtp_auth_username.*\n {2}smtp_auth_password_file.*\n/, '  smtp_require_tls: false\n'],
]);
const running: ChildProcess[] = [];
const start = (command: string, ...args: string[]) => {
  const child = spawn(command, args, { stdio: 'ignore' });
  running.push(child);
};
try {
  start(
    'prometheus-alertmanager',
    `--config.file=${emails}`,
    `--storage.path=${join(folder, 'alerts')}`,
    `--web.listen-address=127.0.0.1:${manager}`,
    '--cluster.listen-address=',
  );
  start(
    'prometheus',
    `--config.file=${rules}`,
    `--storage.tsdb.path=${join(folder, 'figures')}`,
    `--web.listen-address=127.0.0.1:${prometheus}`,
    `--web.console.templates=${join(root, 'deploy/consoles')}`,
  );
  const email = await waitFor(
    'the email',
    async () => {
      for (const child of running)
        if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${child.exitCode}.`);
      return (await mail.letters()).find(({ subject = '' }) => subject.includes('ShopDown'));
    },
    300_000,
  );
  assert.equal(email.subject, '[firing] ShopDown: The shop isn’t responding to Prometheus.');
  console.log(`The operator got “${email.subject}”.`);
  const page = await fetch(`http://127.0.0.1:${prometheus}/consoles/shop.html`);
  const text = await page.text();
  assert.equal(page.status, 200, text);
  assert.match(text, /<li>ShopDown \(page\)<\/li>/);
  assert.match(text, new RegExp(`127\\.0\\.0\\.1:${shop}</th>\\s*<td>down</td>`));
  console.log('The page of figures shows the alert.');
} finally {
  for (const child of running)
    if (child.exitCode === null) {
      child.kill();
      await once(child, 'exit');
    }
  await mail.close();
  rmSync(folder, { recursive: true, force: true });
}
