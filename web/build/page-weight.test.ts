import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { pages } from '#web/sitemap.ts';
import { weighPage } from './page-weight.ts';

const client = path.resolve(import.meta.dirname, '../../build/client');
const kB = 1000;
const fileOf = (page: string) => path.posix.join(page, 'index.html').slice(1);

test('has a built storefront to measure', () => {
  assert.ok(existsSync(path.join(client, 'index.html')), 'build it first: npm run build');
});

test('loads at most 107 KB of scripts on the home page, none before the first paint', () => {
  const { scripts, eagerScripts } = weighPage(client, 'index.html');
  assert.ok(scripts <= 107 * kB, `${scripts} bytes of scripts`);
  assert.equal(eagerScripts, 0);
});

for (const { path: page } of pages.filter(({ path: address }) => address.endsWith('/order-service')))
  test(`loads at most 133 KB of scripts on ${page}`, () => {
    const { scripts } = weighPage(client, fileOf(page));
    assert.ok(scripts <= 133 * kB, `${scripts} bytes of scripts`);
  });

for (const file of [...pages.map((page) => fileOf(page.path)), '404.html'])
  test(`loads at most 25 KB for ${file} with its style, and 50 KB of fonts, before the first paint`, () => {
    const { html, preloadedFonts } = weighPage(client, file);
    const hasSample = readFileSync(path.join(client, file), 'utf8').includes('class="sample-text');
    assert.ok(html <= 25 * kB, `${html} bytes`);
    assert.equal(preloadedFonts.length, hasSample ? 3 : 2);
    const fonts = preloadedFonts.reduce((sum, bytes) => sum + bytes, 0);
    assert.ok(fonts <= 50 * kB, `${fonts} bytes`);
  });

test('loads at most 5 KB of scripts for files in an order form, and only when a file is chosen', () => {
  const own = ['device-file-field', 'device-files', 'file-field', 'send-in-parts'].map((name) => {
    const [file] = globSync(`assets/${name}-*.js.br`, { cwd: client });
    assert.ok(file, `${name} is a file of its own`);
    return statSync(path.join(client, file)).size;
  });
  const bytes = own.reduce((sum, size) => sum + size, 0);
  assert.ok(bytes <= 5 * kB, `${bytes} bytes`);
});

test('loads at most 25 KB more scripts for the delivery room than for the cabinet’s frame', () => {
  const own = ['history-page', 'word-difference', 'ask-for-changes', 'file-field'].map((name) => {
    const [file] = globSync(`assets/${name}-*.js.br`, { cwd: client });
    assert.ok(file, `${name} is a file of its own`);
    return statSync(path.join(client, file)).size;
  });
  const bytes = own.reduce((sum, size) => sum + size, 0);
  assert.ok(bytes <= 25 * kB, `${bytes} bytes`);
});
