import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Builds the storefront if it is outdated, as npm start does, because the shop doesn't start without it. */
export function buildStorefront(): void {
  const program = `
    const { buildWeb } = await import('./tools/build-web.ts');
    const { ok, output } = await buildWeb();
    if (!ok) throw new Error(output)`;
  const cwd = join(import.meta.dirname, '..');
  const { status } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('The storefront could not be built');
}
