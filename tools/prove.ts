/**
 * npm run prove [-- NAME [FIGURE …]]: checks that take too long for tests. Without a name, runs all of them in turn and prints a
 * line for each. With a name, runs that one with its default figure or the given one. Exits with 1 when one fails.
 */
import { buildWeb } from './build-web.ts';
import { runCommand } from './run-command.ts';

type Proof = {
  what: string;
  file: string;
  /** The argument to pass to the file. */
  figure?: string;
  /** Additional environment variables. */
  env?: Record<string, string>;
  /** Whether the proof needs a PostgreSQL server. */
  onlyOnPostgres?: true;
};

const proofs: Record<string, Proof> = {
  everything: {
    what: 'all tests at full size, on both databases with TEST_DATABASE_URL, and the long stories',
    file: 'tools/test.ts',
    env: { CI: 'true', FULL: 'true' },
  },
  steady: {
    what: 'all tests several times on a busy machine; none may fail once',
    file: 'proofs/prove-steady.ts',
    figure: '5',
  },
  fields: {
    what: 'values in every field of every call',
    file: 'test/server/every-field.test.ts',
    figure: 'all',
  },
  sql: { what: '13,920 SQL injections', file: 'test/server/sql-injection.test.ts', figure: 'all' },
  xss: {
    what: 'markup in everything a customer writes',
    file: 'test/stories/stored-xss.story.ts',
    figure: 'all',
  },
  webhooks: {
    what: 'webhook events of every kind, three providers',
    file: 'server/payments/webhooks/webhook-matrix.test.ts',
    figure: 'all',
  },
  timing: {
    what: 'whether response times reveal who has an account',
    file: 'bench/run-benchmarks.ts',
    figure: 'timing',
  },
  'slow-clients': { what: '600 slow clients', file: 'test/stories/slow-clients.story.ts' },
  'double-spend': {
    what: 'payments from one balance at once, guessed passwords and refreshes over two processes',
    file: 'test/stories/two-processes.story.ts',
    figure: '1000',
    onlyOnPostgres: true,
  },
  'staff-guesses': {
    what: 'passwords and codes of staff guessed over two processes',
    file: 'server/staff/guess-log-in.test.ts',
    figure: '3000',
  },
  bank: {
    what: 'payments at once, with every read of the ledger adding up',
    file: 'server/ledger/bank.test.ts',
    figure: '1000',
  },
  histories: {
    what: 'random histories of customers, banks and operator',
    file: 'server/payments/histories.test.ts',
    figure: '500',
  },
  approvals: {
    what: 'random days of refunds, credits, debits and approvals by staff, compared in five records',
    file: 'server/desk/approvals/approval-effects.test.ts',
    figure: '1000',
  },
  undo: {
    what: 'deliveries undone in the moment in which they leave',
    file: 'server/desk/line/undo-races.test.ts',
    figure: '500',
  },
  'two-writers': {
    what: 'interleavings of two people’s saves of one text',
    file: 'server/desk/line/two-writers.test.ts',
    figure: '20000',
  },
  'moving-lines': {
    what: 'pages of the queue that are read while lines move',
    file: 'server/desk/queue/moving-lines.test.ts',
    figure: '500',
  },
  'desk-day': {
    what: 'the whole day of a desk by keyboard alone: orders, 20 messages, 4 refunds, an approval, a dispute, two failed notices, the closed day',
    file: 'test/stories/desk-day.story.ts',
    figure: '50',
  },
  sabotage: {
    what: 'guards removed and money code broken, one at a time; a test must find each',
    file: 'proofs/prove-sabotage.ts',
  },
  mutation: {
    what: 'the mutation score of ledger, payments, sessions, audit log, staff’s accounts, approvals and books, on a sample; at least 85%',
    file: 'proofs/prove-mutation.ts',
    figure: '500',
  },
  install: {
    what: 'the steps of the container file, and an order in the result',
    file: 'proofs/prove-install.ts',
  },
  units: {
    what: 'the systemd units, after every order of stops, crashes and starts of shop, database and machine',
    file: 'proofs/prove-units.ts',
  },
  scan: { what: 'installed scanners, on a running shop', file: 'proofs/run-scanners.ts' },
  image: {
    what: 'the container image, built and run as the compose file says',
    file: 'proofs/prove-image.ts',
  },
  alerts: {
    what: 'an email to the operator when the shop is down, by Debian’s Prometheus and Alertmanager',
    file: 'proofs/prove-alerts.ts',
  },
  restarts: {
    what: 'calls behind Caddy during five restarts, with one process and with two; none may fail',
    file: 'proofs/prove-restarts.ts',
    figure: '500',
    onlyOnPostgres: true,
  },
  office: {
    what: 'LibreOffice opens deliveries and corrected copies in Word and finds what the page shows; the shop accepts its files',
    file: 'proofs/prove-office.ts',
    figure: '300',
  },
  egress: { what: 'which hosts the firewall lets the shop’s user reach', file: 'proofs/prove-egress.ts' },
  logs: { what: 'the log, sent to another machine over TLS', file: 'proofs/prove-logs.ts' },
  tls: { what: 'the proxy’s TLS, with testssl.sh', file: 'proofs/prove-tls.ts' },
  failover: {
    what: 'a database server killed, then frozen, and its synchronous standby promoted, while customers order',
    file: 'proofs/prove-failover.ts',
  },
  pooler: {
    what: 'a shop behind PgBouncer in transaction mode, as docs/operate.md says',
    file: 'proofs/prove-pooler.ts',
    onlyOnPostgres: true,
  },
  kills: {
    what: 'power cuts while customers pay, on each database',
    file: 'test/stories/kill.story.ts',
    figure: '500',
  },
};

const [wanted, ...given] = process.argv.slice(2);
if (wanted !== undefined && !(wanted in proofs)) {
  for (const [name, { what, figure }] of Object.entries(proofs))
    console.log(`${name.padEnd(13)} ${what}${figure ? ` (${figure})` : ''}`);
  process.exit(wanted === 'list' ? 0 : 2);
}
const built = await buildWeb();
if (!built.ok) {
  console.error(built.output);
  process.exit(1);
}

/** The proof's own output: its tests' diagnostics, without the test runner's counts. */
const sayings = (output: string) =>
  [...output.matchAll(/^ℹ (?!tests|suites|pass|fail|cancelled|skipped|todo|duration_ms)(.+)$/gm)].map(
    ([, said]) => said,
  );

let failed = 0;
for (const [name, proof] of Object.entries(proofs)) {
  if (wanted !== undefined && wanted !== name) continue;
  if (proof.onlyOnPostgres && !process.env['TEST_DATABASE_URL']) {
    console.log(`skipped ${name}: set TEST_DATABASE_URL=postgres://user@host:port/database`);
    continue;
  }
  const started = performance.now();
  const figures = wanted === name && given.length > 0 ? given : proof.figure ? [proof.figure] : [];
  const { ok, output } = await runCommand(process.execPath, [proof.file, ...figures], {
    ...process.env,
    ...proof.env,
  });
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  const said = sayings(output).join('; ') || (ok ? (output.split('\n').at(-1) ?? '') : '');
  console.log(
    `${ok ? 'proved ' : 'FAILED '} ${name} (${minutes} min): ${proof.what}${figures.map((figure) => `, ${figure}`).join('')}. ${said}`,
  );
  if (!ok) failed += 1;
  if (!ok || wanted === name) console.log(output);
}
process.exitCode = failed > 0 ? 1 : 0;
