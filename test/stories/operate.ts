import { userInfo } from 'node:os';
import { askRunningShop } from '#server/operator/operator-socket.ts';
import type { Shop } from './shop.ts';

/**
 * Sends an operator's command to the running shop, as `npm run operator` does from a separate process.
 * @throws Error when the command fails
 */
export async function operate(shop: Shop, ...words: string[]): Promise<string> {
  const [name = '', ...rest] = words;
  const answer = await askRunningShop(shop.dataDir, { name, words: rest, operator: userInfo().username });
  if (!answer) throw new Error('No shop is running.');
  if (!answer.ok) throw new Error(answer.output);
  return answer.output.trim();
}
