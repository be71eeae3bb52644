import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { root } from '#tools/root.ts';
import { auditDaily } from '#server/payments/audit/audit-money.ts';
import { openTestShop, type TestShop } from '#test/server/open-test-shop.ts';
import { StartError } from '#server/process/start-error.ts';
import { enqueue } from '#server/jobs/job.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { type Metrics, openMetrics } from './open-metrics.ts';

let shop: TestShop;
let metrics: Metrics;
let at: { host: string; port: number };

before(async () => {
  // with a desk, because the runbook also names its commands
  shop = await openTestShop({ settings: { DESK: 'on' } });
  metrics = await openMetrics({ host: '127.0.0.1', port: 0, database: shop.database, clock: shop.now });
  at = { host: '127.0.0.1', port: metrics.address.port };
});
after(async () => {
  await metrics.close();
  await shop.close();
});

const ask = async (path = '/metrics', method = 'GET') =>
  fetch(`http://${at.host}:${at.port}${path}`, { method });

/** Reads the metrics: every sample by its name with labels. */
async function scrape(): Promise<Map<string, number>> {
  const text = await (await ask()).text();
  const samples = [...text.matchAll(/^([a-z0-9_]+(?:\{[^}]*\})?) (\S+)$/gm)];
  return new Map(samples.map(([, name = '', value]) => [name, Number(value)]));
}

test('counts answers by route, method and status, with their durations', async () => {
  metrics.onAnswer({ method: 'POST', route: '/api/orders', status: 200, ms: 30 });
  metrics.onAnswer({ method: 'POST', route: '/api/orders', status: 200, ms: 3_000 });
  const samples = await scrape();
  const labels = 'route="/api/orders",method="POST",status="200"';
  assert.equal(samples.get(`http_request_duration_seconds_count{${labels}}`), 2);
  assert.equal(samples.get(`http_request_duration_seconds_bucket{le="0.05",${labels}}`), 1);
  assert.ok((samples.get('process_resident_memory_bytes') ?? 0) > 10_000_000);
  assert.ok(samples.has('nodejs_eventloop_lag_p99_seconds'));
});

test("reports waiting, failing and given-up jobs by lane, with the oldest one's age", async () => {
  const now = shop.now();
  await sql`insert into job (kind, payload, run_at, attempts, last_error, dead_at) values
    ('mail.test', '{}', ${new Date(now.getTime() - 90_000)}, 0, null, null),
    ('mail.test', '{}', ${new Date(now.getTime() + 90_000)}, 2, 'refused', null),
    ('test', '{}', ${now}, 12, 'no', ${now})`.execute(shop.database.db);
  await sql`insert into provider_notice (provider, event_id, type, payload, received_at, last_error)
    values ('sandbox', 'e1', 'x', '{}', ${new Date(now.getTime() - 600_000)}, 'unknown')`.execute(
    shop.database.db,
  );
  const samples = await scrape();
  const read = (name: string) => samples.get(`redline_${name}`);
  assert.equal(read('jobs_due{lane="letters"}'), 1);
  assert.equal(read('job_oldest_due_age_seconds{lane="letters"}'), 90);
  assert.equal(read('jobs_failing{lane="letters"}'), 1);
  assert.equal(read('jobs_given_up{lane="others"}'), 1);
  assert.equal(read('jobs_given_up{lane="letters"}'), 0);
  assert.equal(read('notices_waiting'), 1);
  assert.equal(read('notice_oldest_waiting_age_seconds'), 600);
  assert.equal(read('notices_failing'), 1);
  assert.equal(read('disputes_open'), 0);
  assert.equal(read('database_up'), 1);
  assert.equal(read('database_connections{state="waiting"}'), 0);
  await sql`delete from job where kind in ('mail.test', 'test')`.execute(shop.database.db);
  await sql`delete from provider_notice`.execute(shop.database.db);
});

test("reports customers' money, disputes and the last audit's findings", async () => {
  const { auth } = await shop.customer();
  await shop.addFunds(auth, 5_000);
  const { token } = await shop.placeOrder(auth);
  await shop.act(await shop.startPayment(token), 'pay');
  await shop.sync(token);
  const before = await scrape();
  assert.ok(!before.has('redline_money_audit_findings'), 'no night has passed');

  await writeInOneStatement(shop.database.db, [enqueue([auditDaily.at(shop.now(), {})])]);
  shop.pass(1_000);
  await shop.app.jobs.drain();
  shop.pass(60_000);
  const clean = await scrape();
  assert.equal(clean.get('redline_customer_money{account="cash",currency="usd",livemode="false"}'), 5_000);
  assert.equal(clean.get('redline_money_audit_findings'), 0);
  assert.equal(clean.get('redline_money_audit_age_seconds'), 60);

  await sql`update ledger_balance set amount = amount + 1
    where account_id in (select id from ledger_account where code = 'cash')`.execute(shop.database.db);
  await writeInOneStatement(shop.database.db, [enqueue([auditDaily.at(shop.now(), {})])]);
  await shop.app.jobs.drain();
  assert.equal((await scrape()).get('redline_money_audit_findings'), 2);
  await sql`update ledger_balance set amount = amount - 1
    where account_id in (select id from ledger_account where code = 'cash')`.execute(shop.database.db);
});

test('serves only metrics, and reports in one sentence that the address is in use', async () => {
  assert.equal((await ask('/')).status, 404);
  assert.equal((await ask('/metrics', 'POST')).status, 404);
  assert.equal((await shop.send('GET', '/metrics')).status, 404);
  await assert.rejects(openMetrics({ ...at, database: shop.database, clock: shop.now }), StartError);
});

test('reports an unavailable database, and still the metrics of the process', async () => {
  const broken = { ...shop.database, db: undefined as never };
  const other = await openMetrics({ ...at, port: 0, database: broken, clock: shop.now });
  const text = await (await fetch(`http://${at.host}:${other.address.port}/metrics`)).text();
  await other.close();
  assert.match(text, /^redline_database_up 0$/m);
  assert.match(text, /^process_cpu_seconds_total /m);
  assert.doesNotMatch(text, /^redline_jobs_due\{/m);
});

/** Checks that the shop has all of its own metrics that the expression asks for. */
function assertMetrics(told: string, name: string, expression: string): void {
  for (const [metric] of expression.matchAll(/\b(?:redline|http|nodejs|process)_\w+/g))
    assert.ok(
      told.includes(`# TYPE ${metric.replace(/_(bucket|count)$/, '')} `),
      `${name} asks for ${metric}`,
    );
}

test('has only alerts about existing metrics, and a runbook entry for each alert', async () => {
  const rules = readFileSync(join(root, 'deploy/prometheus-alerts.yaml'), 'utf8');
  const runbook = readFileSync(join(root, 'docs/runbook.md'), 'utf8');
  const told = await (await ask()).text();
  const alerts = [...rules.matchAll(/- alert: (\w+)\n\s+expr: (.+)/g)];
  assert.ok(alerts.length >= 10);
  for (const [, name = '', expression = ''] of alerts) {
    assert.match(runbook, new RegExp(`^### ${name}$`, 'm'));
    assertMetrics(told, name, expression);
  }
});

test('has a page of figures that asks only for existing metrics', async () => {
  const page = readFileSync(join(root, 'deploy/consoles/shop.html'), 'utf8');
  const rows = [
    ...page.matchAll(/template "row" \(args "([^"]+)" "\w*" "((?:[^"\\]|\\.)+)" "(?:max|min)"\)/g),
  ];
  assert.ok(rows.length >= 20);
  assert.equal(rows.length, page.match(/template "row"/g)?.length);
  const told = await (await ask()).text();
  for (const [, name = '', expression = ''] of rows) assertMetrics(told, name, expression);
});

// commands that run outside the shop (operate.ts)
const outsideCommands = /^(?:backup|restore|import)$/;

test('has a runbook whose queries run and whose commands exist, with an entry for each finding', async () => {
  const text = ['runbook', 'operate']
    .map((name) => readFileSync(join(root, `docs/${name}.md`), 'utf8'))
    .join('\n');
  const queries = [...text.matchAll(/`(select [^`]+)`/g)];
  assert.ok(queries.length >= 4);
  for (const [, query = ''] of queries) await sql.raw(query).execute(shop.database.db);
  for (const [, name = ''] of text.matchAll(/(?:operator --|^shop) ([a-z]+)/gm))
    assert.ok(name in shop.app.commands || outsideCommands.test(name), name);
  const audits = [
    'payments/audit/audit-payments.ts',
    'ledger/audit-ledger.ts',
    'payments/audit/audit-provider.ts',
  ];
  const source = audits.map((file) => readFileSync(join(root, 'server', file), 'utf8')).join('\n');
  for (const [, finding = ''] of source.matchAll(/(?:select '|^ +`)([A-Z][a-z]+ [a-z]+(?: [a-z]+)*)/gm))
    assert.ok(text.includes(finding.split(' ').slice(0, 3).join(' ')), finding);
});
