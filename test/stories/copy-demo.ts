import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Demo, fillDemo } from '#demo/fill-demo.ts';
import { copyTemplate } from '#test/server/open-test-database.ts';

/** Fills a data folder with the demo. In a run of all tests, the first story creates the demo, and the others copy it. */
export async function copyDemo(dataDir: string): Promise<Demo> {
  const runFolder = process.env['TEST_RUN_FOLDER'];
  if (!runFolder) return fillDemo({ dataDir });
  const made = join(runFolder, 'demo');
  const facts = join(made, 'demo.json');
  // One of the stories that start together creates the demo while the others wait here.
  using turn = new DatabaseSync(join(runFolder, 'lock.sqlite'), { timeout: 600_000 });
  turn.exec('begin exclusive');
  if (!existsSync(made)) {
    const making = mkdtempSync(join(runFolder, 'new-'));
    await copyTemplate(making);
    const demo = await fillDemo({ dataDir: making });
    rmSync(join(making, 'database/lock.sqlite'));
    writeFileSync(join(making, 'demo.json'), JSON.stringify(demo));
    renameSync(making, made);
  }
  // a database can't be copied over another
  rmSync(dataDir, { recursive: true });
  cpSync(made, dataDir, { recursive: true });
  return JSON.parse(readFileSync(facts, 'utf8')) as Demo;
}
