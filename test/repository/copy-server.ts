import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#tools/root.ts';

// not copied: files of this machine, and folders that are linked instead
const left = new Set(['node_modules', '.git', '.cache']);

/** Copies the shop with its tests to `copy`, where proofs change it. Caches are kept between runs. */
export function copyServer(copy: string): void {
  mkdirSync(copy, { recursive: true });
  for (const part of readdirSync(root)) {
    if (left.has(part)) continue;
    rmSync(join(copy, part), { recursive: true, force: true });
    cpSync(join(root, part), join(copy, part), { recursive: true, preserveTimestamps: true });
  }
  if (!existsSync(join(copy, 'node_modules')))
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
}
