import { execFile } from 'node:child_process';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { askRunningShop } from '#server/operator/operator-socket.ts';
import { root } from '#tools/root.ts';
import type { Shop } from './shop.ts';

const operateFile = join(root, 'server/operator/operate.ts');

/**
 * Runs an operator's command in the running shop. A command with files runs as a person would run it; one without is sent to the shop
 * straight away, because a process for each takes longer than the command.
 * @throws Error when the shop refuses.
 */
export async function operate(shop: Shop, ...words: string[]): Promise<string> {
  if (!words.includes('--file')) {
    const [name = '', ...rest] = words;
    const call = { name, words: rest, files: [], operator: userInfo().username };
    const answer = await askRunningShop(shop.dataDir, call);
    if (!answer) throw new Error('No shop is running.');
    if (!answer.ok) throw new Error(answer.output);
    return answer.output.trim();
  }
  const env = { PATH: process.env['PATH'], DATA_DIR: shop.dataDir };
  const { stdout } = await promisify(execFile)(process.execPath, [operateFile, ...words], {
    env,
    cwd: shop.dataDir,
  });
  return stdout.trim();
}
