import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { root } from '#tools/root.ts';

const read = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8');
/** Returns the file's text without comments. */
const bare = (name: string) => read(name).replaceAll(/^\s*#.*$/gm, '');
const config = ['config.ts', 'provider-keys.ts']
  .map((file) => readFileSync(join(root, 'server/process', file), 'utf8'))
  .join('\n');
const secrets = [
  'DATABASE_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'MOLLIE_API_KEY',
  'MOLLIE_ORGANIZATION_TOKEN',
  'SMTP_URL',
  'SESSION_SECRET',
];

test('passes secrets to the shop as files, and contains none in the example settings', () => {
  for (const name of ['shop.service', 'compose.yaml']) {
    const files = [...bare(name).matchAll(/\b([A-Z_]+)_FILE\b/g)].map(([, setting]) => setting!);
    assert.ok(files.includes('STRIPE_SECRET_KEY') && files.includes('SMTP_URL'), name);
    for (const setting of files)
      assert.ok(config.includes(`  ${setting}:`) || setting === 'POSTGRES_PASSWORD', `${name}: ${setting}`);
    for (const secret of secrets) assert.doesNotMatch(bare(name), new RegExp(`\\b${secret}[=:]`), name);
  }
  const example = bare('shop.env.example');
  for (const secret of secrets.slice(1)) assert.doesNotMatch(example, new RegExp(`^${secret}=`, 'm'));
  assert.doesNotMatch(example + bare('shop-migrate.service'), /password=|postgres:\/\/[^/]*:[^/]*@/);
  for (const file of globSync('**/*', { cwd: join(root, 'deploy'), withFileTypes: true }))
    if (file.isFile())
      assert.doesNotMatch(
        readFileSync(join(file.parentPath, file.name), 'utf8'),
        /\b(?:[sr]k_live_|whsec_|live_)\w{8}|BEGIN .*PRIVATE KEY/,
        file.name,
      );
});

test('uses each encrypted credential that the systemd unit loads', () => {
  const unit = bare('shop.service');
  const loaded = [...unit.matchAll(/^LoadCredentialEncrypted=([\w-]+):\/etc\/shop\/\1$/gm)].map(
    ([, id]) => id,
  );
  const used = [...unit.matchAll(/_FILE=%d\/([\w-]+)/g)].map(([, id]) => id);
  assert.deepEqual(used, loaded);
  assert.equal(loaded.length, 3);
});

test('runs the shop without ownership of its tables and without access to its log', () => {
  const [shop, owner, compose] = ['shop.service', 'shop-migrate.service', 'compose.yaml'].map(bare) as [
    string,
    string,
    string,
  ];
  assert.match(shop, /^User=shop$/m);
  assert.match(shop, /^ExecStartPre=\+systemctl start shop-migrate\.service$/m);
  assert.doesNotMatch(shop, /SupplementaryGroups|StandardOutput|StandardError|shop_owner/);
  assert.match(owner, /^User=shop_owner$/m);
  assert.match(owner, /^ExecStart=.*\/server\/database\/migrate-command\.ts shop'$/m);
  const service = (name: string) =>
    compose.split(/^ {2}(?=\w+:$)/m).find((part) => part.startsWith(`${name}:`))!;
  assert.doesNotMatch(service('shop'), /shop_owner/);
  assert.match(service('migrate'), /migrate-command\.ts, shop\][\s\S]*network_mode: none/);
  assert.match(service('database'), /network_mode: none/);
});

test('restarts the shop whenever it ends, however long its database is unreachable', () => {
  const [shop, owner] = ['shop.service', 'shop-migrate.service'].map(bare) as [string, string];
  // such a dependency stops the shop with the database, and makes its start fail permanently
  assert.doesNotMatch(shop + owner, /^(?:Requires|Requisite|BindsTo|PartOf|Wants=.*postgresql)/m);
  assert.match(shop, /^Restart=always$/m);
  assert.ok(Number(/^RestartSec=(\d+)$/m.exec(shop)?.[1]) <= 2);
  for (const unit of [shop, owner]) {
    assert.match(unit, /^StartLimitIntervalSec=0$/m);
    assert.match(unit, /^After=.*postgresql\.service/m);
  }
  // the shop's start waits for the migration that it starts, so neither may wait for the other
  assert.doesNotMatch(shop, /^(?:After|Before)=.*shop-migrate/m);
  assert.doesNotMatch(owner, /^(?:After|Before)=.*shop\.service/m);
  assert.doesNotMatch(owner, /RemainAfterExit/);
  assert.match(shop, /^TimeoutStartSec=infinity$/m);
});

test('backs up each night as the owner of the tables, with write access only to backups', () => {
  const [unit, timer] = ['shop-backup.service', 'shop-backup.timer'].map(bare) as [string, string];
  assert.match(unit, /^User=shop_owner$/m);
  assert.match(unit, /^ExecStart=.*\/server\/operator\/operate\.ts backup'$/m);
  assert.match(unit, /^ProtectSystem=strict$/m);
  assert.match(unit, /^ReadWritePaths=\/var\/backups\/shop$/m);
  assert.match(unit, /^CapabilityBoundingSet=CAP_DAC_READ_SEARCH$/m);
  assert.match(unit, /^PrivateTmp=yes$/m);
  assert.match(unit, /^UMask=0077$/m);
  assert.doesNotMatch(bare('shop.service'), /backup/);
  assert.match(timer, /^OnCalendar=.* UTC$/m);
  assert.match(timer, /^Persistent=true$/m);
});

test('writes the metrics of backups for the monitoring, and an empty file without any', () => {
  const folder = mkdtempSync(join(tmpdir(), 'redline-figures-'));
  try {
    const figures = () => {
      // there is no such host, so the certificate has no figure
      execFileSync('sh', [join(root, 'deploy/write-figures.sh'), 'host.invalid', folder], {
        env: { PATH: process.env['PATH'], FIGURES: folder },
      });
      return readFileSync(join(folder, 'shop.prom'), 'utf8');
    };
    assert.equal(figures(), '');
    writeFileSync(join(folder, 'figures'), 'shop_backup_failed 0\n');
    assert.equal(figures(), 'shop_backup_failed 0\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('has a runbook entry for each alert', () => {
  const runbook = readFileSync(join(root, 'docs/runbook.md'), 'utf8');
  const alerts = [...bare('prometheus-alerts.yaml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  assert.ok(alerts.includes('BackupMissing') && alerts.includes('BackupFailed'));
  for (const name of alerts) assert.match(runbook, new RegExp(`^### ${name}$`, 'm'));
});

test("keeps Caddy's TLS defaults in the proxy, and does not redirect API calls from http", () => {
  const caddy = bare('Caddyfile');
  assert.match(caddy, /^https:\/\/\{\$SHOP_HOST:[\w.]+\}, https:\/\/\{\$DESK_HOST:/m);
  assert.doesNotMatch(caddy, /\b(?:tls|protocols|ciphers|auto_https|local_certs|insecure\w*)\b/);
  const [, open = ''] = caddy.split(/^http:\/\//m);
  assert.match(open, /handle \/api\/\* \{\s*respond .* 400\s*\}/);
  assert.doesNotMatch(open, /reverse_proxy/);
});

test('checks the health of each process that the proxy and the containers run', () => {
  assert.match(
    bare('Caddyfile'),
    /health_uri \/api\/health\/live\s+health_interval 500ms\s+health_timeout 2s/,
  );
  // without it, a POST isn't held back while the only process restarts (npm run prove -- restarts)
  assert.match(
    bare('Caddyfile'),
    /lb_retry_match \{\s+expression `\{http\.request\.method\} == "GET" \|\| \{http\.reverse_proxy\.upstream\.address\} == null`/,
  );
  assert.match(
    bare('compose.yaml'),
    /^ {2}shop:[\s\S]*?^ {4}healthcheck:\s+test:[\s\S]*?\/api\/health\/ready/m,
  );
});

test("alerts the operator about the metrics of the shop's own port", () => {
  const port = /^METRICS_PORT=(\d+)$/m.exec(bare('shop.env.example'))?.[1];
  const prometheus = bare('prometheus.yaml');
  assert.match(prometheus, /^rule_files: \[\/opt\/shop\/deploy\/prometheus-alerts\.yaml\]$/m);
  assert.match(
    prometheus,
    new RegExp(`job_name: shop\\s+static_configs: \\[\\{ targets: \\['127\\.0\\.0\\.1:${port}'\\] \\}\\]`),
  );
  assert.match(prometheus, /alertmanagers:\s+- static_configs/);
  const rules = bare('prometheus-alerts.yaml');
  const severities = new Set([...rules.matchAll(/severity: (\w+)/g)].map(([, one]) => one));
  assert.deepEqual(severities, new Set(['page', 'ticket']));
  assert.match(bare('alertmanager.yaml'), /matchers: \['severity="page"'\]/);
});

test('sends and receives the log only over TLS with named certificates', () => {
  const [sender, receiver] = ['rsyslog-shop.conf', 'rsyslog-receiver.conf'].map(bare) as [string, string];
  assert.match(
    sender,
    /streamDriverMode="1" streamDriverAuthMode="x509\/name" streamDriverPermittedPeers="[\w.]+"/,
  );
  assert.match(
    receiver,
    /streamDriver\.mode="1" streamDriver\.authMode="x509\/name"\s+permittedPeer=\["[\w.]+"\]/,
  );
  assert.doesNotMatch(sender + receiver, /imudp|protocol="udp"|anon/);
});

test("blocks outgoing connections of the shop's user except to named hosts", () => {
  const rules = bare('egress.nft')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /\b(?:accept|reject|drop)$/.test(line));
  assert.equal(rules.at(-1), 'counter reject');
  assert.deepEqual(
    rules.filter((rule) => /^(?:meta l4proto|ip6?) /.test(rule)),
    [
      'meta l4proto { tcp, udp } th dport 53 accept',
      'ip daddr @hosts4 tcp dport { 443, 465, 587 } accept',
      'ip6 daddr @hosts6 tcp dport { 443, 465, 587 } accept',
    ],
  );
});

test('excludes tests from the container image', () => {
  const container = bare('Containerfile');
  const shipped = [...container.matchAll(/^COPY --from=build \/shop\/(\S+)/gm)].map(([, part]) => part);
  assert.deepEqual(shipped, ['package.json', 'node_modules', 'contract', 'server', 'demo', 'build']);
  assert.match(container, /find contract server demo -name '\*\.test\.ts' -delete/);
});

test('excludes nothing that the build needs from the container image (.dockerignore)', () => {
  const left = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
  for (const part of [
    'contract',
    'server',
    'ui',
    'web',
    'desk',
    'tools',
    'vite.config.ts',
    'vite.desk.config.ts',
  ]) {
    assert.ok(!left.includes(part), part);
    assert.ok(existsSync(join(root, part)), part);
  }
});
