/** What deploy/release.sh builds, switches and leaves alone, for a small program in a repository of its own. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { root } from '#tools/root.ts';

function openSource(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'redline-release-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const at = (name: string) => join(folder, name);
  const write = (name: string, text: string) => {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), text);
  };
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...words], {
      cwd: at('source'),
      stdio: 'ignore',
    });
  const commit = (files: Record<string, string>) => {
    for (const [name, text] of Object.entries(files)) write(`source/${name}`, text);
    git('add', '-A');
    git('commit', '-qm', 'change');
  };
  mkdirSync(at('source'));
  git('init', '-q');
  const lock = { name: 'x', lockfileVersion: 3, requires: true, packages: { '': { name: 'x' } } };
  commit({
    'package.json': JSON.stringify({
      name: 'x',
      scripts: {
        build:
          'cat brand.txt > built.txt && echo $PUBLIC_URL $LANGUAGETOOL_URL >> built.txt && test ! -e bad',
      },
    }),
    'package-lock.json': JSON.stringify(lock),
    'brand.txt': 'one\n',
    'deploy/shop.service': '[Unit]\n',
    'server/database/migrations/0001.sql': '',
  });
  write('settings', 'PUBLIC_URL=https://shop.test\nLANGUAGETOOL_URL=http://reader.test\n');
  /** The program "starts" by copying its build. It is ready unless the build has the word "broken". */
  write('restart.sh', `cp ${at('shop')}/built.txt ${at('running')}`);
  write('ready.sh', `! grep -q broken ${at('running')}`);
  const run = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync('bash', [join(root, 'deploy/release.sh'), ...words], {
      encoding: 'utf8',
      env: {
        ...process.env,
        PUBLIC_URL: '',
        LANGUAGETOOL_URL: '',
        SHOP_SOURCE: at('source'),
        SHOP_RELEASES: at('releases'),
        SHOP_LINK: at('shop'),
        SHOP_OWN: at('own'),
        SHOP_SETTINGS: at('settings'),
        SHOP_UNITS: at('units'),
        SHOP_CADDYFILE: at('Caddyfile'),
        SHOP_COMMAND: at('command'),
        SHOP_RESTART: `sh ${at('restart.sh')}`,
        SHOP_READY: `sh ${at('ready.sh')}`,
        SHOP_PATIENCE: '1',
      },
    });
    return { status, said: stdout + stderr };
  };
  const running = () => readFileSync(at('running'), 'utf8');
  return { at, write, commit, run, running };
}

test('builds each release in a separate folder, switches to it, and switches back by one command', (t) => {
  const { at, commit, run, running } = openSource(t);
  assert.equal(run('back').status, 1);
  assert.match(run().said, /The shop runs .*releases\/\d{8}T\d{6}Z-[\da-f]{12}\.\n$/);
  assert.equal(running(), 'one\nhttps://shop.test http://reader.test\n');
  const first = readlinkSync(at('shop'));
  commit({ 'brand.txt': 'two\n', 'server/database/migrations/0002.sql': '' });
  assert.match(run().said, /This release changes the database/);
  assert.equal(running(), 'two\nhttps://shop.test http://reader.test\n');
  assert.ok(existsSync(first), 'the release before stays');
  assert.equal(run('back').status, 0);
  assert.equal(readlinkSync(at('shop')), first);
  assert.equal(running(), 'one\nhttps://shop.test http://reader.test\n');
});

test('keeps the current release running when a new one can’t be built or doesn’t start', (t) => {
  const { at, commit, run, running } = openSource(t);
  run();
  const first = readlinkSync(at('shop'));
  commit({ bad: '' });
  const unbuilt = run();
  assert.equal(unbuilt.status, 1);
  assert.match(unbuilt.said, /The release wasn't built, and the shop runs on as before\./);
  assert.equal(readlinkSync(at('shop')), first);
  commit({ 'package.json': JSON.stringify({ name: 'x', scripts: { build: 'echo broken > built.txt' } }) });
  const broken = run();
  assert.equal(broken.status, 1);
  assert.match(broken.said, /didn't start, for the reason above, and the shop runs .* again\./);
  assert.equal(readlinkSync(at('shop')), first);
  assert.equal(running(), 'one\nhttps://shop.test http://reader.test\n');
});

test('copies the owner’s files into a release from outside the source, and rejects changes of tracked files', (t) => {
  const { at, write, run, running } = openSource(t);
  write('own/brand.txt', 'mine\n');
  run();
  assert.equal(running(), 'mine\nhttps://shop.test http://reader.test\n');
  write('source/brand.txt', 'edited\n');
  const { status, said } = run();
  assert.equal(status, 1);
  assert.match(said, /has uncommitted changes.* brand\.txt/);
  write('settings', '');
  execFileSync('git', ['checkout', '-q', '.'], { cwd: at('source') });
  assert.match(run().said, /set PUBLIC_URL in/);
});

test('names installed files that differ from the release, and stores only the last three releases', (t) => {
  const { at, write, commit, run } = openSource(t);
  write('units/shop.service', '[Unit]\n');
  assert.doesNotMatch(run().said, /differs/);
  for (const n of [2, 3, 4, 5]) {
    commit({ 'deploy/shop.service': `[Unit]\n# ${n}\n` });
    assert.match(run().said, /units\/shop\.service differs from this release\. Compare: diff /);
  }
  const releases = readdirSync(at('releases')).filter((name) => name !== 'previous');
  assert.ok(releases.length <= 4 && releases.length >= 2, String(releases));
  assert.ok(existsSync(readlinkSync(at('shop'))));
  assert.equal(run('back').status, 0);
});
