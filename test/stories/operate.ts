import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '#tools/root.ts';
import type { Shop } from './shop.ts';

const operateFile = join(root, 'server/operator/operate.ts');

/** Runs the operator's commands beside the running shop. */
export async function operate(shop: Shop, ...words: string[]): Promise<string> {
  const env = { PATH: process.env['PATH'], DATA_DIR: shop.dataDir };
  const { stdout } = await promisify(execFile)(process.execPath, [operateFile, ...words], {
    env,
    cwd: shop.dataDir,
  });
  return stdout.trim();
}
