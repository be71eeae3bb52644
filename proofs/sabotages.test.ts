import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { root } from '#tools/root.ts';
import { sabotages } from './sabotages.ts';

test('finds each sabotaged text in its source exactly once, and its test', () => {
  for (const { what, file, from, test: finder } of sabotages) {
    assert.equal(readFileSync(join(root, file), 'utf8').split(from).length - 1, 1, `${what}: ${file}`);
    if (finder !== undefined) assert.ok(existsSync(join(root, finder)), `${what}: ${finder}`);
  }
});
