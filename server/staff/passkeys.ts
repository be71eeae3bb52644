import type { NewPasskey, Registration } from '#contract/desk/staff.ts';
import type { Assertion } from '#contract/desk/staff-log-in.ts';
import { minute } from '#contract/durations.ts';
import { shop } from '#contract/shop.ts';
import type { Schema } from '#server/database/schema.ts';
import { ProblemReply, Refusal } from '#server/http/refusal.ts';
import type { AuthenticatorTransport } from '@simplewebauthn/server';
import { type Kysely, sql } from 'kysely';
import { whyNoPasskeys } from './desk-origin.ts';
import type { StaffDeps, Visitor } from './staff-deps.ts';

// loaded on demand, because the library takes about 100 ms and 20 MB
const load = () => import('@simplewebauthn/server');

/**
 * EdDSA, ES256 and RS256, which every browser and authenticator supports
 * (https://www.w3.org/TR/webauthn-3/#sctn-sample-registration). By default the library would also request ML-DSA, which is
 * experimental in Node.
 */
const supportedAlgorithmIDs = [-8, -7, -257];

/** Maximum time for the browser's answer (ms). */
const ceremonyMs = 5 * minute;
type Purpose = 'login' | 'proof' | 'register';
type Deps = Pick<StaffDeps, 'db' | 'clock' | 'origin'>;
export type Ceremony = { id: string; publicKey: Record<string, unknown> };

export const passkeyRefused = () => new Refusal({ '': ['We couldn’t check this passkey. Try again.'] });

function rpIdAt({ origin }: Pick<Deps, 'origin'>, host: string): string {
  const reason = whyNoPasskeys(origin, host);
  if (reason !== null || origin.rpId === undefined) throw new ProblemReply(409, reason ?? '');
  return origin.rpId;
}

async function keep(
  { db, clock }: Deps,
  purpose: Purpose,
  askedBy: string | null,
  publicKey: { challenge: string },
): Promise<Ceremony> {
  const id = crypto.randomUUID();
  const now = clock();
  await sql`insert into staff_challenge (id, challenge, purpose, asked_by, expires_at)
    values (${id}, ${publicKey.challenge}, ${purpose}, ${askedBy}, ${new Date(now.getTime() + ceremonyMs)})`.execute(
    db,
  );
  return { id, publicKey: { ...publicKey } };
}

/**
 * Deletes and returns a challenge, so that it can be used once, only by the session or visitor that requested it, and only for
 * its purpose.
 */
async function take(
  { db, clock }: Deps,
  id: string,
  purpose: Purpose,
  askedBy: string | null,
): Promise<string | undefined> {
  const { rows } = await sql<{
    challenge: string;
  }>`delete from staff_challenge where id = ${id} and purpose = ${purpose}
    and asked_by is not distinct from ${askedBy} and expires_at > ${clock()} returning challenge`.execute(db);
  return rows[0]?.challenge;
}

/**
 * Begins a passkey signature. `staffId`: allows only that person's passkeys; without it, any passkey of the browser for the desk.
 */
export async function beginGesture(
  deps: Deps,
  host: string,
  purpose: 'login' | 'proof',
  askedBy: string | null,
  staffId?: bigint,
): Promise<Ceremony> {
  const rpID = rpIdAt(deps, host);
  const { generateAuthenticationOptions } = await load();
  const allowed = staffId === undefined ? [] : await passkeysOf(deps.db, staffId);
  return keep(
    deps,
    purpose,
    askedBy,
    await generateAuthenticationOptions({
      rpID,
      userVerification: 'required',
      timeout: ceremonyMs,
      ...(staffId === undefined ? {} : { allowCredentials: allowed }),
    }),
  );
}

async function passkeysOf(db: Kysely<Schema>, staffId: bigint) {
  const { rows } = await sql<{ id: Buffer; transports: string[] }>`
    select id, transports from staff_passkey where staff_id = ${staffId}`.execute(db);
  return rows.map(({ id, transports }) => ({
    id: id.toString('base64url'),
    transports: transports as AuthenticatorTransport[],
  }));
}

type Stored = { id: Buffer; staff_id: bigint; public_key: Buffer; counter: bigint };
export type Gesture = { passkeyId: Buffer; staffId: bigint; counter: bigint };

/**
 * Verifies a signed challenge.
 * @returns undefined if it is invalid
 */
export async function checkGesture(
  deps: Deps & Pick<StaffDeps, 'log'>,
  visitor: Pick<Visitor, 'host'>,
  purpose: 'login' | 'proof',
  askedBy: string | null,
  { id, response }: { id: string; response: Assertion },
): Promise<Gesture | undefined> {
  const rpId = rpIdAt(deps, visitor.host);
  const challenge = await take(deps, id, purpose, askedBy);
  const { rows } = await sql<Stored>`select id, staff_id, public_key, counter from staff_passkey
    where id = ${Buffer.from(response.id, 'base64url')}`.execute(deps.db);
  const known = rows[0];
  if (challenge === undefined || !known) return undefined;
  const { verifyAuthenticationResponse } = await load();
  try {
    // the library's type requires members that it doesn't read
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} } as never,
      expectedChallenge: challenge,
      expectedOrigin: deps.origin.link,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: {
        id: response.id,
        publicKey: new Uint8Array(known.public_key),
        counter: Number(known.counter),
      },
    });
    if (!verified) return undefined;
    return {
      passkeyId: known.id,
      staffId: known.staff_id,
      counter: BigInt(authenticationInfo.newCounter),
    };
  } catch (error) {
    // also thrown for a decreased counter, which may mean that the passkey was copied
    deps.log.warn({ staff: String(known.staff_id), reason: (error as Error).message }, 'passkey refused');
    return undefined;
  }
}

/** Begins the registration of a passkey. */
export async function beginRegistration(
  deps: Deps,
  host: string,
  askedBy: string,
  person: { name: string; staffId: bigint | null },
): Promise<Ceremony> {
  const rpID = rpIdAt(deps, host);
  const { generateRegistrationOptions } = await load();
  return keep(
    deps,
    'register',
    askedBy,
    await generateRegistrationOptions({
      rpName: `${shop.name} desk`,
      rpID,
      userName: person.name,
      attestationType: 'none',
      supportedAlgorithmIDs,
      timeout: ceremonyMs,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: person.staffId === null ? [] : await passkeysOf(deps.db, person.staffId),
    }),
  );
}

export type MadePasskey = {
  id: Buffer;
  publicKey: Buffer;
  counter: bigint;
  transports: string[];
  isSynced: boolean;
  label: string;
};

/**
 * Verifies a new passkey.
 * @throws Refusal if it is invalid
 */
export async function checkRegistration(
  deps: Deps & Pick<StaffDeps, 'log'>,
  host: string,
  askedBy: string,
  { id, response, label }: NewPasskey,
): Promise<MadePasskey> {
  const rpId = rpIdAt(deps, host);
  const challenge = await take(deps, id, 'register', askedBy);
  if (challenge === undefined) throw passkeyRefused();
  const { verifyRegistrationResponse } = await load();
  // the library's type requires members that it doesn't read
  const checked = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} } as never,
    expectedChallenge: challenge,
    expectedOrigin: deps.origin.link,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs,
  }).catch((error: unknown) => {
    deps.log.warn({ reason: (error as Error).message }, 'new passkey refused');
    return undefined;
  });
  if (!checked?.verified) throw passkeyRefused();
  const { credential, credentialBackedUp } = checked.registrationInfo;
  return {
    id: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    counter: BigInt(credential.counter),
    transports: knownTransports(response),
    isSynced: credentialBackedUp,
    label,
  };
}

// https://www.w3.org/TR/webauthn-3/#enum-transport; browsers may send others
const knownTransports = ({ response: { transports = [] } }: Registration): string[] =>
  transports.filter((name) => /^(?:ble|cable|hybrid|internal|nfc|smart-card|usb)$/.test(name));
