import { leastProofMs } from '#contract/storefront/support.ts';
import { type Challenge, solveChallenge as solve } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/sha';
import { callApi } from '#web/api/call-api.ts';

const longEnough = () => new Promise<void>((resolve) => void setTimeout(resolve, leastProofMs));

/**
 * Solves the server's proof-of-work challenge. Waits until the proof is old enough for the server (`leastProofMs`).
 * @returns undefined when this browser can't solve it; the server then decides without a proof
 */
export async function solveChallenge(): Promise<string | undefined> {
  try {
    const { challenge } = await callApi('ticketChallenge', {});
    const [solution] = await Promise.all([
      solve({ challenge: challenge as unknown as Challenge, deriveKey }),
      longEnough(),
    ]);
    return solution ? JSON.stringify({ challenge, solution }) : undefined;
  } catch {
    return undefined;
  }
}
