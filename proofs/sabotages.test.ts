import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { root } from '#tools/root.ts';
import { sabotages } from './sabotages.ts';

test('finds the text to replace exactly once in its file, and the test that must fail', () => {
  for (const { what, file, from, test: finder } of sabotages) {
    assert.equal(readFileSync(join(root, file), 'utf8').split(from).length - 1, 1, `${what}: ${file}`);
    if (finder !== undefined) assert.ok(existsSync(join(root, finder)), `${what}: ${finder}`);
  }
});
