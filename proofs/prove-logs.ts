/**
 * npm run prove -- logs: sends a real shop's log from one rsyslog to another over TLS, with deploy/rsyslog-*.conf. Only paths,
 * ports and names are the proof's own. Every line must arrive, also those written while the receiver is down, and the receiver
 * must accept nothing from a sender without the right certificate. Needs rsyslog, rsyslog-gnutls and openssl; exits with 1 when
 * one is missing.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '#tools/root.ts';
import { runCommand } from '#tools/run-command.ts';
import { openShopper } from '#test/stories/shopper.ts';
import { findFreePort, startShop, waitFor } from '#test/stories/shop.ts';

for (const command of ['rsyslogd', 'openssl', 'logger'])
  if (!(await runCommand('which', [command])).ok)
    throw new Error(`${command} is missing: apt-get install rsyslog rsyslog-gnutls openssl bsdutils`);

const folder = mkdtempSync(join(tmpdir(), 'redline-logs-'));
const openssl = async (...words: string[]) => {
  const { ok, output } = await runCommand('openssl', words, process.env, root);
  assert.ok(ok, output);
};
const at = (...names: string[]) => join(folder, ...names);
async function certify(ca: string, name: string, place: string): Promise<void> {
  mkdirSync(at(place), { recursive: true });
  const [key, request] = [at(place, 'key.pem'), at(place, 'request')];
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  await openssl('req', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', request, ...subject);
  const from = ['-CA', at(ca, 'ca.pem'), '-CAkey', at(ca, 'ca.key'), '-CAcreateserial'];
  const out = ['-days', '2', '-copy_extensions', 'copy', '-out', at(place, 'certificate.pem')];
  await openssl('x509', '-req', '-in', request, ...from, ...out);
}
for (const ca of ['tls', 'other-tls']) {
  mkdirSync(at(ca));
  const files = ['-keyout', at(ca, 'ca.key'), '-out', at(ca, 'ca.pem')];
  await openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=CA', ...files);
}
await certify('tls', 'shop.example.com', 'sender');
await certify('tls', 'logs.example.com', 'receiver');
await certify('tls', 'else.example.com', 'neighbour');
await certify('other-tls', 'shop.example.com', 'stranger');

const port = String(await findFreePort());
const running = new Set<ChildProcess>();
/** Starts rsyslog with a file of deploy/ and temporary paths. */
async function startSyslog(name: string, file: string, more = ''): Promise<ChildProcess> {
  mkdirSync(at(name, 'spool'), { recursive: true });
  const text = readFileSync(join(root, 'deploy', file), 'utf8')
    .replaceAll('/etc/rsyslog.d/tls/ca.pem', at('tls/ca.pem'))
    .replaceAll('/etc/rsyslog.d/tls', at(name))
    .replaceAll('/var/spool/rsyslog', at(name, 'spool'))
    .replaceAll('/var/log/shop', at('kept'))
    .replaceAll('target="logs.example.com"', 'target="127.0.0.1"')
    .replaceAll('resumeInterval="5"', 'resumeInterval="1"')
    .replaceAll('6514', port)
    .replace('input(type="imtcp"', 'input(type="imtcp" address="127.0.0.1"');
  writeFileSync(at(name, 'rsyslog.conf'), text + more);
  const child = spawn('rsyslogd', ['-n', '-f', at(name, 'rsyslog.conf'), '-i', at(name, 'pid')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  child.stderr.on('data', (words: Buffer) => appendFileSync(at(name, 'said'), words));
  running.add(child);
  await waitFor(`rsyslog of the ${name}`, async () => {
    if (child.exitCode !== null) throw new Error(readFileSync(at(name, 'said'), 'utf8'));
    return globSync(at(name, 'pid')).length > 0 || undefined;
  });
  return child;
}
async function end(child: ChildProcess): Promise<void> {
  running.delete(child);
  if (child.exitCode !== null) return;
  child.kill();
  await once(child, 'exit');
}
const senderInput = (name: string) =>
  `module(load="imuxsock" sysSock.use="off")\ninput(type="imuxsock" socket="${at(name, 'socket')}" rateLimit.interval="0")\n`;
const startSender = (name: string) => startSyslog(name, 'rsyslog-shop.conf', senderInput(name));
const say = (name: string, tag: string, line: string) =>
  runCommand('logger', ['--size', '64KiB', '-u', at(name, 'socket'), '-t', tag, '--', line]);
const kept = () =>
  globSync(at('kept/*.log'))
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    .filter(Boolean);

const shop = await startShop({ RATE_LIMIT_FACTOR: '1000000' });
try {
  let receiver = await startSyslog('receiver', 'rsyslog-receiver.conf');
  for (const name of ['sender', 'neighbour', 'stranger']) await startSender(name);
  const shopper = await openShopper(shop);
  const { status } = await shopper.pay(await shopper.order());
  assert.equal(status, 'paid');
  const lines = shop
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  assert.ok(lines.length >= 5);
  lines.push(JSON.stringify({ stack: 'x'.repeat(20_000) }));
  const arrived = (wanted: string[]) => async () => {
    const text = kept();
    return wanted.every((line) => text.some((one) => one.includes(line))) || undefined;
  };
  for (const line of lines) await say('sender', 'shop', line);
  await say('sender', 'other', 'a line of another program');
  await waitFor('every line', arrived(lines));

  await end(receiver);
  const later = lines.map((_, index) => `{"while":"away","line":${index}}`);
  for (const line of later) await say('sender', 'shop', line);
  for (const name of ['neighbour', 'stranger']) await say(name, 'shop', `a lie of the ${name}`);
  rmSync(at('receiver/pid'), { force: true });
  receiver = await startSyslog('receiver', 'rsyslog-receiver.conf');
  await waitFor('what was said while it was away', arrived(later), 60_000);
  for (const name of ['neighbour', 'stranger']) await say(name, 'shop', `a lie of the ${name}`);
  await waitFor('the refusals', async () => {
    const said = readFileSync(at('receiver/said'), 'utf8');
    return (/else\.example\.com|not permitted/i.test(said) && said.split('\n').length > 2) || undefined;
  });
  await say('sender', 'shop', 'the last line');
  await waitFor('the last line', arrived(['the last line']));
  assert.deepEqual(
    kept().filter((line) => /a lie|another program/.test(line)),
    [],
  );
  for (const line of kept()) assert.match(line, /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00) /);
  console.log(
    `${lines.length} lines of a shop arrived over TLS, ${later.length} more after the receiver had been away; another name and another CA were refused.`,
  );
} finally {
  await Promise.all([...running].map(end));
  await shop.discard();
  rmSync(folder, { recursive: true, force: true });
}
