import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { root } from '#tools/root.ts';

test('finds no story that opens a browser profile without collecting its errors', () => {
  const stories = globSync('test/stories/*.story.ts', { cwd: root });
  assert.ok(stories.length > 30);
  const unheard = stories.filter((path) => readFileSync(join(root, path), 'utf8').includes('.newContext('));
  assert.deepEqual(unheard, [], 'use openOther of the scene');
});
