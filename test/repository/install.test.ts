/**
 * Runs the README's commands in a fresh clone with versions of npm that people have: npm 10 here; with `npm run prove -- install`
 * (or FULL=true) also npm 9 and 11, each with a Node that people have with it.
 */
import assert from 'node:assert/strict';
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import { minute } from '#contract/durations.ts';
import { root } from '#tools/root.ts';
import { isFullSize } from '#test/test-size.ts';
import { findFreePort, waitFor } from '#test/stories/shop.ts';

const run = promisify(execFile);
/** Versions of npm, each with its own Node, or without one for this machine's Node. */
const pairs: [npm: string, node?: string][] = isFullSize
  ? [
      ['9', '18'],
      ['9', '20'],
      ['10', '20'],
      ['10', '22'],
      ['11', '22'],
      ['11', '24'],
    ]
  : [['10']];

/** The PATH without this run's programs, and so with the Node of the person who called `npm test`. */
const ownPath = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules') && folder !== dirname(process.execPath));

/** Installs programs into a folder of the cache, and returns the folders to put on the path. */
async function programs(packages: string[]): Promise<string[]> {
  const folder = join(root, '.cache/installers', packages.join('_').replaceAll(/[^\w.-]/g, '-'));
  mkdirSync(folder, { recursive: true });
  await run('npm', ['install', '--prefix', folder, '--prefer-offline', '--no-save', ...packages]);
  const modules = join(folder, 'node_modules');
  return [join(modules, '.bin'), join(modules, `node-linux-${process.arch}`, 'bin')];
}

function copyTracked(folder: string): void {
  const names = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const name of names.trim().split('\n'))
    if (existsSync(join(root, name)))
      cpSync(join(root, name), join(folder, name), { recursive: true, force: true });
  const identity = ['-c', 'user.name=test', '-c', 'user.email=test@example.com'];
  for (const words of [
    ['init', '-q'],
    ['add', '-A'],
    [...identity, 'commit', '-qm', 'copy'],
  ])
    execFileSync('git', words, { cwd: folder });
}

for (const [npm, node] of pairs)
  test(
    `installs, starts and tests with npm ${npm}${node ? ` and Node ${node}` : ''}, and changes no tracked file`,
    { timeout: 5 * minute },
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'redline-clone-'));
      try {
        copyTracked(folder);
        const packages = [`npm@${npm}`, ...(node ? [`node-linux-${process.arch}@${node}`] : [])];
        const path = [...(await programs(packages)), ...ownPath].join(delimiter);
        const {
          NODE_COMPILE_CACHE: _cache,
          TEST_COUNTS: _counts,
          NODE_TEST_CONTEXT: _test,
          ...others
        } = process.env;
        const env = { ...others, PATH: path, TEST_DATABASE_URL: '' };
        const inClone = { cwd: folder, env };
        assert.match((await run('npm', ['--version'], inClone)).stdout, new RegExp(`^${npm}\\.`));
        await run('npm', ['ci', '--prefer-offline'], inClone);

        const port = String(await findFreePort());
        // in a process group of its own, as a terminal starts it
        const shop = spawn('npm', ['start'], { ...inClone, env: { ...env, PORT: port }, detached: true });
        let output = '';
        for (const stream of [shop.stdout, shop.stderr])
          stream.setEncoding('utf8').on('data', (text: string) => (output += text));
        const ended = once(shop, 'exit');
        try {
          await waitFor(
            'the shop to be open',
            async () => {
              assert.equal(shop.exitCode, null, output);
              return /The shop is open/.test(output) || undefined;
            },
            2 * minute,
          );
          assert.equal((await fetch(`http://127.0.0.1:${port}/`)).status, 200);
        } finally {
          // sends the signal to the group, as Ctrl-C does
          process.kill(-shop.pid!, 'SIGINT');
        }
        await ended;
        assert.match(output, /The shop is closed\./);

        const { stdout } = await run('npm', ['run', 'test:unit', '--', 'contract/money'], inClone);
        assert.match(stdout, /\n[1-9]\d* passed, 0 failed\n$/);
        const status = await run('git', ['status', '--porcelain'], inClone);
        assert.equal(status.stdout, '');
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );
