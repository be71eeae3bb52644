import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { root } from '#tools/root.ts';

/** Values that a page translator must not change: numbers of orders, addresses, names of customers and clients, hashtags. */
const kept =
  /(?<![=$])\{(?:[\w?]+\.)*(?:number|email|accountEmail(?: \?\? '[^']*')?|client|brand|by|tag|reference)\}/g;
/** The tag before a value, if it excludes the value from translation or is a step's number, which isn't read aloud. */
const isKept = /<\w+\b[^<>]*\b(?:translate="no"|aria-hidden)[^<>]*>\s*$/;

test('finds no number, address, name or hashtag in the storefront that a page translator would change', () => {
  let found = 0;
  const translated: string[] = [];
  for (const file of globSync('web/**/*.tsx', { cwd: root })) {
    const source = readFileSync(join(root, file), 'utf8');
    for (const { index, 0: text } of source.matchAll(kept)) {
      found += 1;
      if (!isKept.test(source.slice(0, index))) translated.push(`${file}: ${text}`);
    }
    for (const [tag] of source.matchAll(/<(?:bdi|address)\b[^>]*>/g))
      if (!tag.includes('translate="no"')) translated.push(`${file}: ${tag}`);
  }
  assert.deepEqual(translated, []);
  assert.ok(found > 15, `${found} texts`);
  assert.match(
    readFileSync(join(root, 'web/shell/site-header.tsx'), 'utf8'),
    /aria-label=\{shop\.name\}\s+translate="no"/,
  );
});
