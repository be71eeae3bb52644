import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import test from 'node:test';
import { bothDatabases } from './both-databases.ts';
import { importsOf, reaches } from './imports.ts';
import { root } from './root.ts';

test('finds static, type, re-exporting and dynamic imports', () => {
  const source = `import a from './a.ts';\nimport type { B } from '#server/b.ts';\nexport { c } from './c.ts';\nconst d = await import('#web/d.ts');`;
  assert.deepEqual(importsOf(source), ['./a.ts', '#server/b.ts', './c.ts', '#web/d.ts']);
});

test('finds a file that is imported only indirectly', () => {
  const database = 'test/server/open-test-database.ts';
  assert.ok(reaches('server/orders/cancel-order.test.ts', database));
  assert.ok(!reaches('server/process/readable-number.test.ts', database));
});

test('finds a test for each entry of `bothDatabases`', () => {
  const files = globSync('{server,test/server}/**/*.test.ts', { cwd: root });
  for (const start of Object.keys(bothDatabases))
    assert.ok(
      files.some((file) => file.startsWith(start)),
      start,
    );
});
