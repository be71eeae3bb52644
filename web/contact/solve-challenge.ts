import { type Challenge, solveChallenge as solve } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/sha';
import { supportCalls } from '#web/api/support-calls.ts';
import { callApi } from '#web/api/call-api.ts';

/** Solves the server's proof-of-work challenge; nothing when this browser cannot, and then the server decides. */
export async function solveChallenge(): Promise<string | undefined> {
  try {
    const { challenge } = await callApi(supportCalls.ticketChallenge, {});
    const solution = await solve({ challenge: challenge as unknown as Challenge, deriveKey });
    return solution ? JSON.stringify({ challenge, solution }) : undefined;
  } catch {
    return undefined;
  }
}
