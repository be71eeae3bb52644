import assert from 'node:assert/strict';
import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const build = path.resolve(import.meta.dirname, '../../build');
const assets = path.join(build, 'desk/assets');
const kB = 1000;

const sourceOf = (name: string) => readFileSync(path.join(assets, name), 'utf8');
const named = (code: string, pattern: RegExp) => [...code.matchAll(pattern)].map(([, name = '']) => name);

/** A module and its static imports. */
function withImports(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const next of named(sourceOf(name), /(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g))
    withImports(next, found);
  return found;
}

/** Total size with brotli, as sent (bytes). */
const weigh = (names: Iterable<string>) =>
  [...names].reduce((sum, name) => sum + statSync(path.join(assets, `${name}.br`)).size, 0);

const page = readFileSync(path.join(build, 'desk/index.html'), 'utf8');
const [entry = ''] = named(page, /<script[^>]*src="\/desk\/assets\/([^"]+)"/g);
const logIn = withImports(entry);
const screens = named(sourceOf(entry), /import\(\s*["'`]\.\/([^"'`]+\.js)["'`]/g);

test('loads at most 122 KB of scripts on the login screen of the desk', () => {
  assert.ok(weigh(logIn) <= 122 * kB, `${weigh(logIn)} bytes`);
});

/** The page of a line may be larger, because it has the most functions. */
const mostOf = (screen: string) => (screen.startsWith('line-page') ? 46 : 35) * kB;

test('loads at most 35 KB more scripts per screen of the desk, 46 KB for a line, and 190 KB in total', () => {
  assert.ok(screens.length >= 5, 'screens load when they are opened');
  for (const screen of screens) {
    const own = weigh([...withImports(screen)].filter((name) => !logIn.has(name)));
    assert.ok(own <= mostOf(screen), `${screen}: ${own} bytes`);
    assert.ok(own + weigh(logIn) <= 190 * kB, `${screen}: ${own + weigh(logIn)} bytes with log-in`);
  }
});

test('builds storefront files without the name of any call of the desk', () => {
  const files = globSync('**/*.{js,html,css,data,json,txt,xml}', { cwd: path.join(build, 'client') });
  assert.ok(files.length > 50, 'the storefront is built');
  const found = files.filter((file) =>
    /\/api\/desk|["'`/]desk\//.test(readFileSync(path.join(build, 'client', file), 'utf8')),
  );
  assert.deepEqual(found, []);
});
