import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { guardSabotages } from './guard-sabotages.ts';
import type { Sabotage } from './sabotages.ts';

/** The level of each requirement of ASVS 5.0.0: a text per chapter, a word per section, a digit per requirement. */
const levels: Record<string, string> = {
  V1: '22 1111122223 112222222223 222 123',
  V2: '122 112 12223 23',
  V3: '3 113 12223 11222233 11122333 3 22333',
  V4: '12233 23333 22 1222',
  V5: '2 112333 113 222',
  V6: '122 111111112222 11223333 112233 22222333 2223 33 2222',
  V7: '222 1111 22 11222 223 22',
  V8: '1233 1123 133 23',
  V9: '111 1222',
  V10: '22 223 22223 1111122222233333 22222 22 222',
  V11: '2233 22233 11233 1222 23 23 33',
  V12: '12233 11 22223',
  V13: '2333 222223 2233 1222233',
  V14: '22 12223333 122',
  V15: '12233 12233 1222222 3333',
  V16: '2 22222 2222 222 2223',
  V17: '23 22223333 22',
};

const expected = Object.entries(levels).flatMap(([chapter, sections]) =>
  sections
    .split(' ')
    .flatMap((digits, section) =>
      [...digits].flatMap((level, index) =>
        level === '1' || level === '2' ? [`${chapter}.${section + 1}.${index + 1} ${level}`] : [],
      ),
    ),
);

const table = readFileSync('docs/security/asvs.md', 'utf8');
const statuses = ['met', 'partly', 'not met', 'not applicable'] as const;
const rows = table
  .split('\n')
  .filter((line) => line.startsWith('| V'))
  .map((line) => {
    const [, id = '', level = '', text = '', status = '', how = '', tests = ''] = line
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
    return { id, level, text, status, how, tests: tests === '' ? [] : tests.split('<br>') };
  });

test('has one judgment of each ASVS requirement of levels 1 and 2', () => {
  assert.equal(expected.length, 253);
  assert.deepEqual(
    rows.map(({ id, level }) => `${id} ${level}`),
    expected,
  );
  for (const { id, text, status, how, tests } of rows) {
    assert.ok(text.length > 20 && (statuses as readonly string[]).includes(status), id);
    assert.ok(how.length > 5, `${id} says how, or why not`);
    if (status === 'met') assert.ok(tests.length > 0, `${id} is met by no test`);
  }
});

test('states the correct totals of met and unmet ASVS requirements', () => {
  for (const level of ['1', '2']) {
    const count = (...of: string[]) =>
      rows.filter((row) => row.level === level && of.includes(row.status)).length;
    const sentence = `Level ${level}: ${count('met', 'partly', 'not met')} apply, of which ${count('met')} are met, ${count('partly')} partly and ${count('not met')} not; ${count('not applicable')} do not apply.`;
    assert.ok(table.includes(sentence), sentence);
  }
});

/** The files that a text names: paths with a folder, in backquotes. */
const filesNamed = (text: string) =>
  [...text.matchAll(/`((?:\.ci|[a-z-]+)\/[\w./-]*)`/g)].map(([, path]) => path!);

function missingTest(reference: string): string | undefined {
  const [, file, title] = /^`([^`]+)`(?:: (.+))?$/.exec(reference) ?? [];
  if (!file || !/\.(?:test|story)\.ts$/.test(file)) return `${reference} names no test`;
  if (!existsSync(file)) return `there is no ${file}`;
  if (title && !readFileSync(file, 'utf8').includes(title)) return `${file} has no test "${title}"`;
  return undefined;
}

test('finds every test and file that the security documents name', () => {
  const missing = rows.flatMap(({ id, tests }) =>
    tests.flatMap((reference) => {
      const problem = missingTest(reference);
      return problem ? [`${id}: ${problem}`] : [];
    }),
  );
  for (const page of globSync('docs/security/*.md')) {
    const text = readFileSync(page, 'utf8');
    // the README's tables name a test by its file and title, as asvs.md does
    for (const [reference] of page.endsWith('asvs.md')
      ? []
      : text.matchAll(/`[^`]+\.(?:test|story)\.ts`: [^|<]+?(?=<br>| \|)/g)) {
      const problem = missingTest(reference);
      if (problem) missing.push(`${page}: ${problem}`);
    }
    for (const path of filesNamed(text)) if (!existsSync(path)) missing.push(`${page}: there is no ${path}`);
  }
  assert.deepEqual(missing, []);
});

/** Requirements that are met without a removable guard, by the reason. */
const nothingToTakeAway: Record<string, readonly string[]> = {
  'It asks for a document: a test sees that it is there, people see whether it is true.': [
    'V2.1.1',
    'V2.1.2',
    'V2.1.3',
    'V5.1.1',
    'V6.1.3',
    'V13.1.1',
    'V14.1.1',
    'V14.1.2',
    'V15.1.1',
    'V15.1.3',
    'V16.1.1',
  ],
  'It asks for the absence of something that no line of the shop keeps away: templates, format strings, questions as hints.':
    ['V1.3.7', 'V1.3.10', 'V6.4.2'],
  'A library does it: nodemailer writes the names of attachments.': ['V5.4.2'],
};

test('has a removable guard for each met requirement, and names the test that must detect its removal', () => {
  const met = new Map(rows.filter(({ status }) => status === 'met').map((row) => [row.id, row]));
  const isNamed = (id: string, { test: finder, only }: Sabotage) =>
    met.get(id)?.tests.some((reference) => {
      const [, file, title] = /^`([^`]+)`(?:: (.+))?$/.exec(reference) ?? [];
      return file === finder && (!title || (only !== undefined && new RegExp(only).test(title)));
    });
  const taken = guardSabotages.flatMap((guard) => (guard.rows ?? []).map((id) => ({ id, guard })));
  assert.deepEqual(
    taken.filter(({ id, guard }) => !isNamed(id, guard)).map(({ id, guard }) => `${id}: ${guard.what}`),
    [],
    'the row is not met, or does not name the test',
  );
  const proved = new Set(taken.map(({ id }) => id));
  const left = Object.values(nothingToTakeAway).flat();
  assert.deepEqual(
    [...met.keys()].filter((id) => !proved.has(id)).toSorted(),
    left.toSorted(),
    'nothing is taken away',
  );
});

test('has every document that ASVS requires', () => {
  const rules = readFileSync('docs/security/rules.md', 'utf8');
  const headings = [...rules.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  assert.deepEqual(headings, [
    'What is checked',
    'Limits',
    'Logging in',
    'Sessions',
    'One factor',
    'Who may do what',
    'Keys and algorithms',
    'Whom the shop talks to',
    'TLS and the proxy',
    'Data and how it is treated',
    'Packages',
    'What costs much',
    'What is logged',
  ]);
});

const program = globSync('server/**/*.ts').filter((file) => !file.endsWith('.test.ts'));

test('finds no forbidden pattern in the code of the server', () => {
  assert.ok(program.length > 100);
  const source = program.map((file) => [file, readFileSync(file, 'utf8')] as const);
  const found = (pattern: RegExp, ...allowed: string[]) =>
    source.filter(([file, text]) => pattern.test(text) && !allowed.includes(file)).map(([file]) => file);
  // allowed: a file that starts Node itself with one of the shop's own files, and one that starts PostgreSQL's programs, which
  // only the operator's commands use
  const starters = ['server/process/run-in-child.ts', 'server/backup/postgres-programs.ts'];
  assert.deepEqual(found(/child_process|\bspawn\(|\bexecFile\(/, ...starters), [], 'starts programs');
  assert.deepEqual(
    found(/#server\/backup\//).filter((file) => !file.startsWith('server/backup/')),
    ['server/operator/operate.ts'],
    'uses backups',
  );
  assert.deepEqual(found(/\beval\(|new Function\(|node:vm|runInNewContext/), [], 'runs text');
  assert.deepEqual(found(/rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED/), [], 'believes any certificate');
  assert.deepEqual(found(/process\.env/, 'server/process/config.ts'), [], 'reads the environment');
  // allowed: patterns built from constant lists of words, and two from words of the text that have only letters and digits
  const wordLists = [
    'analyzer/clean-text.ts',
    'analyzer/find-excluding-words.ts',
    'analyzer/find-disagreements.ts',
    'analyzer/find-signals.ts',
    'consistency/find-contradictions.ts',
    'consistency/find-headline-numbers.ts',
    'consistency/find-mixed-brands.ts',
    'consistency/find-mixed-layout.ts',
    'consistency/find-mixed-measures.ts',
    'consistency/find-mixed-styles.ts',
    'consistency/find-mixed-words.ts',
    'consistency/find-opposed-facts.ts',
    'consistency/find-two-prices.ts',
    'consistency/find-wrong-counts.ts',
    'consistency/find-wrong-dates.ts',
    'consistency/find-wrong-sums.ts',
    'grammar/find-apostrophes.ts',
    'grammar/find-capitals.ts',
  ];
  assert.deepEqual(
    found(/new RegExp\(/, ...wordLists.map((file) => `server/instant/${file}`)),
    [],
    'makes patterns',
  );
  // allowed: a migration, and the parameter numbers of a statement
  assert.deepEqual(
    found(/sql\.raw\(/, 'server/database/migrate.ts', 'server/database/write-in-one-statement.ts'),
    [],
  );
  for (const [file, text] of source)
    for (const [call] of text.matchAll(/await fetch\([\s\S]*?\n\s*\}\);/g))
      assert.match(call, /redirect: 'error'/, `${file} follows redirects`);
  assert.equal(found(/await fetch\(/).length, 4, 'sandbox, its webhook events, Mollie, LanguageTool');
});

test('finds no forbidden pattern in the code of the storefront', () => {
  const pages = globSync('{ui,web}/**/*.{ts,tsx}').filter((file) => !file.endsWith('.test.ts'));
  assert.ok(pages.length > 100);
  const found = (pattern: RegExp) => pages.filter((file) => pattern.test(readFileSync(file, 'utf8')));
  assert.deepEqual(found(/addEventListener\(\s*'message'|window\.onmessage/), [], 'listens to other windows');
  assert.deepEqual(found(/\.onmessage =/), ['web/session/session-tokens.ts'], 'a channel of one origin');
  assert.deepEqual(found(/document\.cookie/), ['web/consent/consent.ts'], 'which removes Google’s');
  assert.deepEqual(found(/<(?:object|embed|applet)\b/), [], 'needs a plug-in');
});

test('hides typed passwords and lets people paste into password fields', () => {
  const pages = globSync('{ui,web}/**/*.tsx').map((file) => [file, readFileSync(file, 'utf8')] as const);
  const [field, ...others] = pages.filter(([, text]) => /type=(?:"password"|\{[^}]*'password')/.test(text));
  assert.deepEqual([field?.[0], others], ['ui/text-field.tsx', []], 'one field for all');
  assert.match(field![1], /useState\(false\);[\s\S]*type=\{shown \? 'text' : 'password'\}/);
  for (const [file, text] of pages) {
    assert.doesNotMatch(text, /onPaste|onBeforeInput|onDrop=/, file);
    for (const [use] of text.matchAll(/<PasswordField[\s\S]*?\/>/g))
      assert.match(use, /autoComplete="(?:current|new)-password"/, file);
  }
});

test('lists in the inventory every algorithm that the server uses', () => {
  const source = program.map((file) => readFileSync(file, 'utf8')).join('\n');
  const used = [...source.matchAll(/create(?:Hash|Hmac)\('([^']+)'/g)].map(([, name]) => name);
  assert.ok(used.length > 5);
  assert.deepEqual([...new Set(used)], ['sha256']);
  // allowed: checksums of exported and restored tables, which detect accidents, not attacks
  const others = program.filter(
    (file) =>
      !/(?:database\/(?:list-tables|(?:ex|im)port-database)|backup\/copy-database)\.ts$/.test(file) &&
      /createCipher|createSign|generateKeyPair|\bmd5\b|\bsha-?1\b/i.test(readFileSync(file, 'utf8')),
  );
  // RFC 6238 names SHA-1 for the codes of authenticator apps
  assert.deepEqual(others, ['server/staff/authenticator-code.ts']);
  const ciphers = [...source.matchAll(/create(?:Cipher|Decipher)iv\('([^']+)'/g)].map(([, name]) => name);
  assert.deepEqual(ciphers, ['aes-256-gcm', 'aes-256-gcm']);
  const rules = readFileSync('docs/security/rules.md', 'utf8');
  for (const name of [
    'argon2id',
    'SHA-256',
    'HMAC-SHA-256',
    'randomBytes',
    'randomUUID',
    'MD5',
    'AES-256-GCM',
    'HMAC-SHA-1',
    'ES256',
  ])
    assert.ok(rules.includes(name), name);
});

test('describes every key and secret setting in the document about keys', () => {
  const page = readFileSync('docs/security/keys.md', 'utf8');
  const wiring = readFileSync('server/app.ts', 'utf8');
  const purposes = [...wiring.matchAll(/keysFor\(sessionSecrets, '([^']+)'\)/g)].map(
    ([, purpose]) => purpose!,
  );
  assert.equal(purposes.length, 7);
  assert.equal(
    wiring.match(/sessionSecrets/g)?.length,
    7 + 4,
    'the secret makes keys and is used for nothing else',
  );
  const schemas = ['config.ts', 'provider-keys.ts', 'backup-settings.ts'].map((file) =>
    readFileSync(`server/process/${file}`, 'utf8'),
  );
  const settings = [...schemas.join('\n').matchAll(/^ {2}(\w*(?:SECRET|KEY|_URL|TOKEN)\w*): /gm)]
    .map(([, name]) => name!)
    // these hold no secret
    .filter((name) => !['PUBLIC_URL', 'CLAMD_URL', 'LANGUAGETOOL_URL'].includes(name));
  assert.ok(settings.length >= 6);
  for (const name of [...purposes, ...settings]) assert.ok(page.includes(name), name);
});

test('pins every package with its checksum', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { version?: string; integrity?: string; link?: boolean; resolved?: string }>;
  };
  const loose = Object.entries(packages).filter(
    ([path, { version, integrity }]) => path !== '' && !(version && integrity?.startsWith('sha512-')),
  );
  assert.deepEqual(
    loose.map(([path]) => path),
    [],
  );
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >;
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
    assert.match(version, /^\d+\.\d+\.\d+$/, name);
});
