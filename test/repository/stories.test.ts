import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { root } from '#tools/root.ts';

test('opens every browser profile of a story with the story’s own function, which collects browser errors', () => {
  const stories = globSync('test/stories/*.story.ts', { cwd: root });
  assert.ok(stories.length > 30);
  const unheard = stories.filter((path) => readFileSync(join(root, path), 'utf8').includes('.newContext('));
  assert.deepEqual(unheard, [], 'use openOther of the scene');
});
