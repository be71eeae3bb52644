import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { root } from '#tools/root.ts';
import { sabotages } from './sabotages.ts';

test('finds each fault’s text to replace exactly once in its file, and the test file that must detect it', () => {
  for (const { what, file, from, test: finder } of sabotages) {
    assert.equal(readFileSync(join(root, file), 'utf8').split(from).length - 1, 1, `${what}: ${file}`);
    if (finder !== undefined) assert.ok(existsSync(join(root, finder)), `${what}: ${finder}`);
  }
});

/** The texts in a test file, of which some are names of tests. A template is given as its fixed parts. */
function textsIn(file: string): { whole: string[]; parts: string[] } {
  const source = readFileSync(join(root, file), 'utf8');
  const found = [...source.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)];
  const plain = (text: string) => text.replaceAll(/\\(.)/g, '$1');
  return {
    whole: found.map(([, single, double, template]) => plain(single ?? double ?? template!)),
    parts: found.flatMap(([, , , template]) =>
      template?.includes('${') ? plain(template).split(/\$\{[^}]*\}/) : [],
    ),
  };
}

test('names a test of its file with each pattern, so that a removed guard can be detected', () => {
  for (const { what, test: finder, only } of sabotages) {
    if (finder === undefined || only === undefined) continue;
    const { whole, parts } = textsIn(finder);
    const isNamed =
      whole.some((text) => new RegExp(only, 'u').test(text)) ||
      parts.some((part) => part.trim().length > 5 && only.includes(part.trim()));
    assert.ok(isNamed, `${what}: no test of ${finder} is named “${only}”`);
  }
});
