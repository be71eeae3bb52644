import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#tools/root.ts';

/** A fresh copy of the server in `copy`, to be broken there; what its tests keep between runs stays. */
export function copyServer(copy: string): void {
  mkdirSync(copy, { recursive: true });
  for (const part of ['server', 'contract', 'package.json', 'tsconfig.base.json']) {
    rmSync(join(copy, part), { recursive: true, force: true });
    cpSync(join(root, part), join(copy, part), { recursive: true });
  }
  if (!existsSync(join(copy, 'node_modules')))
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
}
