import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#tools/root.ts';

// what belongs to this machine alone, or is linked
const left = new Set(['node_modules', '.git', '.cache']);

/** A fresh copy of the shop in `copy`, to be broken there, with its tests; what they keep between runs stays. */
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
