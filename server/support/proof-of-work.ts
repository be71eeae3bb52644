import { createHash } from 'node:crypto';
import { leastProofMs, type TicketChallenge } from '#contract/storefront/support.ts';
import { createChallenge, type VerifySolutionOptions, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/sha';
import { sql } from 'kysely';
import type { SupportDeps } from './support-deps.ts';

const mostMs = 2 * 3_600_000;
/** About 2^12 hashes: under a second on a phone, but expensive for a thousand tickets. */
const difficulty = { algorithm: 'SHA-256', cost: 1, keyPrefix: '000' };

/** Creates a challenge, whose proof of work is cheap for a person and expensive for a mass sender. */
export async function newChallenge({
  clock,
  challengeKeys: [newest],
}: Pick<SupportDeps, 'clock' | 'challengeKeys'>): Promise<TicketChallenge> {
  const challenge = await createChallenge({
    ...difficulty,
    deriveKey,
    data: { issuedAt: clock().getTime() },
    hmacSignatureSecret: newest,
  });
  return { challenge: challenge as unknown as TicketChallenge['challenge'] };
}

type Proof = Pick<VerifySolutionOptions, 'challenge' | 'solution'>;

function readProof(json: string): Proof | undefined {
  try {
    const { challenge, solution } = JSON.parse(json) as Proof;
    return typeof challenge === 'object' && typeof solution === 'object'
      ? { challenge, solution }
      : undefined;
  } catch {
    return undefined;
  }
}

const issuedAt = ({ challenge }: Proof): number => Number(challenge.parameters.data?.['issuedAt']);

/** Whether a proof solves an unused challenge of this shop that is neither too new nor too old. Marks the challenge as used. */
export async function spendProof(
  { db, clock, challengeKeys }: Pick<SupportDeps, 'db' | 'clock' | 'challengeKeys'>,
  json: string,
): Promise<boolean> {
  const proof = readProof(json);
  if (!proof) return false;
  const now = clock();
  try {
    const checks = challengeKeys.map((key) =>
      verifySolution({ ...proof, deriveKey, hmacSignatureSecret: key }),
    );
    const isOurs = (await Promise.all(checks)).some(({ verified }) => verified);
    const age = now.getTime() - issuedAt(proof);
    if (!isOurs || !(age >= leastProofMs && age <= mostMs)) return false;
  } catch {
    return false;
  }
  // the signature identifies the challenge, so another solution of it counts as the same proof
  const hash = createHash('sha256').update(JSON.stringify(proof.challenge.signature)).digest();
  await sql`delete from used_proof where used_at < ${new Date(now.getTime() - mostMs)}`.execute(db);
  const { rows } =
    await sql`insert into used_proof (hash, used_at) values (${hash}, ${now}) on conflict do nothing returning 1`.execute(
      db,
    );
  return rows.length > 0;
}
