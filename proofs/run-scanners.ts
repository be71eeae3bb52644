/**
 * npm run prove -- scan: runs the installed third-party scanners on a running shop, and names how to install the others. Exits
 * with 1 on a finding that docs/security/scans.md doesn't explain.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Tokens } from '#contract/storefront/accounts.ts';
import type { PlacedOrder } from '#contract/storefront/orders.ts';
import { calls, exampleCall } from '#test/server/api-fuzz-cases.ts';
import { slogansOrder } from '#demo/slogans-order.ts';
import { testPassword } from '#test/server/open-test-shop.ts';
import { runCommand } from '#tools/run-command.ts';
import { callShop } from '#test/stories/call-shop.ts';
import { type Shop, startShop } from '#test/stories/shop.ts';

/** Paths that no shop may serve. */
const hidden = [
  [
    '.git/HEAD',
    '.git/config',
    '.env',
    '.env.local',
    '.npmrc',
    '.DS_Store',
    '.htaccess',
    '.well-known/../.env',
    'package.json',
  ],
  [
    'package-lock.json',
    'tsconfig.json',
    'server/main.ts',
    'server/process/config.ts',
    'data/session-secret',
    'data/mail',
    'data/database',
  ],
  [
    'session-secret',
    'operator.sock',
    'client-csp.json',
    'build/client-csp.json',
    'backup.sql',
    'dump.sql',
    'shop.export',
    'node_modules',
  ],
  [
    'admin',
    'administrator',
    'wp-admin',
    'wp-login.php',
    'phpmyadmin',
    'phpinfo.php',
    'info.php',
    'server-status',
    'debug',
    'trace',
  ],
  [
    'actuator',
    'actuator/env',
    'metrics',
    'console',
    'graphql',
    'swagger-ui.html',
    'api/admin',
    'api/debug',
    'api/users',
    'api/internal',
  ],
  [
    'api/config',
    'api/env',
    'api/metrics',
    'api/health',
    'api/operator',
    'operator',
    'config.json',
    'id_rsa',
    'logs',
    'error.log',
  ],
  [
    'assets/',
    'assets/..%2f..%2fpackage.json',
    '%2e%2e/%2e%2e/etc/passwd',
    'etc/passwd',
    'index.html',
    'index.js.map',
    'main.js.map',
  ],
].flat();

type Scanner = {
  /** The program, and how to install it. */
  command: string;
  get: string;
  /** Checks whether the scanner is installed. By default, the scanner is searched in the PATH. */
  isThere?: () => Promise<boolean>;
  /** Scans the shop. Returns a sentence per finding, and a summary of what was checked. */
  scan: (shop: Shop, folder: string) => Promise<{ tried: string; findings: string[] }>;
};

const email = 'scan@example.com';
async function logIn(shop: Shop): Promise<{ authorization: string }> {
  const body = { email, password: testPassword };
  const { accessToken } = await callShop<Tokens>(shop, '/api/accounts/login', body);
  return { authorization: `Bearer ${accessToken}` };
}

const last = (text: string) => text.trim().split('\n').slice(-15).join('\n');

async function sqlmapEveryRoute(shop: Shop, folder: string) {
  const auth = await logIn(shop);
  const { orderNumber, paymentLink } = await callShop<PlacedOrder>(shop, '/api/orders', slogansOrder, auth);
  const own = {
    number: orderNumber,
    token: new URL(paymentLink).searchParams.get('link')!,
    position: '1',
    version: '1',
  };
  const findings: string[] = [];
  let tested = 0;
  for (const [name, endpoint] of calls) {
    const { params, body } = exampleCall(name, own);
    const query = Object.keys((endpoint.query as { shape?: object } | undefined)?.shape ?? {});
    if (Object.keys(params).length === 0 && query.length === 0 && body === undefined) continue;
    if (name === 'logout') continue; // logout would end the session that the other calls use
    // a star marks the varied part of a path
    const path = endpoint.path.replaceAll(/:(\w+)/g, (_, param: string) => `${params[param]}*`);
    const url = `${shop.url}${path}${query.length > 0 ? `?${query.map((one) => `${one}=1`).join('&')}` : ''}`;
    // logs in for each endpoint, because a token lasts ten minutes
    const { authorization } = await logIn(shop);
    const data =
      body === undefined ? [] : ['--data', JSON.stringify(body), '-H', 'Content-Type: application/json'];
    const { output } = await runCommand(
      'sqlmap',
      [
        ['-u', url, '--method', endpoint.method, ...data, '-H', `Authorization: ${authorization}`],
        [
          '--batch',
          '--technique=BEUSQ',
          '--dbms=PostgreSQL',
          '--disable-coloring',
          '--threads=4',
          '--retries=0',
        ],
        ['--ignore-code=*', '--answers=follow=N', `--output-dir=${folder}`, '--flush-session'],
      ].flat(),
    );
    if (/is vulnerable|identified the following injection|appears to be .*injectable/i.test(output))
      findings.push(`${name}: ${last(output)}`);
    else if (/not appear to be injectable|skipping|heuristic/i.test(output)) tested += 1;
    else findings.push(`${name} was not tested: ${last(output)}`);
  }
  return { tried: `${tested} routes, every parameter and field`, findings };
}

/** A program of npm's registry, downloaded temporarily. */
const fromNpm =
  (command: string, ...packages: string[]) =>
  async (...words: string[]) => {
    const fetched = packages.map((name) => `--package=${name}`);
    return runCommand('npm', ['exec', '--yes', ...fetched, '--', command, ...words]);
  };
const secretlint = fromNpm(
  'secretlint',
  'secretlint@13.0.6',
  '@secretlint/secretlint-rule-preset-recommend@13.0.7',
);
const lockfileLint = fromNpm('lockfile-lint', 'lockfile-lint@5.0.1');

async function lookForSecrets(_shop: Shop, folder: string) {
  const tracked = (await runCommand('git', ['ls-files'])).output.split('\n');
  // checks with a planted secret that the scanner works
  const planted = join(folder, 'planted.txt');
  writeFileSync(planted, ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_'));
  const rules = { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend' }] };
  const { output } = await secretlint(
    '--format',
    'compact',
    '--secretlintrcJSON',
    JSON.stringify(rules),
    planted,
    ...tracked,
  );
  const found = output.split('\n').filter((line) => /: line \d+, col \d+, /.test(line));
  const own = found.filter((line) => !line.startsWith(planted));
  return {
    tried: `${tracked.length} files`,
    findings: found.length > own.length ? own : [...own, `it did not find what was planted: ${last(output)}`],
  };
}

const scanners: Scanner[] = [
  { command: 'sqlmap', get: 'apt-get install sqlmap', scan: sqlmapEveryRoute },
  {
    command: 'ffuf',
    get: 'apt-get install ffuf',
    async scan(shop, folder) {
      const [list, result] = [join(folder, 'words'), join(folder, 'ffuf.json')];
      writeFileSync(list, hidden.join('\n'));
      await runCommand('ffuf', [
        '-w',
        list,
        '-u',
        `${shop.url}/FUZZ`,
        '-mc',
        'all',
        '-fc',
        '404',
        '-o',
        result,
        '-of',
        'json',
        '-s',
      ]);
      const { results } = JSON.parse(readFileSync(result, 'utf8')) as {
        results: { url: string; status: number }[];
      };
      // 308 redirects to the path without the final slash, which doesn't exist
      const found = results.filter(({ status }) => status !== 308 && status !== 400);
      return {
        tried: `${hidden.length} addresses of what must not be there`,
        findings: found.map(({ url, status }) => `${url}: ${status}`),
      };
    },
  },
  {
    command: 'wapiti',
    get: 'apt-get install wapiti',
    async scan(shop, folder) {
      const result = join(folder, 'wapiti.json');
      const { output } = await runCommand(
        'wapiti',
        [
          [
            '-u',
            `${shop.url}/`,
            '-f',
            'json',
            '-o',
            result,
            '--flush-session',
            '--max-scan-time',
            '240',
            '--max-attack-time',
            '60',
          ],
          ['-m', 'all', '--store-session', folder, '--no-bugreport'],
        ].flat(),
      );
      let report: {
        vulnerabilities: Record<string, { info: string; path: string }[]>;
      };
      try {
        report = JSON.parse(readFileSync(result, 'utf8')) as typeof report;
      } catch {
        return { tried: 'nothing', findings: [`it did not end well: ${last(output)}`] };
      }
      return {
        tried: 'what it finds by its links, all modules',
        findings: Object.entries(report.vulnerabilities).flatMap(([kind, found]) =>
          found.map(({ path, info }) => `${kind}, ${path}: ${info}`),
        ),
      };
    },
  },
  {
    command: 'slowhttptest',
    get: 'apt-get install slowhttptest',
    async scan(shop) {
      const findings: string[] = [];
      const modes = { '-H': 'headers', '-B': 'bodies', '-X': 'readers' };
      for (const [mode, what] of Object.entries(modes)) {
        const { output } = await runCommand('slowhttptest', [
          mode,
          '-c',
          '600',
          '-r',
          '200',
          '-i',
          '2',
          '-l',
          '20',
          '-p',
          '3',
          '-u',
          `${shop.url}/about-us`,
        ]);
        if (!/service available:\s*YES/i.test(output)) findings.push(`slow ${what}: ${last(output)}`);
      }
      return { tried: '600 connections each with slow headers, slow bodies and slow readers', findings };
    },
  },
  {
    command: 'secretlint',
    get: 'npm’s registry must answer',
    isThere: async () => (await secretlint('--version')).ok,
    scan: lookForSecrets,
  },
  {
    command: 'lockfile-lint',
    get: 'npm’s registry must answer',
    isThere: async () => (await lockfileLint('--help')).ok,
    async scan() {
      const how =
        '--type npm --validate-https --validate-integrity --validate-package-names --allowed-hosts npm';
      const { ok, output } = await lockfileLint('--path', 'package-lock.json', ...how.split(' '));
      return { tried: 'package-lock.json', findings: ok ? [] : [last(output)] };
    },
  },
];
const others: [string, string][] = [
  ['testssl.sh', 'run by npm run prove -- tls, behind Caddy: the server itself speaks HTTP'],
  ['html-validate, linkinator', 'run by test/stories/markup.story.ts'],
];

/** Accepted findings and why they are harmless: docs/security/scans.md. */
const explained: RegExp[] = [
  /^HTTP Secure Headers|^Secure Flag cookie/,
  // accepted: fictional database addresses in tests
  /\.(?:test|story)\.ts: .+found PostgreSQL connection string/,
];

const isOnPath = async (command: string) => (await runCommand('which', [command])).ok;

const shop = await startShop({ RATE_LIMIT_FACTOR: '1000000', LOG_LEVEL: 'silent' });
const folder = mkdtempSync(join(tmpdir(), 'redline-scan-'));
let unexplained = 0;
try {
  const passwords = { password: testPassword, repeatedPassword: testPassword };
  await callShop(shop, '/api/accounts/register', {
    firstName: 'Ann',
    lastName: 'Lee',
    email,
    ...passwords,
    agreedToPrivacyPolicy: true,
  });
  const [only] = process.argv.slice(2);
  for (const { command, get, isThere = () => isOnPath(command), scan } of scanners) {
    if (only !== undefined && only !== command) continue;
    if (!(await isThere())) {
      console.log(`missing  ${command}: ${get}`);
      continue;
    }
    const { tried, findings } = await scan(shop, folder);
    const open = findings.filter((finding) => !explained.some((known) => known.test(finding)));
    unexplained += open.length;
    console.log(
      `${open.length === 0 ? 'scanned ' : 'FOUND   '} ${command}: ${tried}; ${findings.length} findings, ${findings.length - open.length} of them explained`,
    );
    for (const finding of findings)
      console.log(`         ${open.includes(finding) ? '' : '(explained) '}${finding}`);
  }
  if (only === undefined) for (const [name, how] of others) console.log(`beside   ${name}: ${how}`);
  const alive = await fetch(`${shop.url}/api/health/ready`);
  if (!alive.ok) unexplained += 1;
  console.log(`The shop is ${alive.ok ? 'well' : 'not ready'} after it.`);
} finally {
  await shop.discard();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = unexplained > 0 ? 1 : 0;
