import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { root } from '#tools/root.ts';
import { emailName } from './email-names.ts';

test('has a name for every kind of email', () => {
  const kinds = globSync('server/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .flatMap((text) => [...text.matchAll(/jobKind<[^()]*\(\s*'mail\.([a-z-]+)'/g)].map(([, kind]) => kind!));
  assert.ok(kinds.length > 30, `${kinds.length}`);
  assert.deepEqual(
    kinds.filter((kind) => !/^[A-Z]/.test(emailName(kind))),
    [],
  );
});
