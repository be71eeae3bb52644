import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { copyTemplate } from '#test/server/open-test-database.ts';
import { StartError } from '#server/process/start-error.ts';
import { moves } from './move-data.ts';

test('rejects an export from a folder without a database, and moves a database by an export and an import', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'redline-moves-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'export');
  await assert.rejects(
    moves.export({ dataDir: folder }, file),
    (error) => error instanceof StartError && /has no database/.test(error.message),
  );
  assert.deepEqual(readdirSync(folder), []);

  await copyTemplate(join(folder, 'one'));
  assert.match(
    await moves.export({ dataDir: join(folder, 'one') }, file),
    /^\d+ rows of \d+ tables were exported to /,
  );
  assert.match(
    await moves.import({ dataDir: join(folder, 'two') }, file),
    /^\d+ rows of \d+ tables were imported from /,
  );
  assert.ok(existsSync(join(folder, 'two/database')));
});
